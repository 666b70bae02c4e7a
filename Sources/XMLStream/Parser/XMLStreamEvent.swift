/// What a parser found.
public enum XMLStreamEvent: Sendable, Hashable {
    /// A stream header was completed (RFC 6120 §4.7), or an `<open/>` (RFC 7395 §3.3.2).
    case streamOpen(StreamOpening)
    /// An element of the stream was completed: a stanza, features, an error, a negotiation element.
    case element(Element)
    /// The stream was closed by its peer (RFC 6120 §4.4); over WebSocket by this `<close/>` (RFC 7395 §3.6).
    case streamClose(Element?)
    /// Bytes between a failure or a gap and the next recognisable element were passed over.
    ///
    /// Only after `XMLStreamParser.resynchronize(afterGapOf:)`.
    case skipped(byteCount: Int)
    /// No more bytes will come.
    case endOfInput(EndOfInput)

    /// Where the input ended.
    public enum EndOfInput: Sendable, Hashable {
        /// After the stream had been closed, or before it was opened.
        case outsideStream
        /// Between two elements of a stream that is still open.
        case betweenElements
        /// Within an element, or a header, that began at this byte offset.
        case withinElement(offset: Int)
    }
}

/// A stream header: its attributes, and what it declares for the elements that follow.
public struct StreamOpening: Sendable, Hashable {
    /// The header as an element without content, its attributes included.
    public let element: Element
    /// The namespace of stanzas, which the header declares as its default (RFC 6120 §4.8.2); nil when it has none.
    public let contentNamespace: Namespace?
    /// The prefixes that the header declares, with what they are bound to, in the order of the declarations.
    public let prefixes: [Prefix]

    /// One declaration.
    public struct Prefix: Sendable, Hashable {
        /// What stands before the colon of names.
        public let prefix: String
        /// What it is bound to.
        public let namespace: Namespace

        /// Creates a declaration.
        public init(prefix: String, namespace: Namespace) {
            self.prefix = prefix
            self.namespace = namespace
        }
    }

    /// Creates an opening from its parts.
    public init(element: Element, contentNamespace: Namespace?, prefixes: [Prefix] = []) {
        self.element = element
        self.contentNamespace = contentNamespace
        self.prefixes = prefixes
    }
}
