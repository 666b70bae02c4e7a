/// What an octet of text is, as far as ASCII tells.
extension UInt8 {
    /// White space of XML 1.0, production S.
    @inlinable
    package var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    /// `0` to `9`.
    @inlinable
    package var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// `A` to `Z` and `a` to `z`.
    @inlinable
    package var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

    /// In lower case, if it is a letter.
    @inlinable
    package var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

    /// The value of a hexadecimal digit of either case; nil of anything else.
    @inlinable
    package var hexValue: UInt32? {
        switch self {
        case 0x30...0x39: UInt32(self) - 0x30
        case 0x41...0x46: UInt32(self) - 0x37
        case 0x61...0x66: UInt32(self) - 0x57
        default: nil
        }
    }

    /// Whether it is a hexadecimal digit of either case.
    @inlinable
    package var isHexDigit: Bool { hexValue != nil }
}
