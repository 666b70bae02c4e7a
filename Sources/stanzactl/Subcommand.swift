/// What `stanzactl NAME …` does.
protocol Subcommand: Sendable {
    /// How it is called: what is parsed and what its help says.
    static var syntax: CommandSyntax { get }

    /// Does it. What is written to `output` reaches standard output also when it throws.
    static func run(_ arguments: ParsedArguments, _ output: inout Output) throws(Failure) -> ExitCode
}

/// How the program ends.
enum ExitCode: Int32 {
    /// What was asked for is done.
    case done = 0
    /// The input has what was asked to be found wrong.
    case foundWrong = 1
    /// The input or the arguments cannot be used.
    case unusable = 2
    /// The server refused the login or the registration, or did not prove who it is.
    case refused = 3
    /// TLS failed, a certificate was not accepted, or there was no TLS where it is required.
    case insecure = 4
    /// The server ended the stream with an error, or refused to bind an address.
    case streamError = 5
    /// There was no connection, it was lost, or nothing came in time.
    case unreachable = 6
    /// The server broke the protocol.
    case violated = 7
}

/// Why the program cannot go on.
enum Failure: Error {
    /// The arguments are not what the subcommand takes; `help` is the command that tells what it takes.
    case usage(String, help: String)
    /// A file cannot be opened or read, or what is in it not be used.
    case input(name: String, String)
    /// Standard output takes nothing more.
    case output(String)
    /// Whoever read standard output has gone, which is no error.
    case outputClosed
}

extension Failure: CustomStringConvertible {
    var description: String {
        switch self {
        case .usage(let message, let help): "\(message) (see \(help))"
        case .input(let name, let message): "\(name): \(message)"
        case .output(let message): "standard output: \(message)"
        case .outputClosed: "standard output was closed"
        }
    }
}
