import Foundation
import Testing
import XMLStream
import XMPPStanzas

@testable import XMPPExtensions

@Suite struct CatalogTests {
    /// With the types that only stand within others, too.
    private static let catalog: PayloadCatalog = {
        var catalog = PayloadCatalog()
        for fixture in fixtures { fixture.register(&catalog) }
        return catalog
    }()

    /// Types that stand only in another are members of that one, but for those within features and rosters.
    private static let independentFixtures = fixtures.filter {
        let parts = $0.typeName.split(separator: ".")
        let isWithinFeatures = parts.last?.hasSuffix("Feature") == true || parts.last == "SASLMechanisms"
        return parts.count == 2 && !isWithinFeatures && parts.last != "RosterItem"
    }

    @Test("The catalog of known payloads has every type that stands for itself", arguments: independentFixtures)
    func known(_ fixture: Fixture) throws {
        var diagnostics: [PayloadError] = []
        let payload = try #require(
            try PayloadCatalog.known.payload(element(fixture.xml), diagnostics: &diagnostics), "\(fixture.typeName)")
        #expect(String(reflecting: type(of: payload)) == fixture.typeName)
        #expect(diagnostics == [])
    }

    /// Reads a value again from what it is written as.
    private static func isSameWhenWritten<P: Payload>(_ payload: P) throws -> Bool {
        let written = payload.encoded()
        return try P(written) == payload && P(element(written.xml())) == payload
    }

    @Test("Every payload in the examples that can be read is the same after being written")
    func examples() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
        let file = root.appending(path: "../../Corpus/stanzas/xep-examples.jsonl").standardized
        var (read, unreadable, deviating) = (0, 0, 0)
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            var parser = XMLStreamParser(framing: .fragments)
            parser.receive(Array((object?["xml"] as? String ?? "").utf8))
            guard case .element(let stanza)? = try? parser.next() else { continue }
            for element in [stanza] + stanza.descendants {
                var diagnostics: [PayloadError] = []
                do {
                    guard let payload = try Self.catalog.payload(element, diagnostics: &diagnostics) else { continue }
                    #expect(try Self.isSameWhenWritten(payload), "\(element)")
                    read += 1
                    if !diagnostics.isEmpty { deviating += 1 }
                } catch is PayloadError {
                    unreadable += 1
                }
            }
        }
        #expect(read > 3000)
        #expect(unreadable * 20 < read)
        #expect(deviating * 20 < read)
    }

    @Test("A catalog reads what it knows, and nothing else")
    func lookup() throws {
        var catalog = PayloadCatalog()
        catalog.add(Ping.self)
        catalog.add(ArchiveFin.self)
        var diagnostics: [PayloadError] = []
        let ping = try catalog.payload(element("<ping xmlns='urn:xmpp:ping'/>"), diagnostics: &diagnostics)
        #expect(ping as? Ping == Ping())
        let old = try catalog.payload(
            element("<fin xmlns='urn:xmpp:mam:1' stable='perhaps'/>"), diagnostics: &diagnostics)
        #expect(old as? ArchiveFin == ArchiveFin(version: .first))
        #expect(diagnostics.count == 1)
        #expect(
            try catalog.payload(element("<nick xmlns='http://jabber.org/protocol/nick'/>"), diagnostics: &diagnostics)
                == nil)
        #expect(try catalog.payload(element("<never xmlns='urn:example:never'/>"), diagnostics: &diagnostics) == nil)
        // Made before its name was known, by a name of its own.
        let early = Element(Name("ping", in: "urn:xmpp:ping"))
        #expect(try catalog.payload(early, diagnostics: &diagnostics) as? Ping == Ping())
    }
}
