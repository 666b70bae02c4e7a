public import XMLStream
public import XMPPStanzas

/// What a chat partner is doing (XEP-0085 §4).
public enum ChatState: String, NamePayload {
    case active, composing, gone, inactive, paused

    public static let names = knownNames(in: "http://jabber.org/protocol/chatstates")
}
