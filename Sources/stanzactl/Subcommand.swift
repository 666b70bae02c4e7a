/// What `stanzactl NAME …` does.
protocol Subcommand: Sendable {
    /// How it is called: what is parsed and what its help says.
    static var syntax: CommandSyntax { get }

    /// Does it. What is written to `output` reaches standard output also when it throws.
    static func run(_ arguments: ParsedArguments, _ output: inout Output) throws(Failure) -> ExitCode
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
