/// What `--help` and `stanzactl help` print.
enum Help {
    /// A text that is not about one subcommand.
    struct Topic: Sendable {
        let name: String
        let summary: String
        let text: String
    }

    static let topics = [JSONLFormat.helpTopic, LogFormat.helpTopic, LoginJSON.helpTopic, ExitCode.helpTopic]

    static func overview() -> String {
        let subcommands = Stanzactl.subcommands.map { (name: $0.syntax.name, summary: $0.syntax.summary) }
        let others = topics.map { (name: "help " + $0.name, summary: $0.summary) }
        return """
            stanzactl reads XMPP, captures, logs and streams, and logs in to accounts.

            Usage: stanzactl SUBCOMMAND [OPTION…] [FILE…]

            \(table(subcommands + others))

              --help     print this, or what a subcommand takes: stanzactl decode --help
              --version  print the version

            Exit codes: 0 done; 1 the input has what was asked to be found wrong;
            2 the input or the arguments cannot be used; 3 to 7: a login failed
            (see stanzactl help exit-codes).

            """
    }

    static func text(of syntax: CommandSyntax) -> String {
        let options = syntax.options.map { option in
            (name: "--" + option.name + (option.placeholder.map { " " + $0 } ?? ""), summary: option.help)
        }
        let all = options + [(name: "--help", summary: "Print this.")]
        let list = all.map { "  \($0.name)\n\(indented($0.summary, by: 6))" }.joined(separator: "\n")
        return """
            \(syntax.summary)

            Usage: stanzactl \(syntax.name) [OPTION…] \(syntax.operands.usage)

            \(list)

            \(syntax.details)

            """
    }

    /// The help on a subcommand or topic; the overview if none is named.
    static func topic(_ name: String?) throws(Failure) -> String {
        guard let name else { return overview() }
        if let subcommand = Stanzactl.subcommands.first(where: { $0.syntax.name == name }) {
            return text(of: subcommand.syntax)
        }
        if let topic = topics.first(where: { $0.name == name }) { return topic.text + "\n" }
        throw Failure.usage("no help on \(name.quoted)", help: "stanzactl --help")
    }

    private static func table(_ rows: [(name: String, summary: String)]) -> String {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            "  " + row.name + String(repeating: " ", count: width - row.name.count + 2) + row.summary
        }.joined(separator: "\n")
    }

    private static func indented(_ text: String, by width: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String(repeating: " ", count: width) + $0 }
            .joined(separator: "\n")
    }
}
