import Testing

@testable import XMLStream

/// Elements are equal by expanded names, attributes in any order, text and children.
@Suite struct ElementEqualityTests {
    static let equal = [
        ("<a x='1' y='2'/>", "<a y='2' x='1'></a>"),
        ("<p:a xmlns:p='u' p:x='1'/>", "<a xmlns='u' xmlns:q='u' q:x='1'/>"),
        ("<a>b&#99;<![CDATA[d]]></a>", "<a>bcd</a>"),
        ("<a x=\"1\"><b/></a>", "<a  x='1' ><b ></b></a >"),
        ("<p:a xmlns:p='u' xmlns:q='v' p:x='1' q:x='2'/>", "<a xmlns='u' xmlns:p='v' xmlns:q='u' p:x='2' q:x='1'/>"),
    ]

    static let different = [
        ("<a/>", "<b/>"), ("<a/>", "<a xmlns='u'/>"), ("<a x='1'/>", "<a x='2'/>"), ("<a x='1'/>", "<a/>"),
        ("<a x='1'/>", "<a y='1'/>"), ("<a x='1' y='2'/>", "<a x='2' y='1'/>"), ("<a>x</a>", "<a>y</a>"),
        ("<a>x</a>", "<a/>"),
        ("<a> </a>", "<a/>"), ("<a><b/><c/></a>", "<a><c/><b/></a>"), ("<a><b/>x</a>", "<a>x<b/></a>"),
        ("<a><b><c/></b></a>", "<a><b/><c/></a>"), ("<a xmlns:p='u' p:x='1'/>", "<a x='1'/>"),
        ("<a xmlns:p='u' p:x='1'/>", "<a xmlns:p='v' p:x='1'/>"), ("<a x=''/>", "<a>x</a>"),
        ("<a>\u{E9}</a>", "<a>e\u{301}</a>"), ("<a\u{E9}/>", "<ae\u{301}/>"),
    ]

    @Test(arguments: equal)
    func equalOnesHashTheSame(_ a: String, _ b: String) throws {
        let (a, b) = (try Stream.element(a), try Stream.element(b))
        #expect(a == b && b == a)
        #expect(a.hashValue == b.hashValue)
        #expect(Set([a, b, a.detached()]).count == 1)
    }

    @Test(arguments: different)
    func othersDiffer(_ a: String, _ b: String) throws {
        let (a, b) = (try Stream.element(a), try Stream.element(b))
        #expect(a != b && b != a)
        #expect(Set([a, b]).count == 2)
    }

    @Test func partsOfTreesCompareToo() throws {
        let element = try Stream.element("<a><b x='1'>t<c/></b><d><b x='1'>t<c/></b></d></a>")
        let all = element.descendants(Name("b", in: .client))
        #expect(all[0] == all[1] && all[0].hashValue == all[1].hashValue)
        #expect(try all[1] == Stream.element("<b x='1'>t<c/></b>"))
    }

    @Test func knownAndOtherNamesAreTheSame() throws {
        let built = Element(Name("no-other-test-uses-this", in: "urn:x"))
        let read = try Stream.element("<no-other-test-uses-this xmlns='urn:x'/>")
        let known = Name.known("no-other-test-uses-this", in: "urn:x")
        let later = try Stream.element("<no-other-test-uses-this xmlns='urn:x'/>")
        #expect(built == read && read == later && later == Element(known))
        #expect(Set([built, read, later, Element(known)]).count == 1)
        #expect(read.has(known) && later.has(known) && built.has(known))
    }
}
