import Synchronization
import XMLStream

/// What of a configuration outlives the login, apart from the account; the credentials do not.
///
/// A program with many accounts configures them alike, and their sessions share one.
final class ClientSettings: Sendable {
    let timeouts: SessionTimeouts
    let keepalive: KeepalivePolicy
    let streamManagement: StreamManagementPolicy
    let answeredRequests: Set<Name>
    let maximumRequests: Int

    private init(_ configuration: ClientConfiguration) {
        timeouts = configuration.timeouts
        keepalive = configuration.keepalive
        streamManagement = configuration.streamManagement
        answeredRequests = configuration.answeredRequests
        maximumRequests = configuration.maximumRequests
    }

    private func agree(with configuration: ClientConfiguration) -> Bool {
        timeouts == configuration.timeouts && keepalive == configuration.keepalive
            && streamManagement == configuration.streamManagement && maximumRequests == configuration.maximumRequests
            && answeredRequests == configuration.answeredRequests
    }

    private static let last = Mutex<ClientSettings?>(nil)

    /// The settings of the last configuration if those of this one are the same, else new ones.
    static func shared(by configuration: ClientConfiguration) -> ClientSettings {
        last.withLock { last in
            if let last, last.agree(with: configuration) { return last }
            let settings = ClientSettings(configuration)
            last = settings
            return settings
        }
    }
}
