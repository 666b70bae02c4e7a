import XMLStream

/// Which parts of which elements are secret: one rule a line.
enum SecretRule {
    /// What is secret in one element.
    struct Secrets {
        var includesText = false
        var attributes: [Name] = []
    }

    /// Elements whose text is secret.
    private static let texts: [Name] = [
        // SASL: passwords in PLAIN, material for guessing them in the others (RFC 6120 §6.4; XEP-0388 §2.4, §2.6).
        .known("auth", in: "urn:ietf:params:xml:ns:xmpp-sasl"),
        .known("challenge", in: "urn:ietf:params:xml:ns:xmpp-sasl"),
        .known("response", in: "urn:ietf:params:xml:ns:xmpp-sasl"),
        .known("success", in: "urn:ietf:params:xml:ns:xmpp-sasl"),
        .known("initial-response", in: "urn:xmpp:sasl:2"),
        .known("challenge", in: "urn:xmpp:sasl:2"),
        .known("response", in: "urn:xmpp:sasl:2"),
        .known("additional-data", in: "urn:xmpp:sasl:2"),
        .known("initial-response", in: "urn:xmpp:sasl:1"),
        .known("challenge", in: "urn:xmpp:sasl:1"),
        .known("response", in: "urn:xmpp:sasl:1"),
        .known("additional-data", in: "urn:xmpp:sasl:1"),
        // The digest of a password (XEP-0078 §3.1) and of a component's secret (XEP-0114 §3).
        .known("digest", in: "jabber:iq:auth"),
        .known("handshake", in: "jabber:component:accept"),
        .known("handshake", in: "jabber:component:connect"),
    ]

    /// Attributes that are secret in elements of one name.
    private static let attributes: [(element: Name, attribute: Name)] = [
        // Session resumption (XEP-0198 §5).
        (.known("enabled", in: "urn:xmpp:sm:3"), .id),
        (.known("resume", in: "urn:xmpp:sm:3"), .known("previd")),
        (.known("resumed", in: "urn:xmpp:sm:3"), .known("previd")),
        (.known("enabled", in: "urn:xmpp:sm:2"), .id),
        (.known("resume", in: "urn:xmpp:sm:2"), .known("previd")),
        (.known("resumed", in: "urn:xmpp:sm:2"), .known("previd")),
        // Tokens that log in or register (XEP-0484 §3.3, XEP-0397 §3, XEP-0445 §3).
        (.known("token", in: "urn:xmpp:fast:0"), .known("token")),
        (.known("isr-enabled", in: "https://xmpp.org/extensions/isr/0"), .known("token")),
        (.known("preauth", in: "urn:xmpp:pars:0"), .known("token")),
        // Passwords of rooms and of relays (XEP-0249 §2, XEP-0215 §3.2).
        (.known("x", in: "jabber:x:conference"), .known("password")),
        (.known("service", in: "urn:xmpp:extdisco:1"), .known("password")),
        (.known("service", in: "urn:xmpp:extdisco:2"), .known("password")),
        // Calls (XEP-0176 §5.4, XEP-0167 §7).
        (.known("transport", in: "urn:xmpp:jingle:transports:ice-udp:1"), .known("pwd")),
        (.known("crypto", in: "urn:xmpp:jingle:apps:rtp:1"), .known("key-params")),
    ]

    private static let field = Name.known("field", in: "jabber:x:data")
    private static let value = Name.known("value", in: "jabber:x:data")
    private static let variable = Name.known("var")
    private static let uploadHeader = Name.known("header", in: "urn:xmpp:http:upload:0")

    /// Whether something in the element itself, its children aside, can be secret.
    static func matches(_ element: Element) -> Bool {
        let secrets = secrets(of: element)
        return secrets.includesText || !secrets.attributes.isEmpty
    }

    /// What is secret in the element itself, its children aside.
    static func secrets(of element: Element) -> Secrets {
        Secrets(
            includesText: isSecretText(element),
            attributes: attributes.filter { element.has($0.element) }.map(\.attribute)
        )
    }

    private static func isSecretText(_ element: Element) -> Bool {
        if texts.contains(where: element.has) { return true }
        if element.has(value) { return element.parent.map(isSecretField) ?? false }
        if element.has(uploadHeader) {
            // Headers with which anybody could use the slot (XEP-0363 §5).
            return ["authorization", "cookie"].contains(element["name"]?.lowercased())
        }
        // Rooms (XEP-0045 §7.2.6, §7.8.2, §10.9), bookmarks (XEP-0402 §3), registration (XEP-0077 §3.1), and whatever
        // else calls something a password.
        return element.localName == "password"
    }

    /// Fields for passwords say so (XEP-0004 §3.3); submitted forms need not repeat the type, so that their names
    /// have to tell: `password`, `password-verify`, `muc#roomconfig_roomsecret`.
    private static func isSecretField(_ element: Element) -> Bool {
        guard element.has(field) else { return false }
        if let type = element.attribute(.type) {
            if type == "text-private" { return true }
            if type == "boolean" || type == "hidden" && element.attribute(variable) == "FORM_TYPE" { return false }
        }
        let name = (element.attribute(variable) ?? "").lowercased()
        return ["password", "password-verify", "passwd", "secret"].contains { name.hasSuffix($0) }
    }
}
