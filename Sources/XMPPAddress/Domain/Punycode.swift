/// Punycode (RFC 3492), of labels only: at most 63 octets, so the quadratic insertion costs nothing.
enum Punycode {
    private static let (base, tMin, tMax, skew, damp): (Int64, Int64, Int64, Int64, Int64) = (36, 1, 26, 38, 700)
    private static let (initialBias, initialN): (Int64, Int64) = (72, 0x80)

    /// Decodes what follows `xn--`; `nil` if it is not Punycode, or longer than a label.
    static func decode(_ encoded: [UInt8]) -> [Unicode.Scalar]? {
        guard encoded.count <= 63 else { return nil }
        var output: [Unicode.Scalar] = []
        var rest = encoded[...]
        if let delimiter = encoded.lastIndex(of: UInt8(ascii: "-")) {
            guard encoded[..<delimiter].allSatisfy({ $0 < 0x80 }) else { return nil }
            output = encoded[..<delimiter].map { Unicode.Scalar($0) }
            rest = encoded[(delimiter + 1)...]
        }
        var (n, i, bias) = (initialN, Int64(0), initialBias)
        while !rest.isEmpty {
            guard let delta = decodeInteger(&rest, bias: bias) else { return nil }
            let count = Int64(output.count + 1)
            bias = adapt(delta, count: count, isFirst: i == 0)
            i += delta
            n += i / count
            i %= count
            guard n <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(n)) else { return nil }
            output.insert(scalar, at: Int(i))
            i += 1
        }
        return output
    }

    /// A generalized variable-length integer (RFC 3492 §3.3), refused above 2³¹, far over any that decodes to a scalar.
    private static func decodeInteger(_ digits: inout ArraySlice<UInt8>, bias: Int64) -> Int64? {
        var (value, weight, k) = (Int64(0), Int64(1), base)
        while let digit = digits.popFirst().flatMap(digitValue) {
            value += digit * weight
            let t = threshold(k, bias: bias)
            if digit < t { return value }
            weight *= base - t
            guard value < 1 << 31, weight < 1 << 31 else { return nil }
            k += base
        }
        return nil
    }

    /// Encodes a label without the prefix; `nil` if the result and `xn--` do not fit in 63 octets.
    static func encode(_ label: ArraySlice<SourcedScalar>) -> [UInt8]? {
        // Every scalar costs at least one octet.
        guard label.count <= 59 else { return nil }
        var output = label.filter(\.isASCII).map { UInt8($0.value) }
        var handled = output.count
        let basic = handled
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var (n, delta, bias) = (initialN, Int64(0), initialBias)
        while handled < label.count {
            guard let next = label.lazy.map({ Int64($0.value) }).filter({ $0 >= n }).min() else { return nil }
            delta += (next - n) * Int64(handled + 1)
            n = next
            for value in label.lazy.map({ Int64($0.value) }) {
                if value < n { delta += 1 }
                guard value == n else { continue }
                encodeInteger(delta, bias: bias, into: &output)
                bias = adapt(delta, count: Int64(handled + 1), isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            n += 1
        }
        return output.count <= 59 ? output : nil
    }

    private static func encodeInteger(_ value: Int64, bias: Int64, into output: inout [UInt8]) {
        var (q, k) = (value, base)
        while true {
            let t = threshold(k, bias: bias)
            if q < t { break }
            output.append(digit(t + (q - t) % (base - t)))
            q = (q - t) / (base - t)
            k += base
        }
        output.append(digit(q))
    }

    private static func threshold(_ k: Int64, bias: Int64) -> Int64 {
        min(max(k - bias, tMin), tMax)
    }

    /// Bias adaptation (RFC 3492 §3.4).
    private static func adapt(_ delta: Int64, count: Int64, isFirst: Bool) -> Int64 {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var k: Int64 = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + skew)
    }

    private static func digit(_ value: Int64) -> UInt8 {
        value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
    }

    private static func digitValue(_ digit: UInt8) -> Int64? {
        switch digit {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int64(digit - UInt8(ascii: "a"))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int64(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int64(digit - UInt8(ascii: "0")) + 26
        default: nil
        }
    }
}
