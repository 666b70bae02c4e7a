public import XMLStream

/// What can be put into a stanza that is being built: payloads, elements, and sequences of either.
///
/// It is written to the stanza's tape straight away; no element is built for it.
public protocol StanzaContent {
    /// Writes the content into the stanza that is open.
    func write(to writer: inout StanzaWriter)
}

/// The stanza that is being built, for as long as the call lasts that it is handed to.
public struct StanzaWriter: ~Copyable {
    let tape: TapeWriter
    let names: StanzaNames

    init(_ tape: TapeWriter, _ names: StanzaNames) {
        self.tape = tape
        self.names = names
    }

    /// Adds a payload.
    @inlinable
    public mutating func append<P: Payload>(_ payload: P) {
        payload.write(to: payloads, as: localName(payload.elementName), keeping: nil)
    }

    /// Adds an element.
    public mutating func append(_ element: Element) { tape.copy(element) }

    /// Adds what every chat message has, without a coder's help.
    @usableFromInline
    func append(body: Body) {
        guard let language = body.language else { return tape.child(names.body, text: body.text) }
        tape.startElement(names.body)
        tape.attribute(.xmlLang, language)
        tape.text(body.text)
        tape.endElement()
    }

    @usableFromInline
    func append(empty name: Name) { tape.child(name, text: "") }

    @usableFromInline
    var payloads: PayloadWriter { PayloadWriter(tape) }

    /// Names in `jabber:client` mean those of the stanza's own namespace.
    @usableFromInline
    func localName(_ name: Name) -> Name { names.local(name) }
}

/// No content.
public struct EmptyContent: StanzaContent {
    @inlinable
    public init() {}
    @inlinable
    public func write(to writer: inout StanzaWriter) {}
}

/// A payload as content.
public struct PayloadContent<P: Payload>: StanzaContent {
    @usableFromInline let payload: P
    @inlinable
    init(_ payload: P) { self.payload = payload }
    @inlinable
    public func write(to writer: inout StanzaWriter) { writer.append(payload) }
}

/// A body as content.
public struct BodyContent: StanzaContent {
    @usableFromInline let body: Body
    @inlinable
    init(_ body: Body) { self.body = body }
    @inlinable
    public func write(to writer: inout StanzaWriter) { writer.append(body: body) }
}

/// A payload that is nothing but its name as content.
public struct NameContent<P: NamePayload>: StanzaContent {
    @usableFromInline let payload: P
    @inlinable
    init(_ payload: P) { self.payload = payload }
    @inlinable
    public func write(to writer: inout StanzaWriter) { writer.append(empty: payload.elementName) }
}

/// Elements as content.
public struct ElementContent<Elements: Sequence<Element>>: StanzaContent {
    @usableFromInline let elements: Elements
    @inlinable
    init(_ elements: Elements) { self.elements = elements }
    @inlinable
    public func write(to writer: inout StanzaWriter) {
        for element in elements { writer.append(element) }
    }
}

/// Two pieces of content, one behind the other.
public struct ContentPair<A: StanzaContent, B: StanzaContent>: StanzaContent {
    @usableFromInline let first: A
    @usableFromInline let second: B
    @inlinable
    init(_ first: A, _ second: B) {
        self.first = first
        self.second = second
    }
    @inlinable
    public func write(to writer: inout StanzaWriter) {
        first.write(to: &writer)
        second.write(to: &writer)
    }
}

extension Optional: StanzaContent where Wrapped: StanzaContent {
    @inlinable
    public func write(to writer: inout StanzaWriter) { self?.write(to: &writer) }
}

extension Array: StanzaContent where Element: StanzaContent {
    @inlinable
    public func write(to writer: inout StanzaWriter) {
        for content in self { content.write(to: &writer) }
    }
}

/// One of two kinds of content.
public enum EitherContent<A: StanzaContent, B: StanzaContent>: StanzaContent {
    case first(A)
    case second(B)

    @inlinable
    public func write(to writer: inout StanzaWriter) {
        switch self {
        case .first(let content): content.write(to: &writer)
        case .second(let content): content.write(to: &writer)
        }
    }
}

/// Collects the content of a stanza.
@resultBuilder
public enum StanzaContentBuilder {
    @inlinable
    public static func buildExpression<P: Payload>(_ payload: P) -> PayloadContent<P> { PayloadContent(payload) }
    @inlinable
    public static func buildExpression(_ body: Body) -> BodyContent { BodyContent(body) }
    @inlinable
    public static func buildExpression<P: NamePayload>(_ payload: P) -> NameContent<P> { NameContent(payload) }
    @inlinable
    public static func buildExpression<P: Payload>(_ payload: P?) -> PayloadContent<P>? {
        payload.map { PayloadContent($0) }
    }
    @inlinable
    public static func buildExpression<P: Payload>(_ payloads: [P]) -> [PayloadContent<P>] {
        payloads.map { PayloadContent($0) }
    }
    @inlinable
    public static func buildExpression(_ element: Element) -> ElementContent<CollectionOfOne<Element>> {
        ElementContent(CollectionOfOne(element))
    }
    @inlinable
    public static func buildExpression<S: Sequence<Element>>(_ elements: S) -> ElementContent<S> {
        ElementContent(elements)
    }
    @inlinable
    public static func buildBlock() -> EmptyContent { EmptyContent() }
    @inlinable
    public static func buildPartialBlock<A: StanzaContent>(first: A) -> A { first }
    @inlinable
    public static func buildPartialBlock<A: StanzaContent, B: StanzaContent>(
        accumulated: A,
        next: B
    ) -> ContentPair<A, B> { ContentPair(accumulated, next) }
    @inlinable
    public static func buildOptional<A: StanzaContent>(_ content: A?) -> A? { content }
    @inlinable
    public static func buildEither<A: StanzaContent, B: StanzaContent>(first content: A) -> EitherContent<A, B> {
        .first(content)
    }
    @inlinable
    public static func buildEither<A: StanzaContent, B: StanzaContent>(second content: B) -> EitherContent<A, B> {
        .second(content)
    }
    @inlinable
    public static func buildArray<A: StanzaContent>(_ contents: [A]) -> [A] { contents }
}
