import XMLStream
import XMPPCapture

extension TrafficRecord {
    /// Whether it tells of something that went wrong: an error, a failure, a gap, a violation, or a diagnosis.
    var isWrong: Bool {
        if !diagnostics.isEmpty { return true }
        switch content {
        case .gap, .error: return true
        case .stanza(let element): return element.attribute(.type) == "error"
        case .nonza(let element):
            return ["failure", "failed"].contains(element.localName) || element.has(.streamError)
                || element.attribute(.type) == "invalid" || element.attribute(.type) == "error"
        case .bosh(let element): return element["condition"] != nil
        case .streamOpen, .streamClose, .note: return false
        }
    }
}
