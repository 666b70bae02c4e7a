import XMLStream
import XMPPAddress
import XMPPExtensions
import XMPPSASL
import XMPPStanzas

// MARK: - The end of a SASL2 login: resumed, bound, or neither (XEP-0388 §2.6.1)

extension ServerSession {
    /// Resumes a stream inline (XEP-0198 §9.2), or goes on to the binding; returns whether the stream was taken over.
    func resumeInline(_ stream: ResumableStream?, _ inline: InlineLogin, _ request: SMResume, now: Instant) -> Bool {
        var inline = inline
        inline.steps.removeFirst()
        inline.login.beginStep(settings.timeouts, at: now)
        let isTheirs = stream.map { $0.id == request.previousID && $0.jid.bare == inline.account } ?? false
        guard var stream, isTheirs, !stream.hasExpired(at: now) else {
            inline.results.append(
                SMFailed(.itemNotFound, handled: isTheirs ? stream?.ledger.handled : nil).encoded())
            goOn(inline, now: now)
            return false
        }
        guard acknowledge(&stream, upTo: request.handled, now: now) else { return false }
        inline.results.append(SMResumed(handled: stream.ledger.handled, previousID: stream.id).encoded())
        write(success: inline, inline.account)
        takeOver(stream, now: now)
        return true
    }

    /// Binds an address inline (XEP-0386 §3.2); `results` go into the answer.
    func bindInline(_ jid: JID, _ bind: Bind2, _ results: [Element], _ inline: InlineLogin, now: Instant) {
        var inline = inline
        var established = Established(jid: jid, management: .off, at: now)
        var answers: [Element] = []
        var features = bind.features
        if let request = features.firstPayload(SMEnable.self) {
            features.removeAll { $0.has(SMEnable.element) }
            if configuration.streamManagement.isWanted {
                let resumability = resumability(request)
                established.management = .on(resumability)
                answers.append(enabled(resumability).encoded())
            } else {
                answers.append(SMFailed(.unexpectedRequest).encoded())
            }
        }
        inline.results.append(Bind2Bound(answers + results).encoded())
        write(success: inline, jid)
        state = .established(established)
        wire.writeOwn(Element(.features, nodes: featuresAfterLogin().map { .element($0) }))
        emit(.bound(jid))
        if case .on(let resumability) = established.management {
            emit(.streamManagementEnabled(id: resumability?.id))
        }
        if !features.isEmpty { emit(.inlineFeatures(features)) }
    }

    /// Ends the login without an address: features follow on the same stream.
    func finish(_ inline: InlineLogin, now: Instant) {
        var inline = inline
        if !inline.isReported { emit(.authenticated(inline.account, inline.mechanism)) }
        inline.isReported = true
        write(success: inline, inline.account)
        inline.login.account = inline.account
        sendFeatures(inline.login, now: now)
    }

    private func write(success inline: InlineLogin, _ jid: JID) {
        var inline = inline
        let data = inline.takeAdditionalData()
        wire.write(SASL2Success(jid, additionalData: data, others: inline.results))
        wire.parser.change(configuration.limits)
    }
}
