import XMLStream

/// Looks for what is wrong in one direction of one stream: against the rules of XMPP, or unsafe, as far as one side
/// alone can tell.
///
/// ```swift
/// var audit = StreamAudit()
/// while let event = try parser.next() {
///     for finding in audit.receive(event, offset: …, line: …) { … }
/// }
/// ```
public struct StreamAudit: Sendable {
    private var stream = AuditedStream(hearsBothSides: false)
    private var number = 0
    /// Which side sent the stream; nil before its header.
    public private(set) var direction: Direction?

    /// Creates an audit that has seen nothing yet.
    public init() {}

    /// Takes the next event of the stream.
    ///
    /// - Parameters:
    ///   - offset: where it begins, in bytes from 0.
    ///   - line: the line it begins on, from 1.
    /// - Returns: what is found in it.
    public mutating func receive(_ event: XMLStreamEvent, offset: Int, line: Int) -> [Finding] {
        let content: TrafficRecord.Content
        switch event {
        case .streamOpen(let opening):
            // Only the side that accepts a stream names it (RFC 6120 §4.7.3).
            if direction == nil {
                direction = opening.element.attribute(.id) == nil ? .clientToServer : .serverToClient
            }
            content = .streamOpen(opening)
        case .element(let element): content = StanzaNamespaces.content(element)
        case .streamClose(let element): content = .streamClose(element)
        case .skipped, .endOfInput: return []
        }
        number += 1
        let place = TrafficPlace(TrafficRecord(content, line: line, offset: offset), number: number)
        var report = RuleReport(at: place)
        let record = TrafficRecord(content, direction: direction ?? .clientToServer, line: line, offset: offset)
        stream.receive(record, StreamManagementReport(), &report)
        return report.findings
    }

    /// Takes note of something other than white space behind the end of the stream, which whoever receives it ignores.
    ///
    /// - Parameters:
    ///   - offset: where it begins, in bytes from 0.
    ///   - line: the line it begins on, from 1.
    public func findContentAfterEnd(offset: Int, line: Int) -> Finding {
        let record = TrafficRecord(.note("content after the end"), line: line, offset: offset)
        return Finding(
            rule: "content-after-end", severity: .info,
            message: "Something other than white space follows the end of the stream; it is ignored.",
            reference: "RFC 6120 §4.4", place: TrafficPlace(record, number: number + 1))
    }
}
