import Testing
import XMPPStanzas

@testable import XMPPSession

@Suite struct ReconnectionTests {
    private static func ending(_ cause: Ending.Cause, _ stream: ResumableStream? = nil) -> Ending {
        Ending(side: cause.side, cause: cause, unacknowledged: [], resumption: stream)
    }

    private static func redirection(to host: String) -> Ending {
        ending(.streamError(StreamError(.seeOtherHost, host: host)))
    }

    private var generator = SeededGenerator(7)

    @Test mutating func delaysGrowAndAreBounded() {
        var reconnection = Reconnection(ReconnectionPolicy(maximumDelay: .seconds(10), jitter: 0))
        var delays: [Duration] = []
        for _ in 0..<6 {
            guard
                case .connect(let attempt) = reconnection.next(
                    after: Self.ending(.transportClosed(nil)), using: &generator)
            else { return }
            delays.append(attempt.delay)
        }
        #expect(delays == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
        reconnection.recordEstablished()
        guard case .connect(let attempt) = reconnection.next(after: Self.ending(.closedByPeer), using: &generator)
        else { return }
        #expect(attempt.delay == .seconds(1))
    }

    @Test mutating func jitterOnlyShortens() {
        for attempt in 0..<200 {
            let chance = Double.random(in: 0...1, using: &generator)
            let delay = ReconnectionPolicy(jitter: 0.5).delay(beforeAttempt: attempt, chance: chance)
            #expect(delay >= .milliseconds(500) && delay <= .seconds(300))
        }
        #expect(ReconnectionPolicy(factor: .infinity, jitter: 0).delay(beforeAttempt: 3, chance: 0) == .seconds(300))
    }

    @Test mutating func whatCannotGetBetterStops() {
        let permanent: [Ending.Cause] = [
            .streamError(StreamError(.conflict)), .streamError(StreamError(.notAuthorized)),
            .streamError(StreamError(.policyViolation)),
            .streamError(StreamError(.hostUnknown)), .authenticationRefused(.notAuthorized, text: nil), .tlsNotOffered,
            .certificateRejected("expired"), .bindingNotOffered, .violation(.unsupportedVersion(nil)),
            .bindingRefused(StanzaError(.notAllowed)),
        ]
        for cause in permanent {
            var reconnection = Reconnection()
            guard case .stop(.permanent) = reconnection.next(after: Self.ending(cause), using: &generator) else {
                Issue.record("\(cause)")
                continue
            }
        }
        for cause in [Ending.Cause.closed(.answered), .givenUp, .accountRemoved] {
            var reconnection = Reconnection()
            guard case .stop(.finished) = reconnection.next(after: Self.ending(cause), using: &generator) else {
                Issue.record("\(cause)")
                continue
            }
        }
    }

    @Test mutating func whatMayGetBetterGoesOn() {
        let transient: [Ending.Cause] = [
            .transportClosed(nil), .closedByPeer, .timedOut(.signOfLife), .streamError(StreamError(.systemShutdown)),
            .streamError(StreamError(.reset)), .authenticationRefused(.temporaryAuthFailure, text: nil),
            .violation(.handledCountTooHigh(handled: 2, sent: 1)), .bindingRefused(StanzaError(.resourceConstraint)),
        ]
        for cause in transient {
            var reconnection = Reconnection()
            guard case .connect = reconnection.next(after: Self.ending(cause), using: &generator) else {
                Issue.record("\(cause)")
                continue
            }
        }
    }

    @Test mutating func attemptsAreCounted() {
        var reconnection = Reconnection(ReconnectionPolicy(maximumAttempts: 2))
        let lost = Self.ending(.transportClosed(nil))
        for _ in 0..<2 { _ = reconnection.next(after: lost, using: &generator) }
        guard case .stop(.tooManyAttempts) = reconnection.next(after: lost, using: &generator) else {
            Issue.record("goes on")
            return
        }
    }

    @Test mutating func redirectionIsFollowedButNotInACircle() {
        var reconnection = Reconnection()
        guard
            case .connect(let first) = reconnection.next(
                after: Self.redirection(to: "b.example:5333"), using: &generator)
        else { return }
        #expect(first.host?.host == "b.example" && first.host?.port == 5333)
        #expect(first.delay == .zero)
        _ = reconnection.next(after: Self.redirection(to: "a.example"), using: &generator)
        guard
            case .stop(.redirectionLoop) = reconnection.next(
                after: Self.redirection(to: "b.example:5333"), using: &generator)
        else {
            Issue.record("goes round in a circle")
            return
        }
    }

    @Test mutating func chainOfServersIsBounded() {
        var reconnection = Reconnection(ReconnectionPolicy(maximumRedirections: 3))
        for number in 0..<3 {
            _ = reconnection.next(after: Self.redirection(to: "h\(number).example"), using: &generator)
        }
        guard
            case .stop(.redirectionLoop) = reconnection.next(
                after: Self.redirection(to: "h4.example"), using: &generator)
        else {
            Issue.record("goes on and on")
            return
        }
    }

    @Test mutating func resumptionGoesWhereTheServerWantsItFirst() throws {
        let harness = try Harness()
        try harness.establishManaged(attributes: "location='node2.example:5223'")
        harness.loseTransport()
        let ending = try #require(harness.ending)
        var reconnection = Reconnection()
        guard case .connect(let first) = reconnection.next(after: ending, using: &generator) else { return }
        #expect(first.host?.host == "node2.example" && first.resumption?.id == "sm-1")
        guard case .connect(let second) = reconnection.next(after: ending, using: &generator) else { return }
        #expect(second.host == nil && second.resumption?.id == "sm-1")
    }
}
