import XMLStream
import XMPPPrimitives

/// Finds out what a connection carries from the first bytes of its two directions.
enum ProtocolProbe {
    enum Verdict {
        case needsMore, xmpp, tls, http, http2, webSocket, other
    }

    /// What a direction that was captured from its beginning begins with.
    static func judge(_ bytes: ArraySlice<UInt8>) -> Verdict {
        guard let first = bytes.first else { return .needsMore }
        if first == 0x16 { return bytes.count < 3 ? .needsMore : isHandshake(bytes) ? .tls : .other }
        let text = bytes.drop(while: \.isXMLSpace)
        guard text.first == 0x3C else { return judgeText(bytes) }
        return judgeXML(text)
    }

    /// What a run from the midst of a connection begins with, if that is a message of a protocol beneath XMPP.
    ///
    /// Its content alone could pass for a bare stream.
    static func judgeMidway(_ run: SourceRun) -> Verdict? {
        if isHTTP(run.bytes) { return .http }
        return TLSSessionDecoder.looksLikeApplicationData(run.bytes) == true ? .tls : nil
    }

    /// Whether bytes from the midst of a connection begin a message of HTTP, or the body of one that is BOSH.
    static func isHTTP(_ bytes: ArraySlice<UInt8>) -> Bool {
        judge(bytes) == .http || BOSHBody.seemsToBegin(Array(bytes.prefix(BOSHBody.headLimit)))
    }

    /// Whether bytes from the midst of a connection begin with an element of an XMPP stream that is whole.
    static func beginsWithStanza(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "<"), bytes.last == UInt8(ascii: ">") else { return false }
        return containsStanzas(bytes)
    }

    private static func isHandshake(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.dropFirst().first == 3 && (bytes.dropFirst(2).first ?? 0xFF) <= 4
    }

    /// Whether bytes that stand where a stream could go on are the first of another layer: a hello of TLS (RFC 8446 §4,
    /// §5.1), the header of compressed data (RFC 1950 §2.2). Neither can begin anything in XML.
    static func isBeginning(of layer: TrafficRecord.Layer, _ bytes: ArraySlice<UInt8>) -> Bool {
        switch layer {
        case .tls:
            guard case .header(let header) = TLSRecordHeader.read(bytes), header.type == .handshake, header.length >= 4,
                let type = bytes.byte(at: TLSRecord.headerLength).flatMap(HandshakeType.init(rawValue:))
            else { return false }
            return type == .clientHello || type == .serverHello
        case .zlib:
            guard let header = bytes.uint16(at: 0) else { return false }
            return header & 0x8F00 == 0x0800 && header % 31 == 0
        case .webSocket, .bosh: return false
        }
    }

    /// Whether bytes from the midst of a stream can be XML, as far as their first ones tell.
    static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.prefix(64).allSatisfy { $0 >= 0x20 || $0.isXMLSpace }
    }

    /// Methods of HTTP/1, the beginning of its answers, and how a client begins HTTP/2 (RFC 9113 §3.4).
    private static let beginnings: [(String, Verdict)] =
        ["GET ", "POST ", "PUT ", "HEAD ", "OPTIONS ", "DELETE ", "PATCH ", "CONNECT ", "HTTP/1."].map { ($0, .http) }
        + [("PRI * HTTP/2.", .http2)]

    private static func judgeText(_ bytes: ArraySlice<UInt8>) -> Verdict {
        for (beginning, verdict) in beginnings {
            let common = zip(bytes, beginning.utf8).prefix { $0 == $1 }.count
            if common == beginning.utf8.count { return verdict }
            if common == bytes.count { return .needsMore }
        }
        let isBlank = bytes.allSatisfy(\.isXMLSpace)
        return isBlank ? .needsMore : .other
    }

    /// A stream header, perhaps behind a declaration: the first start tag says which.
    private static func judgeXML(_ text: ArraySlice<UInt8>) -> Verdict {
        let window = text.prefix(4096)
        var rest = window
        if starts(rest, with: "<?") {
            guard let end = rest.firstIndex(of: 0x3E) else { return window.count < 4096 ? .needsMore : .other }
            rest = rest[(end + 1)...].drop(while: \.isXMLSpace)
        }
        guard let end = rest.firstIndex(of: 0x3E) else {
            return window.count < 4096 ? .needsMore : .other
        }
        let tag = rest[..<end]
        let name = tag.dropFirst().prefix { !$0.isXMLSpace && $0 != 0x2F }
        let isStream = name.elementsEqual("stream".utf8) || name.suffix(7).elementsEqual(":stream".utf8)
        return isStream ? .xmpp : .other
    }

    private static func starts(_ bytes: ArraySlice<UInt8>, with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes.prefix($0.count).elementsEqual($0) }
    }

    /// Whether bytes from the midst of a connection contain elements of an XMPP stream.
    static func containsStanzas(_ bytes: ArraySlice<UInt8>) -> Bool {
        var parser = XMLStreamParser(framing: .fragments, limits: .recorded)
        parser.resynchronize()
        parser.receive(Array(bytes))
        while true {
            do {
                guard let event = try parser.next() else { return false }
                switch event {
                case .streamOpen: return true
                case .element(let element) where StanzaNamespaces.isStanza(element): return true
                case .element(let element) where element.namespace.rawValue.hasPrefix("urn:xmpp:sm:"): return true
                default: break
                }
            } catch {
                parser.resynchronize()
            }
        }
    }
}
