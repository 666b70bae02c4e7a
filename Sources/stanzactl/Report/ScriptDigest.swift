import XMPPSASL

/// The digest by which a content security policy knows a script or a style (CSP Level 3 §2.3.1).
enum ScriptDigest {
    /// `'sha256-…'`.
    static func source(of text: String) -> String {
        guard let digest = try? HashFunction.sha256.digest(Array(text.utf8)) else { return "'none'" }
        return "'sha256-" + Base64.encode(digest) + "'"
    }
}
