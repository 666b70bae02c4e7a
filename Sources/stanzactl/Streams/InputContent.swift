import XMPPCapture
import XMPPPrimitives

/// What has come of an input, to tell at its end whether it was one that can be used.
struct InputContent {
    private var head: [UInt8] = []
    private var isBlank = true
    /// Whether an element, or a header, was read out of it.
    private(set) var hasElements = false
    private var hasFaults = false
    /// Whether it is a log of records, which need not have elements in it.
    var isRecordLog = false

    /// Whether it is a file of captured packets, as far as its first bytes tell by now.
    var isCapture: Bool { CaptureFormat.detect(head) != nil }

    /// Whether enough has come to be sure of that.
    var isCertain: Bool { head.count == CaptureFormat.prefixLength }

    /// Whether the first thing behind a byte order mark and white space is a tag.
    private var beginsWithMarkup: Bool {
        let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        return (start.first { !$0.isXMLSpace }).map { $0 == UInt8(ascii: "<") } ?? true
    }

    /// What is said of an input that is something else.
    static let noXMPP = "is neither a capture nor a text with XMPP in it"

    /// Takes the next bytes.
    mutating func receive(_ bytes: [UInt8]) {
        head += bytes.prefix(CaptureFormat.prefixLength - head.count)
        isBlank = isBlank && bytes.allSatisfy(\.isXMLSpace)
    }

    /// Takes what was read out of it.
    mutating func note(_ record: TrafficRecord) {
        switch record.content {
        case .streamOpen, .streamClose, .stanza, .nonza, .bosh: hasElements = true
        // What is wrong with something else than XMPP is of no interest.
        case .gap, .error: hasFaults = hasFaults || record.direction != nil || beginsWithMarkup
        case .note: break
        }
    }

    /// Takes what was read out of it, until there is an element: then nothing else is of interest.
    mutating func note(_ records: [TrafficRecord]) {
        for index in records.indices {
            if hasElements { return }
            note(records[index])
        }
    }

    /// Takes what another one has noted of records of the same input.
    mutating func note(_ other: InputContent) {
        hasElements = hasElements || other.hasElements
        hasFaults = hasFaults || other.hasFaults
        isRecordLog = isRecordLog || other.isRecordLog
    }

    /// Says that the input is over.
    ///
    /// - Throws: that there is nothing in it.
    func requireAnything(of name: String) throws(Failure) {
        if isBlank { throw .input(name: name, head.isEmpty ? "is empty" : "has nothing but white space in it") }
    }

    /// Says that the input is over.
    ///
    /// - Throws: that it is no capture, and has no element in it.
    func requireTraffic(of name: String) throws(Failure) {
        try requireAnything(of: name)
        if hasElements { return }
        if isCapture || isRecordLog { return Diagnostics.report("\(name): there is no XMPP in it that can be read") }
        throw .input(name: name, hasFaults ? "no element in it can be read" : Self.noXMPP)
    }
}
