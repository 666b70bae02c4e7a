import XMLStream

/// Every element that was read can be written, in every scope, so that reading it gives an equal element and
/// writing that gives the same bytes; copies and edits that cancel out leave it equal.
public enum RoundTripProperty {
    /// What does not hold for the elements of an input, read as fragments, or nil.
    public static func fault(of input: [UInt8]) -> String? {
        for element in elements(of: input) {
            if let fault = writingFault(element) ?? copyingFault(element) ?? treeFault(element) { return fault }
        }
        return openings(of: input).lazy.compactMap(openingFault).first
    }

    // MARK: Reading

    private static func events(of input: [UInt8], framing: XMLStreamParser.Framing) -> [XMLStreamEvent] {
        var parser = XMLStreamParser(framing: framing)
        parser.receive(input)
        var events: [XMLStreamEvent] = []
        while let event = try? parser.next() { events.append(event) }
        return events
    }

    private static func elements(of input: [UInt8], framing: XMLStreamParser.Framing = .fragments) -> [Element] {
        events(of: input, framing: framing).compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    private static func openings(of input: [UInt8]) -> [StreamOpening] {
        events(of: input, framing: .fragments)
            .compactMap { if case .streamOpen(let opening) = $0 { opening } else { nil } }
    }

    // MARK: Writing

    private static let streamName = Name("stream", in: .streams)

    private static let scopes: [XMLWriter.Scope] = [
        .document, .anywhere, .client, .server,
        XMLWriter.Scope(
            defaultNamespace: "urn:d",
            prefixes: [
                StreamOpening.Prefix(prefix: "s", namespace: .streams),
                StreamOpening.Prefix(prefix: "stream", namespace: "urn:p"),
                StreamOpening.Prefix(prefix: "ns1", namespace: .client),
                StreamOpening.Prefix(prefix: "a", namespace: "urn:a"),
            ]
        ),
    ]

    private static func writingFault(_ element: Element) -> String? {
        for scope in scopes {
            do {
                var written: [UInt8] = []
                try XMLWriter(in: scope).write(element, to: &written)
                let content = scope.defaultNamespace ?? "urn:elsewhere"
                let opening = StreamOpening(
                    element: Element(streamName),
                    contentNamespace: content == .none ? nil : content,
                    prefixes: scope.prefixes
                )
                var stream: [UInt8] = []
                try XMLWriter().writeStart(of: opening, to: &stream)
                let read = elements(of: stream + written, framing: .stream)
                guard read == [element] else { return "\(scope): \(text(stream + written)) was read as \(read)" }
                var again: [UInt8] = []
                try XMLWriter(in: scope).write(read[0], to: &again)
                guard again == written else { return "\(scope): first \(text(written)), then \(text(again))" }
            } catch {
                return "\(scope): \(error)"
            }
        }
        return nil
    }

    private static func openingFault(_ opening: StreamOpening) -> String? {
        var written: [UInt8] = []
        do {
            try XMLWriter().writeEmpty(opening, to: &written)
        } catch {
            return "\(opening): \(error)"
        }
        guard let read = openings(of: written).first else { return "\(text(written)) is not read as a header" }
        let isSame =
            read.element == opening.element
            && (opening.contentNamespace == nil || read.contentNamespace == opening.contentNamespace)
            && opening.prefixes.allSatisfy(read.prefixes.contains)
        return isSame ? nil : "\(opening) was read as \(read)"
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Copying and editing

    private static func copyingFault(_ element: Element) -> String? {
        let detached = element.detached()
        guard detached == element, detached.hashValue == element.hashValue else { return "detached: \(element)" }
        guard detached.language == element.language else { return "language of \(element) detached" }
        let rebuilt = Element(element.name, attributes: element.attributes, nodes: element.nodes)
        guard rebuilt == element, rebuilt.hashValue == element.hashValue else { return "rebuilt: \(element)" }
        let reversed = Element(element.name, attributes: element.attributes.reversed(), nodes: element.nodes)
        guard reversed == element, reversed.hashValue == element.hashValue else { return "reversed: \(element)" }

        let strange = Name("no-such-name", in: "urn:no:such:namespace")
        var edited = element
        edited[strange] = "1"
        edited.append(Element(strange))
        guard edited != element, edited[strange] == "1" else { return "edited: \(element)" }
        edited.removeChildren { $0.has(strange) }
        edited[strange] = nil
        guard edited == element else { return "edits do not cancel out: \(element), \(edited)" }
        if let child = element.children.first(where: { _ in true }) { edited.replaceChild(with: child) }
        return edited == element ? nil : "replaced child: \(element), \(edited)"
    }

    private static func treeFault(_ element: Element) -> String? {
        guard !element.description.isEmpty, element.parent == nil else { return "root: \(element)" }
        var count = 0
        for descendant in element.descendants {
            count += 1
            guard let parent = descendant.parent, parent.children.contains(descendant) else {
                return "parent of \(descendant) in \(element)"
            }
            if count > 64 { return nil }
            if let fault = copyingFault(descendant) { return fault }
        }
        return nil
    }
}
