import XMLStream
import XMPPAddress
import XMPPExtensions
public import XMPPSASL
public import XMPPStanzas

// MARK: - What is done between the mechanism and its success

extension ServerSession {
    /// Does the next step, or ends the login.
    func goOn(_ inline: InlineLogin, now: Instant) {
        var inline = inline
        guard let step = inline.steps.first else {
            finish(inline, now: now)
            return
        }
        switch step {
        case .recordingUse(let use): ask(.tokenUsed(use), inline, now: now)
        case .choosingUpgrades(let hashes): ask(.upgradesOffered(hashes, for: inline.account), inline, now: now)
        case .upgrading(let upgrade):
            inline.login.beginStep(settings.timeouts, at: now)
            let data = inline.takeAdditionalData()
            state = .awaitingTask(inline)
            wire.write(SASL2Continue(tasks: [upgrade.hash.upgradeTask], additionalData: data))
        case .issuingToken(let request): ask(.tokenRequested(request), inline, now: now)
        case .resuming(let request): ask(.resumptionRequested(id: request.previousID), inline, now: now)
        case .binding(let bind):
            ask(.resourceRequested(Self.resource(bind, inline.account, makeID())), inline, now: now)
        }
    }

    private func ask(_ question: ServerEvent, _ inline: InlineLogin, now: Instant) {
        var inline = inline
        switch question {
        case .tokenUsed, .upgradesOffered: break
        default: report(&inline)
        }
        inline.login.awaitApplication(settings.timeouts, at: now)
        state = .awaitingInline(inline)
        emit(question)
    }

    /// Says who the client is, once nothing more is demanded of it.
    private func report(_ inline: inout InlineLogin) {
        guard !inline.isReported else { return }
        inline.isReported = true
        emit(.authenticated(inline.account, inline.mechanism))
    }

    /// The tag and something unique behind it (XEP-0386 §3.2.1); nil if the tag does not fit into a resource.
    private static func resource(_ bind: Bind2, _ account: JID, _ id: String) -> String? {
        guard let tag = bind.tag, !tag.isEmpty else { return nil }
        let resource = "\(tag)/\(id)"
        return (try? account.with(resource: resource)) == nil ? nil : resource
    }

    // MARK: Upgrades (XEP-0480)

    /// Answers ``ServerEvent/upgradesOffered(_:for:)``: which of the hash functions the account has no keys of. The keys come as
    /// ``ServerEvent/keysUpgraded(_:for:)``, one for each.
    ///
    /// Throws ``LocalError/unexpectedInput`` if nothing was asked, ``LocalError/ended`` after the end.
    public func answerUpgrades(_ hashes: [HashFunction], now: Instant) throws(LocalError) {
        guard case .awaitingInline(var inline) = state, case .choosingUpgrades(let offered)? = inline.steps.first
        else { throw misplaced }
        inline.login.beginStep(settings.timeouts, at: now)
        let upgrades: [InlineLogin.Step] = offered.filter(hashes.contains).compactMap { hash in
            guard let salt = inline.login.tokens.next().flatMap({ Base64.decode($0) }) else { return nil }
            return .upgrading(InlineLogin.UpgradeInProgress(hash: hash, salt: salt))
        }
        inline.steps.replaceSubrange(..<1, with: upgrades)
        goOn(inline, now: now)
        parse(now: now)
    }

    /// What a client may send during a task.
    func handle(_ element: Element, _ inline: InlineLogin, now: Instant) {
        guard case .upgrading(let upgrade)? = inline.steps.first else { return }
        if element.has(SASL2Next.element), !upgrade.isBegun {
            begin(upgrade, element, inline, now: now)
        } else if element.has(SASL2TaskData.element), upgrade.isBegun {
            take(element, upgrade, inline, now: now)
        } else if element.has(SASL2Abort.element) {
            refuse(inline.mechanism, .aborted, inline.login, isInline: true, now: now)
        } else {
            end(.violation(.notAuthenticated(element.name)), now: now)
        }
    }

    private func begin(
        _ upgrade: InlineLogin.UpgradeInProgress,
        _ element: Element,
        _ inline: InlineLogin,
        now: Instant
    ) {
        guard let next = try? SASL2Next(element), next.task == upgrade.hash.upgradeTask else {
            refuse(inline.mechanism, .malformedRequest, inline.login, isInline: true, now: now)
            return
        }
        var (inline, upgrade) = (inline, upgrade)
        upgrade.isBegun = true
        inline.steps[0] = .upgrading(upgrade)
        inline.login.beginStep(settings.timeouts, at: now)
        state = .awaitingTask(inline)
        let iterations = configuration.sasl2?.upgradeIterations ?? 4096
        wire.write(SASL2TaskData([SCRAMUpgradeSalt(Base64Data(upgrade.salt), iterations: iterations).encoded()]))
    }

    private func take(
        _ element: Element,
        _ upgrade: InlineLogin.UpgradeInProgress,
        _ inline: InlineLogin,
        now: Instant
    ) {
        var inline = inline
        do throws(SASLError) {
            guard let data = try? SASL2TaskData(element),
                let hash = data.content.firstPayload(SCRAMUpgradeHash.self)
            else { throw SASLError(.malformedMessage, "there is no salted password (XEP-0480 §3)") }
            let salted = try SaltedPassword(
                hash: upgrade.hash,
                salt: upgrade.salt,
                iterations: configuration.sasl2?.upgradeIterations ?? 4096,
                key: Secret(hash.saltedPassword.bytes)
            )
            emit(.keysUpgraded(try SCRAMKeys(salted), for: inline.account))
        } catch {
            refuse(inline.mechanism, .malformedRequest, inline.login, isInline: true, now: now)
            return
        }
        inline.steps.removeFirst()
        goOn(inline, now: now)
    }

    // MARK: Tokens (XEP-0484)

    /// Answers ``ServerEvent/tokenUsed(_:)``: whether the token was still valid when its use was entered where tokens are
    /// kept, as ``TokenSlots/record(_:)`` says. If it was not, the login is refused.
    ///
    /// Throws ``LocalError/unexpectedInput`` if nothing was asked, ``LocalError/ended`` after the end.
    public func answerTokenUse(isAccepted: Bool, now: Instant) throws(LocalError) {
        guard case .awaitingInline(var inline) = state, case .recordingUse? = inline.steps.first
        else { throw misplaced }
        if isAccepted {
            inline.steps.removeFirst()
            inline.login.beginStep(settings.timeouts, at: now)
            goOn(inline, now: now)
        } else {
            refuse(inline.mechanism, .notAuthorized, inline.login, isInline: true, now: now)
        }
        parse(now: now)
    }

    /// Answers ``ServerEvent/tokenRequested(_:)``: when the token expires, which is kept now; nil if there is none.
    ///
    /// Throws ``LocalError/unexpectedInput`` if nothing was asked, ``LocalError/ended`` after the end.
    public func issueToken(expiry: DateTime?, now: Instant) throws(LocalError) {
        guard case .awaitingInline(var inline) = state, case .issuingToken(let request)? = inline.steps.first
        else { throw misplaced }
        inline.steps.removeFirst()
        inline.login.beginStep(settings.timeouts, at: now)
        if let expiry {
            let text = request.token.withBytes { String(decoding: $0, as: UTF8.self) }
            inline.results.append(FASTToken(MaskedText(text), expiry: expiry).encoded())
        }
        goOn(inline, now: now)
        parse(now: now)
    }
}
