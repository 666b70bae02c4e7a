/// A place among the connections that a listener has open: taken while something refers to it.
final class ConnectionPlace: Sendable {
    private let giveBack: @Sendable () -> Void

    init(giveBack: @escaping @Sendable () -> Void) {
        self.giveBack = giveBack
    }

    deinit { giveBack() }
}
