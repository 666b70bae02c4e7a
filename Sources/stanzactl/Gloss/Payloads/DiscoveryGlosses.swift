import XMPPAddress
import XMPPExtensions
import XMPPStanzas

// What entities tell about themselves.

/// `client/pc “Psi”, 12 features` of an answer.
extension DiscoInfo: GlossedPayload {
    var detail: String {
        let identities = identities.prefix(3).map { identity in
            Gloss.words("\(identity.category)/\(identity.type)", identity.name?.glossed)
        }
        let list = identities + (features.isEmpty ? [] : [Gloss.count(features.count, "feature")])
        return Gloss.words(node?.shortened, list.joined(separator: ", "))
    }
}

extension DiscoItems: GlossedPayload {
    var detail: String {
        Gloss.words(node?.shortened, items.isEmpty ? nil : Gloss.count(items.count, "item"), resultSet?.detail)
    }
}

/// `max 20 after 9af7` of a request, `1 to 20 of 45` of an answer.
extension ResultSet: GlossedPayload {
    var detail: String {
        Gloss.words(
            maximum.map { "max \($0)" }, after.map { "after \($0.shortened)" },
            before.map { $0.isEmpty ? "last page" : "before \($0.shortened)" },
            first.map { "from \($0.id.shortened)" }, last.map { "to \($0.shortened)" }, count.map { "of \($0)" })
    }
}

extension SoftwareVersion: GlossedPayload {
    var detail: String {
        Gloss.words(name?.shortened, version?.shortened, operatingSystem.map { "on \($0.shortened)" })
    }
}

extension EntityTime: GlossedPayload {
    var detail: String { Gloss.words(utc?.xmlText, offset.map { "at \($0.xmlText)" }) }
}

extension LastActivity: GlossedPayload {
    var detail: String { Gloss.words(seconds.map { "\($0) s ago" }, status?.glossed) }
}

extension Idle: GlossedPayload {
    var detail: String { "since \(since.xmlText)" }
}

/// `submit urn:xmpp:mam:2`, or with its title if it has no type.
extension DataForm: GlossedPayload {
    var detail: String { Gloss.words(kind.rawValue, formType?.shortened ?? title?.glossed) }
}

extension VCard: GlossedPayload {
    var detail: String { Gloss.words((fullName ?? nickname)?.glossed, photo == nil ? nil : "with photo") }
}

extension VCardUpdate: GlossedPayload {
    var detail: String { photo.map { $0.isEmpty ? "none" : $0.shortened } ?? "" }
}

extension AvatarData: GlossedPayload {
    var detail: String { Gloss.count(data.bytes.count, "byte") }
}

extension AvatarMetadata: GlossedPayload {
    var detail: String {
        infos.first.map { Gloss.words($0.mediaType.shortened, Gloss.count(Int($0.bytes), "byte")) } ?? "none"
    }
}
