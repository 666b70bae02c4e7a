import Testing

@testable import XMPPSASL

struct PrimitiveTests {
    /// RFC 6070 §2 and RFC 7914 §11.
    @Test(arguments: [
        (HashFunction.sha1, "password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
        (.sha1, "password", "salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
        (.sha1, "password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1"),
        (.sha256, "passwd", "salt", 1, "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"),
    ])
    func saltedPassword(hash: HashFunction, password: String, salt: String, count: Int, result: String) throws {
        let salted = try SaltedPassword(password: Secret(password), hash: hash, salt: salt.bytes, iterations: count)
        #expect(salted.key.bytes == [UInt8](hex: result))
    }

    /// RFC 2202 §3 case 6 and RFC 4231 §4.7: a key longer than the block.
    @Test(arguments: [
        (HashFunction.sha1, 80, "aa4ae5e15272d00e95705637ce8a3b55ed402112"),
        (.sha256, 131, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    ])
    func authenticationCode(hash: HashFunction, keyLength: Int, code: String) throws {
        let key = Secret([UInt8](repeating: 0xAA, count: keyLength))
        let message = "Test Using Larger Than Block-Size Key - Hash Key First".bytes
        #expect(try hash.authenticationCode(for: message, key: key).bytes == [UInt8](hex: code))
    }

    @Test(arguments: HashFunction.allCases)
    func emptyInputs(hash: HashFunction) throws {
        #expect(try hash.digest([]).count == hash.digestLength)
        #expect(try hash.authenticationCode(for: [], key: Secret("")).count == hash.digestLength)
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func base64OfRFC4648(text: String, encoded: String) {
        #expect(Base64.encode(text.bytes) == encoded)
        #expect(Base64.decode(encoded) == text.bytes)
    }

    @Test func base64OfEveryByteAtEveryPlace() {
        for length in 1...5 {
            for place in 0..<length {
                for byte in UInt8.min ... .max {
                    var bytes = [UInt8](repeating: 0xA5, count: length)
                    bytes[place] = byte
                    #expect(Base64.decode(Base64.encode(bytes)) == bytes)
                }
            }
        }
    }

    @Test(arguments: [
        "=", "==", "===", "====", "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm9v=", "Zm9v====", "Zg==Zg==", " Zg==",
        "Zg==\n", "Zm 8=", "Zm-_", "Zm9vY===", "Z=8=", "=m9v", "Zm8\u{0}", "Zm9\u{E9}",
    ])
    func base64IsReadStrictly(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func payloadsTellNothingFromEmpty() throws {
        #expect(SASLPayload.text(for: nil) == "")
        #expect(SASLPayload.text(for: []) == "=")
        #expect(SASLPayload.text(for: "x".bytes) == "eA==")
        #expect(try SASLPayload.data(of: "") == nil)
        #expect(try SASLPayload.data(of: "=") == [])
        #expect(try SASLPayload.data(of: "eA==") == "x".bytes)
        #expect(errorCode { () throws(SASLError) in try SASLPayload.data(of: "e A==") } == .incorrectEncoding)
    }

    @Test func randomSecretsAreAsLongAsWantedAndDiffer() {
        var generator = SystemRandomNumberGenerator()
        #expect(Secret.random().count == 32)
        #expect(Secret.random(count: 16, using: &generator).count == 16)
        #expect(Secret.random(count: 0).isEmpty && Secret.random(count: -1).isEmpty)
        #expect(!Secret.random().matches(.random()))
        #expect(SCRAMNonce.generate() != SCRAMNonce.generate())
    }

    @Test func aGivenGeneratorSettlesASecret() {
        struct Counting: RandomNumberGenerator {
            var last: UInt64 = 0
            mutating func next() -> UInt64 {
                last += 1
                return last << 56 | last
            }
        }
        var (one, other) = (Counting(), Counting())
        let secret = Secret.random(using: &one)
        #expect(secret.matches(.random(using: &other)))
        #expect(!secret.matches(.random(using: &other)))
    }

    @Test func secretsShowNothing() {
        let secret = Secret("hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        let credentials = SCRAMClient.Credentials(username: "u", password: secret)
        for text in [
            "\(secret)", String(reflecting: secret), dumped, "\(credentials)", String(reflecting: credentials),
        ] {
            #expect(!text.contains("hunter2"))
            #expect(text.contains("secret"))
        }
        #expect(secret.count == 7)
    }

    @Test func secretsCompareByContent() {
        #expect(Secret("a").matches(Secret("a")))
        #expect(!Secret("a").matches(Secret("b")))
        #expect(!Secret("a").matches(Secret("ab")))
        #expect(Secret("").matches(Secret("")))
    }

    @Test func nonceIsFreshAndValid() {
        var generator = SystemRandomNumberGenerator()
        let nonces = (0..<100).map { _ in SCRAMNonce.generate(using: &generator) }
        #expect(Set(nonces).count == 100)
        #expect(nonces.allSatisfy { SCRAMNonce.isValid($0.utf8) && $0.utf8.count == 32 })
    }

    @Test(arguments: ["", "a\u{7F}", "tab\there", "\u{0}"])
    func controlCharactersAreRefused(_ text: String) {
        let password = errorCode { () throws(SASLError) in try CredentialPreparation.prepare(password: Secret(text)) }
        #expect(password == .unpreparableCredentials)
        let name = errorCode { () throws(SASLError) in try CredentialPreparation.prepare(username: text) }
        #expect(name == .unpreparableCredentials)
    }

    /// RFC 4013 §3, and what becomes nothing.
    @Test(arguments: [
        ("I\u{AD}X", "IX"), ("user", "user"), ("USER", "USER"), ("\u{AA}", "a"), ("\u{2168}", "IX"), ("\u{7}", nil),
        ("\u{627}1", nil), ("p\u{AA}\u{AD}w", "paw"), ("e\u{301}", "\u{E9}"), ("\u{221}", nil), ("\u{AD}", nil),
    ])
    func passwordsArePrepared(_ text: String, prepared: String?) {
        let secret = Secret(text)
        #expect((try? CredentialPreparation.prepare(password: secret))?.bytes == prepared?.bytes)
    }

    /// RFC 5802 §5.1: in a name, code points that Unicode 3.2 does not assign pass.
    @Test func namesAreQueries() throws {
        #expect(try CredentialPreparation.prepare(username: "\u{221}I\u{AD}X") == "\u{221}IX")
        #expect(errorCode { () throws(SASLError) in try CredentialPreparation.prepare(username: "\u{627}1") } != nil)
    }

    @Test func passwordsMustBeUTF8() {
        let code = errorCode { () throws(SASLError) in
            try CredentialPreparation.prepare(password: Secret([0xC3, 0x28]))
        }
        #expect(code == .unpreparableCredentials)
    }
}
