@testable import XMPPCapture

/// What the TLS sessions of a capture give, stream by stream.
struct TLSTranscript {
    /// One session.
    struct Session {
        var decoder: TLSSessionDecoder
        /// The plaintext of each direction.
        var text: [Direction: [UInt8]] = [:]
        var events: [TLSEvent] = []
        var isFinished = false

        var notes: [String] { events.compactMap { if case .note(let note) = $0 { note.message } else { nil } } }
        var gaps: [TLSGap] { events.compactMap { if case .gap(let gap) = $0 { gap } else { nil } } }
        var alerts: [TLSAlert] { events.compactMap { if case .alert(let alert) = $0 { alert } else { nil } } }
        var plaintexts: [TLSPlaintext] {
            events.compactMap { if case .plaintext(let plaintext) = $0 { plaintext } else { nil } }
        }

        func string(_ direction: Direction) -> String { String(decoding: text[direction] ?? [], as: UTF8.self) }
    }

    private(set) var sessions: [Int: Session] = [:]
    var secrets: TLSSecrets
    private let limits: CaptureLimits
    /// How many bytes of plaintext at the start of each direction were not TLS.
    private(set) var clearBytes = 0
    /// Takes every stream for a session from its first byte on, whatever it looks like.
    var takesAll = false

    init(secrets: TLSSecrets, limits: CaptureLimits = CaptureLimits()) {
        self.secrets = secrets
        self.limits = limits
    }

    mutating func receive(_ event: StreamEvent) {
        switch event {
        case .data(let data): receive(data)
        case .gap(let gap):
            guard sessions[gap.stream] != nil || takesAll else { return }
            if sessions[gap.stream] == nil { sessions[gap.stream] = newSession(gap.stream) }
            sessions[gap.stream]?.decoder.receive(gap, secrets: &secrets)
            pull(gap.stream)
        case .closed(let closing): finish(closing.stream)
        case .secrets(let new): secrets.add(new)
        case .opened, .comment, .note: break
        }
    }

    /// In these captures a session begins with a packet, also behind the answer to STARTTLS.
    private mutating func receive(_ data: StreamData) {
        if sessions[data.stream] == nil {
            guard takesAll || TLSSessionDecoder.looksLikeClientHello(data.bytes) != false else {
                clearBytes += data.bytes.count
                return
            }
            sessions[data.stream] = newSession(data.stream)
        }
        sessions[data.stream]?.decoder.receive(data, secrets: &secrets)
        pull(data.stream)
    }

    private func newSession(_ stream: Int) -> Session {
        Session(decoder: TLSSessionDecoder(stream: stream, limits: limits))
    }

    private mutating func finish(_ stream: Int) {
        sessions[stream]?.decoder.finish(secrets: &secrets)
        sessions[stream]?.isFinished = true
        pull(stream)
    }

    private mutating func pull(_ stream: Int) {
        while let event = sessions[stream]?.decoder.nextEvent() {
            sessions[stream]?.events.append(event)
            if case .plaintext(let plaintext) = event {
                sessions[stream]?.text[plaintext.direction, default: []] += plaintext.bytes
            }
        }
    }
}
