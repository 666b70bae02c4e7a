import Foundation
import Testing
import XMPPAddress
import XMPPExtensions
import XMPPStanzas
import XMPPWebSocket

@testable import XMLStream
@testable import XMPPSASL
@testable import XMPPSession
@testable import XMPPTLS
@testable import XMPPTransport

/// What users print of errors and events is sentences and XML, and never a dump of a value, nor a secret.
@Suite struct DescriptionTests {
    private static let jid: JID = {
        do { return try JID("juliet@example.org/balcony") } catch { preconditionFailure("\(error)") }
    }()
    private static let element = Element(Name("ping", in: "urn:xmpp:ping"))
    private static let message = Message(to: jid, type: .chat) { Body("Wherefore?") }
    private static let response = iq("<iq type='result' id='7'/>")
    private static let refusal = iq(
        "<iq type='error' id='7'><error type='auth'><forbidden xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/>"
            + "<text xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'>No.</text></error></iq>")
    private static let hidden = "hunter2"
    private static let ending = Ending(
        side: .peer, cause: .streamError(StreamError(.conflict, text: "Replaced.")), unacknowledged: [], resumption: nil
    )
    private static let handshake = TLSHandshake(
        version: .tls13, cipherSuite: "TLS_AES_128_GCM_SHA256", applicationProtocol: "xmpp-client", serverName: nil,
        isResumed: true, peerCertificate: nil,
        channelBindings: TLSChannelBindings(exporter: Array(hidden.utf8), unique: nil, serverEndPoint: nil))

    private static func iq(_ xml: String) -> IQ {
        do { return try IQ(Element(xml: xml)) } catch { preconditionFailure("\(error)") }
    }

    static func conditions() -> [any CustomStringConvertible] {
        [
            StanzaErrorCondition.conflict, StreamErrorCondition.hostGone, SASLFailureCondition.notAuthorized,
            SASLError.Code.staleKeys, TLSError.Code.alertReceived, WebSocketCloseCode.goingAway,
            StreamHeader.Version.current,
            StanzaError(.gone, uri: "xmpp:romeo@example.net"), StreamError(.seeOtherHost, host: "[::1]:5222"),
            StreamHeader(to: jid, id: "a'b", language: "en"), StreamFeatures { BindFeature() },
            SASLError(.staleKeys, "The salt differs."), TLSError(.alertReceived, "An alert came."),
        ] + [StreamError(.seeOtherHost, host: "[::1]:5222").otherHost].compactMap { $0 }
    }

    static func errors() -> [any CustomStringConvertible] {
        let violation = ProtocolViolation.handledCountTooHigh(handled: 2, sent: 1)
        let local: [LocalError] = [
            .unexpectedInput, .notEstablished, .ended, .notAStanza, .malformedRequest, .duplicateRequest(id: "7"),
            .wrongAddresses, .unwritable(XMLWritingError(reason: .character("\u{1}"), path: "message/body")),
            .tooManyUnacknowledged, .passwordUnprotected, .stanzaTooLarge(bytes: 2, limit: 1), .tooManyRequests,
        ]
        let requests: [RequestOutcome.Failure] = [.refused(refusal), .timedOut, .streamEnded, .notSent(.ended)]
        let webSocket: [WebSocketLocalError] = [
            .notOpen, .noRequest, .invalidUTF8, .tooLong, .invalidCloseCode(.normal), .subprotocolNotOffered("x"),
            .invalidHeaderField("x"),
        ]
        let urls: [WebSocketURL.ParsingError] = [
            .wrongScheme, .invalidHost, .invalidPort, .userInformation, .fragment, .invalidTarget,
        ]
        let capabilities: [CapabilityError] = [
            .duplicateIdentity(DiscoInfo.Identity(category: "client", type: "pc", name: nil)), .duplicateFeature("x"),
            .duplicateForm("x"), .ambiguousFormType(["x", "y"]),
        ]
        let connection: [ConnectionError] = [
            .ended(ending),
            .unreachable(
                ConnectionFailure(host: "example.org", reason: .timedOut, attempts: [AttemptFailure("a", "b")])),
        ]
        return local + requests + webSocket + urls + capabilities + connection
            + [violation, ending, TransportClosure.closed(nil), TLSClosure.truncated]
    }

    static func clientEvents() throws -> [ClientEvent] {
        let stanza = Stanza.message(message)
        let sent = SentStanza(number: 7, element: message.element)
        let salted = try SaltedPassword(
            hash: .sha1, salt: [1], iterations: 1, key: Secret(String(repeating: "x", count: 20)))
        let offer = SASLAdvertisement(mechanisms: [.scramSHA256])
        let selection = try MechanismSelection(
            from: offer, isEncrypted: true, bindings: [],
            credentials: SASLCredentials(username: "juliet", password: Secret(hidden)))
        return [
            .streamOpened(StreamHeader(from: jid)), .features(StreamFeatures { BindFeature() }), .secured,
            .mechanismChosen(selection),
            .authenticated(Authentication(mechanism: .scramSHA256, saltedPassword: salted)),
            .tokenIssued(
                IssuedToken(
                    mechanism: .scramSHA256, token: Secret(hidden),
                    expiry: try #require(DateTime(xmlText: "2030-01-01T00:00:00Z")))),
            .tokenRefused(.credentialsExpired, text: "Too old."), .registrationForm(element), .registered,
            .resourceRefused(StanzaError(.conflict)), .bound(jid), .streamManagementEnabled(isResumable: true),
            .streamManagementRefused(nil), .resumed(jid), .resumptionFailed(.itemNotFound, unacknowledged: [sent]),
            .stanza(stanza), .distrusted(stanza), .answered(stanza, reply: element),
            .response(RequestOutcome(id: "7", result: .success(response))),
            .response(RequestOutcome(id: "7", result: .failure(.refused(refusal)))), .unmatchedResponse(response),
            .acknowledged(7), .notSent(sent, .stanzaTooLarge(bytes: 2, limit: 1)), .unknownElement(element),
            .erroneousStanza(try erroneous()), .ended(ending),
        ]
    }

    static func serverEvents() throws -> [ServerEvent] {
        let stanza = Stanza.message(message)
        let token = Secret(hidden)
        let registration = Registration(fields: [.username: "juliet", .password: hidden])
        let keys = try SCRAMKeys(
            SaltedPassword(password: Secret(hidden), hash: .sha1, salt: [1], iterations: 1))
        return [
            .streamOpened(StreamHeader(from: jid)), .secured,
            .credentialsNeeded(.scramKeys(username: "juliet", hash: .sha1), domain: jid),
            .credentialsNeeded(.bearerToken(token, authorizationIdentity: nil), domain: jid),
            .credentialsNeeded(.hashedTokens(username: "juliet", mechanism: .plain), domain: jid),
            .credentialsNeeded(.certificate(authorizationIdentity: nil), domain: jid),
            .authenticationFailed(.plain, .notAuthorized), .authenticated(jid.bare, .plain),
            .tokenUsed(
                TokenUse(
                    account: jid.bare, clientID: "c", mechanism: .plain, token: token, count: 3, isInvalidated: false)),
            .upgradesOffered([.sha512], for: jid), .keysUpgraded(keys, for: jid),
            .tokenRequested(TokenRequest(account: jid.bare, clientID: "c", mechanism: .plain, token: token)),
            .inlineFeatures([element]), .accountRequested(.registration(registration)),
            .accountRequested(.passwordChange(token)), .accountRequested(.removal), .resourceRequested(nil),
            .resourceRequested("balcony"), .resumptionRequested(id: hidden), .bound(jid),
            .streamManagementEnabled(id: hidden), .resumed(jid), .stanza(stanza), .answered(stanza, reply: element),
            .acknowledged(7), .unknownElement(element), .erroneousStanza(try erroneous()), .ended(ending),
        ]
    }

    static func otherEvents() throws -> [any CustomStringConvertible] {
        let streams: [XMLStreamEvent] = [
            .streamOpen(StreamHeader(to: jid).opening), .element(element), .streamClose(nil), .streamClose(element),
            .skipped(byteCount: 3), .endOfInput(.outsideStream), .endOfInput(.betweenElements),
            .endOfInput(.withinElement(offset: 3)),
        ]
        let components: [ComponentEvent] = [
            .domainRequested(jid), .established(jid), .stanza(.message(message)), .erroneousStanza(try erroneous()),
            .answered(.message(message), reply: element),
            .response(RequestOutcome(id: "7", result: .failure(.timedOut))), .unmatchedResponse(response),
            .unknownElement(element), .ended(ending),
        ]
        let address = try #require(SocketAddress("127.0.0.1", port: 5222))
        let place = ServiceEndpoint(host: "xmpp.example.org", port: 5222, usesDirectTLS: false)
        let clients: [ConnectionActivity] = [
            .located([place]), .attemptFailed(AttemptFailure("a", "b")),
            .connected(ConnectedEndpoint(endpoint: place, address: address)), .secured(handshake),
            .sent(Array(hidden.utf8)), .received(Array(hidden.utf8)), .event(.bound(jid)), .tlsClosed(.closeNotify),
            .disconnected, .reconnecting(after: .seconds(2)),
        ]
        let servers: [ServerActivity] = [
            .connected, .secured(handshake), .sent(Array(hidden.utf8)), .received(Array(hidden.utf8)),
            .event(.bound(jid)), .tlsClosed(.truncated), .disconnected,
        ]
        return streams + components + clients + servers
    }

    private static func erroneous() throws -> ErroneousStanza {
        do {
            _ = try Stanza(Element(xml: "<iq type='get'/>"))
        } catch let error as ErroneousStanza {
            return error
        }
        preconditionFailure("an IQ without an id is erroneous")
    }

    @Test func everythingIsPrintedInWords() throws {
        let events = try Self.clientEvents() as [any CustomStringConvertible] + Self.serverEvents() + Self.otherEvents()
        for value in Self.conditions() + Self.errors() + events {
            for text in ["\(value)", "\(value as Any)"] {
                #expect(!text.isEmpty)
                let dump = text.firstMatch(of: /rawValue|XMPP[A-Za-z]+\.|XMLStream\.|Optional\(|\[\d+(, \d+)+\]/)
                #expect(dump == nil, "\(type(of: value)) is dumped: \(text)")
                #expect(!text.contains(Self.hidden), "\(type(of: value)) shows a secret: \(text)")
            }
        }
    }

    @Test func wordsAreThose() throws {
        #expect("\(StanzaErrorCondition.conflict)" == "conflict")
        #expect("\(SASLFailureCondition.notAuthorized)" == "not-authorized")
        let header = StreamHeader(to: Self.jid.bare, id: "1", language: "en")
        #expect(
            "\(header)" == "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'"
                + " to='juliet@example.org' id='1' version='1.0' xml:lang='en'>")
        #expect("\(ClientEvent.bound(Self.jid))" == "bound to juliet@example.org/balcony")
        #expect("\(ClientEvent.ended(Self.ending))" == "ended: the peer ended the stream: conflict: Replaced.")
        #expect(
            "\(RequestOutcome.Failure.refused(Self.refusal))" == "the request was refused: auth: forbidden: No.")
        #expect(
            "\(ConnectionActivity.secured(Self.handshake))"
                == "secured by TLS 1.3, TLS_AES_128_GCM_SHA256, ALPN xmpp-client, resumed")
    }

    /// Every public type of the library that is thrown, and every event of it, has words of its own: a new one, too.
    @Test func everyErrorAndEventTypeHasADescription() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardized
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var code = ""
        let modules = ["/stanzactl/", "/XMPPCapture/"]
        for case let file as URL in files where file.pathExtension == "swift" {
            if modules.contains(where: { file.path.contains($0) }) { continue }
            code += try String(contentsOf: file, encoding: .utf8)
        }
        let declared = code.matches(of: /public (?:struct|enum) (\w+): ([^{]*)\{/).filter { match in
            let isEvent = match.1.hasSuffix("Event") || match.1.hasSuffix("Activity")
            return match.2.contains(/\bError\b/) || isEvent && !match.2.contains("Payload")
        }
        #expect(declared.count > 25)
        let described = Set(
            code.matches(of: /(?:extension|struct|enum) (?:\w+\.)*(\w+): [^{]*CustomStringConvertible/).map {
                String($0.1)
            })
        for match in declared where !described.contains(String(match.1)) {
            Issue.record("\(match.1) has no description")
        }
    }
}
