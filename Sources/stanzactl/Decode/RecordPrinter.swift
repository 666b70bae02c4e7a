import XMLStream
import XMPPCapture

/// Prints records in one of the formats of `decode`.
protocol RecordPrinter: Sendable {
    /// Appends what comes before all records.
    mutating func begin(to output: inout [UInt8])

    /// Whether it wants to see also what is not printed.
    var observesAll: Bool { get }

    /// Looks at a record, whether it will be printed or not, if it ``observesAll``.
    mutating func observe(_ record: TrafficRecord, at place: RecordPlace)

    /// Appends a record as it is printed.
    mutating func print(_ record: TrafficRecord, at place: RecordPlace, to output: inout [UInt8])

    /// Appends what comes after all records.
    mutating func finish(to output: inout [UInt8])
}

extension RecordPrinter {
    var observesAll: Bool { false }
    mutating func begin(to output: inout [UInt8]) {}
    mutating func observe(_ record: TrafficRecord, at place: RecordPlace) {}
    mutating func finish(to output: inout [UInt8]) {}
}

/// Where a record stands in all that is decoded.
struct RecordPlace {
    /// Counted from 1 over all files, those not printed included.
    let number: Int
    /// The file it is from, if there are several.
    let file: String?
}

extension TrafficRecord {
    /// Appends the element as a namespace-complete document, of a stream header its start tag as an empty element;
    /// nothing if the record is about none.
    func appendXML(to output: inout [UInt8]) {
        let writer = XMLWriter(in: .anywhere, invalidCharacters: .replace)
        do {
            if case .streamOpen(let opening) = content {
                try writer.writeEmpty(opening, to: &output)
            } else if let element {
                try writer.write(element, to: &output)
            }
        } catch {
            // Names that XML cannot carry do not come out of a parser.
            output.append(contentsOf: "<!-- \(error) -->".utf8)
        }
    }
}
