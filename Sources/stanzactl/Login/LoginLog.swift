import XMLStream
import XMPPCapture
import XMPPExtensions
import XMPPSASL
import XMPPSession
import XMPPStanzas
import XMPPTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Prints what happens on a connection, and keeps what the run has to know of it.
struct LoginLog: ~Copyable {
    private var printer: any LoginPrinter
    private let mask: LoginMask?
    private var output = Output()
    private var sent = LoginTraffic(.clientToServer)
    private var received = LoginTraffic(.serverToClient)
    private var offer = OfferedMechanisms()

    /// What the next thing is that has to come, for whom it does not come in time.
    private(set) var awaited = Ending.Stage.connecting.rawValue
    /// How the session ended.
    private(set) var ending: Ending?
    /// Whether nobody reads what is printed any more; how the login ends they still want to know.
    private var isOutputClosed = false
    /// Why nothing more can be printed.
    private(set) var outputFailure: Failure?

    init(printer: any LoginPrinter, mask: LoginMask?) {
        self.printer = printer
        self.mask = mask
    }

    mutating func record(_ activity: ConnectionActivity) {
        switch activity {
        case .connected(let place):
            print(.connected(place))
            expect(place.endpoint.usesDirectTLS ? .tlsHandshake : .streamHeader)
        case .secured(let handshake):
            print(.tls(handshake))
            expect(.streamHeader)
        case .sent(let bytes):
            for record in sent.records(bytes) { print(.sent(record)) }
        case .received(let bytes):
            for record in received.records(bytes) {
                if record.element?.has(TLSProceed.element) == true { expect(.tlsHandshake) }
                print(.received(record))
            }
        case .event(let event): record(event)
        case .attemptFailed(let failure) where failure.hasReachedTLS: expect(.connecting)
        case .located, .attemptFailed, .tlsClosed, .disconnected, .reconnecting: break
        }
    }

    private mutating func record(_ event: ClientEvent) {
        switch event {
        case .streamOpened: expect(.features)
        case .features(let features): record(features)
        case .mechanismChosen(let selection):
            offer.chosen = selection.mechanism
            offer.binding = selection.binding
            offer.skipped = selection.skipped
            print(.mechanisms(offer))
            expect(.authentication)
        case .authenticated(let authentication):
            print(.authenticated(authentication.mechanism, offer.binding))
            expect(.streamHeader)
        case .registrationForm: expect(.registration)
        case .bound(let jid): print(.bound(jid.full))
        case .resumed(let jid): print(.resumed(jid.full))
        case .acknowledged(let number): print(.acknowledged(number))
        case .ended(let ending):
            self.ending = ending
            if case .noMechanism(let failure) = ending.cause {
                offer.skipped = failure.skipped
                print(.mechanisms(offer))
            }
        default: break
        }
    }

    private mutating func record(_ features: StreamFeatures) {
        if !features.mechanisms.isEmpty {
            offer = OfferedMechanisms(
                mechanisms: features.mechanisms, bindings: Self.announcedBindings(in: features))
            expect(features.startTLS == nil ? .authentication : .startTLS)
        } else if features.bind != nil {
            expect(.binding)
        } else if features.startTLS != nil {
            expect(.startTLS)
        }
    }

    /// The types of channel binding that the server announces (XEP-0440 §2).
    private static func announcedBindings(in features: StreamFeatures) -> [String] {
        let list = features.element.firstChild(Name("sasl-channel-binding", in: bindings))
        return list?.children(Name("channel-binding", in: bindings)).compactMap { $0.attribute(.type) } ?? []
    }

    private static let bindings: Namespace = "urn:xmpp:sasl-cb:0"

    private mutating func expect(_ stage: Ending.Stage) { awaited = stage.rawValue }

    /// Says what the run itself waits for.
    mutating func expect(_ words: String) { awaited = words }

    /// Prints an event at once.
    mutating func print(_ content: LoginEvent.Content) {
        guard outputFailure == nil, !isOutputClosed else { return }
        printer.print(LoginEvent(time: .now, content: mask?.masked(content) ?? content), to: &output.bytes)
        do {
            try output.flush()
        } catch .outputClosed {
            isOutputClosed = true
        } catch {
            outputFailure = error
        }
    }
}

extension Timestamp {
    /// The present moment, in microseconds.
    fileprivate static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let nanoseconds = UInt32(clamping: time.tv_nsec)
        return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: nanoseconds, digits: 6)
    }
}
