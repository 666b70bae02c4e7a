import XMPPAddress

/// `stanzactl jid`: normalizes addresses, or says what is wrong with them.
enum AddressCommand: Subcommand {
    static let json = Option.flag(
        "json",
        help: """
            One JSON object an address: input with full, bare, local, domain and
            resource (the parts it has), or with error: its part and reason.
            """
    )

    static let syntax = CommandSyntax(
        name: "jid",
        summary: "Normalize addresses by RFC 7622, or say what is wrong with them.",
        operands: .addresses,
        options: [json],
        details: """
            Each address is prepared as RFC 7622 wants it and printed on a line of its own.
            The part at fault is local, domain, resource, or address where it is none of these.

            Exit code 0 if all of them are valid, 1 if any is not.
            """
    )

    static func run(_ arguments: ParsedArguments, _ output: inout Output) throws(Failure) -> ExitCode {
        guard !arguments.operands.isEmpty else {
            throw .usage("jid: no address given", help: "stanzactl jid --help")
        }
        var code = ExitCode.done
        for input in arguments.operands {
            let result = Result { () throws(JIDError) in try JID(input) }
            if case .failure = result { code = .foundWrong }
            if arguments[json] == true {
                output.bytes.append(contentsOf: object(input, result).bytes)
            } else {
                output.write(line(input, result))
            }
            try output.flushIfFull()
        }
        return code
    }

    private static func line(_ input: String, _ result: Result<JID, JIDError>) -> String {
        switch result {
        case .success(let address): address.full.visible + "\n"
        case .failure(let error): "\(input.visible.quoted) is no address: \(error.description.visible)\n"
        }
    }

    private static func object(_ input: String, _ result: Result<JID, JIDError>) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("input", input)
        switch result {
        case .success(let address):
            object.add("full", address.full)
            object.add("bare", address.bare.full)
            object.add("local", address.local)
            object.add("domain", address.domain)
            object.add("resource", address.resource)
        case .failure(let error):
            var cause = JSONObjectWriter()
            cause.add("part", error.part.rawValue)
            cause.add("reason", error.reason)
            object.add("error", cause)
        }
        object.finish()
        return object
    }
}
