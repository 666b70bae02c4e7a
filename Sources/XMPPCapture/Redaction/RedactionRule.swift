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
    /// It is an identifier that has to be a number of 31 bits.
    case numericIdentifier
    /// It is base64, however short.
    case base64
    /// It is a version of two numbers, which is kept.
    case version
    /// Kept if it is a word or time that the protocol brings.
    case word
    /// Always replaced, by something of the same form.
    case replaced

    /// The rule for an attribute without a namespace, which depends on the element if it means different things.
    ///
    /// What is not known to be the protocol's own is private, whatever it looks like.
    init(attribute name: String, of element: String) {
        guard let entry = Self.attributes[name] else {
            self = .replaced
            return
        }
        self = entry.elements[element] ?? entry.rule
    }

    /// The rule for the text directly in an element of this name.
    init(textOf element: String) {
        self = Self.texts[element] ?? .replaced
    }

    /// The rules for attributes of one name.
    private struct Entry {
        var rule = RedactionRule.replaced
        var elements: [String: RedactionRule] = [:]
    }

    private static let attributes: [String: Entry] = {
        var table: [String: Entry] = [:]
        for (rule, names) in attributeRows {
            for name in names.split(whereSeparator: \.isWhitespace) {
                let parts = name.split(separator: "@")
                if parts.count > 1, let element = parts.first, let attribute = parts.last {
                    table[String(attribute), default: Entry()].elements[String(element)] = rule
                } else {
                    table[String(name), default: Entry()].rule = rule
                }
            }
        }
        return table
    }()

    private static let attributeRows: [(RedactionRule, String)] = [
        (.number, numericAttributes),
        (.word, enumeratedAttributes),
        (.address, "to from jid by initiator responder owner actor ofrom authzid service"),
        (.host, "host domain ip address rel-addr target stamp-host"),
        (.namespace, "node xmlns namespace profile ns"),
        (
            .number,
            """
            h max wait hold requests inactivity polling pause seconds block-size seq port rel-port component generation \
            minutes begin start end index priority maxchars maxstanzas count retry-after expires max-skew
            """
        ),
        (.size, "size width height bytes length asksize"),
        (.identifier, "id sid previd previous queryid thread mid cid"),
        (
            .numericIdentifier,
            """
            device@id header@sid key@rid preKeyPublic@preKeyId signedPreKeyPublic@signedPreKeyId pk@id spk@id
            """
        ),
        (.version, "version ver"),
        (
            .word,
            """
            type category hash algo algorithm mechanism encoding method content-type mime-type mimetype media-type \
            contentType contentTypeReturned media protocol transport subscription ask affiliation stamp since timestamp \
            cdate mdate state action event disposition senders creator approved complete stable var
            """
        ),
    ]

    private static let texts: [String: RedactionRule] = {
        var table: [String: RedactionRule] = [:]
        for (rule, names) in textRows {
            for name in names.split(separator: " ") { table[String(name)] = rule }
        }
        return table
    }()

    private static let textRows: [(RedactionRule, String)] = [
        (.address, "jid JABBERID authorization-identifier owner"),
        (.host, "host"),
        (.word, "show mechanism method value utc timestamp"),
        (.number, "priority max count index max-bytes idle-seconds"),
        (.size, "size width height length max-file-size"),
        (.identifier, "thread"),
        (
            .base64,
            """
            data BINVAL auth challenge response success initial-response additional-data salt hash chunk base64 \
            esssecuritylabel identityKey signedPreKeyPublic signedPreKeySignature preKeyPublic ik pk spk spks key iv payload
            """
        ),
    ]
}
