import Foundation

/// A program that the tests need and that not every machine has.
public enum InstalledProgram: String, Sendable, CaseIterable {
    case prosody, ejabberd, dnsmasq, openssl
    /// Modules that Prosody does not come with.
    case prosodyModules = "prosody-modules"

    /// Where it is; nil if it is not installed.
    public var path: String? {
        switch self {
        // Its own script insists on a user of its own.
        case .ejabberd: Self.ejabberdLibraries == nil ? nil : Self.path(of: "erl")
        case .prosodyModules: Self.prosodyModuleFolder
        case .prosody, .dnsmasq, .openssl: Self.path(of: rawValue)
        }
    }

    /// Whether tests that need it are to run: also where it is missing, if the environment says that none may be
    /// skipped.
    public var isExpected: Bool { Self.areAllRequired || path != nil }

    /// What to say of tests that are skipped because it is missing.
    public var skipReason: String { "\(rawValue) is not installed; .ci/setup installs it where it may" }

    /// Where it is; throws if it is not installed.
    func located() throws -> String {
        guard let path else { throw ServerFailure("\(rawValue) is not installed") }
        return path
    }

    /// Whether no test may be skipped for want of a program.
    public static let areAllRequired = ProcessInfo.processInfo.environment["STANZAKIT_REQUIRE_SERVERS"] == "1"

    /// The folder that holds the folder of ejabberd's modules.
    static let ejabberdLibraries: String? = {
        let parents = ["/usr/lib", "/usr/local/lib", "/opt/homebrew/lib"]
        let folders = parents.flatMap { parent in
            [parent] + (folderNames(in: parent).map { "\(parent)/\($0)" })
        }
        return folders.first { folder in
            folderNames(in: folder).contains { $0.hasPrefix("ejabberd-") && isModuleFolder("\(folder)/\($0)") }
        }
    }()

    /// The folder of the module for SASL2, where Debian has it.
    private static let prosodyModuleFolder: String? = {
        let folder = "/usr/lib/prosody/modules/mod_sasl2"
        return FileManager.default.fileExists(atPath: folder) ? folder : nil
    }()

    private static func isModuleFolder(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/ebin/ejabberd.app")
    }

    private static func folderNames(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func path(of name: String) -> String? {
        let variable = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = variable.split(separator: ":").map(String.init) + ["/usr/local/sbin", "/usr/sbin", "/sbin"]
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}

/// Why a server of the tests is not there.
public struct ServerFailure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
