import XMLStream
import XMPPExtensions
import XMPPStanzas

/// A payload whose values are worth a few words behind its name.
protocol GlossedPayload: Payload {
    /// What it says, without its name; empty if it says nothing more. Text for people is cut.
    var detail: String { get }
}

extension Gloss {
    /// What a payload says, as its type reads it; nil if no type with words of its own can read it.
    static func detail(of element: Element) -> String? {
        var diagnostics: [PayloadError] = []
        let payload = (try? PayloadCatalog.known.payload(element, diagnostics: &diagnostics)) ?? nil
        return (payload as? any GlossedPayload)?.detail
    }

    /// Joins the parts that say something.
    static func words(_ parts: String?...) -> String {
        parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// `no items`, `1 item`, `2 items`.
    static func count(_ number: Int, _ noun: String) -> String {
        switch number {
        case 0: "no \(noun)s"
        case 1: "1 \(noun)"
        default: "\(number) \(noun)s"
        }
    }
}

extension String {
    /// The text as it stands in a gloss: between quotation marks, and not long.
    var glossed: String { quoted(atMost: Gloss.textLength) }

    /// An identifier, an address of the web or the like, as it stands in a gloss.
    var shortened: String { cut(to: Gloss.textLength) }
}
