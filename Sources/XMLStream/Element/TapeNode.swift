/// One entry of a tape: sixteen bytes, laid out by kind.
///
/// | kind | name | a | b | c |
/// |---|---|---|---|---|
/// | element | its name | end: index after its last descendant | parent's index | number of attributes |
/// | attribute | its name | offset of the value | bytes of the value | – |
/// | text | – | offset of the text | bytes of the text | – |
struct TapeNode {
    enum Kind: UInt32 {
        case element, attribute, text
    }

    var name: NameReference
    var a: UInt32
    var b: UInt32
    /// The kind in the two upper bits, a count in the others.
    private var kindAndCount: UInt32

    @inline(__always)
    init(_ kind: Kind, name: NameReference, a: UInt32, b: UInt32, count: UInt32 = 0) {
        self.name = name
        self.a = a
        self.b = b
        kindAndCount = kind.rawValue << 30 | count
    }

    @inline(__always) var isElement: Bool { kindAndCount >> 30 == Kind.element.rawValue }
    @inline(__always) var isAttribute: Bool { kindAndCount >> 30 == Kind.attribute.rawValue }
    @inline(__always) var isText: Bool { kindAndCount >> 30 == Kind.text.rawValue }
    @inline(__always) var attributeCount: Int { Int(kindAndCount & 0x3FFF_FFFF) }

    @inline(__always)
    mutating func setAttributeCount(_ count: Int) {
        kindAndCount = kindAndCount & 0xC000_0000 | UInt32(truncatingIfNeeded: count) & 0x3FFF_FFFF
    }
}

/// A name as tapes hold it: the number of a known one, or the offset of a record among the tape's own bytes.
struct NameReference: Equatable {
    let rawValue: UInt32

    @inline(__always) init(known id: UInt32) { rawValue = id }
    @inline(__always) init(recordAt offset: Int) { rawValue = 0x8000_0000 | UInt32(truncatingIfNeeded: offset) }

    @inline(__always) static var none: NameReference { NameReference(known: 0) }

    @inline(__always) var isKnown: Bool { rawValue & 0x8000_0000 == 0 }
    @inline(__always) var recordOffset: Int { Int(rawValue & 0x7FFF_FFFF) }
}

/// A namespace while a tape is built: the number of a known one, or the index of one of the tape's own.
struct NamespaceReference: Equatable {
    let rawValue: UInt32

    @inline(__always) init(known id: UInt32) { rawValue = id }
    @inline(__always) init(own index: Int) { rawValue = 0x8000_0000 | UInt32(truncatingIfNeeded: index) }

    @inline(__always) var isKnown: Bool { rawValue & 0x8000_0000 == 0 }
    @inline(__always) var index: Int { Int(rawValue & 0x7FFF_FFFF) }

    static let none = NamespaceReference(known: NameRegistry.noNamespace)
    static let xml = NamespaceReference(known: NameRegistry.xmlNamespace)
    static let declarations = NamespaceReference(known: NameRegistry.declarationNamespace)
}

/// What a tape keeps of a name that the program does not know; followed by the local name and the prefix.
struct NameRecord {
    static let size = 16
    /// `namespaceLength` is the number of a known namespace.
    static let knownNamespace = UInt32.max

    var namespaceOffset: UInt32
    var namespaceLength: UInt32
    var localLength: UInt32
    /// The prefix that the name was written with, for attributes; 0 bytes when there was none.
    var prefixLength: UInt32
}
