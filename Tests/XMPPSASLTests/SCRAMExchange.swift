import Foundation
import Testing

@testable import XMPPSASL

/// One complete exchange, with the values that both sides must compute: a row of the fixture.
struct SCRAMExchange: Sendable, CustomTestStringConvertible {
    let mechanism: SASLMechanism
    let username: String
    let password: String
    let nonce: String
    let binding: ChannelBindingUse
    let authorizationIdentity: String?
    let clientFirst: String
    let serverFirst: String
    let clientFinal: String
    let serverFinal: String
    let saltedPassword: String
    let testDescription: String

    init(row: String) throws {
        let fields = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        try #require(fields.count == 13)
        mechanism = SASLMechanism(rawValue: fields[0])
        username = fields[1]
        password = fields[2]
        nonce = fields[3]
        binding =
            fields[4].isEmpty
            ? .unsupported
            : .bound(try ChannelBinding(ChannelBindingType(rawValue: fields[4]), data: [UInt8](hex: fields[5])))
        authorizationIdentity = fields[6].isEmpty ? nil : fields[6]
        clientFirst = fields[7]
        serverFirst = fields[8]
        clientFinal = fields[9]
        serverFinal = fields[10]
        saltedPassword = fields[11]
        testDescription = "\(fields[0]) \(fields[1]): \(fields[12])"
    }

    static let all: [SCRAMExchange] = {
        do {
            let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
            let text = try String(contentsOf: url.appending(path: "scram-exchanges.tsv"), encoding: .utf8)
            return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
                try SCRAMExchange(row: String($0))
            }
        } catch {
            Issue.record(error)
            return []
        }
    }()

    func client(
        password: String? = nil,
        saltedPassword: SaltedPassword? = nil,
        protection: DowngradeProtection = .ignored
    ) throws -> SCRAMClient {
        try SCRAMClient(
            mechanism,
            credentials: .init(
                username: username,
                password: saltedPassword == nil ? Secret(password ?? self.password) : nil,
                saltedPassword: saltedPassword
            ),
            authorizationIdentity: authorizationIdentity,
            binding: binding,
            nonce: nonce,
            protection: protection
        )
    }
}

extension [UInt8] {
    init(hex: String) {
        let digits = [Character](hex)
        self = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
    }

    var text: String { String(decoding: self, as: UTF8.self) }
}

extension String {
    var bytes: [UInt8] { Array(utf8) }
}

extension Secret {
    var bytes: [UInt8] { withBytes { Array($0) } }
}

/// The code of the error that the call throws, `nil` if it throws none.
func errorCode<Result>(of body: () throws(SASLError) -> Result) -> SASLError.Code? {
    do throws(SASLError) {
        _ = try body()
        return nil
    } catch {
        return error.code
    }
}
