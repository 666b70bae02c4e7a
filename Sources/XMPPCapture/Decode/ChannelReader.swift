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
    private let boshSessions = BOSHSessions()
    private let protectedBOSHSessions = BOSHSessions()
    /// Who accepted the connections that are open, as far as it is known.
    var servers: [Int: Endpoint] = [:]
    /// How many bytes went over the connections; nil if nobody asks.
    let traffic: TrafficMeter?
    let limits: CaptureLimits
    let openContent: OpenContent
    /// What opens the TLS sessions of the input.
    var secrets: TLSSecrets
    /// What could not be opened, in case its secrets come later.
    var lateKeys = LateKeys()
    /// How many TLS sessions lack bytes of which nothing has been told, as what is behind them cannot be read yet.
    var untoldGaps = 0
    /// How many bytes of connections are kept that have not shown what they carry.
    var undecidedBytes = 0

    /// Whether what TLS protects is relayed through the sink, to be read elsewhere.
    let relaysProtected: Bool
    /// How many TLS sessions have been relayed.
    var relayedSessions = 0

    init(
        limits: CaptureLimits = CaptureLimits(), secrets: TLSSecrets = TLSSecrets(), relaysProtected: Bool = false,
        measuresTraffic: Bool = true
    ) {
        self.limits = limits
        self.secrets = secrets
        self.relaysProtected = relaysProtected
        traffic = measuresTraffic ? TrafficMeter() : nil
        openContent = OpenContent(limit: limits.openContentBytes, total: limits.totalBytes)
    }

    /// The BOSH sessions that a connection can be part of: where a proxy ends TLS, a capture of both its sides has every
    /// request twice.
    func boshSessions(behind layers: [TrafficRecord.Layer]) -> BOSHSessions {
        layers.contains(.tls) ? protectedBOSHSessions : boshSessions
    }

    /// Takes keys that the capture itself brings along.
    func receive(_ keys: DecryptionSecrets) {
        take(keys, tooLate: "its keys came later in the capture, when it was over: pass this file with --keylog too")
        if relaysProtected { sink.relay(.secrets(keys)) }
    }

    /// Takes what a key log has got since it was read.
    func receive(keyLog: [UInt8]) {
        take(
            DecryptionSecrets(format: .tlsKeyLog, bytes: keyLog),
            tooLate: "its keys came to the key log when it was over: decode it once more to have it opened")
        if relaysProtected { sink.relay(.keyLog(keyLog)) }
    }

    private func take(_ keys: DecryptionSecrets, tooLate note: String) {
        _ = secrets.add(keys)
        for stream in lateKeys.connections(in: keys) { sink.append(TrafficRecord(.note(note), stream: stream)) }
    }
}
