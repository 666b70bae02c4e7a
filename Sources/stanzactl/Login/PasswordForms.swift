import XMPPAddress
import XMPPSASL

/// Finds the password of a login in what a server says, who has learnt it and may repeat it anywhere.
struct PasswordForms: Sendable {
    private static let replacement = Array("***".utf8)
    private static let ellipsis = Array("…".utf8)
    /// What a name becomes that has the password in it; the other replacement is no name.
    private static let nameReplacement = "masked"
    /// In names shorter forms are let be: every element's would be taken for a short password.
    private static let minimumInNames = 6
    /// How much of the password may stand before the … of a text that was cut.
    private static let maximumInCuts = 2

    /// The longest first, so that none is replaced in a part.
    private let forms: [[UInt8]]
    /// What is looked for in other encodings too, in the same order.
    private let encodedForms: [(octets: [UInt8], encoding: EncodedText.Encoding)]

    /// The password as it is and as SASLprep leaves it, in base64, as the message of PLAIN, and with XML's escapes.
    init(of password: Secret, account: JID) {
        let plain = password.withBytes { Array($0) }
        let prepared = try? SASLprep.prepare(String(decoding: plain, as: UTF8.self), as: .stored)
        let texts = Set([plain, prepared.map { Array($0.utf8) } ?? plain])
        var forms: [[UInt8]] = []
        for text in texts {
            // A password that is a part of the address cannot be told from it, and masking it would give it away.
            if !account.bare.full.utf8.contains(text) { forms.append(text) }
            let message = [0] + Array((account.local ?? "").utf8) + [0] + text
            for bytes in [text, message] {
                let encoded = Array(Base64.encode(bytes).utf8)
                forms += [encoded, Array(encoded.prefix { $0 != UInt8(ascii: "=") })]
            }
            // What is escaped already is escaped again by those who know no better.
            let escaped = Self.escaped(text)
            forms += escaped + escaped.flatMap(Self.escaped)
        }
        self.forms = Self.longestFirst(forms)
        // The digits of a shorter one would be found in any number.
        let dumped = texts.filter { $0.count > Self.maximumInCuts }
        encodedForms =
            Self.longestFirst(forms + texts).map { ($0, .percent) }
            + Self.longestFirst(Array(dumped)).map { ($0, .hexadecimal) }
    }

    private static func longestFirst(_ forms: [[UInt8]]) -> [[UInt8]] {
        Set(forms).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    }

    /// With XML's escapes, as far as different writers escape.
    private static func escaped(_ bytes: [UInt8]) -> [[UInt8]] {
        let escapes: [(UInt8, String)] = [
            (UInt8(ascii: "&"), "&amp;"), (UInt8(ascii: "<"), "&lt;"), (UInt8(ascii: ">"), "&gt;"),
            (UInt8(ascii: "'"), "&apos;"), (UInt8(ascii: "\""), "&quot;"),
        ]
        return (2...escapes.count).map { count in
            bytes.flatMap { byte in
                escapes.prefix(count).first { $0.0 == byte }.map { Array($0.1.utf8) } ?? [byte]
            }
        }.filter { $0 != bytes }
    }

    /// The text with *** in place of the password; the very same text if it is not there.
    func masked(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let masked = forms.reduce(bytes) { $0.replacing($1, by: Self.replacement) }
        let cut = maskedCuts(masked)
        let encoded = maskedEncodings(cut)
        return encoded == bytes ? text : String(decoding: encoded, as: UTF8.self)
    }

    private func maskedEncodings(_ bytes: [UInt8]) -> [UInt8] {
        encodedForms.reduce(bytes) { Self.masked($0, $1.octets, in: $1.encoding) }
    }

    /// With *** in place of what is encoded, or what was left of it where a text was cut.
    private static func masked(_ bytes: [UInt8], _ form: [UInt8], in encoding: EncodedText.Encoding) -> [UInt8] {
        let text = EncodedText(bytes)
        guard text.mayHave(encoding) else { return bytes }
        var masked: [UInt8] = []
        var place = 0
        while place < bytes.count {
            if let end = end(of: text.match(form, at: place, in: encoding), of: form, in: text, bytes) {
                masked += replacement
                place = end
            } else {
                masked.append(bytes[place])
                place += 1
            }
        }
        return masked
    }

    /// Where what is to be masked ends, if it is.
    private static func end(
        of match: EncodedText.Match, of form: [UInt8], in text: EncodedText, _ bytes: [UInt8]
    ) -> Int? {
        guard match.isEncoded else { return nil }
        if match.count == form.count { return match.end }
        guard match.count > maximumInCuts else { return nil }
        let end = text.endOfFragment(at: match.end)
        return bytes[end...].starts(with: ellipsis) ? end : nil
    }

    /// With *** in place of what was left of a password where a text was cut.
    private func maskedCuts(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(Self.ellipsis) else { return bytes }
        return forms.reduce(bytes) { bytes, form in
            stride(from: form.count - 1, to: Self.maximumInCuts, by: -1).reduce(bytes) { bytes, length in
                bytes.replacing(form.prefix(length) + Self.ellipsis, by: Self.replacement + Self.ellipsis)
            }
        }
    }

    /// A part of a name that is fit to print.
    func maskedName(_ text: String) -> String {
        let isThere = forms.contains { $0.count >= Self.minimumInNames && text.utf8.contains($0) }
        let bytes = Array(text.utf8)
        let isEncoded = encodedForms.contains { form in
            form.octets.count >= Self.minimumInNames && Self.masked(bytes, form.octets, in: form.encoding) != bytes
        }
        return isThere || isEncoded ? Self.nameReplacement : text
    }
}

extension Collection<UInt8> {
    /// Where some bytes are found first.
    fileprivate func firstPlace(of bytes: [UInt8]) -> Index? {
        guard let first = bytes.first else { return nil }
        var rest = self[...]
        while let place = rest.firstIndex(of: first) {
            if self[place...].starts(with: bytes) { return place }
            rest = rest[rest.index(after: place)...]
        }
        return nil
    }

    fileprivate func contains(_ bytes: [UInt8]) -> Bool { firstPlace(of: bytes) != nil }
}

extension [UInt8] {
    /// With other bytes in place of all that are found.
    fileprivate func replacing(_ bytes: [UInt8], by replacement: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = self[...]
        while let place = rest.firstPlace(of: bytes) {
            result += rest[..<place]
            result += replacement
            rest = rest[(place + bytes.count)...]
        }
        return result.isEmpty ? Array(rest) : result + rest
    }
}
