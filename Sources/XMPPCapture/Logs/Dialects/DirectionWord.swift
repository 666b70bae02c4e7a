import XMPPPrimitives

/// A word by which a log says which way something went, from the point of view of the program that wrote it.
struct DirectionWord {
    let isSent: Bool
    /// Whether the word is too common in prose to mean anything without punctuation behind it.
    let isWeak: Bool

    /// Recognises the word in any case of letters.
    init?(_ word: some Sequence<UInt8>) {
        switch String(decoding: word.map(\.lowercased), as: UTF8.self) {
        case "sent", "send", "sending", "sends", "snd", "outgoing", "outbound", "xmlout", "rawout":
            (isSent, isWeak) = (true, false)
        case "recv", "received", "receive", "receiving", "receives", "rcv", "rcvd", "recd", "incoming", "inbound",
            "xmlin", "rawin":
            (isSent, isWeak) = (false, false)
        case "out", "tx", "write", "writing", "wrote": (isSent, isWeak) = (true, true)
        case "in", "rx", "read", "got": (isSent, isWeak) = (false, true)
        default: return nil
        }
    }

    /// Words that may stand between the direction and the XML.
    static func isFiller(_ word: some Sequence<UInt8>) -> Bool {
        switch String(decoding: word.map(\.lowercased), as: UTF8.self) {
        case "xml", "stanza", "stanzas", "packet", "data", "raw", "bytes", "text", "element", "stream": true
        default: false
        }
    }
}
