/// Why a DNS message cannot be used.
enum DNSMessageError: Error, Hashable {
    /// It is cut short, a name in it is none, or a record does not have the size that it says.
    case malformed
}

/// What is asked for (RFC 1035 §4.1.2), of the class IN.
struct DNSQuestion: Hashable {
    /// The types of records that matter here.
    enum RecordType: UInt16 {
        case address = 1
        case alias = 5
        case address6 = 28
        case service = 33
    }

    static let classIN: UInt16 = 1

    let name: DNSName
    let type: RecordType

    /// The message that asks for it, with recursion (RFC 1035 §4.1.1).
    func query(id: UInt16) -> [UInt8] {
        var bytes = [UInt8(id >> 8), UInt8(id & 0xFF), 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        for label in name.labels { bytes += [UInt8(label.count)] + label }
        bytes += [0, UInt8(type.rawValue >> 8), UInt8(type.rawValue & 0xFF), 0, UInt8(Self.classIN)]
        return bytes
    }
}

/// A record of an answer (RFC 1035 §4.1.3).
struct DNSRecord: Hashable {
    enum Content: Hashable {
        /// 4 bytes for IPv4, 16 for IPv6.
        case address([UInt8])
        case alias(DNSName)
        case service(priority: UInt16, weight: UInt16, port: UInt16, target: DNSName)
        /// Something that nobody asked for.
        case other
    }

    let name: DNSName
    let content: Content
}

/// A response.
struct DNSResponse: Hashable {
    let id: UInt16
    /// Whether records are missing that did not fit.
    let isTruncated: Bool
    /// How it went: 0 for well, 3 where the name does not exist (RFC 1035 §4.1.1).
    let code: UInt8
    /// Nil if the response repeats no question, or another one than this module asks.
    let question: DNSQuestion?
    let answers: [DNSRecord]

    /// Reads a response; nil if the message is none. What comes behind the answers is not looked at.
    init?(_ bytes: [UInt8]) throws(DNSMessageError) {
        var reader = DNSReader(bytes)
        id = try reader.readUInt16()
        let flags = try reader.readUInt16()
        guard flags & 0xF800 == 0x8000 else { return nil }
        isTruncated = flags & 0x0200 != 0
        code = UInt8(flags & 0x000F)
        let questionCount = try reader.readUInt16()
        let answerCount = try reader.readUInt16()
        _ = try reader.readBytes(4)
        question = questionCount == 1 ? try reader.readQuestion() : nil
        guard questionCount <= 1 else { throw .malformed }
        var answers: [DNSRecord] = []
        do throws(DNSMessageError) {
            for _ in 0..<answerCount { answers.append(try reader.readRecord()) }
        } catch {
            // What was truncated may end anywhere, and is asked for again.
            guard isTruncated else { throw error }
        }
        self.answers = answers
    }
}

extension DNSReader {
    fileprivate mutating func readQuestion() throws(DNSMessageError) -> DNSQuestion? {
        let name = try readName()
        let type = DNSQuestion.RecordType(rawValue: try readUInt16())
        let isInternet = try readUInt16() == DNSQuestion.classIN
        return isInternet ? type.map { DNSQuestion(name: name, type: $0) } : nil
    }

    fileprivate mutating func readRecord() throws(DNSMessageError) -> DNSRecord {
        let name = try readName()
        let type = DNSQuestion.RecordType(rawValue: try readUInt16())
        let isInternet = try readUInt16() == DNSQuestion.classIN
        _ = try readBytes(4)
        let length = Int(try readUInt16())
        let start = position
        _ = try readBytes(length)
        let end = position
        position = start
        let content = isInternet ? try readContent(type, length) : .other
        guard content == .other || position == end else { throw .malformed }
        position = end
        return DNSRecord(name: name, content: content)
    }

    private mutating func readContent(
        _ type: DNSQuestion.RecordType?,
        _ length: Int
    ) throws(DNSMessageError) -> DNSRecord.Content {
        switch type {
        case .address?, .address6?:
            guard length == (type == .address ? 4 : 16) else { throw .malformed }
            return .address(Array(try readBytes(length)))
        case .alias?:
            return .alias(try readName())
        case .service?:
            let (priority, weight, port) = (try readUInt16(), try readUInt16(), try readUInt16())
            return .service(priority: priority, weight: weight, port: port, target: try readName())
        case nil:
            return .other
        }
    }
}

extension DNSResponse {
    /// How many aliases are followed one after the other.
    private static let maximumAliases = 8

    /// The records of the name that was asked for, or of what it is an alias of.
    func records(of name: DNSName) -> [DNSRecord.Content] {
        var name = name
        for _ in 0...Self.maximumAliases {
            let contents = answers.filter { $0.name == name }.map(\.content)
            guard case .alias(let target)? = contents.first(where: { if case .alias = $0 { true } else { false } })
            else {
                return contents
            }
            name = target
        }
        return []
    }
}
