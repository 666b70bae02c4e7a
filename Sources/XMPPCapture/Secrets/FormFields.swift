import XMLStream

/// What fields of forms (XEP-0004) hold: each is looked at once, however many values it has.
struct FormFields {
    private struct Field {
        let element: Element
        let isSecret: Bool
        /// Whether it is free text; nil as long as nobody asked, which masking never does.
        var isFree: Bool?
    }

    private var last: Field?

    /// Whether a value is secret.
    ///
    /// Fields for passwords say so (XEP-0004 §3.3); submitted forms need not repeat the type, so that their names have
    /// to tell: `password`, `password-verify`, `muc#roomconfig_roomsecret`.
    mutating func isSecret(_ value: Element) -> Bool { field(of: value)?.isSecret ?? false }

    /// Whether a value is what somebody typed, or of a field that is not the protocol's, rather than one of a few words of
    /// the protocol.
    mutating func isFree(_ value: Element) -> Bool {
        guard let field = field(of: value) else { return false }
        if let known = field.isFree { return known }
        let isFree = Self.isFree(field.element, value)
        last?.isFree = isFree
        return isFree
    }

    private mutating func field(of value: Element) -> Field? {
        guard let element = value.parent, element.has(Self.field) else { return nil }
        if let last, last.element.isSame(as: element) { return last }
        let field = Field(element: element, isSecret: Self.isSecret(element.attribute(.type), Self.name(of: element)))
        last = field
        return field
    }

    /// A name that is long tells nothing but by its end.
    private static func name(of field: Element) -> String {
        String(decoding: (field.attribute(variable) ?? "").utf8.suffix(256), as: UTF8.self).lowercased()
    }

    private static let field = Name.known("field", in: "jabber:x:data")
    private static let variable = Name.known("var")
    private static let secretEndings = ["password", "password-verify", "passwd", "secret"]
    private static let freeTypes = ["text-single", "text-multi", "text-private", "jid-single", "jid-multi", "fixed"]
    /// What stands in the names of fields for what people call things and themselves.
    private static let freeNames = [
        "name", "nick", "desc", "subject", "title", "mail", "text", "note", "reason", "first", "last", "city",
        "address", "user", "topic", "motd", "announce", "message", "keyword", "search", "label", "phone", "state",
        "url",
    ]

    private static func isSecret(_ type: String?, _ name: String) -> Bool {
        switch type {
        case "text-private": true
        case "boolean": false
        default: secretEndings.contains { name.hasSuffix($0) }
        }
    }

    private static func isFree(_ field: Element, _ value: Element) -> Bool {
        let type = field.attribute(.type)
        if type == "boolean", ["0", "1", "true", "false"].contains(value.text) { return false }
        if let type, freeTypes.contains(type) { return true }
        guard isProtocols(field.attribute(variable) ?? "") else { return true }
        let isListed = type.map { ["boolean", "hidden", "list-single", "list-multi"].contains($0) } ?? false
        let name = name(of: field)
        return !isListed && freeNames.contains { name.contains($0) }
    }

    /// Whether forms of the protocol have a field of this name: one word alone can be anybody's.
    private static func isProtocols(_ variable: String) -> Bool {
        let isMarked = variable.contains("#") || variable.contains("_") || ["start", "end"].contains(variable)
        return isMarked && ProtocolVocabulary.containsWord(variable)
    }
}
