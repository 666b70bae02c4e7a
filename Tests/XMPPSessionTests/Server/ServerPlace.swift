import XMLStream
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

@testable import XMPPSession

/// The states of a server's session, each with a way there.
enum ServerPlace: String, CaseIterable {
    case securing, opening, negotiating, secured, authenticating, awaitingCredentials, awaitingRegistration
    case reopening, loggedIn, awaitingResource, awaitingResumption, established, managed, closing, ended

    func reach(_ cut: Harness.Cut = .whole) throws -> ServerHarness {
        let harness = try ServerHarness(cut: cut) {
            if self == .securing { $0.tls = .direct }
            $0.registration = Registration(fields: [.username: "", .password: ""])
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
        case .awaitingCredentials, .awaitingRegistration, .awaitingResource, .awaitingResumption: true
        default: false
        }
    }

    /// Whether a stream header is due.
    var isBeforeHeader: Bool { self == .opening || self == .reopening }
}
