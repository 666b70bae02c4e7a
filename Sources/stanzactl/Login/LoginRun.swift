import XMPPExtensions
import XMPPSession
import XMPPStanzas
import XMPPTransport

/// One login: what is asked for on the way, what is to be done then, and the end.
struct LoginRun {
    private let settings: LoginSettings
    private let recorder: LoginRecorder
    private let connection: ClientConnection
    /// Ends the connection when the time is up.
    private let alarm: Task<Bool, Never>
    private var features: StreamFeatures?
    /// The messages that the server has not acknowledged yet, by their numbers.
    private var unacknowledged: Set<UInt64> = []
    private var hasSent = false
    /// Why this side gave up.
    private var ownFailure: LoginFailure?

    init(_ settings: LoginSettings, _ recorder: LoginRecorder, _ connection: ClientConnection) {
        self.settings = settings
        self.recorder = recorder
        self.connection = connection
        alarm = Task { await Self.waitInVain(settings.timeout, recorder, connection) }
    }

    /// Returns why it is not what was asked for; nil if it is.
    mutating func run() async -> LoginFailure? {
        var unreachable: ConnectionFailure?
        do {
            for try await event in connection {
                if recorder.outputFailure != nil { connection.cancel() }
                try await handle(event)
            }
        } catch ConnectionError.unreachable(let failure) {
            unreachable = failure
        } catch let failure as LoginFailure {
            ownFailure = failure
            await connection.close()
        } catch {
            // The session has ended meanwhile, and says why itself.
        }
        alarm.cancel()
        if await alarm.value { return timedOut }
        return ownFailure ?? unreachable.map { LoginFailure($0) } ?? recorder.ending.flatMap { LoginFailure($0) }
    }

    private mutating func handle(_ event: ClientEvent) async throws {
        switch event {
        case .registrationForm(let query):
            guard let name = settings.account.local, let password = settings.password else { return }
            try await connection.submitRegistration(
                RegistrationAnswer.fill(query, name: name, password: password))
        case .resourceRefused(let error):
            throw LoginFailure(
                code: .streamError, reason: "the server refused to bind the resource: \(error)",
                condition: error.condition.rawValue)
        case .features(let features): self.features = features
        case .bound:
            if features?.offersManagement != true {
                try await sendMessages(isManaged: false)
            } else {
                recorder.expect("the answer to the request for stream management")
            }
        case .streamManagementEnabled: try await sendMessages(isManaged: true)
        case .streamManagementRefused: try await sendMessages(isManaged: false)
        case .acknowledged(let number):
            if unacknowledged.remove(number) != nil, unacknowledged.isEmpty { finish() }
        default: break
        }
    }

    /// Sends what is to be sent, once: without management if that is had only later.
    private mutating func sendMessages(isManaged: Bool) async throws {
        guard !hasSent else { return }
        hasSent = true
        for message in settings.messages {
            let stanza = Message(to: message.to, type: .chat, id: await connection.makeID()) { Body(message.text) }
            let number = try await connection.send(stanza)
            if isManaged { unacknowledged.insert(number) }
        }
        if unacknowledged.isEmpty {
            finish()
        } else {
            recorder.expect("the acknowledgement of what was sent")
        }
    }

    /// All is done that was asked for: stays for a while, and closes the stream.
    private func finish() {
        alarm.cancel()
        Task { [settings, connection] in
            try? await Task.sleep(for: settings.linger)
            // A server that reads nothing would hold up the bytes that are still to be sent, when the session has given up.
            let limit = Task {
                try await Task.sleep(for: settings.closingTime + .seconds(1))
                connection.cancel()
            }
            await connection.close()
            limit.cancel()
        }
    }

    private var timedOut: LoginFailure {
        LoginFailure(
            code: .unreachable,
            reason: "waited in vain for \(recorder.awaited); \(settings.timeout) is the limit for the whole login")
    }

    /// Returns whether it had to end the connection.
    private static func waitInVain(
        _ timeout: Duration, _ recorder: LoginRecorder, _ connection: ClientConnection
    ) async -> Bool {
        guard (try? await Task.sleep(for: timeout)) != nil else { return false }
        // What was tried to connect is told by the connection itself, whose time is up, too.
        if recorder.awaited == Ending.Stage.connecting.rawValue {
            guard (try? await Task.sleep(for: .seconds(1))) != nil else { return false }
        }
        let isOver = recorder.ending != nil
        connection.cancel()
        return !isOver
    }
}

extension StreamFeatures {
    /// Whether the version of stream management is offered that sessions speak.
    fileprivate var offersManagement: Bool {
        streamManagement.contains { $0.version == 3 } || offersInlineManagement
    }

    /// Whether it can be had with the binding, in one request with the login (XEP-0198 §9.1).
    private var offersInlineManagement: Bool {
        let inline = ((try? self[SASL2Feature.self]) ?? nil)?.inline?.features ?? []
        return inline.contains { feature in
            (try? Bind2(feature))?.inline?.features.contains { $0.name == SMEnable.element.namespace.rawValue } ?? false
        }
    }
}
