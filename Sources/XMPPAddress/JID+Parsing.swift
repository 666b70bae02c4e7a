extension JID {
    /// Reads and prepares an address.
    ///
    /// Everything after the first `/` is the resourcepart; what is before it and before its first `@` is the
    /// localpart (RFC 7622 §3.1). An input that is prepared already is kept, not copied.
    ///
    /// - Throws: `JIDError` with the part, the rule it breaks and the character.
    public init(_ address: String) throws(JIDError) {
        var text = address
        guard let layout = text.withUTF8(FastASCIIParser.parse) else {
            self = try JID(preparing: text.utf8)
            return
        }
        if layout.isPrepared {
            self.init(full: text, layout: layout)
        } else {
            self = text.withUTF8 { JID(lowercasing: $0, layout: layout) }
        }
    }

    /// Reads and prepares an address from UTF-8 octets.
    ///
    /// - Throws: `JIDError` with the part, the rule it breaks and the character.
    public init(utf8 address: UnsafeBufferPointer<UInt8>) throws(JIDError) {
        if let layout = FastASCIIParser.parse(address) {
            self =
                layout.isPrepared
                ? JID(full: String(decoding: address, as: UTF8.self), layout: layout)
                : JID(lowercasing: address, layout: layout)
        } else {
            self = try JID(preparing: address)
        }
    }

    /// Reads and prepares an address from UTF-8 octets.
    ///
    /// - Throws: `JIDError` with the part, the rule it breaks and the character.
    public init(utf8 address: Span<UInt8>) throws(JIDError) {
        self = try address.withUnsafeBufferPointer { (bytes) throws(JIDError) in try JID(utf8: bytes) }
    }

    /// Prepares the parts of an address, of which each may hold only what that part may.
    ///
    /// - Throws: `JIDError` with the part, the rule it breaks and the character.
    public init(local: String? = nil, domain: String, resource: String? = nil) throws(JIDError) {
        try self.init(
            preparingLocal: local.map { Array($0.utf8)[...] },
            domain: Array(domain.utf8)[...],
            resource: resource.map { Array($0.utf8)[...] }
        )
    }
}

// MARK: - Preparation

extension JID {
    fileprivate init(full: String, layout: FastASCIIParser.Layout) {
        self.init(full: full, localLength: layout.localLength, domainLength: layout.domainLength)
    }

    /// The way of every address that is not plain ASCII, and of every error.
    private init(preparing address: some Collection<UInt8>) throws(JIDError) {
        // Each part may be four times its limit before preparation, and two separators stand between them.
        guard address.count <= 12 * JID.maximumPartLength + 2 else {
            throw JIDError(.address, PreparationError(.tooLong(limit: 3 * JID.maximumPartLength + 2)))
        }
        let bytes = Array(address)
        let slash = bytes.firstIndex(of: UInt8(ascii: "/"))
        let head = bytes[..<(slash ?? bytes.endIndex)]
        let at = head.firstIndex(of: UInt8(ascii: "@"))
        try self.init(
            preparingLocal: at.map { head[..<$0] },
            domain: at.map { head[($0 + 1)...] } ?? head,
            resource: slash.map { bytes[($0 + 1)...] }
        )
    }

    /// The slices start where the parts start in the address, so errors can say where in it they are.
    private init(
        preparingLocal local: ArraySlice<UInt8>?,
        domain: ArraySlice<UInt8>,
        resource: ArraySlice<UInt8>?
    ) throws(JIDError) {
        var full = ""
        if let local { full = try Self.prepareLocal(local) }
        let localLength = full.utf8.count
        if localLength > 0 { full += "@" }
        let domain = try Self.preparing(.domain, domain, Domainpart.prepare)
        full += domain
        if let resource {
            full += "/"
            full += try Self.prepareResource(resource)
        }
        self.init(full: full, localLength: localLength, domainLength: domain.utf8.count)
    }

    private static func prepareLocal(_ bytes: ArraySlice<UInt8>) throws(JIDError) -> String {
        try preparing(.local, bytes) { (bytes) throws(PreparationError) in
            try PRECIS.checkInputLength(bytes.count, limit: maximumPartLength)
            let scalars = try SourcedScalar.decode(bytes)
            let prepared = try PRECIS.usernameCaseMapped(scalars, limit: maximumPartLength)
            if let excluded = prepared.first(where: { isExcludedFromLocalpart($0.scalar) }) {
                throw PreparationError(.excludedFromLocalpart, at: excluded)
            }
            return String(prepared)
        }
    }

    static func prepareResource(_ bytes: ArraySlice<UInt8>) throws(JIDError) -> String {
        try preparing(.resource, bytes) { (bytes) throws(PreparationError) in
            try PRECIS.checkInputLength(bytes.count, limit: maximumPartLength)
            let scalars = try SourcedScalar.decode(bytes)
            return String(try PRECIS.opaqueString(scalars, limit: maximumPartLength))
        }
    }

    private static func preparing(
        _ part: JIDError.Part,
        _ bytes: ArraySlice<UInt8>,
        _ prepare: (ArraySlice<UInt8>) throws(PreparationError) -> String
    ) throws(JIDError) -> String {
        do {
            return try prepare(bytes)
        } catch {
            throw JIDError(part, error.shifted(by: bytes.startIndex))
        }
    }

    /// RFC 7622 §3.3.1, which holds after mapping.
    private static func isExcludedFromLocalpart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\"", "&", "'", "/", ":", "<", ">", "@": true
        default: false
        }
    }
}
