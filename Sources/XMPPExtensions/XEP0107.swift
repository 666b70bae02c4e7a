public import XMLStream
public import XMPPStanzas

/// How a user feels (XEP-0107 §2).
public struct Mood: Payload {
    public static let element = Name.known("mood", in: "http://jabber.org/protocol/mood")

    /// The local name of the mood's element, such as `happy` (XEP-0107 §3); nil for none.
    public var value: String?
    /// More words on it, by the user.
    public var text: String?
    /// Elements that say more.
    public var others: [Element]

    /// Creates a mood.
    public init(_ value: String?, text: String? = nil, others: [Element] = []) {
        self.value = value
        self.text = text
        self.others = others
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        let text = try c.textChild("text", \.text)
        let value = try c.child { $0.value.map(Value.init(name:)) }
        return Self(value?.name, text: text, others: c.anyChildren(\.others))
    }

    private struct Value: Payload {
        static let element = Name.known("undefined", in: "http://jabber.org/protocol/mood")

        var name: String

        static func matches(_ element: Element) -> Bool {
            element.namespace == Self.element.namespace && element.localName != "text"
        }

        var elementName: Name { Name(name, in: Self.element.namespace) }

        static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(name: try c.localName(\.name))
        }
    }
}
