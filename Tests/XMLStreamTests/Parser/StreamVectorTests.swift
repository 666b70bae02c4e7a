import Foundation
import Testing

@testable import XMLStream

/// Streams with what a correct reader reports of them: 127 vectors about headers, encodings, chunking, characters,
/// restricted XML, namespaces, languages, closing, limits, restarts and WebSocket framing.
@Suite struct StreamVectorTests {
    nonisolated(unsafe) static let vectors: [[String: Any]] = (try? Fixtures.lines("stream-vectors.jsonl")) ?? []

    static func ids(with key: String) -> [String] {
        vectors.filter { $0[key] != nil }.compactMap { $0["id"] as? String }
    }

    static func vector(_ id: String) throws -> [String: Any] {
        try #require(vectors.first { $0["id"] as? String == id })
    }

    @Test func allAreThere() { #expect(Self.vectors.count == 127) }

    @Test(arguments: ids(with: "bytes"))
    func streamGivesTheExpectedEvents(id: String) throws {
        let vector = try Self.vector(id)
        let bytes = try #require(Data(base64Encoded: vector["bytes"] as? String ?? ""))
        let input = [UInt8](bytes)
        let whole = Transcript(input)
        let cuts = (vector["cuts"] as? [[Int]] ?? []) + [Array(1..<max(1, input.count))]
        for cut in cuts {
            #expect(Transcript(input, cuts: cut).withoutArrivals == whole.withoutArrivals)
        }
        let accepted = vector["alsoAccepted"] as? [String] ?? []
        if let error = whole.error {
            let conditions = accepted + [vector["error"] as? String].compactMap { $0 }
            #expect(conditions.contains(error.condition.rawValue), "\(vector["about"] ?? "") \(error)")
        } else if vector["error"] as? String != nil {
            #expect(accepted.contains("accept"), "\(vector["about"] ?? ""): no error")
            return
        }
        if whole.error?.condition.rawValue == vector["error"] as? String {
            let events = vector["events"] as? [Any] ?? []
            #expect(EventModel.events(of: input) == events.map(EventModel.normalized))
        }
    }

    @Test(arguments: ids(with: "generated"))
    func limitsHold(id: String) throws {
        let vector = try Self.vector(id)
        let parts = try #require(vector["generated"] as? [String: Any])
        func part(_ key: String) -> String { parts[key] as? String ?? "" }
        func times(_ key: String) -> Int { parts[key] as? Int ?? 0 }
        let text =
            part("head") + String(repeating: part("repeat"), count: times("n")) + part("middle")
            + String(repeating: part("repeat2"), count: times("n2")) + part("tail")
        let input = Array(text.utf8)
        let cuts = Array(stride(from: 4096, to: input.count, by: 4096))
        let transcript = Transcript(input, cuts: cuts)
        #expect(transcript.error?.condition.rawValue == vector["error"] as? String)
        #expect(transcript.withoutArrivals == Transcript(input).withoutArrivals)
    }

    @Test(arguments: ids(with: "documents"))
    func restartsGoOnBehindTheElement(id: String) throws {
        let vector = try Self.vector(id)
        let segments = vector["segments"] as? [[String: Any]] ?? []
        let expected = vector["documents"] as? [Any] ?? []
        var parser = XMLStreamParser()
        var documents: [[String]] = [[]]
        for segment in segments {
            if segment["action"] != nil {
                #expect(parser.stop().isEmpty)
                documents.append([])
                continue
            }
            parser.receive(Array((segment["data"] as? String ?? "").utf8))
            let tail = Data(base64Encoded: segment["tail"] as? String ?? "") ?? Data()
            parser.receive([UInt8](tail))
            while let event = try parser.next() {
                documents[documents.count - 1].append(EventModel.describe(event))
                guard case .element(let element) = event, element.name.description == segment["restartAfter"] as? String
                else { continue }
                if tail.isEmpty {
                    parser.restart()
                    documents.append([])
                } else {
                    #expect(parser.stop() == [UInt8](tail))
                    break
                }
            }
        }
        for (document, events) in zip(documents, expected) {
            guard let events = events as? [Any] else { continue }
            #expect(document == events.map(EventModel.normalized))
        }
        #expect(documents.count >= expected.filter { $0 is [Any] }.count)
    }

    @Test(arguments: ids(with: "messages"))
    func messagesAreDocuments(id: String) throws {
        let vector = try Self.vector(id)
        let messages = vector["messages"] as? [String] ?? []
        let expected = vector["perMessage"] as? [String] ?? []
        var parser = XMLStreamParser(framing: .webSocket)
        for (message, outcome) in zip(messages, expected) {
            parser.receive(Array(message.utf8))
            let result: String
            do {
                switch try parser.next() {
                case .streamOpen: result = "open"
                case .streamClose(let element): result = element?["see-other-uri"] == nil ? "close" : "close+redirect"
                case .element: result = "accept"
                case let other: result = "\(String(describing: other))"
                }
            } catch {
                result = "error \(error.condition.rawValue)"
            }
            let alternatives = outcome.replacingOccurrences(of: "error ", with: "").split(separator: " ")
            let bare = result.replacingOccurrences(of: "error ", with: "")
            #expect(
                outcome == result || alternatives.contains(Substring(bare))
                    || (result.hasPrefix("error") && alternatives.contains("error")) || outcome.hasPrefix("error or"),
                "\(message): \(result) instead of \(outcome)"
            )
        }
    }
}
