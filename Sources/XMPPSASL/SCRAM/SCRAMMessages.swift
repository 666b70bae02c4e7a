/// `saslname` of RFC 5802 §5.1: a name in which `,` and `=` are written `=2C` and `=3D`.
enum SASLName {
    static func escape(_ name: String) -> String {
        var escaped = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case ",": escaped += "=2C"
            case "=": escaped += "=3D"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Undoes the escaping; `nil` for an equals sign that begins neither sequence.
    static func unescape(_ name: String) -> String? {
        var parts = name.split(separator: "=", omittingEmptySubsequences: false).makeIterator()
        var unescaped = String(parts.next() ?? "")
        while let part = parts.next() {
            if part.hasPrefix("2C") {
                unescaped += ","
            } else if part.hasPrefix("3D") {
                unescaped += "="
            } else {
                return nil
            }
            unescaped += part.dropFirst(2)
        }
        return unescaped
    }
}

/// `server-first-message` of RFC 5802 §7.
struct SCRAMServerFirst {
    let nonce: String
    let salt: [UInt8]
    let iterations: Int
    let extensions: [String: ArraySlice<UInt8>]

    init(parsing message: [UInt8], clientNonce: String, limits: SCRAMLimits) throws(SASLError) {
        var attributes = try SCRAMAttributes(message[...], of: "server-first-message", limits: limits)
        if attributes.nextName == "e" { throw try SCRAMServerFinal.serverError(&attributes) }
        nonce = try attributes.takeNonce()
        salt = try attributes.takeData("s")
        iterations = try attributes.takePositiveNumber("i")
        extensions = try attributes.takeExtensions()
        // Octets are compared, not characters, and the server has to add randomness of its own.
        guard nonce.utf8.starts(with: clientNonce.utf8), nonce.utf8.count > clientNonce.utf8.count else {
            throw SASLError(.nonceMismatch, "r= of the server-first-message does not continue the client's nonce")
        }
        try limits.check(iterations: iterations)
    }
}

/// `server-final-message` of RFC 5802 §7.
struct SCRAMServerFinal {
    let signature: [UInt8]

    init(parsing message: [UInt8], limits: SCRAMLimits) throws(SASLError) {
        var attributes = try SCRAMAttributes(message[...], of: "server-final-message", limits: limits)
        if attributes.nextName == "e" { throw try Self.serverError(&attributes) }
        signature = try attributes.takeData("v")
        _ = try attributes.takeExtensions()
    }

    /// The error that `e=` stands for. Only the RFC's own values are repeated in its text.
    static func serverError(_ attributes: inout SCRAMAttributes) throws(SASLError) -> SASLError {
        let value = try attributes.takeText("e")
        let known = knownErrors.contains(value) ? value : "an error that RFC 5802 does not define"
        return SASLError(.serverError, "the server reports \(known)")
    }

    private static let knownErrors: Set<String> = [
        "invalid-encoding", "extensions-not-supported", "invalid-proof", "channel-bindings-dont-match",
        "server-does-support-channel-binding", "channel-binding-not-supported",
        "unsupported-channel-binding-type", "unknown-user", "invalid-username-encoding", "no-resources",
        "other-error",
    ]
}
