/// An option, declared once: how its value is read and what the help says about it.
struct Option<Value: Sendable>: Sendable {
    /// The name without its dashes.
    let name: String
    /// What stands for the value in the help; nil for an option without one.
    let placeholder: String?
    /// What it does, in lines of at most 70 characters.
    let help: String
    /// What a value has to be, for the message about one that is not.
    let expectation: String
    /// Reads a value; nil if it is none.
    let read: @Sendable (String) -> Value?
}

extension Option where Value == Bool {
    /// An option that is given or not.
    static func flag(_ name: String, help: String) -> Option {
        Option(name: name, placeholder: nil, help: help, expectation: "") { _ in true }
    }
}

extension Option where Value == String {
    /// An option whose value names a file.
    static func file(_ name: String, help: String) -> Option {
        Option(name: name, placeholder: "FILE", help: help, expectation: "the path of a file") { $0.isEmpty ? nil : $0 }
    }
}

extension Option where Value == Int {
    /// An option whose value is a number from 0.
    static func number(_ name: String, placeholder: String, help: String) -> Option {
        Option(name: name, placeholder: placeholder, help: help, expectation: "a number from 0") { text in
            Int(text).flatMap { $0 >= 0 ? $0 : nil }
        }
    }
}

extension Option where Value: CaseIterable & RawRepresentable<String> {
    /// An option whose value is one of a few words.
    static func choice(_ name: String, help: String) -> Option {
        let words = Value.allCases.map(\.rawValue)
        return Option(
            name: name,
            placeholder: words.joined(separator: "|"),
            help: help,
            expectation: "one of " + words.joined(separator: ", "),
            read: { Value(rawValue: $0) }
        )
    }
}

/// An option without regard to the type of its value: what parsing the command line has to know.
protocol AnyOption: Sendable {
    var name: String { get }
    var placeholder: String? { get }
    var help: String { get }
    var expectation: String { get }
    func accepts(_ text: String) -> Bool
}

extension Option: AnyOption {
    func accepts(_ text: String) -> Bool { read(text) != nil }
}
