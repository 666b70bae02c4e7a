/// `client-first-message` of RFC 5802 §7.
struct SCRAMClientFirst {
    /// The channel binding flag of the GS2 header.
    enum Flag: Equatable {
        case unsupported
        case notOffered
        case bound(ChannelBindingType)
    }

    let flag: Flag
    let authorizationIdentity: String?
    /// The bytes of the GS2 header, which the client repeats in its second message.
    let gs2Header: [UInt8]
    /// The rest, which the signatures cover.
    let bare: [UInt8]
    let username: String
    let nonce: String

    init(parsing message: [UInt8], limits: SCRAMLimits) throws(SASLError) {
        let name = "client-first-message"
        guard message.count <= limits.maximumMessageLength else {
            throw SASLError(.messageTooLong, "the \(name) has more than \(limits.maximumMessageLength) bytes")
        }
        let header = try GS2Header(parsing: message, of: name)
        flag = header.flag
        authorizationIdentity = header.authorizationIdentity
        gs2Header = Array(message[..<header.end])
        bare = Array(message[header.end...])

        var attributes = try SCRAMAttributes(bare[...], of: name, limits: limits)
        guard let username = SASLName.unescape(try attributes.takeText("n")) else {
            throw .malformed("n= of the \(name) has an equals sign that escapes nothing (RFC 5802 §5.1)")
        }
        self.username = try CredentialPreparation.prepare(username: username)
        nonce = try attributes.takeNonce()
        _ = try attributes.takeExtensions()
    }
}

/// `gs2-header` of RFC 5801 §4, as SCRAM and OAUTHBEARER use it.
struct GS2Header {
    let flag: SCRAMClientFirst.Flag
    let authorizationIdentity: String?
    /// Where what follows the header begins.
    let end: Int

    init(parsing message: [UInt8], of name: String) throws(SASLError) {
        let comma = UInt8(ascii: ",")
        guard let first = message.firstIndex(of: comma),
            let second = message[(first + 1)...].firstIndex(of: comma),
            let flagText = String(validating: message[..<first], as: UTF8.self),
            let identityText = String(validating: message[(first + 1)..<second], as: UTF8.self)
        else {
            throw .malformed("the \(name) does not begin with a GS2 header (RFC 5801 §4)")
        }
        switch flagText {
        case "n": flag = .unsupported
        case "y": flag = .notOffered
        case _ where flagText.hasPrefix("p=") && flagText.utf8.count > 2:
            flag = .bound(ChannelBindingType(rawValue: String(flagText.dropFirst(2))))
        default: throw .malformed("the \(name) begins with an unknown channel binding flag (RFC 5802 §7)")
        }
        if identityText.isEmpty {
            authorizationIdentity = nil
        } else {
            let escaped = identityText.hasPrefix("a=") ? identityText.dropFirst(2) : ""
            guard !escaped.isEmpty, let identity = SASLName.unescape(String(escaped)), !identity.utf8.contains(0) else {
                throw SASLError(.invalidAuthorizationIdentity, "a= of the \(name) is not an escaped name")
            }
            authorizationIdentity = identity
        }
        end = second + 1
    }
}

/// `client-final-message` of RFC 5802 §7.
struct SCRAMClientFinal {
    let bindingInput: [UInt8]
    let nonce: String
    let proof: [UInt8]
    let withoutProof: [UInt8]

    init(parsing message: [UInt8], limits: SCRAMLimits) throws(SASLError) {
        let name = "client-final-message"
        let proofStart = message.lastIndex(of: UInt8(ascii: ",")) ?? message.startIndex
        var attributes = try SCRAMAttributes(message[...], of: name, limits: limits)
        bindingInput = try attributes.takeData("c")
        nonce = try attributes.takeNonce()
        while let extensionName = attributes.nextName, extensionName != "p" {
            try attributes.skipExtension()
        }
        proof = try attributes.takeData("p")
        guard attributes.nextName == nil else { throw .malformed("p= is not the end of the \(name)") }
        withoutProof = Array(message[..<proofStart])
    }
}
