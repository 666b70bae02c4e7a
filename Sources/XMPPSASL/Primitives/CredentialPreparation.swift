import XMPPAddress

/// How user names and passwords are brought into the form that both sides compute with: SASLprep (RFC 4013), as
/// RFC 5802 §2.2 and §5.1 ask for.
enum CredentialPreparation {
    /// Prepares a password, as a *stored string*: unassigned code points are refused (RFC 5802 §2.2).
    ///
    /// Throws ``SASLError/Code/unpreparableCredentials`` for what SASLprep forbids and for an empty result.
    static func prepare(password: Secret) throws(SASLError) -> Secret {
        let isASCII = password.withBytes { $0.allSatisfy { $0 < 0x80 } }
        guard isASCII else {
            let text = password.withBytes { String(validating: $0, as: UTF8.self) }
            guard let text else { throw unpreparable("the password is not UTF-8") }
            return Secret(try prepareUnicode(text, subject: "the password", purpose: .stored))
        }
        try password.withBytes { (bytes: UnsafeRawBufferPointer) throws(SASLError) in
            try checkASCII(bytes, subject: "the password")
        }
        return password
    }

    /// Prepares a user name, as a *query*: unassigned code points pass (RFC 5802 §5.1).
    ///
    /// Throws ``SASLError/Code/unpreparableCredentials`` for what SASLprep forbids and for an empty result.
    static func prepare(username: String) throws(SASLError) -> String {
        guard username.utf8.allSatisfy({ $0 < 0x80 }) else {
            return try prepareUnicode(username, subject: "the user name", purpose: .query)
        }
        try checkASCII(username.utf8, subject: "the user name")
        return username
    }

    /// Of ASCII, SASLprep changes nothing and forbids the control characters (RFC 4013 §2.3, table C.2.1).
    private static func checkASCII(_ bytes: some Collection<UInt8>, subject: String) throws(SASLError) {
        guard !bytes.isEmpty else { throw unpreparable("\(subject) is empty") }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw unpreparable("\(subject) contains a control character (RFC 4013 §2.3)")
        }
    }

    /// Beyond ASCII the text goes through a `String`, which cannot be wiped.
    private static func prepareUnicode(
        _ text: String,
        subject: String,
        purpose: SASLprep.Purpose
    ) throws(SASLError) -> String {
        let prepared: String
        do throws(PreparationError) {
            prepared = try SASLprep.prepare(text, as: purpose)
        } catch {
            throw unpreparable("\(subject) cannot be prepared (RFC 4013)")
        }
        guard !prepared.isEmpty else { throw unpreparable("\(subject) is empty after preparation (RFC 4013)") }
        return prepared
    }

    private static func unpreparable(_ reason: String) -> SASLError {
        SASLError(.unpreparableCredentials, reason)
    }
}
