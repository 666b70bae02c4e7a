import Foundation
import TestServers
import Testing
import XMPPSASL
import XMPPTLS

@testable import XMPPSession

extension RealServers {
    /// Every mechanism and channel binding that a server offers.
    ///
    /// Those of Debian 12: Prosody 0.12 has PLAIN, SCRAM-SHA-1 and SCRAM-SHA-256, and on TLS 1.2 their -PLUS forms with
    /// `tls-unique`. ejabberd 23.01 has PLAIN, SCRAM-SHA-1, -256 and -512 with their -PLUS forms, DIGEST-MD5 and X-OAUTH2;
    /// it offers -PLUS on TLS 1.3, too, but accepts `tls-unique` alone, which does not exist there. Neither announces
    /// channel bindings (XEP-0440).
    @Suite struct Mechanisms {
        struct Setting: CustomTestStringConvertible {
            let kind: ServerKind
            let way: Way
            let version: TLSVersion

            static let all = ServerKind.expected.flatMap { kind in
                [Way.startTLS, .directTLS].flatMap { way in
                    TLSVersion.allCases.map { Setting(kind: kind, way: way, version: $0) }
                }
            }

            var testDescription: String { "\(kind) \(way) \(version)" }
        }

        /// A login by way of a test: what was offered, what was used, and how it ended.
        struct Attempt {
            var offered: [SASLMechanism] = []
            var selection: MechanismSelection?
            var mechanism: SASLMechanism?
            var handshake: TLSHandshake?
            var ending: Ending?
            var isBound = false

            var isRefusedLogin: Bool {
                if case .authenticationRefused? = ending?.cause { true } else { false }
            }
        }

        static func attempt(
            _ setting: Setting, _ account: TestAccount, only mechanism: SASLMechanism? = nil,
            binding: ChannelBindingType? = nil
        ) throws -> Attempt {
            let driver = try driver(
                setting.kind.shared(), account, setting.way,
                tls: { ($0.minimumVersion, $0.maximumVersion) = (setting.version, setting.version) },
                permitsBinding: { binding == nil || $0 == binding },
                configure: { configuration in
                    configuration.mechanisms.permitted = mechanism.map { [$0] }
                    guard account.domain == .anonymous else { return }
                    configuration.credentials = SASLCredentials()
                    configuration.credentials.isAnonymous = true
                })
            var attempt = Attempt()
            try? driver.run { event in
                switch event {
                case .features(let features):
                    if let offer = OfferedFeatures(features.element).saslOffer { attempt.offered = offer.mechanisms }
                case .mechanismChosen(let selection): attempt.selection = selection
                case .authenticated(let authentication): attempt.mechanism = authentication.mechanism
                case .bound: attempt.isBound = true
                default: break
                }
                return attempt.isBound
            }
            attempt.handshake = driver.handshake
            attempt.ending = driver.session.ending
            return attempt
        }

        @Test(arguments: Setting.all) func strongestIsChosenAndWorks(_ setting: Setting) throws {
            let account = try setting.kind.shared().makeAccount()
            let attempt = try Self.attempt(setting, account)
            #expect(attempt.isBound, "\(String(describing: attempt.ending))")
            #expect(attempt.handshake?.version == setting.version)
            // Prosody 0.12 takes no part in ALPN.
            #expect(
                [nil, setting.way == .directTLS ? "xmpp-client" : nil].contains(attempt.handshake?.applicationProtocol))
            let mechanism = try #require(attempt.mechanism)
            #expect(mechanism.scramHash != nil)
            #expect(attempt.offered.count > 1)
            let weaker = attempt.offered.compactMap { MechanismStrength($0) }.filter { strength in
                strength > (MechanismStrength(mechanism) ?? strength)
            }
            // On TLS 1.3 a -PLUS that is offered without types of channel binding would be refused.
            #expect(weaker.isEmpty || setting.version == .tls13 && !mechanism.isSCRAMPlus)
        }

        @Test(arguments: Setting.all) func everyMechanismWorks(_ setting: Setting) throws {
            let account = try setting.kind.shared().makeAccount()
            let offered = try Self.attempt(setting, account).offered.filter(SASLMechanism.supported.contains)
            #expect(offered.contains(.plain))
            #expect(offered.contains(.scramSHA1))
            for mechanism in offered where !mechanism.isSCRAMPlus {
                let attempt = try Self.attempt(setting, account, only: mechanism)
                #expect(attempt.isBound, "\(mechanism): \(String(describing: attempt.ending))")
                #expect(attempt.mechanism == mechanism)
            }
        }

        @Test(arguments: Setting.all) func everyChannelBindingWorksOrIsRefused(_ setting: Setting) throws {
            let account = try setting.kind.shared().makeAccount()
            let offered = try Self.attempt(setting, account).offered.filter(\.isSCRAMPlus)
            let isUnique = setting.version == .tls12
            #expect(!isUnique || !offered.isEmpty)
            for mechanism in offered {
                for binding in [ChannelBindingType.tlsExporter, .tlsUnique, .tlsServerEndPoint] {
                    let attempt = try Self.attempt(setting, account, only: mechanism, binding: binding)
                    let words = "\(mechanism) \(binding): \(String(describing: attempt.ending))"
                    if binding == .tlsUnique {
                        #expect(attempt.isBound == isUnique, "\(words)")
                    } else {
                        #expect(attempt.isBound || attempt.isRefusedLogin, "\(words)")
                    }
                    guard attempt.isBound, case .bound(let bound)? = attempt.selection?.binding else { continue }
                    #expect(bound.type == binding)
                }
            }
        }

        @Test(arguments: ServerKind.expected) func strangersAreLetInAnonymously(_ kind: ServerKind) throws {
            let setting = Setting(kind: kind, way: .startTLS, version: .tls13)
            let attempt = try Self.attempt(setting, TestAccount(at: .anonymous))
            #expect(attempt.isBound, "\(String(describing: attempt.ending))")
            #expect(attempt.mechanism == .anonymous)
        }

        @Test(.needs(.ejabberd)) func certificateIsEnough() throws {
            let server = try #require(try ServerKind.ejabberd.shared() as? EjabberdServer)
            let account = try server.makeAccount()
            let names = "otherName:1.3.6.1.5.5.7.8.5;UTF8:\(account.address)"
            let files = try TestAuthority.shared.get().certify(account.name, alternativeName: names)
            let identity = try TLSIdentity(
                certificateChain: Array(Data(contentsOf: files.certificate)),
                privateKey: Array(Data(contentsOf: files.key)))
            let driver = try driver(
                server, account, .directTLS, port: server.clientCertificatePort, tls: { $0.identities = [identity] },
                configure: {
                    $0.credentials = SASLCredentials()
                    $0.credentials.hasClientCertificate = true
                })
            var mechanism: SASLMechanism?
            try driver.run {
                if case .authenticated(let authentication) = $0 { mechanism = authentication.mechanism }
                return $0.name == "bound"
            }
            #expect(mechanism == .external)
            #expect(driver.session.boundJID?.bare.full == account.address)
        }

        @Test(arguments: ServerKind.expected) func passwordIsSentInTheClearOnlyWhereThatIsPermitted(
            _ kind: ServerKind
        ) throws {
            let server = try kind.shared()
            let account = try server.makeAccount(at: .plain)
            for plain in [MechanismPolicy.PlainPolicy.whenNothingStronger, .evenWithoutTLS] {
                let driver = try driver(
                    server, account, .plain,
                    configure: { $0.mechanisms = MechanismPolicy(permitted: [.plain], plain: plain) })
                if plain == .evenWithoutTLS {
                    try driver.run { $0.name == "bound" }
                } else {
                    #expect(ending(driver)?.causeName == "noMechanism")
                }
            }
        }
    }
}
