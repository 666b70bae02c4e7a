/// What a stream may cost its receiver.
///
/// Every limit is enforced before the memory that it bounds is spent, and ends the stream with a `policy-violation`
/// (RFC 6120 §4.9.3.14). RFC 6120 §13.12 obliges a server to take stanzas of at least 10,000 bytes and lets any
/// entity refuse larger ones by its own policy.
public struct XMLStreamLimits: Sendable, Hashable {
    /// Bytes of one stanza from the `<` of its start tag to the `>` of its end tag, and of a stream header.
    ///
    /// At most `maximumStanzaBytes`; the default of 1 MiB is twice what the common servers allow among themselves
    /// (512 KiB), so that a client never refuses what its server has let pass.
    public var stanzaBytes: Int
    /// Elements open at once, the stanza's own included; by default 128, several times what nested archives of
    /// forwarded messages come to.
    public var depth: Int
    /// Attributes of one element, namespace declarations included; 128 by default.
    public var attributes: Int
    /// Child elements of one element; 65,536 by default: large rosters and room lists are the longest lists known.
    public var children: Int
    /// Bytes of one element or attribute name as it is written, its prefix included; 1,024 by default.
    public var nameBytes: Int
    /// Bytes of one tag or reference: what has to be held until it is complete; 256 KiB by default.
    public var tokenBytes: Int

    /// The largest `stanzaBytes`: 128 MiB, up to which every position within a stanza fits 31 bits.
    public static let maximumStanzaBytes = 128 << 20

    /// Limits that suit a client of a public server.
    public static let `default` = XMLStreamLimits()

    /// Limits for reading what has already been received once, such as captures and logs: 6 MiB a stanza.
    ///
    /// That is six times the default, and twelve times what the common servers let pass. A stanza of nothing but tiny
    /// elements takes some ten times its bytes in memory, and more where it is changed and printed; with these limits
    /// `stanzactl decode` stays below 200 MB.
    public static let recorded = XMLStreamLimits(
        stanzaBytes: 6 << 20,
        depth: 1024,
        attributes: 4096,
        children: 1 << 18,
        nameBytes: 64 << 10,
        tokenBytes: 4 << 20
    )

    /// Creates limits. A parser takes values below 1 as 1, and those beyond `maximumStanzaBytes` as that.
    public init(
        stanzaBytes: Int = 1 << 20,
        depth: Int = 128,
        attributes: Int = 128,
        children: Int = 1 << 16,
        nameBytes: Int = 1024,
        tokenBytes: Int = 256 << 10
    ) {
        self.stanzaBytes = stanzaBytes
        self.depth = depth
        self.attributes = attributes
        self.children = children
        self.nameBytes = nameBytes
        self.tokenBytes = tokenBytes
    }

    /// The limits as a parser applies them: each at least 1 and none beyond what a tape can address.
    var bounded: XMLStreamLimits {
        func bounded(_ value: Int, _ most: Int = Self.maximumStanzaBytes) -> Int { min(max(value, 1), most) }
        return XMLStreamLimits(
            stanzaBytes: bounded(stanzaBytes),
            depth: bounded(depth, 65_536),
            attributes: bounded(attributes),
            children: bounded(children),
            nameBytes: bounded(nameBytes),
            tokenBytes: min(bounded(tokenBytes), bounded(stanzaBytes))
        )
    }
}
