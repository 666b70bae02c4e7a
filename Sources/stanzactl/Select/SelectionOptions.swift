import XMPPCapture

/// The options by which records are selected.
enum SelectionOptions {
    static let stream = Option.number(
        "stream", placeholder: "N",
        help: "Only this connection, numbered as Wireshark's tcp.stream."
    )
    static let from = address(
        "from",
        help: """
            Only what this address sent; a bare one stands for all of its
            resources. Where a stanza leaves an address out, it is taken from
            the stream.
            """
    )
    static let to = address("to", help: "Only what was sent to this address, likewise.")
    static let with = address("with", help: "Only what this address sent or was sent, likewise.")
    static let type = word(
        "type", placeholder: "TYPE",
        help: """
            Only stanzas of this type, such as chat, get or error, or elements of
            this name: message, presence or iq, or one that streams carry beside
            them, as auth or resumed.
            """,
        expectation: "one of " + (types + names).joined(separator: ", "),
        { types.contains($0) || names.contains($0) ? $0 : nil }
    )
    /// The types of messages, presences and IQs (RFC 6121 §4.7.1, §5.2.2; RFC 6120 §8.2.3), of dialback (XEP-0220), and
    /// of bodies of BOSH (XEP-0124).
    private static let types = [
        "chat", "groupchat", "headline", "normal", "error", "available", "unavailable", "subscribe", "subscribed",
        "unsubscribe", "unsubscribed", "probe", "get", "set", "result", "valid", "invalid", "terminate",
    ]
    /// What elements of streams are called.
    private static let names = [
        "message", "presence", "iq", "stream", "open", "close", "features", "starttls", "proceed", "auth",
        "authenticate", "challenge", "response", "success", "failure", "abort", "continue", "next", "compress",
        "compressed", "handshake", "verify", "enable", "enabled", "resume", "resumed", "failed", "r", "a", "active",
        "inactive", "body",
    ]
    static let payload = word(
        "payload", placeholder: "NS|NAME",
        help: """
            Only what has an element of this namespace or local name in it, at
            any depth; {NS}NAME wants both.
            """,
        expectation: "a namespace, a local name or {namespace}name", { PayloadPattern($0) }
    )
    static let since = time(
        "since",
        help: """
            Only from this moment on: RFC 3339, as 2026-11-30T14:05:30Z, in UTC if
            it has no offset, or a time of any day in UTC, as 14:05 or 14:05:30.
            """
    )
    static let until = time(
        "until",
        help: """
            Only up to this moment, likewise. Of two times of day, --since may be
            the later one: --since 23:00 --until 01:00 is from each evening to the
            morning after.
            """
    )
    static let contains = word(
        "contains", placeholder: "TEXT",
        help: """
            Only what has TEXT in its text, in the value of an attribute or in
            its message; A to Z count as a to z.
            """,
        expectation: "a text", { FoldedText($0) }
    )
    static let errors = Option.flag(
        "errors",
        help: "Only errors, failures, gaps, violations and what is diagnosed."
    )

    static let all: [any AnyOption] = [stream, from, to, with, type, payload, since, until, contains, errors]

    static let details = """
        The options from --stream to --errors select; of one given several times any
        value will do, and different ones have to hold all together. --since and --until
        can be given once; they leave out what has no time, and standard error says how
        much that was.
        """

    /// Refuses values that contradict each other, and a second time where there can be one.
    static func check(_ arguments: ParsedArguments, of subcommand: String) throws(Failure) {
        for option in [since, until] where arguments.all(option).count > 1 {
            let message = "\(subcommand): --\(option.name) is given more than once"
            throw .usage(message, help: "stanzactl \(subcommand) --help")
        }
        guard TimeWindow(since: arguments[since], until: arguments[until]).isEmpty else { return }
        throw .usage("\(subcommand): --since is later than --until", help: "stanzactl \(subcommand) --help")
    }

    private static func address(_ name: String, help: String) -> Option<AddressPattern> {
        Option(name: name, placeholder: "JID", help: help, expectation: "an address as name@domain/resource") {
            AddressPattern($0)
        }
    }

    private static func time(_ name: String, help: String) -> Option<TimeBound> {
        let expectation = "a time that there is, as 2026-11-30T14:05:30Z or 14:05:30"
        return Option(name: name, placeholder: "TIME", help: help, expectation: expectation) { TimeBound($0) }
    }

    private static func word<Value: Sendable>(
        _ name: String, placeholder: String, help: String, expectation: String,
        _ read: @escaping @Sendable (String) -> Value?
    ) -> Option<Value> {
        Option(name: name, placeholder: placeholder, help: help, expectation: expectation) { text in
            text.isEmpty ? nil : read(text)
        }
    }
}
