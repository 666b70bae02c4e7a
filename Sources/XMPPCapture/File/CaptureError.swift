/// Why a capture file cannot be read further.
///
/// What was whole before the place has been delivered; after it a file offers no way to find the next record.
public struct CaptureError: Error, Sendable, Hashable {
    /// What kind of damage it is.
    public enum Code: Sendable, Hashable {
        /// The input is none of the formats that ``CaptureFormat`` names.
        case notACapture
        /// A version of the format that nobody has described yet.
        case unsupportedVersion
        /// A length or another field contradicts the format.
        case malformed
        /// A record or block is longer than ``CaptureLimits`` allows.
        case limitExceeded
        /// The compressed data around the capture is damaged.
        case badCompression
    }

    /// What kind of damage it is.
    public let code: Code
    /// Where it is: bytes from the start of the file, after inflation if that was compressed.
    public let offset: UInt64
    /// What was found and what would have been right, as one sentence without a full stop.
    public let message: String

    init(_ code: Code, at offset: UInt64, _ message: String) {
        self.code = code
        self.offset = offset
        self.message = message
    }
}

extension CaptureError: CustomStringConvertible {
    /// The place and the message in one line.
    public var description: String { "byte \(offset): \(message)" }
}
