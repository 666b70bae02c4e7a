public import XMLStream

/// Why a stream is closed (RFC 6120 §4.9).
public struct StreamError: Payload, Error {
    public static let element = Name.streamError

    /// What is wrong (RFC 6120 §4.9.3).
    public var condition: StreamErrorCondition
    /// The text of the condition's element: the host, for `see-other-host` (RFC 6120 §4.9.3.19).
    public var host: String?
    /// Texts for people, at most one a language (RFC 6120 §4.9.2).
    public var texts: [LocalizedText]
    /// Conditions in other namespaces, which say more (RFC 6120 §4.9.4).
    public var applicationConditions: [Element]

    /// Creates an error.
    public init(
        _ condition: StreamErrorCondition,
        host: String? = nil,
        texts: [LocalizedText] = [],
        applicationConditions: [Element] = []
    ) {
        self.condition = condition
        self.host = host
        self.texts = texts
        self.applicationConditions = applicationConditions
    }

    /// Creates an error with a text in the stream's language.
    public init(_ condition: StreamErrorCondition, text: String) {
        self.init(condition, texts: [LocalizedText(text)])
    }

    /// The first text, whatever its language.
    public var text: String? { texts.first?.text }

    /// Where `see-other-host` says that the stream is to be opened; nil if it does not.
    public var otherHost: HostAndPort? {
        condition == .seeOtherHost ? host.flatMap(HostAndPort.init) : nil
    }

    /// An error without a condition is read as `undefined-condition`, because the stream ends all the same.
    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        _ = StreamErrorNamespace.known
        let condition = try c.child { (error: Self) -> ConditionElement<StreamErrorNamespace>? in
            ConditionElement(name: error.condition.rawValue, content: error.host)
        }
        let texts = try c.children { $0.texts.map { ErrorText<StreamErrorNamespace>(value: $0) } }
        if condition == nil { try c.report("there is no condition in \(StreamErrorNamespace.namespace)") }
        return Self(
            condition.map { StreamErrorCondition(rawValue: $0.name) } ?? .undefinedCondition,
            host: condition?.content,
            texts: texts.map(\.value),
            applicationConditions: c.anyChildren(\.applicationConditions)
        )
    }
}

extension StreamError: CustomStringConvertible {
    /// The condition and the first text, on one line.
    public var description: String { condition.rawValue + (text.map { ": \($0)" } ?? "") }
}

/// A host with a port, as `see-other-host` has it: `host`, `host:port`, `[IPv6]`, `[IPv6]:port`.
public struct HostAndPort: Sendable, Hashable {
    /// A domain name or an IP address, without brackets.
    public let host: String
    /// The port; nil if none is given.
    public let port: UInt16?

    /// Reads a host with or without a port; nil if the text is neither.
    ///
    /// An IPv6 address without brackets is taken for a host, though the RFC demands them.
    public init?(_ text: String) {
        let text = text.trimmed
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let rest = text[text.index(after: end)...]
            self.init(text[text.index(after: text.startIndex)..<end], port: rest.isEmpty ? nil : rest)
        } else if let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon {
            self.init(text[..<colon], port: text[colon...])
        } else {
            self.init(text[...], port: nil)
        }
    }

    private init?(_ host: Substring, port: Substring?) {
        guard !host.isEmpty, !host.contains(where: { $0.isWhitespace || $0 == "/" || $0 == "@" }) else { return nil }
        self.host = String(host)
        guard let port else {
            self.port = nil
            return
        }
        guard port.hasPrefix(":"), let number = UInt16(port.dropFirst()), number > 0 else { return nil }
        self.port = number
    }
}

extension HostAndPort: CustomStringConvertible {
    /// The host, in brackets if it is an IPv6 address, and the port if there is one.
    public var description: String {
        (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
    }
}
