public import XMLStream
public import XMPPStanzas

/// A task that gives a server what it needs to offer another mechanism: in the features and in the request (XEP-0480 §2).
public struct SASLUpgrade: Payload {
    public static let element = Name.known("upgrade", in: "urn:xmpp:sasl:upgrade:0")

    /// The task's name, `UPGR-` and a mechanism's name.
    public var task: String

    /// Creates the name of a task.
    public init(task: String) { self.task = task }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(task: try c.text(\.task))
    }
}

/// What the password is to be salted with (XEP-0480 §3).
public struct SCRAMUpgradeSalt: Payload {
    public static let element = Name.known("salt", in: "urn:xmpp:scram-upgrade:0")

    /// The salt; not empty.
    public var salt: Base64Data
    /// How often the hash is to be iterated.
    public var iterations: Int

    /// Creates the parameters.
    public init(_ salt: Base64Data, iterations: Int) {
        self.salt = salt
        self.iterations = iterations
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        let iterations = try c.attribute("iterations", \.iterations)
        return Self(try c.text(\.salt), iterations: iterations)
    }
}

/// The salted password (XEP-0480 §3), as good as the password at this server.
public struct SCRAMUpgradeHash: Payload {
    public static let element = Name.known("hash", in: "urn:xmpp:scram-upgrade:0")

    /// `SaltedPassword` of RFC 5802 §3.
    public var saltedPassword: MaskedData

    /// Creates the answer.
    public init(_ saltedPassword: MaskedData) { self.saltedPassword = saltedPassword }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(try c.text(\.saltedPassword))
    }
}
