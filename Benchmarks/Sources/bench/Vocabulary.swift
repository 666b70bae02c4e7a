import XMLStream

/// The names that a program knows which implements the extensions in the workloads.
///
/// Parsers number known names; others are spelt out in each element. A program makes its names known by having types
/// for what they stand for.
enum Vocabulary {
    static func makeKnown() {
        for (namespace, names) in names {
            for name in names { _ = Name.known(name, in: namespace) }
        }
    }

    private static let names: [(StaticString, [StaticString])] = [
        (
            "",
            [
                "affiliation", "ask", "by", "bytes", "category", "code", "from", "h", "hash", "height", "id",
                "index", "jid", "name", "namespace", "node", "preKeyId", "prekey", "queryid", "rid", "role", "seq",
                "sid", "signedPreKeyId", "since", "stamp", "subscription", "to", "type", "var", "ver", "version",
                "width",
            ]
        ),
        (
            "eu.siacs.conversations.axolotl",
            [
                "bundle", "device", "encrypted", "header", "identityKey", "iv", "key", "list", "payload",
                "preKeyPublic", "prekeys", "signedPreKeyPublic", "signedPreKeySignature",
            ]
        ),
        ("http://jabber.org/protocol/caps", ["c"]),
        ("http://jabber.org/protocol/chatstates", ["active", "composing", "inactive", "paused"]),
        ("http://jabber.org/protocol/disco#info", ["feature", "identity", "query"]),
        ("http://jabber.org/protocol/ibb", ["data"]),
        ("http://jabber.org/protocol/muc#user", ["item", "status", "x"]),
        ("http://jabber.org/protocol/pubsub", ["item", "items", "pubsub"]),
        ("http://jabber.org/protocol/pubsub#event", ["event", "item", "items"]),
        ("http://jabber.org/protocol/rsm", ["count", "first", "last", "set"]),
        ("http://jabber.org/protocol/xhtml-im", ["html"]),
        ("http://www.w3.org/1999/xhtml", ["body", "p", "strong"]),
        ("jabber:client", ["body", "error", "iq", "message", "presence", "priority", "show", "status", "thread"]),
        ("jabber:iq:roster", ["group", "item", "query"]),
        ("jabber:iq:version", ["query"]),
        ("jabber:x:data", ["field", "value", "x"]),
        ("urn:ietf:params:xml:ns:xmpp-stanzas", ["service-unavailable"]),
        ("urn:xmpp:avatar:data", ["data"]),
        ("urn:xmpp:avatar:metadata", ["info", "metadata"]),
        ("urn:xmpp:carbons:2", ["received", "sent"]),
        ("urn:xmpp:chat-markers:0", ["markable"]),
        ("urn:xmpp:delay", ["delay"]),
        ("urn:xmpp:eme:0", ["encryption"]),
        ("urn:xmpp:forward:0", ["forwarded"]),
        ("urn:xmpp:hints", ["store"]),
        ("urn:xmpp:idle:1", ["idle"]),
        ("urn:xmpp:mam:2", ["fin", "result"]),
        ("urn:xmpp:message-correct:0", ["replace"]),
        ("urn:xmpp:occupant-id:0", ["occupant-id"]),
        ("urn:xmpp:ping", ["ping"]),
        ("urn:xmpp:receipts", ["received", "request"]),
        ("urn:xmpp:sid:0", ["origin-id", "stanza-id"]),
        ("urn:xmpp:sm:3", ["a", "r"]),
        ("vcard-temp", ["BINVAL", "FN", "NICKNAME", "PHOTO", "TYPE", "vCard"]),
        ("vcard-temp:x:update", ["photo", "x"]),
    ]
}
