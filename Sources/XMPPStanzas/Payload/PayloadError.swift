public import XMLStream

/// A deviation from a payload's schema, and where it is: thrown when the payload cannot be read for it, else one of
/// its diagnostics.
public struct PayloadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The most deviations that are kept of one payload, those of what is in it included: a peer may send as many as it
    /// likes.
    static let mostDeviations = 1000

    /// What deviates.
    public enum Reason: Hashable, Sendable {
        /// The element is another one than the type reads.
        case wrongElement(wanted: Name)
        /// A required field is absent.
        case missing(Field)
        /// A field has a value that is not among those that its specification allows.
        case invalid(Field, value: String, wanted: String)
        /// A field that may be there once is there again.
        case duplicate(Field)
        /// None of the children is one that the specification has here.
        case noAlternative(wanted: String)
        /// A rule of the specification that concerns more than one field.
        case violation(String)
    }

    /// A part of an element.
    public enum Field: Hashable, Sendable, CustomStringConvertible {
        /// The attribute of this name.
        case attribute(String)
        /// The child of this local name.
        case child(String)
        /// The element's own character data.
        case text

        public var description: String {
            switch self {
            case .attribute(let name): "attribute '\(name)'"
            case .child(let name): "<\(name)/>"
            case .text: "text"
            }
        }
    }

    /// What deviates.
    public let reason: Reason
    /// The names from the element that was read down to the one at fault, such as `query/identity[2]`.
    public let path: String

    /// Creates an error from its parts.
    public init(_ reason: Reason, path: String) {
        self.reason = reason
        self.path = path
    }

    @usableFromInline
    static func wrongElement(_ element: Element, wanted: Name) -> PayloadError {
        PayloadError(.wrongElement(wanted: wanted), path: element.name.description)
    }

    /// The place and the reason, on one line.
    public var description: String {
        switch reason {
        case .wrongElement(let wanted): "\(path): is not \(wanted)"
        case .missing(let field): "\(path): \(field) is missing"
        case .invalid(let field, let value, let wanted):
            "\(path): \(field) is \(String(reflecting: value)), which is not \(wanted)"
        case .duplicate(let field): "\(path): more than one \(field)"
        case .noAlternative(let wanted): "\(path): there is none of \(wanted)"
        case .violation(let rule): "\(path): \(rule)"
        }
    }
}
