import XMPPPrimitives

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
    /// How many words a value has.
    let wordCount: Int
    /// Reads the words of a value; nil if they are none.
    let read: @Sendable ([String]) -> Value?

    /// Declares an option whose value has several words.
    init(
        name: String, placeholder: String?, help: String, expectation: String, wordCount: Int,
        read: @escaping @Sendable ([String]) -> Value?
    ) {
        self.name = name
        self.placeholder = placeholder
        self.help = help
        self.expectation = expectation
        self.wordCount = wordCount
        self.read = read
    }

    /// Declares an option whose value is one word.
    init(
        name: String, placeholder: String?, help: String, expectation: String,
        read: @escaping @Sendable (String) -> Value?
    ) {
        self.init(name: name, placeholder: placeholder, help: help, expectation: expectation, wordCount: 1) { words in
            words.first.flatMap(read)
        }
    }
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
            text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
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

extension Option where Value == Duration {
    /// An option whose value is a number of seconds, perhaps with decimals; the longest time is about eleven days.
    static func seconds(_ name: String, allowsZero: Bool, help: String) -> Option {
        let expectation = "a number of seconds \(allowsZero ? "from" : "above") 0, such as 2.5"
        return Option(name: name, placeholder: "SECONDS", help: help, expectation: expectation) { text in
            guard text.utf8.allSatisfy({ $0.isDigit || $0 == 0x2E }), let value = Double(text) else {
                return nil
            }
            let isAllowed = value <= 1_000_000 && (allowsZero || value >= 0.001)
            return isAllowed ? .milliseconds(Int64(value * 1000)) : nil
        }
    }
}

/// An option without regard to the type of its value: what parsing the command line has to know.
protocol AnyOption: Sendable {
    var name: String { get }
    var placeholder: String? { get }
    var help: String { get }
    var expectation: String { get }
    var wordCount: Int { get }
    func accepts(_ words: [String]) -> Bool
}

extension Option: AnyOption {
    func accepts(_ words: [String]) -> Bool { read(words) != nil }
}
