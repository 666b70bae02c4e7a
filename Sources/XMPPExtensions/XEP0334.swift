public import XMLStream
public import XMPPStanzas

/// How servers are to deal with a message (XEP-0334 §4).
public enum ProcessingHint: String, NamePayload {
    case noCopy = "no-copy"
    case noPermanentStore = "no-permanent-store"
    case noStore = "no-store"
    case store

    public static let names = knownNames(in: "urn:xmpp:hints")
}
