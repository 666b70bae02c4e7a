import XMPPPrimitives

/// Lets through the first note of each kind, and counts the others: a capture may have the same fault in every packet.
struct NoteRepetitions: Sendable {
    /// How many notes came after the first one of a kind, and the last of them.
    private struct Kind {
        var count = 0
        var last: CaptureNote
    }

    /// Sentences with their numbers left out.
    private var kinds: [String: Kind] = [:]

    /// More kinds than there are.
    private static let limit = 256

    /// Those of the notes whose kind has not been there before.
    mutating func newKinds(among notes: [CaptureNote]) -> [CaptureNote] {
        notes.filter { note in
            let key = String(decoding: note.message.utf8.filter { !$0.isDigit }, as: UTF8.self)
            if kinds[key] != nil {
                kinds[key]?.count += 1
                kinds[key]?.last = note
                return false
            }
            if kinds.count < Self.limit { kinds[key] = Kind(last: note) }
            return true
        }
    }

    /// A note for each kind that was there several times, at the last of its packets; counting begins anew.
    mutating func takeCounts() -> [CaptureNote] {
        defer { kinds = [:] }
        let repeated = kinds.values.filter { $0.count > 0 }
        return repeated.sorted { ($0.last.packet ?? 0) < ($1.last.packet ?? 0) }.map { kind in
            let times = kind.count == 1 ? "once more" : "\(kind.count) times more"
            let message = "\(times), here for the last time: \(kind.last.message)"
            return CaptureNote(packet: kind.last.packet, stream: kind.last.stream, time: kind.last.time, message)
        }
    }
}
