// OpenSSL reads and fills memory through pointers; those of CBC ciphers stay in here.
import COpenSSL

/// Opens records that a block cipher in CBC mode and an HMAC protect (RFC 5246 §6.2.3.2, RFC 7366).
final class CBCOpener: RecordOpener {
    /// How a session uses the cipher.
    struct Style: Sendable {
        /// Whether the MAC is over what was encrypted (RFC 7366).
        let encryptsThenMACs: Bool
        /// Whether the record brings its initialization vector, as from TLS 1.1 on.
        let hasExplicitVector: Bool
    }

    private let context: OpaquePointer
    private let mac: HMACContext
    private let blockLength: Int
    private let style: Style
    private var header = PseudoHeader()

    let minimumLength: Int
    var chainsRecords: Bool { !style.hasExplicitVector }

    /// Makes ready for a key; nil if OpenSSL does not have the cipher.
    init?(_ cipher: BulkCipher, key: [UInt8], mac: HMACContext, style: Style) {
        guard key.count == cipher.keyLength, let context = EVP_CIPHER_CTX_new() else { return nil }
        self.context = context
        self.mac = mac
        self.style = style
        blockLength = cipher.blockLength
        let vector = style.hasExplicitVector ? blockLength : 0
        let sealed = style.encryptsThenMACs ? blockLength + mac.length : max(mac.length + 1, blockLength)
        minimumLength = vector + sealed
        defer { ERR_clear_error() }
        guard EVP_DecryptInit_ex(context, cipher.implementation, nil, key, nil) == 1,
            EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { return nil }
    }

    deinit { EVP_CIPHER_CTX_free(context) }

    func lastBlock(of record: TLSRecord) -> [UInt8] {
        guard chainsRecords else { return [] }
        return Array(record.body.dropLast(style.encryptsThenMACs ? mac.length : 0).suffix(blockLength))
    }

    func open(_ record: TLSRecord, number: RecordNumber) -> [UInt8]? {
        var sealed = record.body
        guard sealed.count >= minimumLength else { return nil }
        if style.encryptsThenMACs {
            let tag = sealed.suffix(mac.length)
            sealed = sealed.dropLast(mac.length)
            header.describe(record, sequence: number.sequence, length: sealed.count)
            guard mac.isValid(tag, header: header.bytes, content: sealed) else { return nil }
        }
        let vector = style.hasExplicitVector ? Array(sealed.prefix(blockLength)) : number.previousBlock
        if style.hasExplicitVector { sealed = sealed.dropFirst(blockLength) }
        guard let padded = decrypt(sealed, vector: vector), let content = withoutPadding(padded) else { return nil }
        return style.encryptsThenMACs ? Array(content) : authenticated(content, record, number.sequence)
    }

    private func decrypt(_ sealed: ArraySlice<UInt8>, vector: [UInt8]) -> [UInt8]? {
        guard vector.count == blockLength, !sealed.isEmpty, sealed.count.isMultiple(of: blockLength) else { return nil }
        var decrypted = 0
        let content = [UInt8](unsafeUninitializedCapacity: sealed.count) { output, count in
            var length: Int32 = 0
            let isReady = EVP_DecryptInit_ex(context, nil, nil, nil, vector) == 1
            let isDone = sealed.withUnsafeBufferPointer {
                isReady && EVP_DecryptUpdate(context, output.baseAddress, &length, $0.baseAddress, Int32($0.count)) == 1
            }
            decrypted = isDone ? Int(length) : 0
            count = decrypted
        }
        return decrypted == sealed.count ? content : nil
    }

    /// Takes off the padding, of which every byte tells its length.
    private func withoutPadding(_ padded: [UInt8]) -> ArraySlice<UInt8>? {
        guard let last = padded.last else { return nil }
        let length = Int(last) + 1
        guard length <= padded.count, padded.suffix(length).allSatisfy({ $0 == last }) else { return nil }
        return padded.dropLast(length)
    }

    /// Takes off the MAC that was encrypted along.
    private func authenticated(_ content: ArraySlice<UInt8>, _ record: TLSRecord, _ sequence: UInt64) -> [UInt8]? {
        guard content.count >= mac.length else { return nil }
        let text = content.dropLast(mac.length)
        header.describe(record, sequence: sequence, length: text.count)
        return mac.isValid(content.suffix(mac.length), header: header.bytes, content: text) ? Array(text) : nil
    }
}
