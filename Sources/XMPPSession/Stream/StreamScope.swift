import XMLStream
import XMPPStanzas

extension XMLWriter.Scope {
    /// What is declared around an element on a stream, its own namespace if it is a stanza.
    static func onStream(_ element: Element) -> XMLWriter.Scope {
        if element.namespace == .client || StanzaKind(element) == nil { return .client }
        return XMLWriter.Scope(defaultNamespace: element.namespace, prefixes: XMLWriter.Scope.client.prefixes)
    }
}
