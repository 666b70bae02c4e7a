import XMLStream
import XMPPCapture
import XMPPExtensions
import XMPPStanzas

/// What is wrong in the values of a stanza, or of another element of a stream, as the types that know it see it.
///
/// Looked at are the stanza itself, each of its payloads, and what these carry in turn: forwarded stanzas, items.
struct ValueDiagnosis {
    /// The most sentences about one record.
    static let limit = 20

    private let root: Element
    private var faults: [Fault] = []
    private var hasMore = false

    /// A deviation, and the path of the element that it was found in.
    private struct Fault: Hashable {
        let path: String
        let reason: PayloadError.Reason
    }
}

extension ValueDiagnosis {
    /// A sentence for each fault in a record's element.
    ///
    /// Inlined, because a closure that is called elsewhere has its own copy of the record that it asks.
    ///
    /// - Parameter showsValues: whether the values at fault are told; they can be secrets.
    @inline(__always)
    static func sentences(about record: TrafficRecord, showsValues: () -> Bool) -> [String] {
        switch record.content {
        case .stanza(let element), .nonza(let element):
            var diagnosis = ValueDiagnosis(root: element)
            diagnosis.examine(element)
            return diagnosis.faults.isEmpty ? [] : diagnosis.sentences(showsValues: showsValues())
        case .streamOpen, .streamClose, .bosh, .gap, .error, .note:
            return []
        }
    }

    /// To be called before anything is parsed that is to be looked at: names that are known are found faster.
    static func prepare() { _ = PayloadCatalog.known }

    private func sentences(showsValues: Bool) -> [String] {
        let sentences = faults.map { fault in
            var reason = fault.reason
            if case .invalid(let field, let value, let wanted) = reason {
                reason = .invalid(field, value: showsValues ? value.shortened : "***", wanted: wanted)
            }
            return PayloadError(reason, path: fault.path).description
        }
        return hasMore ? sentences + ["More of its values are wrong than are listed."] : sentences
    }
}

// MARK: - Examining

extension ValueDiagnosis {
    private mutating func examine(_ element: Element) {
        let isStanza = Self.isStanza(element)
        if isStanza {
            examineStanza(element)
        } else {
            examinePayload(element)
        }
        examineChildren(of: element, isStanza: isStanza)
    }

    /// Nearly all elements are none, which their local names tell at once.
    private static func isStanza(_ element: Element) -> Bool {
        let canBe =
            element.has(localName: "message") || element.has(localName: "presence") || element.has(localName: "iq")
        return canBe && StanzaKind(element) != nil
    }

    /// A child in its parent's namespace is a part of it, which its type has read.
    private mutating func examineChildren(of element: Element, isStanza: Bool) {
        for child in element.children where !hasMore {
            if isStanza || !child.isInNamespace(of: element) {
                examine(child)
            } else {
                examineChildren(of: child, isStanza: false)
            }
        }
    }

    private mutating func examineStanza(_ element: Element) {
        do {
            guard let stanza = try Stanza(element) else { return }
            for error in stanza.diagnostics where !hasMore { add(error, in: element) }
        } catch {
            // It begins with the kind of stanza, which is the end of the path.
            let words = error.description.dropFirst(error.kind.rawValue.count + 1)
            add(Fault(path: element.path(below: root), reason: .violation(String(words))))
        }
    }

    private mutating func examinePayload(_ element: Element) {
        var diagnostics: [PayloadError] = []
        do {
            _ = try PayloadCatalog.known.payload(element, diagnostics: &diagnostics)
        } catch {
            if !diagnostics.contains(error) { diagnostics.append(error) }
        }
        for error in diagnostics where !hasMore { add(error, in: element) }
    }

    /// The path of an error begins with the element that was read.
    private mutating func add(_ error: PayloadError, in element: Element) {
        let path = element.path(below: root) + error.path.dropFirst(element.localName.count)
        add(Fault(path: path, reason: error.reason))
    }

    /// What is nested is read twice, as a part of what carries it and by itself.
    private mutating func add(_ fault: Fault) {
        guard !faults.contains(fault) else { return }
        if faults.count < Self.limit { faults.append(fault) } else { hasMore = true }
    }
}
