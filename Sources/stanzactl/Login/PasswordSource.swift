import XMPPAddress
import XMPPSASL

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where the password of an account comes from: a file, the environment, or whoever sits at the terminal.
enum PasswordSource {
    static let variable = "STANZACTL_PASSWORD"

    /// Longer than any password, in bytes.
    private static let maximumLength = 64 << 10

    /// The password; `file` is the path of the file that holds it, if there is one.
    static func password(of account: JID, file: String?) throws(Failure) -> Secret {
        if let file { return try password(inFile: file) }
        if let value = getenv(variable) {
            return try checked(Array(String(cString: value).utf8), from: variable)
        }
        guard let terminal = Terminal() else {
            throw .usage(
                "login: there is no password: give --password-file FILE or set \(variable)",
                help: "stanzactl login --help")
        }
        let password = try terminal.read(prompt: "Password of \(account.bare.full.visible): ")
        return try checked(password, from: "the password")
    }

    private static func password(inFile path: String) throws(Failure) -> Secret {
        var file = try InputFile(path)
        var bytes: [UInt8] = []
        while case let chunk = try file.read(), !chunk.isEmpty {
            bytes += chunk
            guard bytes.count <= maximumLength else { throw .input(name: path, "is too long for a password") }
        }
        // An editor's line feed at the end, perhaps with the carriage return of Windows, is not meant.
        if bytes.last == 0x0A {
            bytes.removeLast()
            if bytes.last == 0x0D { bytes.removeLast() }
        }
        return try checked(bytes, from: path)
    }

    private static func checked(_ bytes: [UInt8], from name: String) throws(Failure) -> Secret {
        guard !bytes.isEmpty else { throw .input(name: name, "is empty") }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .input(name: name, "is not UTF-8") }
        return Secret(bytes)
    }
}
