/// How much memory the reading of a capture may spend. Each bound is checked before the memory is.
///
/// What waits or is open draws from ``totalBytes`` together, whichever layer it belongs to; the other bounds hold within
/// that. Besides, there are one packet record or block of the file, one element that is being handed on, the secrets for
/// TLS, and a few kilobytes for each TCP stream.
public struct CaptureLimits: Sendable, Hashable {
    /// How many bytes may be taken by all that waits or is open: fragments and segments that wait for others, first
    /// bytes that do not tell yet what they are, handshakes of TLS and records that wait for keys, windows of zlib, and
    /// what ``openContentBytes`` bounds. When it is more, what has waited longest is given up, which is said in a record.
    public var totalBytes = 96 << 20
    /// The largest packet record of a file, in bytes. IPv4 ends at 64 KiB and BIG TCP at 512 KiB; a record that
    /// claims more is an error of the file.
    public var recordBytes = 1 << 20
    /// The largest pcapng block other than an unknown one (which is skipped without being held), in bytes.
    /// A secrets block may hold the key log of a long recording.
    public var blockBytes = 16 << 20
    /// How many interfaces a pcapng section may describe.
    public var interfaces = 1 << 16
    /// How many bytes of IP fragments that wait for the rest of their datagram are kept, in total.
    public var fragmentBytes = 4 << 20
    /// How many seconds of capture time a datagram may stay incomplete. RFC 8200 §4.5 waits 60 seconds.
    public var fragmentSeconds: Int64 = 60
    /// How many bytes of one direction of a TCP stream may wait for bytes before them.
    public var heldBytesPerDirection = 4 << 20
    /// How many bytes may wait in all TCP streams together.
    public var heldBytes = 64 << 20
    /// How many TCP streams are followed at a time, the closed ones that are remembered included.
    public var streams = 1 << 14
    /// How many delivered bytes, of all streams together, stay at hand to compare retransmissions with.
    public var recentBytes = 1 << 20
    /// How many bytes may be taken above TCP by what waits or is open, in all connections together: elements, at an
    /// estimate of 64 KiB for each and four times what has come of it, WebSocket messages, heads and bodies of HTTP
    /// messages, handshakes of TLS and what waits for its keys, windows of zlib at 48 KiB for each, first bytes that do
    /// not tell yet what they are, and what is sent before a request for another layer is answered. Those that have
    /// waited longest are given up.
    public var openContentBytes = 64 << 20
    /// How many secrets for TLS are taken up, from key logs and from the capture together.
    public var tlsSecrets = 1 << 19
    /// How many bytes of one direction of a TLS session may wait for a secret that comes after them.
    public var heldTLSBytesPerDirection = 256 << 10
    /// How many bytes may wait so in all TLS sessions together.
    public var heldTLSBytes = 16 << 20
    /// The longest TLS handshake message that is read, in bytes; longer ones are passed over.
    public var tlsMessageBytes = 128 << 10

    /// The defaults: room for a busy server's traffic in well under 200 MB.
    public init() {}

    /// The bounds of the layers up to TCP as they hold within ``totalBytes``, of which they leave a part to the others.
    var withinTotal: CaptureLimits {
        var limits = self
        limits.heldBytes = min(heldBytes, totalBytes / 4 * 3)
        limits.heldBytesPerDirection = min(heldBytesPerDirection, limits.heldBytes)
        limits.fragmentBytes = min(fragmentBytes, totalBytes / 16)
        limits.recentBytes = min(recentBytes, totalBytes / 16)
        return limits
    }
}
