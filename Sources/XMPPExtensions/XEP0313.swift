public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// The versions of archives that are in use (XEP-0313 §12).
public enum ArchiveVersion: String, Sendable, Hashable, CaseIterable {
    /// The version of before 2017, `urn:xmpp:mam:1`.
    case first = "urn:xmpp:mam:1"
    /// The one of today, `urn:xmpp:mam:2`.
    case second = "urn:xmpp:mam:2"

    fileprivate init(_ namespace: Namespace) { self = Self(rawValue: namespace.rawValue) ?? .second }

    fileprivate func name(_ second: Name, _ first: Name) -> Name { self == .second ? second : first }
}

/// Asks an archive for messages, or for the form that says how it can be asked (XEP-0313 §4).
public struct ArchiveQuery: Payload {
    public static let element = Name.known("query", in: "urn:xmpp:mam:2")
    private static let first = Name.known("query", in: "urn:xmpp:mam:1")

    /// Which version it is written in.
    public var version: ArchiveVersion
    /// What the results will bear.
    public var id: String?
    /// The archive's node, for archives of publish-subscribe.
    public var node: String?
    /// Which messages are wanted.
    public var filter: DataForm?
    /// Which page of them is wanted.
    public var resultSet: ResultSet?
    /// Whether the page is to come in reverse (XEP-0313 §4.3.3).
    public var isFlipped: Bool

    /// Creates a query.
    public init(
        id: String? = nil,
        node: String? = nil,
        filter: DataForm? = nil,
        resultSet: ResultSet? = nil,
        isFlipped: Bool = false,
        version: ArchiveVersion = .second
    ) {
        self.version = version
        self.id = id
        self.node = node
        self.filter = filter
        self.resultSet = resultSet
        self.isFlipped = isFlipped
    }

    /// Creates a query for messages with an entity, or within a time, or both (XEP-0313 §4.1).
    public init(
        id: String? = nil,
        with: JID?,
        start: DateTime? = nil,
        end: DateTime? = nil,
        resultSet: ResultSet? = nil,
        version: ArchiveVersion = .second
    ) {
        var fields: [DataForm.Field] = []
        if let with { fields.append(DataForm.Field("with", values: [with.full])) }
        if let start { fields.append(DataForm.Field("start", values: [start.xmlText])) }
        if let end { fields.append(DataForm.Field("end", values: [end.xmlText])) }
        let filter = fields.isEmpty ? nil : DataForm.submit(version.rawValue, fields: fields)
        self.init(id: id, filter: filter, resultSet: resultSet, version: version)
    }

    public static let names = [element, first]
    public var elementName: Name { version.name(Self.element, Self.first) }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            id: try c.attribute("queryid", \.id),
            node: try c.attribute("node", \.node),
            filter: try c.child(\.filter),
            resultSet: try c.child(\.resultSet),
            isFlipped: c.flag("flip-page", \.isFlipped),
            version: ArchiveVersion(c.namespace(\.elementName.namespace))
        )
    }
}

/// A message from an archive (XEP-0313 §4.2).
///
/// It is to be believed only if it comes from the archive that was asked (XEP-0313 §8).
public struct ArchiveResult: Payload {
    public static let element = Name.known("result", in: "urn:xmpp:mam:2")
    private static let first = Name.known("result", in: "urn:xmpp:mam:1")

    /// Which version it is written in.
    public var version: ArchiveVersion
    /// The id that the archive has given the message.
    public var id: String
    /// The id of the query.
    public var queryID: String?
    /// The message, with the time when the archive got it.
    public var forwarded: Forwarded

    /// Creates a result.
    public init(_ forwarded: Forwarded, id: String, queryID: String? = nil, version: ArchiveVersion = .second) {
        self.version = version
        self.id = id
        self.queryID = queryID
        self.forwarded = forwarded
    }

    public static let names = [element, first]
    public var elementName: Name { version.name(Self.element, Self.first) }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            try c.child(\.forwarded),
            id: try c.attribute("id", \.id),
            queryID: try c.attribute("queryid", \.queryID),
            version: ArchiveVersion(c.namespace(\.elementName.namespace))
        )
    }
}

/// The end of a page of results (XEP-0313 §4.3).
public struct ArchiveFin: Payload {
    public static let element = Name.known("fin", in: "urn:xmpp:mam:2")
    private static let first = Name.known("fin", in: "urn:xmpp:mam:1")

    /// Which version it is written in.
    public var version: ArchiveVersion
    /// The id of the query, in the versions that have it here.
    public var queryID: String?
    /// Whether there are no more messages in this direction.
    public var isComplete: Bool
    /// Whether the results will be the same when they are asked for again.
    public var isStable: Bool
    /// The page that was sent.
    public var resultSet: ResultSet?

    /// Creates the end of a page.
    public init(
        queryID: String? = nil,
        isComplete: Bool = false,
        isStable: Bool = true,
        resultSet: ResultSet? = nil,
        version: ArchiveVersion = .second
    ) {
        self.version = version
        self.queryID = queryID
        self.isComplete = isComplete
        self.isStable = isStable
        self.resultSet = resultSet
    }

    public static let names = [element, first]
    public var elementName: Name { version.name(Self.element, Self.first) }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            queryID: try c.attribute("queryid", \.queryID),
            isComplete: try c.attribute("complete", \.isComplete, default: false),
            isStable: try c.attribute("stable", \.isStable, default: true),
            resultSet: try c.child(\.resultSet),
            version: ArchiveVersion(c.namespace(\.elementName.namespace))
        )
    }
}
