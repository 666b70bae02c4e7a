import Testing

@testable import XMPPCapture

@Suite struct XMLExtentTests {
    /// The events in a text that is read in pieces of a size, and whether an item is open at its end.
    private func events(in text: String, piece: Int) -> (events: [XMLExtent.Event], isOpen: Bool) {
        var extent = XMLExtent()
        var events: [XMLExtent.Event] = []
        let all = Array(text.utf8)
        var offset = 0
        var length = 0
        while length < all.count {
            length = min(all.count, length + piece)
            while let event = extent.next(in: Array(all[..<length]), from: &offset) { events.append(event) }
        }
        return (events, extent.isOpen)
    }

    private static let items: [(text: String, events: [XMLExtent.Event], isOpen: Bool)] = [
        ("<a/>", [.item(end: 4, .element)], false),
        ("<a></a> <b/>", [.item(end: 7, .element), .item(end: 12, .element)], false),
        ("<a><a/><b></b></a>", [.item(end: 18, .element)], false),
        ("<a b='/>' c=\"</a>\"/>", [.item(end: 20, .element)], false),
        ("<a ><!-- </a> -- --></a>", [.item(end: 24, .element)], false),
        ("<a><![CDATA[</a>]]x></a>", [], true),
        ("<a><![CDATA[</a>]]]]></a>", [.item(end: 25, .element)], false),
        ("<a><?x </a> ?></a>", [.item(end: 18, .element)], false),
        (
            "<?xml version='1.0'?><stream:stream to='a'><b/>",
            [.item(end: 43, .streamOpen(hasID: false)), .item(end: 47, .element)], false
        ),
        ("<stream:stream xml:id='1'>", [.item(end: 26, .streamOpen(hasID: false))], false),
        ("<stream:stream\tid='1'>", [.item(end: 22, .streamOpen(hasID: true))], false),
        ("<stream xmlns='http://etherx.jabber.org/streams'>", [.item(end: 49, .streamOpen(hasID: false))], false),
        ("<stream xmlns='urn:x'>", [], true),
        ("</stream:stream>", [.item(end: 16, .streamClose)], false),
        ("</a>", [.item(end: 4, .element)], false),
        (
            "<success/><stream:features></stream:features>", [.item(end: 10, .restart), .item(end: 45, .acceptorOnly)],
            false
        ),
        (
            "<open xmlns='urn:ietf:params:xml:ns:xmpp-framing' id='1'/><close xmlns='urn:ietf:params:xml:ns:xmpp-framing'/>",
            [.item(end: 58, .streamOpen(hasID: true)), .item(end: 110, .streamClose)], false
        ),
        ("<open/><close/>", [.item(end: 7, .element), .item(end: 15, .element)], false),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", [.text(at: 28), .text(at: 29), .item(end: 34, .element)], false),
        ("<a>1 < 2</a>", [.item(end: 12, .element)], false),
        ("x<a/>", [.text(at: 0), .item(end: 5, .element)], false), ("<a", [], true), ("<a><b/>", [], true),
        ("", [], false), ("< ", [.text(at: 1)], false), ("<é/>", [.item(end: 5, .element)], false),
    ]

    @Test(arguments: items.indices, [1, 2, 3, .max])
    func findsTheEndsOfItems(index: Int, piece: Int) {
        let item = Self.items[index]
        let found = events(in: item.text, piece: min(piece, 1000))
        #expect(found.events == item.events, "\(item.text)")
        #expect(found.isOpen == item.isOpen, "\(item.text)")
    }
}
