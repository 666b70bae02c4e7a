import XMPPAddress
import XMPPCapture
import XMPPExtensions
import XMPPSASL
import XMPPSession
import XMPPStanzas
import XMPPTLS
import XMPPTransport
import XMPPWebSocket

/// What a login is to be, as the command line says.
struct LoginSettings {
    /// How TLS is come by.
    enum TLSChoice: String, CaseIterable {
        case starttls, direct, none
    }

    /// A message to be sent.
    struct OutgoingMessage: Sendable {
        let to: JID
        let text: String
    }

    let account: JID
    let password: Secret?
    let registers: Bool
    let messages: [OutgoingMessage]
    let timeout: Duration
    let linger: Duration
    private let server: ConnectionConfiguration.Server
    private let tls: TLSChoice?
    private let authorities: String?
    private let mechanisms: Set<SASLMechanism>?
    private let resource: String?
    private let acceptsOtherAccount: Bool
    private let keyLogPath: String?

    init(_ arguments: ParsedArguments) throws(Failure) {
        typealias Options = LoginOptions
        let given = try Self.account(arguments.operands)
        let url = arguments[Options.webSocket]
        tls = try Self.tls(arguments[Options.tls], url)
        if tls == TLSChoice.none, arguments[Options.allowPlaintext] != true {
            let cause = url.map { "--websocket \($0)" } ?? "--tls none"
            throw Self.usage("\(cause) sends everything unprotected, and needs --allow-plaintext")
        }
        resource = arguments[Options.resource] ?? given.resource
        do {
            account = try JID(local: given.local, domain: given.domain, resource: resource)
        } catch {
            throw Self.usage("--resource \((resource ?? "").quoted) is none: \(error.reason)")
        }
        acceptsOtherAccount = arguments[Options.acceptOtherAccount] == true
        let named = arguments.all(Options.mechanism)
        mechanisms = named.isEmpty ? nil : Set(named)
        try Self.check(named, account)
        server = try Self.server(arguments, account, url)
        authorities = arguments[Options.authorities]
        keyLogPath = arguments[Options.keyLog]
        registers = arguments[Options.register] == true
        messages = arguments.all(Options.send)
        timeout = arguments[Options.timeout] ?? .seconds(30)
        linger = arguments[Options.linger] ?? .zero
        let isAnonymous = Self.isAnonymous(account, mechanisms)
        if isAnonymous, registers { throw Self.usage("--register needs an address with a name before the @") }
        password = isAnonymous ? nil : try PasswordSource.password(of: account, file: arguments[Options.passwordFile])
    }

    private static func account(_ operands: [String]) throws(Failure) -> JID {
        guard let text = operands.first else { throw usage("no address given") }
        guard operands.count == 1 else { throw usage("more than one address given: \(operands[1].quoted)") }
        do {
            return try JID(text)
        } catch {
            throw usage("\(text.quoted) is no address: \(error.description)")
        }
    }

    /// A URL says by itself how TLS is come by.
    private static func tls(_ choice: TLSChoice?, _ url: WebSocketURL?) throws(Failure) -> TLSChoice? {
        guard let url else { return choice }
        let settled = url.isSecure ? TLSChoice.direct : .none
        guard choice == nil || choice == settled else {
            throw usage("--tls \(choice?.rawValue ?? "") does not go with --websocket \(url)")
        }
        return settled
    }

    private static func server(
        _ arguments: ParsedArguments, _ account: JID, _ url: WebSocketURL?
    ) throws(Failure) -> ConnectionConfiguration.Server {
        let (host, port) = (arguments[LoginOptions.host], arguments[LoginOptions.port])
        if let url {
            guard port == nil else { throw usage("the port is that of --websocket \(url), which --port cannot change") }
            return .webSocket(url, host: host)
        }
        guard host != nil || port != nil else { return .lookedUp }
        return .at(host: host ?? account.asciiDomain, port: port)
    }

    private static func isAnonymous(_ account: JID, _ mechanisms: Set<SASLMechanism>?) -> Bool {
        account.local == nil || mechanisms == [.anonymous]
    }

    /// Refuses mechanisms for which a login from here can never have what they take.
    private static func check(_ mechanisms: [SASLMechanism], _ account: JID) throws(Failure) {
        for mechanism in mechanisms {
            if let need = mechanism.unmetNeed {
                throw usage("--mechanism \(mechanism.rawValue) needs \(need), which login cannot be given")
            }
        }
        guard account.local == nil, !mechanisms.contains(.anonymous), let first = mechanisms.first else { return }
        throw usage("--mechanism \(first.rawValue) needs an address with a name before the @")
    }

    private static func usage(_ message: String) -> Failure {
        .usage("login: \(message)", help: "stanzactl login --help")
    }

    /// What is masked in what is printed.
    var mask: LoginMask { LoginMask(password: password, account: account) }

    /// How long the server may take to close the stream behind this side's end.
    var closingTime: Duration { min(timeout, .seconds(5)) }

    /// What the connection is told; `recorder` is told what happens on it.
    func configuration(_ recorder: LoginRecorder) throws(Failure) -> ConnectionConfiguration {
        var configuration = ConnectionConfiguration(session: session, tls: transportSecurity)
        configuration.server = server
        if tls == .starttls { configuration.resolver = StartTLSResolver(base: configuration.resolver) }
        if let keyLogPath {
            let file = try KeyLogFile(keyLogPath)
            configuration.keyLog = { file.append($0) }
        }
        configuration.observer = { recorder.record($0) }
        return configuration
    }

    private var transportSecurity: TLSConfiguration {
        TLSConfiguration(trust: TLSTrust(anchors: authorities.map { .file($0) } ?? .system))
    }

    private var session: ClientConfiguration {
        var credentials = SASLCredentials(username: account.local ?? "", password: password)
        credentials.isAnonymous = password == nil
        var session = ClientConfiguration(account: account.bare, credentials: credentials)
        session.tls =
            switch tls {
            case .starttls?, nil: .required
            case .direct?: .direct
            case TLSChoice.none?: .none
            }
        session.mechanisms.permitted = mechanisms
        if session.tls == .none, mechanisms?.contains(.plain) == true { session.mechanisms.plain = .evenWithoutTLS }
        session.resource = resource.map { .named($0) } ?? .serverChosen
        session.acceptsOtherAccount = acceptsOtherAccount
        session.registersAccount = registers
        // The run has one time limit of its own.
        let late = timeout + .seconds(60)
        session.timeouts.connecting = timeout
        session.timeouts.closing = closingTime
        session.timeouts.step = late
        session.timeouts.login = late
        session.timeouts.application = late
        // Who waits for acknowledgements wants them now.
        session.streamManagement.stanzasPerRequest = 1
        session.streamManagement.wantsResumption = false
        return session
    }
}

extension SASLMechanism {
    /// What the mechanism logs in with, if that is neither a password nor nothing.
    var unmetNeed: String? {
        switch self {
        case .external: "a client certificate"
        case .oauthBearer: "an access token (RFC 7628)"
        case _ where isHashedToken: "a token of an earlier login (XEP-0484)"
        default: nil
        }
    }
}

/// Knows of no services that begin with TLS (XEP-0368), where STARTTLS is wanted.
private struct StartTLSResolver: Resolver {
    let base: any Resolver

    func services(_ name: String) async throws -> [ServiceRecord] {
        name.hasPrefix("_xmpps-client.") ? [] : try await base.services(name)
    }

    func addresses(of host: String) async throws -> [SocketAddress] { try await base.addresses(of: host) }
}
