#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How figures are printed.
enum Report {
    case table
    /// One JSON object a line.
    case json

    func begin() {
        guard case .table = self else { return }
        Swift.print(Self.row("figure", "value", "baseline", "ratio", note: "compared with"))
    }

    func print(_ figure: Figure, _ measurement: Measurement) {
        switch self {
        case .table:
            Swift.print(
                Self.row(
                    figure.name,
                    Self.number(measurement.value) + " " + figure.unit,
                    Self.number(measurement.baselineValue),
                    measurement.ratio.map(Self.number) ?? "-",
                    note: figure.baseline
                )
            )
        case .json:
            let ratio = measurement.ratio.map(Self.number) ?? "null"
            Swift.print(
                "{\"name\":\(Self.quoted(figure.name)),\"value\":\(Self.number(measurement.value)),"
                    + "\"unit\":\(Self.quoted(figure.unit)),\"baseline\":\(Self.quoted(figure.baseline)),"
                    + "\"baselineValue\":\(Self.number(measurement.baselineValue)),\"ratio\":\(ratio)}"
            )
        }
        fflush(nil)
    }

    private static func row(_ name: String, _ columns: String..., note: String) -> String {
        let padding = String(repeating: " ", count: max(0, 43 - name.count))
        return columns.reduce(name + padding) { line, column in
            line + String(repeating: " ", count: max(1, 16 - column.count)) + column
        } + "  " + note
    }

    /// A number with as many decimals as say something.
    static func number(_ value: Double) -> String {
        let scale = value.magnitude >= 100 ? 10.0 : value.magnitude >= 0.1 ? 1_000 : 1_000_000
        let rounded = (value * scale).rounded() / scale
        return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? "\(Int(rounded))" : "\(rounded)"
    }

    /// A JSON string, of text that needs no escaping, as all of a figure's does.
    private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
