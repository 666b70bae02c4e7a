// OpenSSL reads and fills memory through pointers; those of AEAD ciphers stay in here.
import COpenSSL

/// Opens records that an AEAD protects: AES-GCM, AES-CCM or ChaCha20-Poly1305.
final class AEADOpener: RecordOpener {
    /// How a version of TLS makes nonces and associated data.
    enum Style: Sendable {
        /// RFC 8446 §5.2 and §5.3.
        case tls13
        /// RFC 5288 §3: the fixed part is 4 bytes long, 8 more are in the record.
        case explicitNonce
        /// RFC 7905 §2: as in TLS 1.3, but with the associated data of TLS 1.2.
        case implicitNonce
    }

    private static let nonceLength = 12
    private static let explicitLength = 8
    private static let associatedLength = 13

    private let context: OpaquePointer
    private let cipher: BulkCipher
    private let style: Style
    /// The last 8 bytes of the fixed part, as an integer; in TLS 1.2 that part may be shorter.
    private let fixedEnd: UInt64
    /// Nonce and associated data, in memory of their own: as properties they would be checked for exclusive access and
    /// for sharing many times a record.
    private let scratch: UnsafeMutableRawPointer

    let minimumLength: Int
    let chainsRecords = false

    /// Makes ready for a key; nil if OpenSSL does not have the cipher.
    init?(_ cipher: BulkCipher, key: [UInt8], fixed: [UInt8], style: Style) {
        guard cipher.mode != .cbc, key.count == cipher.keyLength,
            fixed.count == (style == .explicitNonce ? 4 : Self.nonceLength),
            let context = EVP_CIPHER_CTX_new()
        else { return nil }
        self.context = context
        self.cipher = cipher
        self.style = style
        fixedEnd = fixed.dropFirst(4).reduce(0) { $0 << 8 | UInt64($1) }
        scratch = .allocate(byteCount: Self.nonceLength + Self.associatedLength, alignment: 8)
        scratch.initializeMemory(as: UInt8.self, repeating: 0, count: Self.nonceLength + Self.associatedLength)
        for (index, byte) in fixed.enumerated() { scratch.storeBytes(of: byte, toByteOffset: index, as: UInt8.self) }
        minimumLength = cipher.tagLength + (style == .explicitNonce ? Self.explicitLength : 0)
        defer { ERR_clear_error() }
        let tagLength = Int32(cipher.tagLength)
        guard EVP_DecryptInit_ex(context, cipher.implementation, nil, nil, nil) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(Self.nonceLength), nil) == 1,
            cipher.mode != .ccm || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tagLength, nil) == 1,
            EVP_DecryptInit_ex(context, nil, nil, key, nil) == 1
        else { return nil }
    }

    deinit {
        EVP_CIPHER_CTX_free(context)
        scratch.deallocate()
    }

    func lastBlock(of record: TLSRecord) -> [UInt8] { [] }

    /// In TLS 1.3 what is inside is the content, its type and padding.
    func open(_ record: TLSRecord, number: RecordNumber) -> [UInt8]? {
        let explicit = style == .explicitNonce ? Self.explicitLength : 0
        let length = record.bytes.count - TLSRecord.headerLength - explicit - cipher.tagLength
        guard length >= 0 else { return nil }
        var isAuthentic = false
        var content = [UInt8](repeating: 0, count: length)
        content.withUnsafeMutableBufferPointer { output in
            record.bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                prepare(start, sequence: number.sequence, length: length)
                let input = (start + TLSRecord.headerLength + explicit).assumingMemoryBound(to: UInt8.self)
                isAuthentic = decrypt(record: start, input, length: Int32(length), into: output.baseAddress)
            }
        }
        if !isAuthentic { ERR_clear_error() }
        return isAuthentic ? content : nil
    }

    /// Makes nonce and associated data for a record, of which the header and an explicit nonce are known to be there.
    private func prepare(_ record: UnsafeRawPointer, sequence: UInt64, length: Int) {
        let place = Self.nonceLength - Self.explicitLength
        if style == .explicitNonce {
            (scratch + place).copyMemory(from: record + TLSRecord.headerLength, byteCount: Self.explicitLength)
        } else {
            scratch.storeBytes(of: (fixedEnd ^ sequence).bigEndian, toByteOffset: place, as: UInt64.self)
        }
        guard style != .tls13 else { return }
        let header = scratch + Self.nonceLength
        header.storeBytes(of: sequence.bigEndian, as: UInt64.self)
        (header + 8).copyMemory(from: record, byteCount: 3)
        header.storeBytes(of: UInt16(truncatingIfNeeded: length).bigEndian, toByteOffset: 11, as: UInt16.self)
    }

    private func decrypt(
        record: UnsafeRawPointer,
        _ input: UnsafePointer<UInt8>,
        length: Int32,
        into output: UnsafeMutablePointer<UInt8>?
    ) -> Bool {
        let tag = UnsafeMutableRawPointer(mutating: input + Int(length))
        let tagLength = Int32(cipher.tagLength)
        let isCCM = cipher.mode == .ccm
        var count: Int32 = 0
        // CCM must know the length before anything else, and both know the tag before the end.
        guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tagLength, tag) == 1,
            EVP_DecryptInit_ex(context, nil, nil, nil, scratch.assumingMemoryBound(to: UInt8.self)) == 1,
            !isCCM || EVP_DecryptUpdate(context, nil, &count, nil, length) == 1,
            addAssociatedData(record)
        else { return false }
        // An output without an address would be taken for associated data.
        var nothing: UInt8 = 0
        let isDecrypted =
            if let output {
                EVP_DecryptUpdate(context, output, &count, input, length) == 1
            } else {
                !isCCM || EVP_DecryptUpdate(context, &nothing, &count, input, 0) == 1
            }
        guard isDecrypted else { return false }
        return isCCM || EVP_DecryptFinal_ex(context, &nothing, &count) == 1
    }

    private func addAssociatedData(_ record: UnsafeRawPointer) -> Bool {
        var count: Int32 = 0
        let isHeader = style == .tls13
        let data = isHeader ? record : UnsafeRawPointer(scratch + Self.nonceLength)
        let length = isHeader ? TLSRecord.headerLength : Self.associatedLength
        return EVP_DecryptUpdate(context, nil, &count, data.assumingMemoryBound(to: UInt8.self), Int32(length)) == 1
    }
}
