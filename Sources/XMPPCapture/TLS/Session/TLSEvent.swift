/// What comes out of a recorded TLS session.
public enum TLSEvent: Sendable, Hashable {
    /// What the handshake shows. It comes again when more has become known, and with every renegotiation.
    indirect case handshake(TLSHandshakeFacts)
    /// The next bytes of what was said inside.
    case plaintext(TLSPlaintext)
    /// Records that could not be read, between others that could, or up to the end.
    case gap(TLSGap)
    /// One side warns, fails or says that it has nothing more to send.
    case alert(TLSAlert)
    /// Something missing, malformed or given up.
    case note(CaptureNote)
}

/// What one record carried for the application.
public struct TLSPlaintext: Sendable, Hashable {
    /// Which way the bytes went.
    public let direction: Direction
    /// How many bytes of plaintext of this direction are before these, lost ones not counted.
    public let offset: Int64
    /// The bytes, never none.
    public let bytes: [UInt8]
    /// Where the record is in the TCP stream, as offsets of its direction.
    public let ciphertext: Range<Int64>
    /// Whether the client sent them before the handshake was over, so that they can be a replay (RFC 8446 §8).
    public let isEarlyData: Bool
}

/// Records that could not be read.
public struct TLSGap: Sendable, Hashable {
    /// Which way they went.
    public let direction: Direction
    /// Where they are in the TCP stream, as offsets of their direction, from the start of the first of them.
    public let ciphertext: Range<Int64>
    /// How many bytes of them the capture does not have; 0 if they are there but damaged.
    public let missingBytes: Int64
    /// How many records they are, by the numbers of those around; nil if nothing was read behind them.
    public let records: Int?
}

/// An alert (RFC 8446 §6).
public struct TLSAlert: Sendable, Hashable {
    /// Who sent it.
    public let direction: Direction
    /// Whether its level says that it ends the session.
    public let isFatal: Bool
    /// The number of its description.
    public let code: UInt8
    /// Where its record is in the TCP stream, as offsets of its direction.
    public let ciphertext: Range<Int64>

    /// Whether it says that the sender has nothing more to send (RFC 8446 §6.1).
    public var isCloseNotify: Bool { code == 0 }

    /// The registered name of its description, `handshake_failure`; the number if it has none.
    public var name: String {
        switch code {
        case 0: "close_notify"
        case 10: "unexpected_message"
        case 20: "bad_record_mac"
        case 21: "decryption_failed"
        case 22: "record_overflow"
        case 30: "decompression_failure"
        case 40: "handshake_failure"
        case 41: "no_certificate"
        case 42: "bad_certificate"
        case 43: "unsupported_certificate"
        case 44: "certificate_revoked"
        case 45: "certificate_expired"
        case 46: "certificate_unknown"
        case 47: "illegal_parameter"
        case 48: "unknown_ca"
        case 49: "access_denied"
        case 50: "decode_error"
        case 51: "decrypt_error"
        case 60: "export_restriction"
        case 70: "protocol_version"
        case 71: "insufficient_security"
        case 80: "internal_error"
        case 86: "inappropriate_fallback"
        case 90: "user_canceled"
        case 100: "no_renegotiation"
        case 109: "missing_extension"
        case 110: "unsupported_extension"
        case 111: "certificate_unobtainable"
        case 112: "unrecognized_name"
        case 113: "bad_certificate_status_response"
        case 114: "bad_certificate_hash_value"
        case 115: "unknown_psk_identity"
        case 116: "certificate_required"
        case 120: "no_application_protocol"
        default: String(code)
        }
    }
}
