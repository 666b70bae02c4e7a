public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// When a stanza was sent first, in the format of before 2009 (XEP-0091 §2); to be read, not sent.
public struct LegacyDelay: Payload {
    public static let element = Name.known("x", in: "jabber:x:delay")

    /// When it was sent, in UTC to the second.
    public var stamp: DateTime
    /// Who has kept it.
    public var from: JID?
    /// Why it is late, for people.
    public var reason: String?

    /// Creates a delay.
    public init(_ stamp: DateTime, from: JID? = nil, reason: String? = nil) {
        self.stamp = stamp
        self.from = from
        self.reason = reason
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            try c.attribute("stamp") { Stamp(time: $0.stamp) }.time,
            from: try c.attribute("from", \.from),
            reason: try c.text(\.reason)
        )
    }

    private struct Stamp: XMLValue {
        let time: DateTime

        init(time: DateTime) { self.time = time }

        init?(xmlText: String) {
            guard let time = DateTime(legacy: xmlText) else { return nil }
            self.time = time
        }

        var xmlText: String { time.legacyText }
        static var xmlDescription: String { "a date and time, such as 20020910T23:08:25 (XEP-0091)" }
    }
}

extension StanzaProtocol {
    /// When the stanza was sent first, if it says so (XEP-0203, or XEP-0091 from entities of before).
    public var delay: Delay? {
        if let delay = (try? self[Delay.self]) ?? nil { return delay }
        return ((try? self[LegacyDelay.self]) ?? nil).map { Delay($0.stamp, from: $0.from, reason: $0.reason) }
    }
}
