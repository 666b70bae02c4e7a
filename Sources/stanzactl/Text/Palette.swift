/// Colours for a terminal, or none.
struct Palette: Sendable {
    /// What a colour is for.
    enum Ink: String {
        case plain = ""
        case faint = "2"
        case strong = "1"
        case wrong = "31"
        case sent = "36"
        case received = "35"
        case tag = "34"
        case attributeName = "33"
        case attributeValue = "32"
    }

    let isColored: Bool

    /// The text in a colour (ECMA-48 §8.3.117, SGR).
    func paint(_ text: String, _ ink: Ink) -> String {
        guard isColored, ink != .plain else { return text }
        return "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m"
    }

    /// Begins a colour.
    func begin(_ ink: Ink, _ output: inout [UInt8]) {
        guard isColored else { return }
        output.append(contentsOf: "\u{1B}[\(ink.rawValue)m".utf8)
    }

    /// Ends whatever colour is begun.
    func end(_ output: inout [UInt8]) {
        guard isColored else { return }
        output.append(contentsOf: "\u{1B}[0m".utf8)
    }
}
