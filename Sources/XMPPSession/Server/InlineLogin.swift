import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL

/// What a client asks for together with a SASL2 login, as far as it is offered (XEP-0388 §2.3).
struct InlineTerms {
    let userAgent: SASL2UserAgent?
    let resume: SMResume?
    /// Whether a resumption was asked for in a way that cannot be understood.
    let hasMalformedResume: Bool
    let bind: Bind2?
    let fast: FAST?
    let tokenMechanism: SASLMechanism?
    let upgrades: [HashFunction]

    init(_ request: SASL2Authenticate, _ service: SASL2Service, _ configuration: ServerConfiguration, _ login: Login) {
        userAgent = request.userAgent
        let management = configuration.streamManagement
        let resume = management.isWanted ? request.others.firstPayload(SMResume.self) : nil
        self.resume = resume.flatMap { $0.previousID.isEmpty ? nil : $0 }
        hasMalformedResume =
            self.resume == nil && management.isWanted && request.others.contains(where: SMResume.matches)
        bind = service.offersBinding ? request.others.firstPayload(Bind2.self) : nil
        fast = request.others.firstPayload(FAST.self)
        let wanted = request.others.firstPayload(FASTTokenRequest.self).map { SASLMechanism(rawValue: $0.mechanism) }
        tokenMechanism = wanted.flatMap { login.tokenMechanisms.contains($0) ? $0 : nil }
        let asked = request.others.compactMap { try? SASLUpgrade($0) }
            .compactMap { HashFunction(upgradeTask: $0.task) }
        upgrades = service.upgrades.filter(asked.contains)
    }
}

/// A login whose mechanism has succeeded, and that waits for what was asked for with it.
struct InlineLogin {
    /// What is still to be done, in this order (XEP-0484 §3.4, XEP-0480 §2.2, XEP-0484 §3.3,
    /// XEP-0386 §3.2).
    enum Step {
        /// The application enters the use of the token that the client has logged in by.
        case recordingUse(TokenUse)
        /// The application says which upgrades the account needs.
        case choosingUpgrades([HashFunction])
        /// The client carries one of them out.
        case upgrading(UpgradeInProgress)
        /// The application keeps a token.
        case issuingToken(TokenRequest)
        /// The application looks for the stream.
        case resuming(SMResume)
        /// The application chooses the resource.
        case binding(Bind2)
    }

    /// An upgrade task (XEP-0480 §3).
    struct UpgradeInProgress {
        let hash: HashFunction
        let salt: [UInt8]
        /// Whether the client has begun it, and was sent the salt.
        var isBegun = false
    }

    var login: Login
    let account: JID
    let mechanism: SASLMechanism
    let terms: InlineTerms
    /// What the mechanism has to say with its success, until it was said.
    var additionalData: [UInt8]?
    var steps: [Step] = []
    /// What the success will carry.
    var results: [Element] = []
    var isReported = false

    /// The element of the success, or of what comes before it, with the mechanism's data once.
    mutating func takeAdditionalData() -> MaskedData? {
        defer { additionalData = nil }
        return additionalData.map { MaskedData($0) }
    }
}
