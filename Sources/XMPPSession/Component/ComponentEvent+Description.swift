extension ComponentEvent: CustomStringConvertible {
    /// What has happened, or is asked, for logs: stanzas as they came.
    public var description: String {
        switch self {
        case .domainRequested(let domain): "domain requested: \(domain)"
        case .established(let domain): "established for \(domain)"
        case .stanza(let stanza): "\(stanza)"
        case .erroneousStanza(let stanza): "erroneous stanza (\(stanza)): \(stanza.element)"
        case .answered(let stanza, let reply): "answered: \(stanza) by \(reply)"
        case .response(let outcome): "response to \(outcome)"
        case .unmatchedResponse(let response): "unmatched response: \(response)"
        case .unknownElement(let element): "unknown element: \(element)"
        case .ended(let ending): "ended: \(ending)"
        }
    }
}
