public import XMLStream
public import XMPPStanzas

/// How servers are to deal with a message (XEP-0334 §4).
public enum ProcessingHint: String, NamePayload {
    /// No carbon copies (XEP-0280).
    case noCopy = "no-copy"
    /// Not to be stored for good, though for those who are offline.
    case noPermanentStore = "no-permanent-store"
    /// Not to be stored at all.
    case noStore = "no-store"
    /// To be stored, though nothing in it would tell.
    case store

    public static let names = knownNames(in: "urn:xmpp:hints")
}
