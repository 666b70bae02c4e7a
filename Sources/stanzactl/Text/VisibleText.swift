/// Text from peers on a terminal: what could control it is shown instead of sent.
extension String {
    /// The text on one line, its control characters as symbols (␛ for escape, ␊ for a line feed), and those that
    /// turn the direction of writing as escapes, because they can make a line show what it does not say.
    var visible: String {
        guard unicodeScalars.contains(where: { $0.isControl }) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if !scalar.isControl {
                result.unicodeScalars.append(scalar)
            } else if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) {
                result.unicodeScalars.append(picture)
            } else if scalar.value == 0x7F {
                result += "␡"
            } else {
                result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            }
        }
        return result
    }

    /// The text between quotation marks, cut with … behind so many characters.
    func quoted(atMost length: Int) -> String { "“" + cut(to: length) + "”" }

    /// The text between quotation marks.
    var quoted: String { quoted(atMost: 200) }

    /// The first characters of the text, with … if there are more.
    func cut(to length: Int) -> String {
        // Views of scalars, because one character can be of any number of them.
        guard let end = unicodeScalars.index(startIndex, offsetBy: length, limitedBy: endIndex), end < endIndex else {
            return self
        }
        return String(unicodeScalars[..<end]) + "…"
    }
}

extension Unicode.Scalar {
    /// Whether it can move a terminal's cursor, begin an escape sequence, end a line or turn its direction.
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
