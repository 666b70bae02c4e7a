import XMLStream

/// What of a configuration outlives the login; the credentials do not.
final class ClientSettings: Sendable {
    let timeouts: SessionTimeouts
    let keepalive: KeepalivePolicy
    let streamManagement: StreamManagementPolicy
    let answeredRequests: Set<Name>
    let maximumRequests: Int
    let domain: String

    init(_ configuration: ClientConfiguration) {
        timeouts = configuration.timeouts
        keepalive = configuration.keepalive
        streamManagement = configuration.streamManagement
        answeredRequests = configuration.answeredRequests
        maximumRequests = configuration.maximumRequests
        domain = configuration.account.domain
    }
}
