import XMLStream
import XMPPPrimitives

/// Stream headers of a version, or for a kind of stanzas, that there is not.
struct StreamHeaderRule: FindingRule {
    static let name = "stream-header"

    private static let componentNamespaces: [Namespace] = ["jabber:component:accept", "jabber:component:connect"]

    mutating func examine(_ record: TrafficRecord, _ context: RuleContext, _ report: inout RuleReport) {
        guard case .streamOpen(let opening) = record.content else { return }
        let namespace = opening.contentNamespace ?? .client
        if !StanzaNamespaces.all.contains(namespace), opening.element.namespace != .framing {
            report.add(
                .error, "The stream is for “\(namespace.rawValue.prefix(100))”, which is no namespace of stanzas.",
                "RFC 6120 §4.8.3", condition: "invalid-namespace")
        }
        // Components are from before versions (XEP-0114 §3).
        if !Self.componentNamespaces.contains(namespace) { check(opening.element["version"], &report) }
    }

    private func check(_ version: String?, _ report: inout RuleReport) {
        let reference = "RFC 6120 §4.7.5"
        guard let version else {
            report.add(
                .warning, "The stream header has no ‘version’, as before XMPP 1.0.", reference,
                condition: "unsupported-version")
            return
        }
        guard let major = Self.major(of: version) else {
            report.add(
                .error, "The version of the stream is “\(version.prefix(40))”, but must be two numbers as in 1.0.",
                reference, condition: "unsupported-version")
            return
        }
        if major != "1" {
            report.add(
                .warning, "The version of the stream is \(version.prefix(40)), but that of XMPP is 1.0.", reference,
                condition: "unsupported-version")
        }
    }

    /// The number before the dot, without leading zeros, which count for nothing.
    private static func major(of version: String) -> Substring? {
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count == 2,
            numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) })
        else { return nil }
        return numbers[0].drop { $0 == "0" }
    }
}
