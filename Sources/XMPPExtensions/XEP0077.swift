public import XMLStream
public import XMPPStanzas

/// Registration with a server or a service: what it asks for, what is sent, or its end (XEP-0077 §3).
public struct Registration: Payload {
    public static let element = Name.known("query", in: "jabber:iq:register")

    /// The fields that are not in a form (XEP-0077 §13.4.1).
    public enum Field: String, XMLValue, CaseIterable {
        /// What is asked for and told in fields of their own (XEP-0077 §13.4.1).
        case username, nick, password, name, first, last, email, address, city, state, zip, phone, url, date, misc
        case text, key
    }

    /// Whether the entity is registered already.
    public var isRegistered: Bool
    /// How to register, for people.
    public var instructions: String?
    /// What is asked for, with empty values, or what is sent. Values are secrets.
    public var fields: [Field: String]
    /// Whether the registration is to end.
    public var isRemoval: Bool
    /// The form, which counts more than the fields (XEP-0077 §5).
    public var form: DataForm?
    /// Where registration is done instead (XEP-0077 §5.1).
    public var outOfBand: OutOfBandData?

    /// Creates a question, its answer, or a registration.
    public init(
        isRegistered: Bool = false,
        instructions: String? = nil,
        fields: [Field: String] = [:],
        isRemoval: Bool = false,
        form: DataForm? = nil,
        outOfBand: OutOfBandData? = nil
    ) {
        self.isRegistered = isRegistered
        self.instructions = instructions
        self.fields = fields
        self.isRemoval = isRemoval
        self.form = form
        self.outOfBand = outOfBand
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        let isRegistered = c.flag("registered", \.isRegistered)
        let instructions = try c.textChild("instructions", \.instructions)
        let isRemoval = c.flag("remove", \.isRemoval)
        var fields: [Field: String] = [:]
        for (name, field) in Self.names {
            fields[field] = try c.textChild(name) { $0.fields[field] }
        }
        return Self(
            isRegistered: isRegistered,
            instructions: instructions,
            fields: fields,
            isRemoval: isRemoval,
            form: try c.child(\.form),
            outOfBand: try c.child(\.outOfBand)
        )
    }

    private static let names: [(StaticString, Field)] = [
        ("username", .username), ("nick", .nick), ("password", .password), ("name", .name), ("first", .first),
        ("last", .last), ("email", .email), ("address", .address), ("city", .city), ("state", .state), ("zip", .zip),
        ("phone", .phone), ("url", .url), ("date", .date), ("misc", .misc), ("text", .text), ("key", .key),
    ]
}
