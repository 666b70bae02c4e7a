import Foundation

/// A certification authority that is made anew for each run of the tests, and what it has certified.
public final class TestAuthority: Sendable {
    /// A certificate with its key, as files in PEM form.
    public struct Credentials: Sendable {
        /// The certificate.
        public let certificate: URL
        /// Its private key.
        public let key: URL
    }

    /// The authority of all servers of this run.
    public static let shared = Result { try TestAuthority() }

    /// Where the certificates are.
    public let folder: URL
    private let openssl: String
    private let guardian: ServerProcess

    /// The authority's own certificate, a PEM file.
    public var certificate: URL { folder.appending(path: "authority.crt") }

    init() throws {
        openssl = try InstalledProgram.openssl.located()
        folder = try ServerProcess.makeFolder("certificates")
        // It does nothing but to have the folder removed in the end.
        guardian = ServerProcess("certificates", in: folder, ports: [], arguments: ["/bin/cat"])
        try guardian.start()
        try run(
            ["req", "-x509", "-days", "30", "-subj", "/CN=StanzaKit test authority"] + newKey("authority")
                + ["-out", certificate.path])
    }

    /// Certifies a name.
    ///
    /// - Parameters:
    ///   - file: The name of the files, without their extensions.
    ///   - alternativeName: Who is certified, as OpenSSL writes it: `DNS:good.test`.
    ///   - days: How long it is valid from now on; negative for a validity that is over.
    public func certify(_ file: String, alternativeName: String, days: Int = 30) throws -> Credentials {
        let request = folder.appending(path: "\(file).csr").path
        let credentials = Credentials(
            certificate: folder.appending(path: "\(file).crt"), key: folder.appending(path: "\(file).key"))
        try run(
            ["req", "-new", "-subj", "/O=StanzaKit tests", "-addext", "subjectAltName=\(alternativeName)"]
                + newKey(file) + ["-out", request])
        try run([
            "x509", "-req", "-in", request, "-days", "\(days)", "-copy_extensions", "copy", "-CA", certificate.path,
            "-CAkey", folder.appending(path: "authority.key").path, "-out", credentials.certificate.path,
        ])
        return credentials
    }

    /// A certificate that nobody vouches for but itself.
    public func selfSigned(_ alternativeName: String) throws -> Credentials {
        let file = "self-signed-\(UUID().uuidString)"
        let credentials = Credentials(
            certificate: folder.appending(path: "\(file).crt"), key: folder.appending(path: "\(file).key"))
        try run(
            ["req", "-x509", "-days", "30", "-subj", "/O=Nobody", "-addext", "subjectAltName=\(alternativeName)"]
                + newKey(file) + ["-out", credentials.certificate.path])
        return credentials
    }

    private func newKey(_ file: String) -> [String] {
        [
            "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
            folder.appending(path: "\(file).key").path,
        ]
    }

    private func run(_ arguments: [String]) throws {
        let process = Process()
        let messages = Pipe()
        process.executableURL = URL(fileURLWithPath: openssl)
        process.arguments = arguments
        process.standardError = messages
        try process.run()
        let text = String(decoding: messages.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ServerFailure("openssl \(arguments.first ?? ""): \(text)")
        }
    }
}
