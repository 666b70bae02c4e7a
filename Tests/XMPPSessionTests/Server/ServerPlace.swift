import XMLStream
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// The states of a server's session, each with a way there.
enum ServerPlace: String, CaseIterable {
    case securing, opening, negotiating, secured, authenticating, awaitingCredentials, awaitingRegistration
    case awaitingUpgrades, awaitingTask, awaitingHash, awaitingTokenUse, awaitingToken, awaitingInlineResource
    case awaitingInlineResumption
    case reopening, loggedIn, awaitingResource, awaitingResumption, established, managed, closing, ended

    func reach(_ cut: Harness.Cut = .whole) throws -> ServerHarness {
        let harness = try ServerHarness(cut: cut) {
            if self == .securing { $0.tls = .direct }
            $0.registration = Registration(fields: [.username: "", .password: ""])
            $0.sasl2 = SASL2Service(tokenMechanisms: [.hashedToken], upgrades: [.sha512], upgradeIterations: 4096)
        }
        switch self {
        case .securing, .opening: break
        case .negotiating: harness.deliver(Ask.header)
        case .secured: try harness.secure()
        case .authenticating:
            try harness.secure()
            harness.deliver(Ask.auth("SCRAM-SHA-256", "n,,n=juliet,r=abc"))
        case .awaitingCredentials:
            harness.accounts = nil
            try harness.secure()
            harness.deliver(Ask.plain)
        case .awaitingRegistration:
            try harness.secure()
            harness.deliver(Ask.register("<username>a</username><password>b</password>"))
        case .awaitingUpgrades, .awaitingTask, .awaitingHash:
            try harness.secure()
            harness.deliver(Ask2.plain("<upgrade xmlns='urn:xmpp:sasl:upgrade:0'>UPGR-SCRAM-SHA-512</upgrade>"))
            if self == .awaitingUpgrades { break }
            try harness.act { try $0.answerUpgrades([.sha512], now: harness.now) }
            if self == .awaitingHash { harness.deliver(Ask2.next) }
        case .awaitingTokenUse:
            harness.accounts = nil
            try harness.secure()
            harness.deliver(try Ask2.token())
            try harness.act { try $0.answer([StoredToken(Ask2.storedToken)], now: harness.now) }
        case .awaitingToken:
            try harness.secure()
            harness.deliver(Ask2.plain("<request-token xmlns='urn:xmpp:fast:0' mechanism='HT-SHA-256-NONE'/>"))
        case .awaitingInlineResource:
            try harness.secure()
            harness.deliver(Ask2.plain("<bind xmlns='urn:xmpp:bind:0'/>"))
        case .awaitingInlineResumption:
            try harness.secure()
            harness.deliver(Ask2.plain(Ask.resume("x", handled: 0)))
        case .reopening:
            try harness.secure()
            harness.deliver(Ask.plain)
        case .loggedIn: try harness.logIn()
        case .awaitingResource:
            try harness.logIn()
            harness.deliver(Ask.bind)
        case .awaitingResumption:
            try harness.logIn()
            harness.deliver(Ask.resume("x", handled: 0))
        case .established: try harness.establish()
        case .managed: try harness.establishManaged()
        case .closing:
            try harness.establish()
            try harness.act { try $0.close(now: harness.now) }
        case .ended: harness.loseTransport()
        }
        return harness
    }

    /// Whether the application was asked, so that nothing is read.
    var isAsking: Bool {
        switch self {
        case .awaitingCredentials, .awaitingRegistration, .awaitingResource, .awaitingResumption, .awaitingUpgrades,
            .awaitingTokenUse, .awaitingToken, .awaitingInlineResource, .awaitingInlineResumption:
            true
        default: false
        }
    }

    /// Whether a stream header is due.
    var isBeforeHeader: Bool { self == .opening || self == .reopening }
}

/// What a client says in SASL2.
enum Ask2 {
    static let next = "<next xmlns='urn:xmpp:sasl:2' task='UPGR-SCRAM-SHA-512'/>"
    static let abort = "<abort xmlns='urn:xmpp:sasl:2'/>"

    static func authenticate(_ mechanism: String, _ message: String?, _ requests: String = "") -> String {
        let response = message.map { "<initial-response>\(Base64.encode($0.utf8))</initial-response>" } ?? ""
        return "<authenticate xmlns='urn:xmpp:sasl:2' mechanism='\(mechanism)'>\(response)\(requests)</authenticate>"
    }

    static let storedToken = Secret("token")

    /// A login by a token of a client with an id.
    static func token(_ requests: String = "") throws -> String {
        var client = try HashedTokenClient(.hashedToken, username: "juliet", token: storedToken)
        let message = Base64.encode(try client.start())
        return "<authenticate xmlns='urn:xmpp:sasl:2' mechanism='HT-SHA-256-NONE'><initial-response>\(message)"
            + "</initial-response><user-agent id='c1'/><fast xmlns='urn:xmpp:fast:0'/>\(requests)</authenticate>"
    }

    /// A login by PLAIN of a client with an id.
    static func plain(_ requests: String = "") -> String {
        authenticate("PLAIN", "\0juliet\0\(Harness.password)", "<user-agent id='c1'/>\(requests)")
    }

    /// A salted password of so many bytes.
    static func hash(count: Int) -> String {
        let bytes = Base64.encode([UInt8](repeating: 7, count: count))
        return "<task-data xmlns='urn:xmpp:sasl:2'><hash xmlns='urn:xmpp:scram-upgrade:0'>\(bytes)</hash></task-data>"
    }
}
