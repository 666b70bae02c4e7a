/// The random text that makes an exchange unrepeatable (RFC 5802 §5.1, attribute `r`).
public enum SCRAMNonce {
    /// A nonce of 32 characters that carry 192 random bits.
    public static func generate(using generator: inout some RandomNumberGenerator) -> String {
        let bytes = (0..<24).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return Base64.encode(bytes)
    }

    /// A nonce of the system's randomness; otherwise as ``generate(using:)``.
    public static func generate() -> String {
        var generator = SystemRandomNumberGenerator()
        return generate(using: &generator)
    }

    /// Whether the text is printable ASCII without the comma, and not empty.
    static func isValid(_ nonce: some Collection<UInt8>) -> Bool {
        !nonce.isEmpty && nonce.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ",") }
    }
}
