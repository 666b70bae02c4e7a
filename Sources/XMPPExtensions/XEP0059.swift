public import XMLStream
public import XMPPStanzas

/// The page of a result that is asked for, or that was sent (XEP-0059 §2).
public struct ResultSet: Payload {
    public static let element = Name.known("set", in: "http://jabber.org/protocol/rsm")

    /// The first item of a page (XEP-0059 §2.6).
    public struct First: Payload {
        public static let element = Name.known("first", in: "http://jabber.org/protocol/rsm")

        /// The item's id, to be used as `before` of another page.
        public var id: String
        /// Its place in the whole result, from 0.
        public var index: Int?

        /// Creates the first item's description.
        public init(_ id: String, index: Int? = nil) {
            self.id = id
            self.index = index
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(try c.text(\.id), index: try c.attribute("index", \.index))
        }
    }

    /// The most items that are wanted; 0 asks for the count alone.
    public var maximum: Int?
    /// The page is to begin behind this item.
    public var after: String?
    /// The page is to end before this item; empty asks for the last page.
    public var before: String?
    /// The page is to begin at this place of the result.
    public var index: Int?
    /// The first item of the page that was sent.
    public var first: First?
    /// The last item of the page that was sent.
    public var last: String?
    /// How many items the whole result has, perhaps roughly.
    public var count: Int?

    /// Creates a request for a page, or a description of one.
    public init(
        maximum: Int? = nil,
        after: String? = nil,
        before: String? = nil,
        index: Int? = nil,
        first: First? = nil,
        last: String? = nil,
        count: Int? = nil
    ) {
        self.maximum = maximum
        self.after = after
        self.before = before
        self.index = index
        self.first = first
        self.last = last
        self.count = count
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            maximum: try c.textChild("max", \.maximum),
            after: try c.textChild("after", \.after),
            before: try c.textChild("before", \.before),
            index: try c.textChild("index", \.index),
            first: try c.child(\.first),
            last: try c.textChild("last", \.last),
            count: try c.textChild("count", \.count)
        )
    }
}
