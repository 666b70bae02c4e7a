import Testing

@testable import XMLStream

/// However many declarations there are, the same prefixes are found.
@Suite struct PrefixScopeTests {
    private static let counts = [0, 14, 15, 16, 40]

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// A scope in which so many other prefixes are declared, at depth 1.
    private func scope(others: Int) -> PrefixScope {
        var scope = PrefixScope([
            StreamOpening.Prefix(prefix: "a", namespace: "urn:outer"),
            StreamOpening.Prefix(prefix: "b", namespace: "urn:outer"),
        ])
        for number in 0..<others { scope.declare(bytes("o\(number)"), bytes("urn:other:\(number)"), depth: 1) }
        return scope
    }

    @Test(arguments: counts) func theInnermostDeclarationOfAPrefixCounts(others: Int) {
        var scope = scope(others: others)
        #expect(scope.outerPrefix(of: bytes("urn:outer")) == bytes("a"))
        scope.declare(bytes("a"), bytes("urn:inner"), depth: 2)
        #expect(scope.namespace(of: bytes("a")) == bytes("urn:inner"))
        #expect(scope.prefix(of: bytes("urn:inner")) == bytes("a"))
        #expect(scope.prefix(of: bytes("urn:outer")) == bytes("b"))
        scope.declare(bytes("a"), bytes("urn:innermost"), depth: 3)
        #expect(scope.prefix(of: bytes("urn:inner")) == nil)
        #expect(scope.isBound(bytes("a"), to: bytes("urn:innermost")))
    }

    @Test(arguments: counts) func whatAnElementDeclaresEndsWithIt(others: Int) {
        var scope = scope(others: others)
        scope.declare(bytes("a"), bytes("urn:inner"), depth: 2)
        scope.declare(bytes("a"), bytes("urn:innermost"), depth: 3)
        scope.close(to: 2)
        #expect(scope.namespace(of: bytes("a")) == bytes("urn:inner"))
        scope.close(to: 1)
        #expect(scope.namespace(of: bytes("a")) == bytes("urn:outer"))
        #expect(scope.prefix(of: bytes("urn:inner")) == nil)
        #expect(scope.prefix(of: bytes("urn:other:3")) == (others > 3 ? bytes("o3") : nil))
        scope.close(to: 0)
        #expect(scope.namespace(of: bytes("o3")) == nil)
        #expect(scope.outerPrefix(of: bytes("urn:outer")) == bytes("a"))
    }

    @Test(arguments: counts) func numberedPrefixesThatAreBoundAreNotTaken(others: Int) {
        var scope = scope(others: others)
        scope.declare(bytes("ns1"), bytes("urn:first"), depth: 2)
        #expect(scope.unusedPrefix() == bytes("ns2"))
    }
}
