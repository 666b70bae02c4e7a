/// What reads a connection, or one layer of it, once its bytes have shown what that is.
protocol ChannelReader: AnyObject {
    /// Takes the next bytes of a direction, or the news that some are missing.
    func receive(_ event: Channel.SourceEvent)
    /// Says that nothing more comes.
    func close(_ end: XMPPChannel.End)
}

/// What all channels of one input share.
final class ChannelContext {
    let sink = RecordSink()
    let boshSessions = BOSHSessions()
    /// How many bytes went over the connections.
    let traffic = TrafficMeter()
    let limits: CaptureLimits
    let openContent: OpenContent
    /// What opens the TLS sessions of the input.
    var secrets: TLSSecrets
    /// What could not be opened, in case its secrets come later.
    var lateKeys = LateKeys()
    /// How many bytes of connections are kept that have not shown what they carry.
    var undecidedBytes = 0

    init(limits: CaptureLimits = CaptureLimits(), secrets: TLSSecrets = TLSSecrets()) {
        self.limits = limits
        self.secrets = secrets
        openContent = OpenContent(limit: limits.openContentBytes, total: limits.totalBytes)
    }
}
