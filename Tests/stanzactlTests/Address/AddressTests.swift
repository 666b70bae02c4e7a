import Testing

@Suite("stanzactl jid")
struct AddressTests {
    @Test("Addresses are printed normalized")
    func text() throws {
        let run = try Tool.run("jid", "Alice@EXAMPLE.test/Desk", "example.test.")
        #expect(run.code == 0)
        #expect(run.output == "alice@example.test/Desk\nexample.test\n")
    }

    @Test("As JSON they come with their parts, absent ones left out")
    func objects() throws {
        let run = try Tool.run("jid", "--json", "Alice@example.test/a/b@c", "example.test")
        #expect(run.code == 0)
        let objects = try run.objects()
        #expect(
            objects.first as? [String: String] == [
                "input": "Alice@example.test/a/b@c", "full": "alice@example.test/a/b@c",
                "bare": "alice@example.test", "local": "alice", "domain": "example.test", "resource": "a/b@c",
            ])
        #expect(
            objects.last as? [String: String] == [
                "input": "example.test", "full": "example.test", "bare": "example.test", "domain": "example.test",
            ])
    }

    @Test(
        "An invalid one is told with its part, and ends with 1",
        arguments: [("a b@example.test", "local"), ("@example.test", "local"), ("a@-", "domain"), ("a@b/", "resource")])
    func invalid(address: String, part: String) throws {
        let run = try Tool.run("jid", "--json", "example.test", address)
        #expect(run.code == 1)
        let object = try #require(try run.objects().last)
        #expect(object["input"] as? String == address)
        let error = try #require(object["error"] as? [String: String])
        #expect(error["part"] == part && error["reason"]?.isEmpty == false)
        #expect(try Tool.run("jid", address).code == 1)
    }

    @Test("Words that begin with a dash are addresses, too")
    func dashes() throws {
        #expect(try Tool.run("jid", "-a@example.test").output == "-a@example.test\n")
    }

    @Test("Without an address there is nothing to do")
    func none() throws {
        #expect(try Tool.run("jid").code == 2)
    }
}
