import Testing

@testable import XMLStream

/// Elements without their streams, and finding them again where something is missing or wrong.
@Suite struct FragmentTests {
    @Test func usualBindingsAreAssumed() throws {
        let elements = try Stream.elements("<iq/><stream:features/><db:result/><stream:error/>")
        #expect(elements.map(\.namespace) == [.client, .streams, .dialback, .streams])
    }

    @Test func headersDeclarationsAndClosesMayStandAmongThem() throws {
        let server = Stream.header.replacing("jabber:client", with: "jabber:server")
        let text =
            "<a/>" + Stream.declaration + server + "<b/></stream:stream><c/>\n" + server + "<d/>" + Stream.header
            + "<e/>" + Stream.declaration + "<f/><?xml version='1.0' encoding='utf-8'?>"
        let bytes = Array(text.utf8)
        #expect(
            Transcript.byteByByte(bytes, framing: .fragments).withoutArrivals
                == Transcript(bytes, framing: .fragments).withoutArrivals
        )
        let elements = try Stream.elements(text)
        #expect(elements.map(\.localName) == ["a", "b", "c", "d", "e", "f"])
        #expect(elements.map(\.namespace) == [.client, .server, .client, .server, .client, .client])
    }

    @Test func aHeaderDoesNotInheritFromTheOneBefore() throws {
        let first = Stream.header.dropLast() + " xmlns:p='urn:p' xml:lang='de'>"
        let second = "<stream:stream xmlns:q='urn:q'>"
        let events = try Stream.events(first + "<p:a/>" + second + "<q:a/>", framing: .fragments)
        #expect(events.count == 4)
        guard case .streamOpen(let opening) = events[2] else { return }
        #expect(Set(opening.prefixes.map(\.prefix)) == ["stream", "q"])
        #expect(events[3].element?.language == nil)
        #expect(throws: XMLStreamError.self) {
            try Stream.events(first + second + "<p:a/>", framing: .fragments)
        }
    }

    @Test func manyHeadersDoNotAddUp() throws {
        var parser = XMLStreamParser(framing: .fragments)
        for number in 0..<500 {
            parser.receive(Array("<stream:stream xmlns:p\(number)='urn:\(number)'><p\(number):a/>".utf8))
            #expect(try parser.drain().count == 2)
        }
        #expect(parser.context.bindings.count == 4)
    }
}

/// After a failure or a gap, what is found is what stood at the top, and what is passed over is counted.
@Suite struct ResynchronizationTests {
    static let stanzas = [
        "<message to='a'><body>one > two's</body></message>",
        "<message from='b'><result xmlns='urn:xmpp:mam:2'><forwarded xmlns='urn:xmpp:forward:0'>"
            + "<delay xmlns='urn:xmpp:delay' stamp='x'/><message xmlns='jabber:client' to='c'><body>in</body></message>"
            + "</forwarded></result></message>",
        "<message><sent xmlns='urn:xmpp:carbons:2'><forwarded xmlns='urn:xmpp:forward:0'>"
            + "<message xmlns='jabber:client'><body/></message><delay xmlns='urn:xmpp:delay'/></forwarded></sent></message>",
        "<iq type='result' id='2'><query xmlns='jabber:iq:roster'><item jid='x'/></query></iq>",
        "<stream:features><mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>X</mechanism></mechanisms>"
            + "<sm xmlns='urn:xmpp:sm:3'/><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:features>",
        "<success xmlns='urn:xmpp:sasl:2'><bound xmlns='urn:xmpp:bind:0'><enabled xmlns='urn:xmpp:sm:3'/></bound></success>",
        "<r xmlns='urn:xmpp:sm:3'/>",
        "<presence from='d'/>",
        "<message><body>last</body></message>",
    ]

    private func results(_ parser: inout XMLStreamParser) throws -> (texts: [String], skipped: Int) {
        var (texts, skipped): ([String], Int) = ([], 0)
        for event in try parser.drain() {
            if case .skipped(let count) = event { skipped += count }
            if let element = event.element { texts.append(try element.xml(in: .client)) }
        }
        return (texts, skipped)
    }

    @Test func afterAGapOnlyWholeStanzasAreFound() throws {
        let whole = try Self.stanzas.map { try Stream.element($0).xml(in: .client) }
        let bytes = Array(Self.stanzas.joined().utf8)
        var start = 0
        for (index, stanza) in Self.stanzas.enumerated() {
            for cut in start..<start + stanza.utf8.count {
                var parser = XMLStreamParser(framing: .fragments)
                parser.resynchronize(afterGapOf: cut)
                parser.receive(Array(bytes[cut...]))
                let (found, skipped) = try results(&parser)
                #expect(found == whole.suffix(found.count), "cut at \(cut)")
                let missed = whole.count - found.count - index
                #expect(missed <= (cut == start ? 1 : 3), "cut at \(cut) of \(start): \(found)")
                #expect(parser.eventRange.upperBound == bytes.count)
                let first = bytes.count - Self.stanzas.suffix(found.count).joined().utf8.count
                #expect(skipped == first - cut)
            }
            start += stanza.utf8.count
            if index == Self.stanzas.count - 3 { break }
        }
    }

    @Test func afterAFailureNothingThatFollowsIsLost() throws {
        let text = Self.stanzas[0] + "<a></b>" + Self.stanzas[3] + Self.stanzas[7]
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var parser = XMLStreamParser(framing: .fragments)
            var names: [String] = []
            var failures: [XMLStreamError] = []
            for piece in [bytes[..<cut], bytes[cut...]] {
                parser.receive(Array(piece))
                while true {
                    do throws(XMLStreamError) {
                        guard let event = try parser.next() else { break }
                        names.append(event.element?.localName ?? "\(event)")
                    } catch {
                        failures.append(error)
                        parser.resynchronize()
                    }
                }
            }
            #expect(names == ["message", "iq", "presence"], "cut at \(cut)")
            #expect(failures.map(\.offset) == [Self.stanzas[0].utf8.count + 3])
        }
    }

    @Test func bytesThatComeBetweenFailureAndResynchronizingAreSearched() throws {
        var parser = XMLStreamParser(framing: .fragments)
        parser.receive(Array("<a></b>".utf8))
        #expect(throws: XMLStreamError.self) { try parser.next() }
        parser.receive(Array("<iq/>".utf8))
        #expect(throws: XMLStreamError.self) { try parser.next() }
        parser.resynchronize()
        #expect(try parser.drain().compactMap { $0.element?.localName } == ["iq"])
    }

    @Test func linesCountOn() throws {
        var parser = XMLStreamParser(framing: .fragments)
        var lines: [Int] = []
        for piece in ["<a>\n</b>\n<i", "q/>\n\n&nonsense;\n<iq\n/>", "\n</x>"] {
            parser.receive(Array(piece.utf8))
            while true {
                do throws(XMLStreamError) {
                    guard try parser.next() != nil else { break }
                } catch {
                    lines.append(error.line)
                    parser.resynchronize()
                }
            }
        }
        #expect(lines == [2, 5, 8])
    }

    @Test func manyFailuresInOneInputCostNoMoreThanTheirSum() throws {
        var parser = XMLStreamParser(framing: .fragments)
        let count = 20_000
        parser.receive(Array(String(repeating: "<iq></x><presence/>\n", count: count).utf8))
        var (elements, last) = (0, 0)
        while true {
            do throws(XMLStreamError) {
                guard let event = try parser.next() else { break }
                if event.element != nil { elements += 1 }
            } catch {
                last = error.line
                parser.resynchronize()
                #expect(parser.inputOffset == 0)
            }
        }
        #expect(elements == count)
        #expect(last == count)
    }
}
