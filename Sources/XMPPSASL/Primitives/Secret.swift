import COpenSSL

/// Bytes that must not outlive their use: a password, a salted password, a token.
///
/// The buffer is overwritten when the last copy of the value goes away, and no description, dump or mirror of it
/// shows what it holds. A `String` that the bytes came from is the caller's to forget.
public struct Secret: Sendable {
    private let storage: Storage

    /// Copies the bytes into a buffer of their own.
    public init(_ bytes: some Collection<UInt8>) {
        storage = Storage(bytes)
    }

    /// Copies the UTF-8 form of the text.
    public init(_ text: String) {
        self.init(text.utf8)
    }

    /// Random bytes, for tokens and for the seed of a ``SCRAMDecoy``.
    ///
    /// - Parameters:
    ///   - count: How many; below 0 none. 32 cannot be guessed.
    ///   - generator: Where they come from; one that can be foreseen makes no secret.
    public static func random(count: Int = 32, using generator: inout some RandomNumberGenerator) -> Secret {
        var bytes = (0..<max(count, 0)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        defer { wipe(&bytes) }
        return Secret(bytes)
    }

    /// Random bytes of the system's; otherwise as ``random(count:using:)``.
    public static func random(count: Int = 32) -> Secret {
        var generator = SystemRandomNumberGenerator()
        return random(count: count, using: &generator)
    }

    /// The number of bytes.
    public var count: Int { storage.buffer.count }

    /// Whether there are no bytes.
    public var isEmpty: Bool { storage.buffer.isEmpty }

    /// Gives access to the bytes for the duration of the call; the pointer must not escape it.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(storage.buffer))
    }

    /// Whether both hold the same bytes, compared in a time that depends only on their lengths.
    public func matches(_ other: Secret) -> Bool {
        withBytes { mine in other.withBytes { theirs in constantTimeEqual(mine, theirs) } }
    }

    /// The buffer is written once, before it is shared, and only read until it is wiped: hence `@unchecked`.
    private final class Storage: @unchecked Sendable {
        let buffer: UnsafeMutableRawBufferPointer

        init(_ bytes: some Collection<UInt8>) {
            buffer = .allocate(byteCount: bytes.count, alignment: 1)
            buffer.copyBytes(from: bytes)
        }

        deinit {
            OPENSSL_cleanse(buffer.baseAddress, buffer.count)
            buffer.deallocate()
        }
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always the same masking text.
    public var description: String { "<secret>" }
    /// Always the same masking text.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Compares without an early exit, so that the time taken tells nothing about where two values differ.
func constantTimeEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count else { return false }
    guard let first = a.baseAddress, let second = b.baseAddress else { return true }
    return CRYPTO_memcmp(first, second, a.count) == 0
}

/// Compares without an early exit, so that the time taken tells nothing about where two values differ.
func constantTimeEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.withUnsafeBytes { first in b.withUnsafeBytes { second in constantTimeEqual(first, second) } }
}
