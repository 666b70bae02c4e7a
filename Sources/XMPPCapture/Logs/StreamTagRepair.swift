import XMPPPrimitives

/// Makes XML again of the stream tags that some programs log in a rendering of their own.
///
/// slixmpp writes the prefix twice and the namespace where the default belongs (`<stream:stream:features
/// xmlns="http://etherx.jabber.org/streams">`); libstrophe leaves the declarations out of a stream header it received.
enum StreamTagRepair {
    private static let streams = Array("http://etherx.jabber.org/streams".utf8)

    /// - Parameter defaultNamespace: what the stream's other side declared as its default namespace.
    static func repaired(
        _ item: [UInt8],
        isHeader: Bool,
        isRerendered: Bool,
        defaultNamespace: [UInt8]
    ) -> [UInt8] {
        if item.has("<stream:stream:", at: 0) {
            return withSinglePrefix(item, isHeader: isHeader, defaultNamespace: defaultNamespace)
        }
        guard isHeader, isRerendered, item.find("xmlns:stream=") == nil,
            let name = item.find("<stream:stream").map({ $0 + 14 })
        else { return item }
        let isDefaultDeclared = item.find(" xmlns=") != nil
        let declarations = isDefaultDeclared ? [] : declaration("xmlns", defaultNamespace)
        return Array(item[..<name] + declarations + declaration("xmlns:stream", streams) + item[name...])
    }

    private static func withSinglePrefix(_ item: [UInt8], isHeader: Bool, defaultNamespace: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(item.count + 128)
        var index = 0
        while index < item.count {
            let isStartTag = item.has("<stream:stream:", at: index)
            if isStartTag || item.has("</stream:stream:", at: index) {
                let slash = isStartTag ? 0 : 1
                result += item[index...(index + slash)]
                index += 8 + slash
            } else {
                result.append(item[index])
                index += 1
            }
        }
        let name = result.firstIndex { $0.isXMLSpace || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/") } ?? 0
        var rest = result[name...]
        let wrongDefault = declaration("xmlns", streams)
        if isHeader, rest.starts(with: wrongDefault) {
            rest = declaration("xmlns", defaultNamespace) + rest.dropFirst(wrongDefault.count)
        }
        return Array(result[..<name] + declaration("xmlns:stream", streams) + rest)
    }

    private static func declaration(_ name: String, _ namespace: [UInt8]) -> ArraySlice<UInt8> {
        ArraySlice(" \(name)=\"".utf8) + namespace + [UInt8(ascii: "\"")]
    }
}
