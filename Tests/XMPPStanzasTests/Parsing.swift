import Foundation
import XMLStream
import XMPPAddress
import XMPPStanzas

/// The one element that `xml` is, with `jabber:client` as its default namespace and `stream` declared.
func element(_ xml: String) throws -> Element { try Element(xml: xml) }

func jid(_ text: String) -> JID {
    do { return try JID(text) } catch { preconditionFailure("\(text) in a test is no address: \(error)") }
}

func message(_ xml: String) throws -> Message { try Message(element(xml)) }

/// The reason for which a stanza is erroneous, or nil if it is not.
func errorReason(_ xml: String) throws -> ErroneousStanza.Reason? {
    do {
        _ = try Stanza(element(xml))
        return nil
    } catch let error as ErroneousStanza {
        return error.reason
    }
}

/// The examples of the XEPs: a stanza a line.
func exampleStanzas() throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
    let file = root.appending(path: "../../Corpus/stanzas/xep-examples.jsonl").standardized
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return object?["xml"] as? String
    }
}
