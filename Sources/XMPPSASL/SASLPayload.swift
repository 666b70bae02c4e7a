/// How SASL data is written as the text of an XMPP element (RFC 6120 §6.4), which must tell *no data* from *data
/// of zero length*: the first is an element without text, the second the text `=`.
public enum SASLPayload {
    /// The element text for the data: empty for `nil`, `=` for zero bytes, else base64.
    public static func text(for data: [UInt8]?) -> String {
        guard let data else { return "" }
        return data.isEmpty ? "=" : Base64.encode(data)
    }

    /// The data of an element text: `nil` where there is no text, no bytes for `=`.
    ///
    /// Throws ``SASLError/Code/incorrectEncoding`` for anything that is not strict base64 (RFC 6120 §6.5.5).
    public static func data(of text: some StringProtocol) throws(SASLError) -> [UInt8]? {
        if text.isEmpty { return nil }
        if text == "=" { return [] }
        guard let data = Base64.decode(text) else {
            throw SASLError(.incorrectEncoding, "the text is not base64 (RFC 4648 §4)")
        }
        return data
    }
}
