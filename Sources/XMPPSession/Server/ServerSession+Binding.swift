public import XMLStream
import XMPPAddress
import XMPPExtensions
public import XMPPStanzas

// MARK: - Binding and resuming (RFC 6120 §7, XEP-0198 §5)

extension ServerSession {
    /// What a client may send that has logged in and has no address yet.
    func handle(_ element: Element, afterLogin login: Login, now: Instant) {
        if element.has(SMResume.element), configuration.streamManagement.isWanted {
            requestResumption(element, login, now: now)
        } else if element.has(SMEnable.element) || element.has(SMResume.element) {
            // There is nothing yet that could be managed (XEP-0198 §3).
            wire.write(SMFailed(.unexpectedRequest))
        } else if element.has(.iq), element.firstChild(Bind.element) != nil {
            requestResource(element, login, now: now)
        } else {
            end(.violation(.notAuthenticated(element.name)), now: now)
        }
    }

    private func requestResource(_ element: Element, _ login: Login, now: Instant) {
        let iq: IQ
        do throws(ErroneousStanza) {
            iq = try IQ(element)
        } catch {
            if let reply = error.errorReply() { wire.writeOwn(reply) }
            return
        }
        guard iq.type == .set, let account = login.account, let bind = (try? iq[Bind.self]) ?? nil else {
            write(StanzaError(.badRequest), to: iq)
            return
        }
        let resource = bind.resource.flatMap { $0.isEmpty ? nil : $0 }
        if let resource, (try? account.with(resource: resource)) == nil {
            write(StanzaError(.badRequest), to: iq)
            return
        }
        var login = login
        login.awaitApplication(settings.timeouts, at: now)
        state = .awaitingResource(login, iq)
        emit(.resourceRequested(resource))
    }

    /// Binds an address, with this resource or one that is made up; answers ``ServerEvent/resourceRequested(_:)``.
    ///
    /// With a SASL2 login the answer carries `results`, such as the state of the archive (XEP-0386 §3.2).
    ///
    /// Throws ``LocalError/unexpectedInput`` if none was asked for, ``LocalError/malformedRequest`` for what is no
    /// resourcepart (RFC 7622 §3.4), ``LocalError/ended`` after the end.
    public func bind(resource: String? = nil, results: [Element] = [], now: Instant) throws(LocalError) {
        if case .awaitingInline(let inline) = state, case .binding(let bind)? = inline.steps.first {
            guard let jid = try? inline.account.with(resource: resource ?? makeID()) else { throw .malformedRequest }
            bindInline(jid, bind, results, inline, now: now)
            parse(now: now)
            return
        }
        guard case .awaitingResource(let login, let iq) = state, let account = login.account else { throw misplaced }
        guard let jid = try? account.with(resource: resource ?? makeID()) else { throw .malformedRequest }
        state = .established(Established(jid: jid, management: .off, at: now))
        if let result = iq.result(Bind(jid: jid)) { wire.writeOwn(result.element) }
        emit(.bound(jid))
        parse(now: now)
    }

    /// Refuses the resource, such as with `conflict` (RFC 6120 §7.7.2.2); the client may ask for another. With a SASL2 login,
    /// in which nothing says so, the client is logged in without an address.
    ///
    /// Throws ``LocalError/unexpectedInput`` if none was asked for, ``LocalError/ended`` after the end.
    public func refuseBinding(_ error: StanzaError, now: Instant) throws(LocalError) {
        if case .awaitingInline(var inline) = state, case .binding? = inline.steps.first {
            inline.steps.removeFirst()
            goOn(inline, now: now)
            parse(now: now)
            return
        }
        guard case .awaitingResource(var login, let iq) = state else { throw misplaced }
        login.beginStep(settings.timeouts, at: now)
        state = .negotiating(login)
        write(error, to: iq)
        parse(now: now)
    }

    // MARK: Resuming

    private func requestResumption(_ element: Element, _ login: Login, now: Instant) {
        guard let request = try? SMResume(element), !request.previousID.isEmpty else {
            wire.write(SMFailed(.badRequest))
            return
        }
        var login = login
        login.awaitApplication(settings.timeouts, at: now)
        state = .awaitingResumption(login, request)
        emit(.resumptionRequested(id: request.previousID))
    }

    /// Resumes a stream, or nothing; answers ``ServerEvent/resumptionRequested(id:)``.
    ///
    /// A stream of another account or id, and one that has expired, is not resumed, and the client is told that there is none.
    /// What it is told of an expired one is how much of it was handled (XEP-0198 §5). A client that has handled more than it
    /// was sent ends the session, not the stream.
    ///
    /// What a client sent on a connection that it has given up may be read after what it sent on the next. So hand a stream
    /// over only to a session whose transport was accepted after that of the session which has it now, or had it last.
    ///
    /// - Returns: Whether the stream was taken over. If it was not, it is as it was.
    ///
    /// Throws ``LocalError/unexpectedInput`` if nothing was asked, ``LocalError/ended`` after the end.
    @discardableResult
    public func resume(_ stream: ResumableStream?, now: Instant) throws(LocalError) -> Bool {
        if case .awaitingInline(let inline) = state, case .resuming(let request)? = inline.steps.first {
            defer { parse(now: now) }
            return resumeInline(stream, inline, request, now: now)
        }
        guard case .awaitingResumption(var login, let request) = state else { throw misplaced }
        let isTheirs = stream.map { $0.id == request.previousID && $0.jid.bare == login.account } ?? false
        guard var stream, isTheirs, !stream.hasExpired(at: now) else {
            login.beginStep(settings.timeouts, at: now)
            state = .negotiating(login)
            wire.write(SMFailed(.itemNotFound, handled: isTheirs ? stream?.ledger.handled : nil))
            parse(now: now)
            return false
        }
        guard acknowledge(&stream, upTo: request.handled, now: now) else { return false }
        wire.write(SMResumed(handled: stream.ledger.handled, previousID: stream.id))
        takeOver(stream, now: now)
        parse(now: now)
        return true
    }

    /// Takes off what the client says it has handled; returns whether that can be.
    func acknowledge(_ stream: inout ResumableStream, upTo handled: UInt32, now: Instant) -> Bool {
        do throws(ProtocolViolation) {
            reportAcknowledged(try stream.ledger.acknowledge(upTo: handled))
            return true
        } catch {
            end(.violation(error), now: now)
            return false
        }
    }

    func takeOver(_ stream: ResumableStream, now: Instant) {
        nextNumber = stream.nextNumber
        resumptionID = nil
        state = .established(Established(resuming: stream, at: now))
        emit(.resumed(stream.jid))
        replay(stream, now: now)
    }

    // MARK: Stream management

    /// Turns stream management on (XEP-0198 §3), once.
    func enableManagement(_ element: Element, now: Instant) {
        guard configuration.streamManagement.isWanted, let request = try? SMEnable(element), let established,
            !established.management.isOn
        else {
            wire.write(SMFailed(.unexpectedRequest))
            return
        }
        let resumability = resumability(request)
        changeEstablished { $0.management = .on(resumability) }
        wire.write(enabled(resumability))
        emit(.streamManagementEnabled(id: resumability?.id))
    }

    func enabled(_ resumability: Established.Resumability?) -> SMEnabled {
        SMEnabled(
            id: resumability?.id,
            isResumable: resumability != nil,
            maximum: resumability?.maximum,
            location: resumability == nil ? nil : configuration.resumptionLocation
        )
    }

    func resumability(_ request: SMEnable) -> Established.Resumability? {
        let policy = configuration.streamManagement
        guard request.isResumable, policy.wantsResumption, let id = resumptionID else { return nil }
        resumptionID = nil
        let longest = policy.maximumAbsence ?? 300
        let maximum = min(max(request.maximum ?? longest, 1), longest)
        return Established.Resumability(id: id, maximum: maximum, location: nil)
    }
}
