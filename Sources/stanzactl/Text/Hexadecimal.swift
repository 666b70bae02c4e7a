extension [UInt8] {
    /// Two lower-case digits a byte.
    var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
