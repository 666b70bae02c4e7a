import XMLStream
import XMPPStanzas

extension XMLWriter.Scope {
    /// What is declared around an element on a stream.
    ///
    /// A stanza declares no namespace on any stream: it takes on the stream's, whichever it was built in or came by.
    static func onStream(_ element: Element) -> XMLWriter.Scope {
        if element.namespace == .client || StanzaKind(element) == nil { return .client }
        return XMLWriter.Scope(defaultNamespace: element.namespace, prefixes: XMLWriter.Scope.client.prefixes)
    }
}
