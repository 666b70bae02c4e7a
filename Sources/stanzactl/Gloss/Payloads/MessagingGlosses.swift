import XMPPAddress
import XMPPExtensions
import XMPPStanzas

// What messages carry beside their text, most of it about another message.

extension Delay: GlossedPayload {
    var detail: String { Gloss.words(stamp.xmlText, from.map { "by \($0)" }, reason?.glossed) }
}

extension LegacyDelay: GlossedPayload {
    var detail: String { Gloss.words(stamp.xmlText, from.map { "by \($0)" }, reason?.glossed) }
}

extension Receipt: GlossedPayload {
    var detail: String { id.map { "of \($0.shortened)" } ?? "" }
}

extension ChatMarker: GlossedPayload {
    var detail: String { id.map { "up to \($0.shortened)" } ?? "" }
}

extension Correction: GlossedPayload {
    var detail: String { "of \(id.shortened)" }
}

extension Retraction: GlossedPayload {
    var detail: String { Gloss.words("of \(id.shortened)", reason?.glossed) }
}

extension Reactions: GlossedPayload {
    var detail: String { Gloss.words(emoji.joined(separator: " ").shortened, "to \(id.shortened)") }
}

extension Reply: GlossedPayload {
    var detail: String { Gloss.words("to \(id.shortened)", to.map { "by \($0)" }) }
}

extension Fallback: GlossedPayload {
    var detail: String { extensionNamespace.map { "for \($0.shortened)" } ?? "" }
}

extension StanzaID: GlossedPayload {
    var detail: String { "\(id.shortened) by \(by)" }
}

extension OriginID: GlossedPayload {
    var detail: String { id.shortened }
}

extension EncryptionHint: GlossedPayload {
    var detail: String { (name ?? method).shortened }
}

extension Nickname: GlossedPayload {
    var detail: String { name.glossed }
}

extension Mood: GlossedPayload {
    var detail: String { Gloss.words(value, text?.glossed) }
}

extension OutOfBandData: GlossedPayload {
    var detail: String { url.shortened }
}

extension OutOfBandOffer: GlossedPayload {
    var detail: String { url.shortened }
}

extension UploadRequest: GlossedPayload {
    var detail: String { Gloss.words(fileName.glossed, "\(size) bytes", mediaType?.shortened) }
}

extension UploadSlot: GlossedPayload {
    var detail: String { self.get.url.shortened }
}
