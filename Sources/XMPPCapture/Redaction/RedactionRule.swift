/// What is done with a value in a namespace of XMPP, by where it stands.
enum RedactionRule {
    /// It is a JID.
    case address
    /// It is a domain or an IP address.
    case host
    /// It is a feature or node: kept if the protocol brings it.
    case namespace
    /// It is a counter or a size, and kept if it is a number.
    case number
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
            h max rid ack wait hold requests inactivity polling pause code seconds size width height bytes block-size \
            seq port rel-port component generation minutes begin start end length priority maxchars maxstanzas
            """
        ),
        (
            .replaced,
            """
            id name nick label title desc description summary value uri url href src alt style sid username password \
            token key pwd ufrag previd previous hash ver thread room subject queryid filename mid cid lat lon text
            """
        ),
    ])

    private static let texts = table([
        (.address, "jid JABBERID authorization-identifier owner"),
        (.host, "host"),
        (.word, "show mechanism method value utc tzo"),
        (.number, "priority max count"),
    ])

    private static func table(_ rows: [(RedactionRule, String)]) -> [String: RedactionRule] {
        var table: [String: RedactionRule] = [:]
        for (rule, names) in rows {
            for name in names.split(separator: " ") { table[String(name)] = rule }
        }
        return table
    }
}
