import XMPPPrimitives

extension String {
    /// Without white space at its ends, as XML Schema reads most types (Part 2 §4.3.6).
    var collapsed: String {
        let start = utf8.firstIndex { !$0.isXMLSpace } ?? endIndex
        let end = utf8.lastIndex { !$0.isXMLSpace }.map { utf8.index(after: $0) } ?? start
        return String(self[start..<end])
    }
}
