/// The extensions of a hello or of EncryptedExtensions (RFC 8446 §4.2), those that matter for reading.
struct TLSExtensions: Sendable, Equatable {
    /// SNI (RFC 6066 §3).
    private(set) var serverName: String?
    /// ALPN (RFC 7301); what a server chose is a list of one.
    private(set) var protocols: [String] = []
    /// RFC 8446 §4.2.1; what a server chose is a list of one.
    private(set) var versions: [TLSProtocolVersion] = []
    /// RFC 7366.
    private(set) var encryptsThenMACs = false
    /// RFC 7627.
    private(set) var usesExtendedMasterSecret = false
    /// RFC 8446 §4.2.10.
    private(set) var hasEarlyData = false
    /// The ticket by which a session is to be resumed (RFC 5077 §3.2).
    private(set) var ticket: [UInt8] = []
    /// In a ServerHello of TLS 1.3: a key of an earlier session is used (RFC 8446 §4.2.11).
    private(set) var usesPreSharedKey = false

    private enum Number {
        static let serverName: UInt16 = 0
        static let protocols: UInt16 = 16
        static let encryptThenMAC: UInt16 = 22
        static let extendedMasterSecret: UInt16 = 23
        static let ticket: UInt16 = 35
        static let preSharedKey: UInt16 = 41
        static let earlyData: UInt16 = 42
        static let supportedVersions: UInt16 = 43
    }

    /// Reads what is there; what is cut or malformed is passed over.
    init(_ bytes: ArraySlice<UInt8>) {
        var reader = TLSFieldReader(bytes)
        while let number = reader.uint16(), let body = reader.vector(lengthBytes: 2) {
            take(number, TLSFieldReader(body))
        }
    }

    private mutating func take(_ number: UInt16, _ body: TLSFieldReader) {
        var body = body
        switch number {
        case Number.serverName: serverName = Self.hostName(in: body)
        case Number.protocols: protocols = Self.names(in: body)
        case Number.encryptThenMAC: encryptsThenMACs = true
        case Number.extendedMasterSecret: usesExtendedMasterSecret = true
        case Number.ticket: ticket = Array(body.rest)
        case Number.preSharedKey: usesPreSharedKey = true
        case Number.earlyData: hasEarlyData = true
        case Number.supportedVersions:
            let numbers = body.rest.count == 2 ? body.uint16().map { [$0] } : body.uint16s(lengthBytes: 1)
            versions = (numbers ?? []).map { TLSProtocolVersion(rawValue: $0) }.filter { !$0.isGrease }
        default: break
        }
    }

    private static func hostName(in body: TLSFieldReader) -> String? {
        var body = body
        guard var list = body.vector(lengthBytes: 2).map({ TLSFieldReader($0) }) else { return nil }
        while let type = list.uint8(), let name = list.vector(lengthBytes: 2) {
            if type == 0 { return String(decoding: name, as: UTF8.self) }
        }
        return nil
    }

    private static func names(in body: TLSFieldReader) -> [String] {
        var body = body
        guard var list = body.vector(lengthBytes: 2).map({ TLSFieldReader($0) }) else { return [] }
        var names: [String] = []
        while let name = list.vector(lengthBytes: 1) {
            // Two equal bytes, each with the low half a, are one of the names that mean nothing (RFC 8701).
            let isGrease = name.count == 2 && name.first == name.last && name.allSatisfy { $0 & 0x0f == 0x0a }
            if !isGrease { names.append(String(decoding: name, as: UTF8.self)) }
        }
        return names
    }
}
