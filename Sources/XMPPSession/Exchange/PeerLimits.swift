import XMPPExtensions

/// What the peer has said that it takes on the stream (XEP-0478 §2); small, because every session has it.
struct PeerLimits {
    /// No peer may take less (RFC 6120 §13.12).
    private static let leastBytes = 10_000
    /// Keepalives that are more frequent cost more than they are worth.
    private static let leastInterval: UInt32 = 5

    private var bytes: UInt32 = .max
    private var idleSeconds: UInt32 = .max

    /// None that is known.
    init() {}

    init(_ feature: StreamLimitsFeature?) {
        if let maximum = feature?.maximumBytes { bytes = UInt32(clamping: max(maximum, Self.leastBytes)) }
        if let seconds = feature?.idleSeconds, seconds > 0 { idleSeconds = UInt32(clamping: seconds) }
    }

    /// The most bytes of a stanza; nil if that is not known.
    private var maximumBytes: Int? { bytes == .max ? nil : Int(bytes) }

    /// Whether there is a limit for the bytes of a stanza.
    var limitsStanzas: Bool { maximumBytes != nil }

    /// Why a stanza of so many bytes is not to be sent (XEP-0478 §4); nil if it may be.
    func objection(to byteCount: Int) -> LocalError? {
        guard let maximumBytes, byteCount > maximumBytes else { return nil }
        return .stanzaTooLarge(bytes: byteCount, limit: maximumBytes)
    }

    /// After how long without anything sent something is sent, well before the peer takes the stream for idle; nil for never.
    var keepaliveInterval: Duration? {
        guard idleSeconds != .max else { return nil }
        return .seconds(max(Self.leastInterval, idleSeconds / 4 * 3))
    }
}
