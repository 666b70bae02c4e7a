import CExpat

/// Every way in which a stream can break a rule, not yet tied to a place in it.
enum Violation: Hashable {
    // MARK: Well-formedness

    case unboundPrefix, malformedName, undeclaredPrefix, reservedNamespace, duplicateAttribute, mismatchedTag,
        textBeforeHeader, tlsRecord, byteOrderMark, malformedDeclaration, unfinishedMessage, emptyMessage,
        secondElement, badCharacterReference, notUTF8, misplacedCharacter
    /// What else expat refuses.
    case refused(XML_Error.RawValue)

    // MARK: Streams

    case textBetweenElements, notAStream, secondHeader, wrongStreamNamespace, unqualifiedMessage

    // MARK: Restrictions

    case comment, processingInstruction, documentType, markupDeclaration, entityReference, wrongEncoding

    // MARK: Limits

    case stanzaTooLong, tokenTooLong, nameTooLong, tooDeep, tooManyAttributes, tooManyBindings, tooManyChildren,
        namespaceTooLong, declarationTooLong, outOfMemory

    /// Whether it is a kind of markup that streams must not contain.
    var isMarkup: Bool { self == .processingInstruction || self == .comment || self == .documentType }

    init(_ excess: TokenScanner.Excess) {
        switch excess {
        case .attributes: self = .tooManyAttributes
        case .nameBytes: self = .nameTooLong
        case .tokenBytes: self = .tokenTooLong
        }
    }

    /// What expat refused; `byte` is the one it stopped at.
    init(_ code: XML_Error, at byte: UInt8?) {
        switch code {
        case XML_ERROR_TAG_MISMATCH: self = .mismatchedTag
        case XML_ERROR_DUPLICATE_ATTRIBUTE: self = .duplicateAttribute
        case XML_ERROR_UNDEFINED_ENTITY: self = .entityReference
        case XML_ERROR_NO_MEMORY: self = .outOfMemory
        case XML_ERROR_BAD_CHAR_REF: self = .badCharacterReference
        case XML_ERROR_INVALID_TOKEN: self = (byte ?? 0) >= 0x80 ? .notUTF8 : .misplacedCharacter
        default: self = .refused(code.rawValue)
        }
    }
}

// MARK: - In words

extension Violation {
    /// The stream error condition, a sentence, and the rule that was broken.
    var facts: (condition: XMLStreamError.Condition, message: String, rule: String) {
        switch self {
        case .unboundPrefix:
            (
                .notWellFormed, "A name has a prefix that no declaration in scope binds.",
                "RFC 6120 §11.3; Namespaces in XML 1.0 §5"
            )
        case .malformedName:
            (
                .notWellFormed,
                "A name has an empty part, more than one colon, or a part that does not begin like a name.",
                "RFC 6120 §11.3; Namespaces in XML 1.0 §4"
            )
        case .undeclaredPrefix:
            (
                .notWellFormed, "A prefix is bound to the empty namespace name.",
                "RFC 6120 §11.3; Namespaces in XML 1.0 §5"
            )
        case .reservedNamespace:
            (
                .notWellFormed, "A declaration misuses the reserved prefix or namespace of xml or xmlns.",
                "RFC 6120 §11.3; Namespaces in XML 1.0 §3"
            )
        case .duplicateAttribute:
            (
                .notWellFormed, "An element has the same attribute twice.",
                "RFC 6120 §11.3; XML 1.0 §3.1; Namespaces in XML 1.0 §6.3"
            )
        case .mismatchedTag:
            (
                .notWellFormed, "An end tag does not match the start tag of the element that is open.",
                "RFC 6120 §11.3; XML 1.0 §3"
            )
        case .textBeforeHeader:
            (
                .notWellFormed, "Something other than white space stands where the stream header has to begin.",
                "RFC 6120 §11.3; XML 1.0 §2.1"
            )
        case .tlsRecord:
            (
                .notWellFormed, "A TLS record stands where the stream header has to begin.",
                "RFC 6120 §11.3; XML 1.0 §2.1"
            )
        case .byteOrderMark:
            (
                .notWellFormed, "U+FEFF before the stream header is a character, not a byte order mark.",
                "RFC 6120 §11.6"
            )
        case .malformedDeclaration:
            (
                .notWellFormed, "The XML declaration is malformed or claims a version other than 1.x.",
                "RFC 6120 §11.5; XML 1.0 §2.8"
            )
        case .unfinishedMessage:
            (
                .notWellFormed, "The message ends before its element does.",
                "RFC 7395 §3.3"
            )
        case .emptyMessage:
            (
                .notWellFormed, "The message contains no element.",
                "RFC 7395 §3.3"
            )
        case .secondElement:
            (
                .notWellFormed, "The message contains more than one element.",
                "RFC 7395 §3.3"
            )
        case .badCharacterReference:
            (
                .notWellFormed, "A character reference names a character that XML cannot carry.",
                "RFC 6120 §11.3; XML 1.0 §4.1"
            )
        case .notUTF8:
            (
                .notWellFormed, "A byte sequence is not UTF-8, or a character that cannot stand here.",
                "RFC 6120 §11.3, §11.6"
            )
        case .misplacedCharacter:
            (
                .notWellFormed, "A character stands where XML does not allow it.",
                "RFC 6120 §11.3; XML 1.0 §2"
            )
        case .refused(let code):
            (.notWellFormed, "The XML parser refuses this: \(Self.reason(code)).", "RFC 6120 §11.3")
        case .textBetweenElements:
            (
                .badFormat, "Something other than white space stands between the elements of the stream.",
                "RFC 6120 §11.7"
            )
        case .notAStream:
            (
                .badFormat, "The root element is not a stream header.",
                "RFC 6120 §4.7, §4.9.3.1"
            )
        case .secondHeader:
            (
                .badFormat, "A stream header stands within a stream that was not restarted.",
                "RFC 6120 §4.3.3, §4.9.3.1"
            )
        case .wrongStreamNamespace:
            (
                .invalidNamespace, "The stream header is not in the namespace of streams.",
                "RFC 6120 §4.8.1, §4.9.3.10"
            )
        case .unqualifiedMessage:
            (
                .invalidNamespace, "The element of the message is in no namespace.",
                "RFC 7395 §3.3.3; RFC 6120 §4.9.3.10"
            )
        case .comment:
            (
                .restrictedXML, "The stream contains a comment.",
                "RFC 6120 §11.1"
            )
        case .processingInstruction:
            (
                .restrictedXML, "The stream contains a processing instruction, or an XML declaration not at its start.",
                "RFC 6120 §11.1"
            )
        case .documentType:
            (
                .restrictedXML, "The stream contains a document type definition.",
                "RFC 6120 §11.1"
            )
        case .markupDeclaration:
            (
                .restrictedXML, "A comment or a document type definition stands before the stream header.",
                "RFC 6120 §11.1"
            )
        case .entityReference:
            (
                .restrictedXML, "The stream refers to an entity other than the five predefined ones.",
                "RFC 6120 §11.1"
            )
        case .wrongEncoding:
            (
                .unsupportedEncoding, "The stream is, or is declared to be, in an encoding other than UTF-8.",
                "RFC 6120 §11.6, §4.9.3.22"
            )
        case .stanzaTooLong:
            (.policyViolation, "An element of the stream is longer than this receiver takes.", Self.limitRule)
        case .tokenTooLong: (.policyViolation, "A tag or reference is longer than this receiver takes.", Self.limitRule)
        case .nameTooLong: (.policyViolation, "A name is longer than this receiver takes.", Self.limitRule)
        case .tooDeep: (.policyViolation, "Elements are nested deeper than this receiver takes.", Self.limitRule)
        case .tooManyAttributes:
            (.policyViolation, "An element has more attributes than this receiver takes.", Self.limitRule)
        case .tooManyBindings:
            (.policyViolation, "More prefixes are bound at once than this receiver takes.", Self.limitRule)
        case .namespaceTooLong:
            (.policyViolation, "The stream header has a longer namespace than this receiver takes.", Self.limitRule)
        case .tooManyChildren:
            (.policyViolation, "An element has more children than this receiver takes.", Self.limitRule)
        case .declarationTooLong:
            (.policyViolation, "The XML declaration is longer than this receiver takes.", Self.limitRule)
        case .outOfMemory: (.policyViolation, "There is no memory left for this stream.", Self.limitRule)
        }
    }

    private static let limitRule = "RFC 6120 §13.12, §4.9.3.14"

    private static func reason(_ code: XML_Error.RawValue) -> String {
        XML_ErrorString(XML_Error(rawValue: code)).map { String(cString: $0) } ?? "unknown error"
    }
}
