import COpenSSL

/// The digest by which a content security policy knows a script or a style (CSP Level 3 §2.3.1).
enum ScriptDigest {
    /// `'sha256-…'`.
    static func source(of text: String) -> String {
        let bytes = Array(text.utf8)
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha256(), nil) == 1 else { return "'none'" }
        var encoded = [UInt8](repeating: 0, count: 4 * ((Int(count) + 2) / 3) + 1)
        let length = EVP_EncodeBlock(&encoded, digest, Int32(count))
        return "'sha256-" + String(decoding: encoded.prefix(Int(max(0, length))), as: UTF8.self) + "'"
    }
}
