import XMPPPrimitives

/// A line of an NSS key log: `<label> <client random or another name> <secret>`, the last two in hexadecimal.
struct KeyLogLine: Sendable, Equatable {
    /// What a secret is, as far as it serves to decrypt.
    enum Label: UInt8, Sendable, Hashable, CaseIterable {
        /// `CLIENT_RANDOM`: the master secret of TLS 1.2 and before, 48 bytes.
        case masterSecret
        /// `PMS_CLIENT_RANDOM`: the premaster secret that leads to it.
        case premasterSecret
        case clientEarlyTraffic
        case clientHandshakeTraffic
        case serverHandshakeTraffic
        /// `CLIENT_TRAFFIC_SECRET_0`; the later ones follow from it.
        case clientTraffic
        case serverTraffic
        /// `CLIENT_TRAFFIC_SECRET_N` with a number above 0: what follows from the one before by a key update.
        case updatedClientTraffic
        case updatedServerTraffic

        /// What lines call it, up to the number if it has one above 0.
        private var name: StaticString {
            switch self {
            case .masterSecret: "CLIENT_RANDOM"
            case .premasterSecret: "PMS_CLIENT_RANDOM"
            case .clientEarlyTraffic: "CLIENT_EARLY_TRAFFIC_SECRET"
            case .clientHandshakeTraffic: "CLIENT_HANDSHAKE_TRAFFIC_SECRET"
            case .serverHandshakeTraffic: "SERVER_HANDSHAKE_TRAFFIC_SECRET"
            case .clientTraffic: "CLIENT_TRAFFIC_SECRET_0"
            case .serverTraffic: "SERVER_TRAFFIC_SECRET_0"
            case .updatedClientTraffic: "CLIENT_TRAFFIC_SECRET_"
            case .updatedServerTraffic: "SERVER_TRAFFIC_SECRET_"
            }
        }

        fileprivate var isUpdated: Bool { self == .updatedClientTraffic || self == .updatedServerTraffic }

        /// Reads the label of a line; `updates` is the number that it ends with, if it is one of those after an update.
        fileprivate init?(_ text: ArraySlice<UInt8>, updates: inout Int) {
            let whole = Self.allCases.first { !$0.isUpdated && $0.name.withUTF8Buffer { text.elementsEqual($0) } }
            if let whole {
                self = whole
                return
            }
            let updated = Self.allCases.first { $0.isUpdated && $0.name.withUTF8Buffer { text.starts(with: $0) } }
            guard let updated else { return nil }
            let digits = String(decoding: text.dropFirst(updated.name.utf8CodeUnitCount), as: UTF8.self)
            guard digits.utf8.allSatisfy(\.isDigit), let number = Int(digits), number > 0 else {
                return nil
            }
            updates = number
            self = updated
        }

        /// Whether a secret of this kind can have that many bytes.
        fileprivate func admits(_ length: Int) -> Bool {
            switch self {
            case .masterSecret: length == 48
            case .premasterSecret: length <= 1024
            default: length == 32 || length == 48
            }
        }
    }

    /// What a secret is found by.
    enum Name: Sendable, Equatable {
        case session(ClientRandom, Label)
        /// `RSA`: the first 8 bytes of the encrypted premaster secret.
        case encryptedPremaster([UInt8])
        /// `RSA Session-ID:… Master-Key:…`, as `openssl s_client` prints it.
        case sessionID([UInt8])
    }

    let name: Name
    let secret: [UInt8]
    /// How many key updates came before, for secrets after such.
    var updates = 0

    /// What reading a line gives.
    enum Outcome: Sendable, Equatable {
        case secret(KeyLogLine)
        /// Empty, a comment, or a secret that no records are protected with, as those of exporters.
        case nothing
        case malformed
    }

    /// Reads a line without its end.
    static func read(_ line: ArraySlice<UInt8>) -> Outcome {
        let words = line.split(maxSplits: 3, whereSeparator: { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d })
        guard let first = words.first, first.first != UInt8(ascii: "#") else { return .nothing }
        guard words.count >= 3 else { return .malformed }
        if first.elementsEqual("RSA".utf8) { return readRSA(words[1], words[2]) }
        var updates = 0
        guard let label = Label(first, updates: &updates) else { return isWellKnown(first) ? .nothing : .malformed }
        guard let random = Hexadecimal.bytes(of: words[1]).flatMap({ ClientRandom($0[...]) }),
            let secret = Hexadecimal.bytes(of: words[2]), label.admits(secret.count)
        else { return .malformed }
        return .secret(KeyLogLine(name: .session(random, label), secret: secret, updates: updates))
    }

    private static func readRSA(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Outcome {
        if name.starts(with: "Session-ID:".utf8), value.starts(with: "Master-Key:".utf8) {
            guard let id = Hexadecimal.bytes(of: name.dropFirst(11)), id.count <= 32,
                let secret = Hexadecimal.bytes(of: value.dropFirst(11)), secret.count == 48
            else { return .malformed }
            return .secret(KeyLogLine(name: .sessionID(id), secret: secret))
        }
        guard let id = Hexadecimal.bytes(of: name), id.count == 8,
            let secret = Hexadecimal.bytes(of: value), secret.count == 48
        else { return .malformed }
        return .secret(KeyLogLine(name: .encryptedPremaster(id), secret: secret))
    }

    /// Whether a label is one of those that are of no use here.
    private static func isWellKnown(_ label: ArraySlice<UInt8>) -> Bool {
        let name = String(decoding: label, as: UTF8.self)
        return name.hasSuffix("EXPORTER_SECRET") || name.hasPrefix("ECH_")
    }
}
