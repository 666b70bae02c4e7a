import CExpat

/// Every way in which a stream can break a rule, with its condition, in one place.
extension Violation {
    private init(_ condition: XMLStreamError.Condition, _ message: String, _ rule: String) {
        self.init(condition: condition, message: message, rule: rule)
    }

    // MARK: Well-formedness

    static let unboundPrefix = Violation(
        .notWellFormed,
        "A name has a prefix that no declaration in scope binds.",
        "RFC 6120 §11.3; Namespaces in XML 1.0 §5"
    )
    static let malformedName = Violation(
        .notWellFormed,
        "A name has an empty part, more than one colon, or a part that does not begin like a name.",
        "RFC 6120 §11.3; Namespaces in XML 1.0 §4"
    )
    static let undeclaredPrefix = Violation(
        .notWellFormed,
        "A prefix is bound to the empty namespace name.",
        "RFC 6120 §11.3; Namespaces in XML 1.0 §5"
    )
    static let reservedNamespace = Violation(
        .notWellFormed,
        "A declaration misuses the reserved prefix or namespace of xml or xmlns.",
        "RFC 6120 §11.3; Namespaces in XML 1.0 §3"
    )
    static let duplicateAttribute = Violation(
        .notWellFormed,
        "An element has the same attribute twice.",
        "RFC 6120 §11.3; XML 1.0 §3.1; Namespaces in XML 1.0 §6.3"
    )
    static let mismatchedTag = Violation(
        .notWellFormed,
        "An end tag does not match the start tag of the element that is open.",
        "RFC 6120 §11.3; XML 1.0 §3"
    )
    static let textBeforeHeader = Violation(
        .notWellFormed,
        "Something other than white space stands where the stream header has to begin.",
        "RFC 6120 §11.3; XML 1.0 §2.1"
    )
    static let tlsRecord = Violation(
        .notWellFormed,
        "A TLS record stands where the stream header has to begin.",
        "RFC 6120 §11.3; XML 1.0 §2.1"
    )
    static let byteOrderMark = Violation(
        .notWellFormed,
        "U+FEFF before the stream header is a character, not a byte order mark.",
        "RFC 6120 §11.6"
    )
    static let malformedDeclaration = Violation(
        .notWellFormed,
        "The XML declaration is malformed or claims a version other than 1.x.",
        "RFC 6120 §11.5; XML 1.0 §2.8"
    )
    static let unfinishedMessage = Violation(
        .notWellFormed,
        "The message ends before its element does.",
        "RFC 7395 §3.3"
    )
    static let emptyMessage = Violation(
        .notWellFormed,
        "The message contains no element.",
        "RFC 7395 §3.3"
    )
    static let secondElement = Violation(
        .notWellFormed,
        "The message contains more than one element.",
        "RFC 7395 §3.3"
    )

    // MARK: Streams

    static let textBetweenElements = Violation(
        .badFormat,
        "Something other than white space stands between the elements of the stream.",
        "RFC 6120 §11.7"
    )
    static let notAStream = Violation(
        .badFormat,
        "The root element is not a stream header.",
        "RFC 6120 §4.7, §4.9.3.1"
    )
    static let secondHeader = Violation(
        .badFormat,
        "A stream header stands within a stream that was not restarted.",
        "RFC 6120 §4.3.3, §4.9.3.1"
    )
    static let wrongStreamNamespace = Violation(
        .invalidNamespace,
        "The stream header is not in the namespace of streams.",
        "RFC 6120 §4.8.1, §4.9.3.10"
    )
    static let unqualifiedMessage = Violation(
        .invalidNamespace,
        "The element of the message is in no namespace.",
        "RFC 7395 §3.3.3; RFC 6120 §4.9.3.10"
    )

    // MARK: Restrictions

    static let comment = Violation(
        .restrictedXML,
        "The stream contains a comment.",
        "RFC 6120 §11.1"
    )
    static let processingInstruction = Violation(
        .restrictedXML,
        "The stream contains a processing instruction, or an XML declaration not at its start.",
        "RFC 6120 §11.1"
    )
    static let documentType = Violation(
        .restrictedXML,
        "The stream contains a document type definition.",
        "RFC 6120 §11.1"
    )
    static let markupDeclaration = Violation(
        .restrictedXML,
        "A comment or a document type definition stands before the stream header.",
        "RFC 6120 §11.1"
    )
    static let entityReference = Violation(
        .restrictedXML,
        "The stream refers to an entity other than the five predefined ones.",
        "RFC 6120 §11.1"
    )
    static let wrongEncoding = Violation(
        .unsupportedEncoding,
        "The stream is, or is declared to be, in an encoding other than UTF-8.",
        "RFC 6120 §11.6, §4.9.3.22"
    )

    // MARK: Limits

    private static func limit(_ message: String) -> Violation {
        Violation(.policyViolation, message, "RFC 6120 §13.12, §4.9.3.14")
    }

    static let stanzaTooLong = limit("An element of the stream is longer than this receiver takes.")
    static let tokenTooLong = limit("A tag or reference is longer than this receiver takes.")
    static let nameTooLong = limit("A name is longer than this receiver takes.")
    static let tooDeep = limit("Elements are nested deeper than this receiver takes.")
    static let tooManyAttributes = limit("An element has more attributes than this receiver takes.")
    static let tooManyBindings = limit("More prefixes are bound at once than this receiver takes.")
    static let tooManyChildren = limit("An element has more children than this receiver takes.")
    static let declarationTooLong = limit("The XML declaration is longer than this receiver takes.")
    static let outOfMemory = limit("There is no memory left for this stream.")

    init(_ excess: TokenScanner.Excess) {
        switch excess {
        case .attributes: self = .tooManyAttributes
        case .nameBytes: self = .nameTooLong
        case .tokenBytes: self = .tokenTooLong
        }
    }

    // MARK: Expat

    /// What expat refused; `byte` is the one it stopped at.
    init(_ code: XML_Error, at byte: UInt8?) {
        switch code {
        case XML_ERROR_TAG_MISMATCH: self = .mismatchedTag
        case XML_ERROR_DUPLICATE_ATTRIBUTE: self = .duplicateAttribute
        case XML_ERROR_UNDEFINED_ENTITY: self = .entityReference
        case XML_ERROR_NO_MEMORY: self = .outOfMemory
        case XML_ERROR_BAD_CHAR_REF:
            self = Violation(
                .notWellFormed,
                "A character reference names a character that XML cannot carry.",
                "RFC 6120 §11.3; XML 1.0 §4.1"
            )
        case XML_ERROR_INVALID_TOKEN where (byte ?? 0) >= 0x80:
            self = Violation(
                .notWellFormed,
                "A byte sequence is not UTF-8, or a character that cannot stand here.",
                "RFC 6120 §11.3, §11.6"
            )
        case XML_ERROR_INVALID_TOKEN:
            self = Violation(
                .notWellFormed,
                "A character stands where XML does not allow it.",
                "RFC 6120 §11.3; XML 1.0 §2"
            )
        default:
            let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown"
            self = Violation(.notWellFormed, "The XML parser refuses this: \(reason).", "RFC 6120 §11.3")
        }
    }
}
