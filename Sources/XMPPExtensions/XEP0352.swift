public import XMLStream
public import XMPPStanzas

/// Whether the user looks at the client (XEP-0352 §3).
public enum ClientState: String, NamePayload {
    case active, inactive

    public static let names = knownNames(in: "urn:xmpp:csi:0")
}
