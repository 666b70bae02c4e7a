#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `stanzactl`: what XMPP says, on the command line.
///
/// Each subcommand is a type of its own that declares its options once (``Subcommand``); all of them end with one
/// of a few exit codes (``ExitCode``). Nothing here imports Foundation, so that the program starts at once.
@main
enum Stanzactl {
    static let version = "0.1.0"

    static let subcommands: [any Subcommand.Type] = [
        DecodeCommand.self, FormatCommand.self, LintCommand.self, StatsCommand.self, AddressCommand.self,
        RedactCommand.self, LoginCommand.self,
    ]

    static func main() {
        // A reader that has seen enough, as `head` does, is no error: writing reports it as EPIPE instead.
        signal(SIGPIPE, SIG_IGN)
        var output = Output()
        // Another thread may still be closing a connection: handlers of `exit`, OpenSSL's for one, would take away what it
        // uses. Whatever is to be written has been written.
        _exit(run(Array(CommandLine.arguments.dropFirst()), &output).rawValue)
    }

    private static func run(_ words: [String], _ output: inout Output) -> ExitCode {
        var result = dispatched(words, &output)
        do {
            try output.flush()
        } catch {
            result = .failure(error)
        }
        switch result {
        case .success(let code):
            return code
        case .failure(.outputClosed):
            return .done
        case .failure(let failure):
            Diagnostics.report(failure.description)
            return .unusable
        }
    }

    private static func dispatched(_ words: [String], _ output: inout Output) -> Result<ExitCode, Failure> {
        do {
            return .success(try dispatch(words, &output))
        } catch {
            return .failure(error)
        }
    }

    private static func dispatch(_ words: [String], _ output: inout Output) throws(Failure) -> ExitCode {
        guard let first = words.first else {
            throw Failure.usage("no subcommand given", help: "stanzactl --help")
        }
        let rest = Array(words.dropFirst())
        switch first {
        case "--version":
            output.write("stanzactl \(version)\n")
        case "--help", "-h":
            output.write(Help.overview())
        case "help":
            output.write(try Help.topic(rest.first))
        default:
            guard let subcommand = subcommands.first(where: { $0.syntax.name == first }) else {
                let kind = first.hasPrefix("-") ? "option" : "subcommand"
                throw Failure.usage("unknown \(kind) \(first.quoted)", help: "stanzactl --help")
            }
            return try run(subcommand, rest, &output)
        }
        return .done
    }

    private static func run(
        _ subcommand: any Subcommand.Type, _ words: [String], _ output: inout Output
    ) throws(Failure) -> ExitCode {
        guard let arguments = try subcommand.syntax.parse(words) else {
            output.write(Help.text(of: subcommand.syntax))
            return .done
        }
        return try subcommand.run(arguments, &output)
    }
}
