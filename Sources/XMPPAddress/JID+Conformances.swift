extension JID: Hashable {
    /// Prepared strings are normalized, so comparing octets is comparing characters, and the part lengths follow.
    public static func == (a: JID, b: JID) -> Bool {
        a.full.utf8.count == b.full.utf8.count && a.full.utf8.elementsEqual(b.full.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var text = full
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension JID: Comparable {
    /// Orders by code point, which is the order of UTF-8 octets.
    public static func < (a: JID, b: JID) -> Bool {
        a.full.utf8.lexicographicallyPrecedes(b.full.utf8)
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
