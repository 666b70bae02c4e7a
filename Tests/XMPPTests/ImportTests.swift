import Testing
import XMPP
import XMPPSASL

/// Every name below would be ambiguous if two of the modules had it.
@Suite("Modules together")
struct ImportTests {
    @Test("One who imports all modules needs to qualify no name of SASL")
    func sasl() throws {
        let success = try SASLSuccess(SASLSuccess(Base64Data([1])).encoded())
        #expect(success.data?.bytes == Base64.decode("AQ=="))
        #expect(SASLAuth(mechanism: SASLMechanism.scramSHA1.rawValue).mechanism == "SCRAM-SHA-1")
        let step: SASLServerStep = .challenge([1])
        guard case .challenge(let bytes) = step else {
            Issue.record("not a challenge")
            return
        }
        #expect(SASLChallenge(Base64Data(bytes)).data.bytes == [1])
    }
}
