import XMPPSession

/// What a driver does with sessions of all roles.
protocol DrivenSession: AnyObject {
    associatedtype Event: Sendable

    var deadline: Instant? { get }
    var ending: Ending? { get }

    func nextOutput() -> SessionOutput<Event>
    func receive(_ bytes: [UInt8], now: Instant) throws(LocalError)
    func recordSignOfLife(now: Instant)
    func transportClosed(_ closure: TransportClosure, now: Instant)
    func timeout(now: Instant)
}

extension ClientSession: DrivenSession {}
extension ServerSession: DrivenSession {}
extension ComponentSession: DrivenSession {}
