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

    private let context: OpaquePointer
    private let cipher: BulkCipher
    private let style: Style
    private let fixed: [UInt8]
    private var nonce: [UInt8]
    private var header = PseudoHeader()

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
        self.fixed = fixed
        nonce = fixed + [UInt8](repeating: 0, count: Self.nonceLength - fixed.count)
        minimumLength = cipher.tagLength + (style == .explicitNonce ? Self.explicitLength : 0)
        defer { ERR_clear_error() }
        let tagLength = Int32(cipher.tagLength)
        guard EVP_DecryptInit_ex(context, cipher.implementation, nil, nil, nil) == 1,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(Self.nonceLength), nil) == 1,
            cipher.mode != .ccm || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tagLength, nil) == 1,
            EVP_DecryptInit_ex(context, nil, nil, key, nil) == 1
        else { return nil }
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    func lastBlock(of record: TLSRecord) -> [UInt8] { [] }

    /// In TLS 1.3 what is inside is the content, its type and padding.
    func open(_ record: TLSRecord, number: RecordNumber) -> [UInt8]? {
        let explicit = style == .explicitNonce ? Self.explicitLength : 0
        let length = record.bytes.count - TLSRecord.headerLength - explicit - cipher.tagLength
        guard length >= 0 else { return nil }
        setNonce(record, number.sequence)
        if style != .tls13 { header.describe(record, sequence: number.sequence, length: length) }
        var isAuthentic = false
        let content = [UInt8](unsafeUninitializedCapacity: length) { output, count in
            record.bytes.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                let input = start + TLSRecord.headerLength + explicit
                isAuthentic = decrypt(record: start, input, length: Int32(length), into: output.baseAddress)
            }
            count = isAuthentic ? length : 0
        }
        if !isAuthentic { ERR_clear_error() }
        return isAuthentic ? content : nil
    }

    private func setNonce(_ record: TLSRecord, _ sequence: UInt64) {
        for index in 0..<Self.explicitLength {
            let place = Self.nonceLength - Self.explicitLength + index
            if style == .explicitNonce {
                nonce[place] = record.bytes.byte(at: TLSRecord.headerLength + index) ?? 0
            } else {
                nonce[place] = fixed[place] ^ UInt8(truncatingIfNeeded: sequence >> UInt64(56 - 8 * index))
            }
        }
    }

    private func decrypt(
        record: UnsafePointer<UInt8>,
        _ input: UnsafePointer<UInt8>,
        length: Int32,
        into output: UnsafeMutablePointer<UInt8>?
    ) -> Bool {
        let tag = UnsafeMutableRawPointer(mutating: input + Int(length))
        let tagLength = Int32(cipher.tagLength)
        var count: Int32 = 0
        // CCM must know the tag and the length before anything else.
        guard cipher.mode != .ccm || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tagLength, tag) == 1,
            EVP_DecryptInit_ex(context, nil, nil, nil, nonce) == 1,
            cipher.mode != .ccm || EVP_DecryptUpdate(context, nil, &count, nil, length) == 1,
            addAssociatedData(record)
        else { return false }
        // An output without an address would be taken for associated data.
        var nothing: UInt8 = 0
        let isDecrypted =
            if let output {
                EVP_DecryptUpdate(context, output, &count, input, length) == 1
            } else {
                cipher.mode != .ccm || EVP_DecryptUpdate(context, &nothing, &count, input, 0) == 1
            }
        guard isDecrypted else { return false }
        guard cipher.mode != .ccm else { return true }
        return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tagLength, tag) == 1
            && EVP_DecryptFinal_ex(context, &nothing, &count) == 1
    }

    private func addAssociatedData(_ record: UnsafePointer<UInt8>) -> Bool {
        var count: Int32 = 0
        if style == .tls13 {
            return EVP_DecryptUpdate(context, nil, &count, record, Int32(TLSRecord.headerLength)) == 1
        }
        return EVP_DecryptUpdate(context, nil, &count, header.bytes, Int32(header.bytes.count)) == 1
    }
}
