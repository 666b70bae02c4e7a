import CExpat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What expat's callbacks work on: they resolve namespaces, check limits and grow the tape of the open element.
///
/// A struct behind a pointer rather than a class, because a class costs an exclusivity check and a retain at every
/// access, several times a tag. Its pointers are expat's strings, valid during a callback (attribute names: until
/// the parser is reset, which never happens inside an element), and scratch memory of its own.
struct EngineState: ~Copyable {
    /// What a start tag at the top means.
    enum Expectation {
        /// The stream header, and nothing else.
        case header
        /// Elements of the stream.
        case element
        /// Elements or another header, as fragments of several streams have.
        case elementOrHeader
    }

    struct Header {
        var element: Element
        var bindings: [StreamContext.Binding]
        /// Those that the header itself declares or needs; among fragments, more are assumed for what follows.
        var ownBindings: [StreamContext.Binding]
        var language: [UInt8]
        var rawName: [UInt8]
        /// The bytes of its tag, in expat's count.
        var range: Range<Int>
    }

    struct Frame {
        var node: UInt32
        var defaultNamespace: NamespaceReference
        var bindingCount: UInt32
        var childCount: UInt32
    }

    struct Binding {
        var prefix: UnsafePointer<UInt8>
        var prefixLength: Int
        var namespace: NamespaceReference
    }

    /// What an attribute name is, remembered by the address that expat keeps it at.
    struct AttributeName {
        enum Kind: UInt8 { case known, unknown, prefixed, declaration, defaultDeclaration }
        var address: UnsafePointer<CChar>?
        var kind: Kind
        var length: UInt32
        var name: NameReference
    }

    struct Record {
        var hash: UInt64
        var generation: UInt64
        var name: NameReference
        /// In how many elements of the stream the name was met, as far as that is remembered.
        var uses: UInt32
    }

    /// A name that comes as often as this is worth being known.
    static let usesBeforeLearning: UInt32 = 4
    static let attributeNameSlots = 128
    /// Prefixes that can be bound at once: a prefix is looked for among all of them.
    static let mostBindings = 1024
    static let recordSlots = 64
    /// A header's `xml:lang` of more octets is inherited by nothing: no language tag is so long (RFC 5646 §4.4.1).
    static let longestInheritedLanguage = 255
    /// A header must not declare a namespace of more octets: each element within the stream keeps a copy.
    static let longestInheritedNamespace = 1024

    let parser: XML_Parser
    var context = StreamContext.empty
    var limits = XMLStreamLimits.default
    var expectation = Expectation.element
    var finished = FinishedElements()
    var header: Header?
    /// What a callback stopped for: where it was found, and the last byte needed to find it, in expat's count.
    var violation: (violation: Violation, offset: Int, detected: Int)?
    /// Expat has been told to stop: callbacks that still come are void.
    var isStopped = false
    /// Where the end tag is that would close the root which expat believes in, in its count.
    var closedRoot: Int?
    var isInCDATA = false
    /// How far expat's count is ahead of the offsets of the stream.
    var offsetShift = 0

    var depth = 0
    var elementStart = 0
    var lastIsText = false
    var tape = TapeBuilder(nodeCapacity: 512, byteCapacity: 8192)
    var names = KnownNames()
    /// Names expat has been made to remember since it was reset, as far as they are not the program's own.
    var strangeNames = 0

    var frames: UnsafeMutablePointer<Frame>
    var frameCapacity = 32
    var bindings: [Binding] = []
    /// `bindings.count`, which every tag asks for.
    var bindingCount: UInt32 = 0
    var contextNamespaces: [NamespaceReference?] = []
    var prefixedAttributes: [(node: Int, name: RawName)] = []
    var attributeNames: UnsafeMutablePointer<AttributeName>
    /// Records of unknown names, by hash; a record is on this tape while its generation is the current one.
    var records: UnsafeMutablePointer<Record>
    var generation: UInt64 = 1

    init(parser: XML_Parser) {
        self.parser = parser
        frames = .allocate(capacity: frameCapacity)
        frames.initialize(
            repeating: Frame(node: 0, defaultNamespace: .none, bindingCount: 0, childCount: 0),
            count: frameCapacity
        )
        attributeNames = .allocate(capacity: Self.attributeNameSlots)
        attributeNames.initialize(
            repeating: AttributeName(address: nil, kind: .unknown, length: 0, name: .none),
            count: Self.attributeNameSlots
        )
        records = .allocate(capacity: Self.recordSlots)
        records.initialize(
            repeating: Record(hash: 0, generation: 0, name: .none, uses: 0), count: Self.recordSlots)
    }

    deinit {
        frames.deallocate()
        attributeNames.deallocate()
        records.deallocate()
    }

    /// The memory that is held beyond what a new engine has, in bytes.
    var capacity: Int {
        tape.capacity + frameCapacity * MemoryLayout<Frame>.stride
            + finished.byteCapacity
    }

    /// Forgets what belongs to expat's strings; to be called when expat forgets them.
    mutating func forget() {
        forgetAttributeNames()
        abandonElement()
        isStopped = false
        closedRoot = nil
        isInCDATA = false
        strangeNames = 0
    }

    private mutating func forgetAttributeNames() {
        for slot in 0..<Self.attributeNameSlots { attributeNames[slot].address = nil }
    }

    /// Takes over the names that have become known.
    @inline(__always)
    mutating func updateNames() {
        if names.update() { forgetAttributeNames() }
    }

    private mutating func abandonElement() {
        depth = 0
        lastIsText = false
        bindings.removeAll(keepingCapacity: true)
        bindingCount = 0
        prefixedAttributes.removeAll(keepingCapacity: true)
        contextNamespaces.removeAll(keepingCapacity: true)
        generation &+= 1
        tape.clear()
    }

    /// The offset in the stream of a place in expat's count.
    @inline(__always)
    func streamOffset(_ position: Int) -> Int { position &- offsetShift }

    // MARK: Stopping

    mutating func stop() {
        isStopped = true
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    /// Ends the stream for something in the current tag.
    @inline(never)
    mutating func fail(_ violation: Violation) {
        guard !isStopped else { return }
        let start = Int(XML_GetCurrentByteIndex(parser))
        self.violation = (violation, start, start + Int(XML_GetCurrentByteCount(parser)) - 1)
        stop()
    }
}

// MARK: - Callbacks

extension EngineState {
    @inline(__always)
    mutating func startElement(
        _ rawName: UnsafePointer<UInt8>,
        _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
    ) {
        if isStopped { return }
        if depth == 0 {
            beginElement()
        } else {
            frames[depth].childCount &+= 1
            if frames[depth].childCount > limits.children { return fail(.tooManyChildren) }
        }
        if depth >= limits.depth { return fail(.tooDeep) }
        if depth &+ 1 == frameCapacity { growFrames() }

        let index = tape.nodeCount
        let parent = frames[depth]
        tape.append(TapeNode(.element, name: .none, a: 0, b: parent.node))
        lastIsText = false
        depth &+= 1
        frames[depth] = Frame(
            node: UInt32(truncatingIfNeeded: index),
            defaultNamespace: parent.defaultNamespace,
            bindingCount: bindingCount,
            childCount: 0
        )
        if attributes.pointee != nil {
            addAttributes(attributes)
            if isStopped { return }
            let count = tape.nodeCount &- index &- 1
            if count != 0 { tape.setAttributeCount(count, at: index) }
        }
        let name = RawName.zeroTerminated(rawName)
        nameElement(name, at: index)
        if depth == 1 && mayBeHeader(name) && !isStopped { considerHeader(rawName) }
    }

    @inline(__always)
    mutating func endElement() {
        if isStopped { return }
        if depth == 0 {
            closedRoot = Int(XML_GetCurrentByteIndex(parser))
            return stop()
        }
        let frame = frames[depth]
        tape.closeElement(at: Int(frame.node))
        if bindingCount != frame.bindingCount { unbind(to: frame.bindingCount) }
        lastIsText = false
        depth &-= 1
        if depth == 0 { finishElement() }
    }

    @inline(__always)
    mutating func text(_ text: UnsafePointer<UInt8>, _ count: Int) {
        if isStopped { return }
        if depth == 0 { return checkWhitespace(text, count) }
        let offset = UInt32(truncatingIfNeeded: tape.byteCount)
        tape.append(text, count)
        if lastIsText {
            tape.extendText(by: count)
        } else {
            tape.append(TapeNode(.text, name: .none, a: offset, b: UInt32(truncatingIfNeeded: count)))
            lastIsText = true
        }
    }

    @inline(never)
    private mutating func unbind(to count: UInt32) {
        bindings.removeSubrange(Int(count)...)
        bindingCount = count
    }

    /// Between elements only white space may stand, which keeps a connection alive (RFC 6120 §4.6.1, §11.7).
    private mutating func checkWhitespace(_ text: UnsafePointer<UInt8>, _ count: Int) {
        for index in 0..<count where !XMLCharacters.isWhitespace(text[index]) {
            let isVerbatim = XML_GetCurrentByteCount(parser) == CInt(count)
            fail(.textBetweenElements)
            if isVerbatim { violation?.offset += index }
            return
        }
    }
}

// MARK: - Elements

extension EngineState {
    private mutating func beginElement() {
        elementStart = Int(XML_GetCurrentByteIndex(parser))
        frames[0] = Frame(node: 0, defaultNamespace: .none, bindingCount: 0, childCount: 0)
        if let known = context.knownDefault {
            frames[0].defaultNamespace = known
        } else if let index = context.bindings.firstIndex(where: { $0.prefix.isEmpty }) {
            frames[0].defaultNamespace = contextNamespace(index)
        }
        if !context.language.isEmpty { context.language.withUnsafeBufferPointer { tape.inherit(language: $0) } }
    }

    private mutating func finishElement() {
        let end = Int(XML_GetCurrentByteIndex(parser)) &+ Int(XML_GetCurrentByteCount(parser))
        if end &- elementStart > limits.stanzaBytes {
            let limit = elementStart &+ limits.stanzaBytes
            violation = (.stanzaTooLong, limit, limit)
            return stop()
        }
        generation &+= 1
        if !contextNamespaces.isEmpty { contextNamespaces.removeAll(keepingCapacity: true) }
        finished.append(
            FinishedElements.Entry(
                element: Element(tape: tape.finish(), index: 0),
                range: streamOffset(elementStart)..<streamOffset(end)
            )
        )
    }

    /// Resolves an element's name, now that the declarations in its own tag are known.
    @inline(__always)
    private mutating func nameElement(_ name: RawName, at index: Int) {
        if name.count > limits.nameBytes { return fail(.nameTooLong) }
        if name.hasColon { return namePrefixedElement(name.start, name.count, at: index) }
        tape.setName(reference(name, in: frames[depth].defaultNamespace, prefix: nil), at: index)
    }

    @inline(never)
    private mutating func namePrefixedElement(_ start: UnsafePointer<UInt8>, _ count: Int, at index: Int) {
        guard let (namespace, local, prefix) = resolve(start, count) else { return }
        tape.setName(reference(local, in: namespace, prefix: prefix), at: index)
    }

    /// The reference of a name: the number of a known one, or a record on this tape.
    @inline(__always)
    mutating func reference(
        _ local: RawName, in namespace: NamespaceReference, prefix: UnsafeBufferPointer<UInt8>?
    ) -> NameReference {
        if namespace.isKnown {
            let id = names.id(local, namespace: namespace.rawValue)
            if id != 0 { return NameReference(known: id) }
        }
        return record(local.start, local.count, namespace, prefix)
    }

    /// Takes a name's place rather than a `RawName`, which the callers' hot paths would have to write to memory.
    @inline(never)
    mutating func record(
        _ start: UnsafePointer<UInt8>, _ count: Int, _ namespace: NamespaceReference,
        _ prefix: UnsafeBufferPointer<UInt8>?
    ) -> NameReference {
        let hash = ByteHash.combined(ByteHash.hash(start, count), namespace.rawValue)
        let slot = records + (Int(truncatingIfNeeded: hash &>> 40) & (Self.recordSlots &- 1))
        let text = UnsafeBufferPointer(start: start, count: count)
        let prefix = prefix ?? UnsafeBufferPointer(start: nil, count: 0)
        if slot.pointee.hash != hash {
            slot.pointee.uses = 0
        } else if slot.pointee.generation == generation,
            tape.hasRecord(slot.pointee.name, local: text, namespace: namespace, prefix: prefix)
        {
            return slot.pointee.name
        }
        strangeNames &+= 1
        let name = tape.record(local: text, namespace: namespace, prefix: prefix)
        slot.pointee.hash = hash
        slot.pointee.generation = generation
        slot.pointee.name = name
        slot.pointee.uses &+= 1
        if slot.pointee.uses == Self.usesBeforeLearning && prefix.isEmpty {
            NameRegistry.shared.learn(text, in: tape.namespaceText(namespace))
            updateNames()
        }
        return name
    }

    @inline(never)
    private mutating func growFrames() {
        let larger = UnsafeMutablePointer<Frame>.allocate(capacity: frameCapacity * 2)
        larger.initialize(
            repeating: Frame(node: 0, defaultNamespace: .none, bindingCount: 0, childCount: 0),
            count: frameCapacity * 2
        )
        larger.update(from: frames, count: frameCapacity)
        frames.deallocate()
        frames = larger
        frameCapacity *= 2
    }
}

// MARK: - Headers

extension EngineState {
    /// Whether an element at the top is worth a closer look: `stream`, or anything with a prefix, or when nothing
    /// but a header may come.
    @inline(__always)
    private func mayBeHeader(_ name: RawName) -> Bool {
        switch expectation {
        case .element: false
        case .elementOrHeader: name.hasColon || name.count == 6
        case .header: true
        }
    }

    /// A stream header is a start tag whose end tag is the end of the stream: it is reported at once, and what
    /// follows is parsed as if it stood at the top.
    @inline(never)
    private mutating func considerHeader(_ rawName: UnsafePointer<UInt8>) {
        let name = tape.nodes[0].name
        let isStream = tape.view.matches(name, .stream)
        let isLikeStream = isStream || equal(tape.view.localName(name), Name.stream.localName)
        switch expectation {
        case .header where !isLikeStream: return fail(.notAStream)
        case .header where !isStream: return fail(.wrongStreamNamespace)
        case .elementOrHeader where !isLikeStream, .element: return
        case .header, .elementOrHeader: break
        }
        tape.closeElement(at: 0)
        let length = strlen(UnsafeRawPointer(rawName).assumingMemoryBound(to: CChar.self))
        var language = tape.attributeValue(Name.xmlLang) ?? []
        // Each element keeps a copy of the language that it inherits.
        if language.count > Self.longestInheritedLanguage { language = [] }
        // Each header begins a document of its own: only what fragments are assumed to be in holds for it besides.
        let around = context === StreamContext.empty ? context : .assumed
        let declared = declaredHere(within: around)
        if declared.contains(where: { $0.known == 0 && $0.namespace.count > Self.longestInheritedNamespace }) {
            return fail(.namespaceTooLong)
        }
        let inherited = around.bindings.filter { outer in !declared.contains { $0.prefix == outer.prefix } }
        let element = Element(tape: tape.finish(), index: 0)
        let namespaces = [element.namespace] + element.attributes.map(\.name.namespace)
        let needed = inherited.filter { binding in
            binding.prefix.isEmpty || namespaces.contains { $0.rawValue.utf8.elementsEqual(binding.namespace) }
        }
        header = Header(
            element: element,
            bindings: inherited + declared,
            ownBindings: needed + declared,
            language: language,
            rawName: Array(UnsafeBufferPointer(start: rawName, count: length)),
            range: elementStart..<elementStart + Int(XML_GetCurrentByteCount(parser))
        )
        stop()
    }

    /// The declarations in the tag at the top, the default namespace among them if `around` has another.
    private func declaredHere(within around: StreamContext) -> [StreamContext.Binding] {
        var declared = bindings.map { binding in
            let text = tape.namespaceText(binding.namespace)
            return StreamContext.Binding(
                prefix: Array(UnsafeBufferPointer(start: binding.prefix, count: binding.prefixLength)),
                namespace: Array(text),
                known: binding.namespace.isKnown ? binding.namespace.rawValue : 0
            )
        }
        let own = frames[1].defaultNamespace
        let namespace = Array(tape.namespaceText(own))
        if namespace != around.bindings.first(where: { $0.prefix.isEmpty })?.namespace ?? [] {
            declared.append(
                StreamContext.Binding(prefix: [], namespace: namespace, known: own.isKnown ? own.rawValue : 0)
            )
        }
        return declared
    }
}
