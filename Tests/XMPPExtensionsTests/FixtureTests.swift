import Foundation
import Testing
import XMLStream
import XMPPStanzas

@testable import XMPPExtensions

@Suite struct FixtureTests {
    @Test("A value is read from its XML and written to it", arguments: fixtures)
    func roundTrip(_ fixture: Fixture) throws {
        let source = try element(fixture.xml)
        let written = try fixture.check(source)
        #expect(written == source)
        #expect(try written.xml() == fixture.xml)
    }

    @Test("What a type does not know survives a change", arguments: fixtures)
    func update(_ fixture: Fixture) throws {
        let source = try element(fixture.xml)
        let strange = Element(Name("strange", in: "urn:example:strange"), text: "kept")
        var changed = source
        changed["strange"] = "kept"
        changed.append(strange)
        let written = try fixture.update(changed)
        #expect(written["strange"] == "kept")
        #expect(written.firstChild(strange.name) == strange)
        #expect(written == changed)
    }

    @Test("No damage to a fixture makes reading trap", arguments: fixtures)
    func damage(_ fixture: Fixture) throws {
        let source = try element(fixture.xml)
        for place in source.attributes {
            var damaged = source
            damaged[place.name] = "\u{FFFD}"
            _ = try? fixture.update(damaged)
            damaged[place.name] = nil
            _ = try? fixture.update(damaged)
        }
        for child in source.children {
            var damaged = source
            damaged.append(child)
            _ = try? fixture.update(damaged)
            damaged.removeChildren { $0 == child }
            damaged.append(Element(child.name, text: "\u{FFFD}"))
            _ = try? fixture.update(damaged)
        }
    }

    /// The types that say `: Payload` or `: NamePayload` in the sources and are not private to their file.
    @Test("Every payload type has a fixture")
    func coverage() throws {
        let tested = Set(fixtures.map { $0.typeName.split(separator: ".").last.map(String.init) ?? "" })
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardized
        var missing: [String] = []
        for module in ["XMPPExtensions", "XMPPStanzas"] {
            let files = try #require(
                FileManager.default.enumerator(at: root.appending(path: module), includingPropertiesForKeys: nil))
            for case let file as URL in files where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                for match in text.matches(of: #/(?m)^ *public (?:struct|enum) (\w+): [^{]*\b(?:Name)?Payload\b[^{]*\{/#)
                {
                    let name = String(match.1)
                    if !tested.contains(name) { missing.append(name) }
                }
            }
        }
        #expect(missing == [])
        #expect(tested.count > 60)
    }
}
