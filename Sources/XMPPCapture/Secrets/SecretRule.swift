import XMLStream

/// Which part of an element is secret.
enum SecretRule {
    /// The text directly in it.
    case text
    /// Some of its attributes.
    case attributes([Name])

    /// What is secret in the element itself, its children aside; nil if nothing is.
    ///
    /// - Parameter fields: what is known of the form fields around.
    init?(_ element: Element, _ fields: inout FormFields) {
        if let index = Self.names.index(ofNameOf: element) {
            guard let rule = Self.table[index].rule(element, &fields) else { return nil }
            self = rule
        } else if element.has(localName: "password") {
            // Rooms (XEP-0045 §7.2.6, §7.8.2, §10.9), bookmarks (XEP-0402 §3), registration (XEP-0077 §3.1), and
            // whatever else calls something a password.
            self = .text
        } else {
            return nil
        }
    }

    /// Whether the element at a place can have something secret in itself, which nearly none has.
    static func canApply(_ cursor: ElementCursor, at place: Int) -> Bool {
        names.canContain(number: cursor.nameNumber(at: place)) || cursor.has("password", at: place)
    }

    /// Whether the value of an attribute is what is secret.
    func covers(attributeOf element: Element, at offset: Int) -> Bool {
        guard case .attributes(let names) = self else { return false }
        return names.contains(element.attributeName(at: offset))
    }

    private typealias Row = (name: Name, rule: @Sendable (Element, inout FormFields) -> SecretRule?)

    private static let names = NameTable(table.map(\.name))

    private static let table: [Row] = saslRows + loginRows + addressRows + formRows

    /// SASL: passwords in PLAIN, material for guessing them in the others (RFC 6120 §6.4; XEP-0388 §2.4, §2.6).
    private static let saslRows: [Row] = [
        text(.known("auth", in: "urn:ietf:params:xml:ns:xmpp-sasl")),
        text(.known("challenge", in: "urn:ietf:params:xml:ns:xmpp-sasl")),
        text(.known("response", in: "urn:ietf:params:xml:ns:xmpp-sasl")),
        text(.known("success", in: "urn:ietf:params:xml:ns:xmpp-sasl")),
        text(.known("initial-response", in: "urn:xmpp:sasl:2")),
        text(.known("challenge", in: "urn:xmpp:sasl:2")),
        text(.known("response", in: "urn:xmpp:sasl:2")),
        text(.known("additional-data", in: "urn:xmpp:sasl:2")),
        text(.known("initial-response", in: "urn:xmpp:sasl:1")),
        text(.known("challenge", in: "urn:xmpp:sasl:1")),
        text(.known("response", in: "urn:xmpp:sasl:1")),
        text(.known("additional-data", in: "urn:xmpp:sasl:1")),
    ]

    private static let loginRows: [Row] = [
        // The digests of a password (XEP-0078 §3.1) and of a component's secret (XEP-0114 §3).
        text(.known("digest", in: "jabber:iq:auth")),
        text(.known("handshake", in: "jabber:component:accept")),
        text(.known("handshake", in: "jabber:component:connect")),
        // Session resumption (XEP-0198 §5).
        attribute(.id, of: .known("enabled", in: "urn:xmpp:sm:3")),
        attribute(.known("previd"), of: .known("resume", in: "urn:xmpp:sm:3")),
        attribute(.known("previd"), of: .known("resumed", in: "urn:xmpp:sm:3")),
        attribute(.id, of: .known("enabled", in: "urn:xmpp:sm:2")),
        attribute(.known("previd"), of: .known("resume", in: "urn:xmpp:sm:2")),
        attribute(.known("previd"), of: .known("resumed", in: "urn:xmpp:sm:2")),
        // Sessions of BOSH, which whoever knows them can go on with (XEP-0124 §7.2, §15).
        attribute(
            // Prosody has the session's name for the stream's too (XEP-0124 §7.3).
            .known("sid"), .known("authid"), .known("key"), .known("newkey"),
            of: .known("body", in: "http://jabber.org/protocol/httpbind")),
        // Keys by which a server proves to be a domain (XEP-0220 §2.1).
        text(.known("result", in: "jabber:server:dialback")),
        text(.known("verify", in: "jabber:server:dialback")),
        // A key that registers (XEP-0077 §14.1).
        text(.known("key", in: "jabber:iq:register")),
        // A salted password, which is as good as the password (XEP-0480 §3).
        text(.known("hash", in: "urn:xmpp:scram-upgrade:0")),
        // Tokens that log in or register (XEP-0484 §3.3, XEP-0397 §3, XEP-0445 §3).
        attribute(.known("token"), of: .known("token", in: "urn:xmpp:fast:0")),
        attribute(.known("token"), of: .known("isr-enabled", in: "https://xmpp.org/extensions/isr/0")),
        attribute(.known("token"), of: .known("preauth", in: "urn:xmpp:pars:0")),
    ]

    private static let addressRows: [Row] = [
        // Passwords of rooms and of relays (XEP-0249 §2, XEP-0215 §3.2).
        attribute(.known("password"), of: .known("x", in: "jabber:x:conference")),
        attribute(.known("password"), of: .known("service", in: "urn:xmpp:extdisco:1")),
        attribute(.known("password"), of: .known("service", in: "urn:xmpp:extdisco:2")),
        // Calls (XEP-0176 §5.4, XEP-0167 §7).
        attribute(.known("pwd"), of: .known("transport", in: "urn:xmpp:jingle:transports:ice-udp:1")),
        attribute(.known("key-params"), of: .known("crypto", in: "urn:xmpp:jingle:apps:rtp:1")),
    ]

    private static let formRows: [Row] = [
        (.known("value", in: "jabber:x:data"), { $1.isSecret($0) ? .text : nil }),
        // Where anybody could upload, which often has a token in it, and headers to do so (XEP-0363 §5).
        attribute(.known("url"), of: .known("put", in: "urn:xmpp:http:upload:0")),
        text(.known("put", in: "urn:xmpp:http:upload")),
        (
            .known("header", in: "urn:xmpp:http:upload:0"),
            { element, _ in ["authorization", "cookie"].contains(element["name"]?.lowercased()) ? .text : nil }
        ),
    ]

    private static func text(_ name: Name) -> Row { (name, { _, _ in .text }) }

    private static func attribute(_ attributes: Name..., of name: Name) -> Row {
        (name, { _, _ in .attributes(attributes) })
    }
}
