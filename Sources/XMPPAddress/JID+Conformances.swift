extension JID: Hashable {
    /// A prepared string is in NFC as a whole, so strings that Swift takes for equal are the same octets, and the
    /// part lengths follow from them.
    public static func == (a: JID, b: JID) -> Bool {
        a.localLength == b.localLength && a.domainLength == b.domainLength && a.full == b.full
    }

    public func hash(into hasher: inout Hasher) {
        var text = full
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension JID: Comparable {
    /// Orders by code point, which is how Swift orders strings that are in NFC.
    public static func < (a: JID, b: JID) -> Bool {
        a.full < b.full
    }
}

extension JID: CustomStringConvertible {
    /// The whole address, ``full``.
    public var description: String { full }
}

extension JID: Codable {
    /// Reads an address from a single string, which is prepared.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with the `JIDError` as underlying error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            self = try JID(text)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "not a JID: \(error)",
                    underlyingError: error
                )
            )
        }
    }

    /// Writes ``full`` as a single string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(full)
    }
}
