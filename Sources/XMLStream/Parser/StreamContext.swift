/// What holds for all elements of a stream: the bindings and the language that its header set (RFC 6120 §4.8, §4.7.4).
///
/// It is the only thing, beside the parser itself, that an idle stream keeps.
final class StreamContext: Sendable {
    struct Binding: Sendable, Equatable {
        /// Empty for the default namespace.
        let prefix: [UInt8]
        let namespace: [UInt8]
        /// The number of the namespace if it is a known one, else 0.
        let known: UInt32

        init(prefix: [UInt8], namespace: [UInt8], known: UInt32) {
            self.prefix = prefix
            self.namespace = namespace
            self.known = known
        }

        init(prefix: String, namespace: Namespace) {
            self.init(
                prefix: Array(prefix.utf8), namespace: Array(namespace.rawValue.utf8),
                known: NameRegistry.shared.register(namespace) ?? 0)
        }
    }

    let bindings: [Binding]
    /// The language of the stream; empty when none is set.
    let language: [UInt8]
    /// The name of the header's tag as it was written, which the closing tag has to repeat; empty before a header.
    let rawName: [UInt8]
    /// The default namespace, if it is a known one or none.
    let knownDefault: NamespaceReference?

    init(bindings: [Binding], language: [UInt8] = [], rawName: [UInt8] = []) {
        self.bindings = bindings
        self.language = language
        self.rawName = rawName
        if let binding = bindings.first(where: { $0.prefix.isEmpty }) {
            knownDefault = binding.known == 0 ? nil : NamespaceReference(known: binding.known)
        } else {
            knownDefault = NamespaceReference.none
        }
    }

    /// Nothing bound, as before a stream header and in each WebSocket message.
    static let empty = StreamContext(bindings: [])

    /// The bindings that client streams and server streams usually have, for fragments of either.
    static let assumed = StreamContext(
        bindings: [
            Binding(prefix: "", namespace: .client), Binding(prefix: "stream", namespace: .streams),
            Binding(prefix: "db", namespace: .dialback),
        ])
}
