/// What is done with a value in a namespace of XMPP, by where it stands.
enum RedactionRule {
    /// It is a JID.
    case address
    /// It is a domain or an IP address.
    case host
    /// It is a feature or node: kept if the protocol brings it.
    case namespace
    /// It is a counter or another number of the protocol, and kept if it is a number.
    case number
    /// It is how large something is, and made its size class if it is a number.
    case size
    /// It tells one thing from others, and never becomes the same as another one.
    case identifier
    /// Kept if it is a word, number or time that the protocol brings.
    case word
    /// Always replaced.
    case replaced

    /// The rule for an attribute without a namespace.
    init(attribute name: String) {
        self = Self.attributes[name] ?? .word
    }

    /// The rule for the text directly in an element of this name.
    init(textOf element: String) {
        self = Self.texts[element] ?? .replaced
    }

    private static let attributes = table([
        (.address, "to from jid by initiator responder owner actor ofrom authzid service"),
        (.host, "host domain ip address rel-addr target stamp-host"),
        (.namespace, "node xmlns namespace profile"),
        (
            .number,
            """
            h max wait hold requests inactivity polling pause code seconds block-size seq port rel-port component \
            generation minutes begin start end index priority maxchars maxstanzas count
            """
        ),
        (.size, "size width height bytes length asksize"),
        (.identifier, "id sid previd previous queryid thread mid cid"),
        (
            .replaced,
            """
            name nick label title desc description summary value uri url href src alt style username password \
            token key newkey pwd ufrag room subject filename lat lon text location route
            """
        ),
    ])

    private static let texts = table([
        (.address, "jid JABBERID authorization-identifier owner"),
        (.host, "host"),
        (.word, "show mechanism method value utc"),
        (.number, "priority max count max-bytes idle-seconds"),
        (.size, "size width height length"),
        (.identifier, "thread"),
    ])

    private static func table(_ rows: [(RedactionRule, String)]) -> [String: RedactionRule] {
        var table: [String: RedactionRule] = [:]
        for (rule, names) in rows {
            for name in names.split(separator: " ") { table[String(name)] = rule }
        }
        return table
    }
}
