import XMLStream

/// Which fields of forms hold secrets: each is looked at once, however many values it has.
///
/// Fields for passwords say so (XEP-0004 §3.3); submitted forms need not repeat the type, so that their names have to
/// tell: `password`, `password-verify`, `muc#roomconfig_roomsecret`.
struct SecretFields {
    private var last: (field: Element, isSecret: Bool)?

    private static let field = Name.known("field", in: "jabber:x:data")
    private static let variable = Name.known("var")
    private static let endings = ["password", "password-verify", "passwd", "secret"]

    /// Whether a value is one of a secret field.
    mutating func contain(_ value: Element) -> Bool {
        guard let field = value.parent, field.has(Self.field) else { return false }
        if let last, last.field.isSame(as: field) { return last.isSecret }
        let isSecret = Self.isSecret(field)
        last = (field, isSecret)
        return isSecret
    }

    private static func isSecret(_ field: Element) -> Bool {
        switch field.attribute(.type) {
        case "text-private": return true
        case "boolean": return false
        default: break
        }
        let name = (field.attribute(variable) ?? "").lowercased()
        return endings.contains { name.hasSuffix($0) }
    }
}
