import Foundation
import Synchronization
import TestServers
import Testing
import XMPPTLS

/// A client over a library that is not ours; what it takes and says is told in `Clients/README.md`.
enum ForeignProgram: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case slixmpp, aioxmpp, websockets, libstrophe, gloox, qxmpp, profanity

    /// How a stream is carried, by the name that the programs know it by.
    enum Carrier: String, Sendable, CaseIterable {
        case startTLS = "starttls"
        case directTLS = "direct"
        case webSocket = "ws"
        case secureWebSocket = "wss"
    }

    /// What can be tested with it.
    var carriers: [Carrier] {
        switch self {
        case .slixmpp, .aioxmpp, .libstrophe, .gloox, .profanity: [.startTLS, .directTLS]
        // QXmpp 1.4 opens its stream twice over direct TLS, once before the handshake is done.
        case .qxmpp: [.startTLS]
        case .websockets: [.webSocket, .secureWebSocket]
        }
    }

    /// How often it comes back to its stream when the connection was cut (XEP-0198 §5), as far as that is tested. gloox
    /// 1.0.24 gives up a stream that it has resumed once, and QXmpp 1.4 asks for resumption in the wrong namespace.
    var resumptions: Int {
        switch self {
        case .slixmpp, .aioxmpp, .libstrophe, .profanity: 2
        case .gloox: 1
        case .qxmpp, .websockets: 0
        }
    }

    /// Whether all of its versions send again what they have sent into a connection that was lost; slixmpp 1.8 does not, and
    /// libstrophe 0.12, which profanity uses, forgets the first of it (its issue 222).
    var repeatsWhatWasLost: Bool { self != .slixmpp && self != .libstrophe && self != .profanity }

    /// The newest version of TLS that it can log in over while the server offers channel bindings. slixmpp 1.8 takes
    /// `tls-unique` for one that TLS 1.3 has (RFC 9266 §3), and tells the server with every other mechanism that it knows
    /// of none offered, which is to be refused (RFC 5802 §6).
    var newestTLS: TLSVersion { self == .slixmpp ? .tls12 : .tls13 }

    var testDescription: String { rawValue }

    // MARK: - Installed or not

    /// The package that Debian has it in.
    private var package: String {
        switch self {
        case .slixmpp: "python3-slixmpp"
        case .aioxmpp: "python3-aioxmpp"
        case .websockets: "python3-websockets"
        case .libstrophe: "libstrophe-dev"
        case .gloox: "libgloox-dev"
        case .qxmpp: "libqxmpp-dev"
        case .profanity: "profanity"
        }
    }

    private enum Kind {
        /// A script, and the module that it needs.
        case python(script: String, module: String?)
        /// A source, the libraries that it needs, and the compiler.
        case compiled(source: String, libraries: [String], compiler: String)
    }

    private var kind: Kind {
        switch self {
        case .slixmpp: .python(script: "slixmpp_client.py", module: "slixmpp")
        case .aioxmpp: .python(script: "aioxmpp_client.py", module: "aioxmpp")
        case .websockets: .python(script: "websockets_client.py", module: "websockets")
        case .profanity: .python(script: "profanity_client.py", module: nil)
        case .libstrophe: .compiled(source: "strophe_client.c", libraries: ["libstrophe"], compiler: "clang")
        case .gloox: .compiled(source: "gloox_client.cpp", libraries: ["gloox"], compiler: "clang++")
        case .qxmpp:
            .compiled(
                source: "qxmpp_client.cpp", libraries: ["qxmpp", "Qt5Network", "Qt5Xml", "Qt5Core"],
                compiler: "clang++")
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Clients")

    /// The interpreter of the scripts; another one may have newer modules.
    private static let python = ProcessInfo.processInfo.environment["STANZAKIT_PYTHON"] ?? "/usr/bin/python3"

    private static let commands = Mutex<[ForeignProgram: Result<[String], ServerFailure>]>([:])

    /// What to run, made ready once; cancels the test if what it needs is not installed, unless nothing may be missing.
    func command() throws -> [String] {
        let result = Self.commands.withLock { commands in
            if let command = commands[self] { return command }
            let command = Result { () throws(ServerFailure) in try prepare() }
            commands[self] = command
            return command
        }
        switch result {
        case .success(let command): return command
        case .failure(let failure) where InstalledProgram.areAllRequired: throw failure
        case .failure(let failure): try Test.cancel(Comment(rawValue: "\(failure); it is in Debian's \(package)"))
        }
    }

    /// What runs its component, for a library in Python.
    func componentCommand() throws -> [String] {
        [try command()[0], Self.folder.appending(path: "\(rawValue)_component.py").path]
    }

    private func prepare() throws(ServerFailure) -> [String] {
        switch kind {
        case .python(let script, let module):
            if let module { try Self.run([Self.python, "-c", "import \(module)"]) }
            if self == .profanity { try Self.run(["/usr/bin/env", "profanity", "--version"]) }
            return [Self.python, Self.folder.appending(path: script).path]
        case .compiled(let source, let libraries, let compiler):
            let flags = try Self.run(["/usr/bin/env", "pkg-config", "--cflags", "--libs"] + libraries)
            let program = try Self.programs().appending(path: rawValue)
            try Self.run(
                ["/usr/bin/env", compiler, "-fPIC", "-w", Self.folder.appending(path: source).path, "-o", program.path]
                    + flags.split(whereSeparator: \.isWhitespace).map(String.init))
            return [program.path]
        }
    }

    /// A folder that is removed when the tests end.
    private static func programs() throws(ServerFailure) -> URL {
        do {
            return try TestAuthority.shared.get().folder
        } catch {
            throw ServerFailure("\(error)")
        }
    }

    @discardableResult
    private static func run(_ command: [String]) throws(ServerFailure) -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw ServerFailure("\(command[0]) cannot be run: \(error)")
        }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ServerFailure("\(command.prefix(4)): \(text)") }
        return text
    }
}

/// A program with one way to carry its stream.
struct ForeignCase: Sendable, CustomTestStringConvertible {
    let program: ForeignProgram
    let carrier: ForeignProgram.Carrier

    static let all = ForeignProgram.allCases.flatMap { program in
        program.carriers.map { ForeignCase(program: program, carrier: $0) }
    }

    var testDescription: String { "\(program.rawValue) by \(carrier.rawValue)" }
}
