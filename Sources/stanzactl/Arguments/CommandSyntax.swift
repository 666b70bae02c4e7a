/// How a subcommand is called.
struct CommandSyntax: Sendable {
    /// What it takes beside options.
    enum Operands: Sendable {
        /// At most one file.
        case file
        /// Any number of files.
        case files
        /// Addresses: any word that is no option.
        case addresses
        /// One address of an account.
        case address

        /// How the help shows them.
        var usage: String {
            switch self {
            case .file: "[FILE|-]"
            case .files: "FILE…|-"
            case .addresses: "ADDRESS…"
            case .address: "JID"
            }
        }
    }

    let name: String
    /// What it does, in one line.
    let summary: String
    let operands: Operands
    let options: [any AnyOption]
    /// What else its help says, after the options.
    let details: String

    /// Reads the words behind the subcommand's name; nil if they ask for help.
    func parse(_ words: [String]) throws(Failure) -> ParsedArguments? {
        var arguments = ParsedArguments()
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--help" || word == "-h" { return nil }
            if word == "--" {
                arguments.operands += rest
                break
            }
            if isOperand(word) {
                arguments.operands.append(word)
            } else {
                try parseOption(word, &rest, &arguments)
            }
        }
        if case .file = operands, arguments.operands.count > 1 {
            throw usage("more than one file given: \(arguments.operands[1].quoted)")
        }
        return arguments
    }

    private func isOperand(_ word: String) -> Bool {
        if case .addresses = operands {
            let name = word.prefix { $0 != "=" }
            return !options.contains { "--" + $0.name == name }
        }
        return word == "-" || !word.hasPrefix("-")
    }

    private func parseOption(
        _ word: String, _ rest: inout ArraySlice<String>, _ arguments: inout ParsedArguments
    ) throws(Failure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let given = parts.first ?? word
        guard let option = options.first(where: { "--" + $0.name == given }) else {
            throw usage("unknown option \(given.quoted)")
        }
        var words = parts.dropFirst().map(\.self)
        if option.placeholder == nil {
            guard words.isEmpty else { throw usage("\(given) takes no value") }
            words = [""]
        } else {
            while words.count < option.wordCount, let word = rest.popFirst() { words.append(word) }
            guard words.count == option.wordCount else {
                throw usage("\(given) needs a value: \(option.expectation)")
            }
        }
        guard option.accepts(words) else {
            throw usage("\(given) is \(words.joined(separator: " ").quoted), but has to be \(option.expectation)")
        }
        arguments.add(words, to: option.name)
    }

    private func usage(_ message: String) -> Failure {
        .usage("\(name): \(message)", help: "stanzactl \(name) --help")
    }
}

/// What a command line says.
struct ParsedArguments {
    /// The words that are no options, in their order.
    var operands: [String] = []
    private var values: [String: [[String]]] = [:]

    mutating func add(_ words: [String], to option: String) { values[option, default: []].append(words) }

    /// Every value that an option was given, in their order.
    func all<Value>(_ option: Option<Value>) -> [Value] {
        (values[option.name] ?? []).compactMap { option.read($0) }
    }

    /// The value that an option was given last, or nil.
    subscript<Value>(_ option: Option<Value>) -> Value? { all(option).last }
}
