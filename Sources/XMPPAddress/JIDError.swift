/// Why a string is not a JID: the part at fault, the rule it breaks and, where one is to blame, the character.
public struct JIDError: Error, Sendable, Hashable {
    /// The parts of an address (RFC 7622 §3.1).
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// The address as a whole, or a break between parts.
        case address
        /// The localpart, before the first `@`.
        case local
        /// The domainpart.
        case domain
        /// The resourcepart, after the first `/`.
        case resource
    }

    /// The part that is at fault.
    public let part: Part
    /// What is wrong with it. Its offset counts from the start of the address that was read, or of the part's own
    /// string if the parts were given one by one.
    public let cause: PreparationError

    init(_ part: Part, _ cause: PreparationError) {
        self.part = part
        self.cause = cause
    }

    /// The rule that is broken, with its words and its section.
    public var rule: PreparationError.Rule { cause.rule }
    /// The character that breaks the rule, as it is after mapping; `nil` where no single one is to blame.
    public var character: Unicode.Scalar? { cause.character }
    /// Where that character is, in UTF-8 octets.
    public var offset: Int? { cause.offset }
    /// The character, the rule in words and its section, without naming the part.
    public var reason: String { cause.description }
}

extension JIDError: CustomStringConvertible {
    /// The part and the reason, on one line.
    public var description: String { "\(part.name): \(reason)" }
}

extension JIDError.Part {
    /// The name that RFC 7622 uses.
    fileprivate var name: String {
        switch self {
        case .address: "address"
        case .local: "localpart"
        case .domain: "domainpart"
        case .resource: "resourcepart"
        }
    }
}
