import XMPPPrimitives

/// Puts the lines of a log together to entries, and the entries to stream items.
struct LogAssembler: Sendable {
    private struct PartialKey: Hashable {
        var session: [UInt8]
        var isSent: Bool
    }

    /// The items that are complete, oldest first.
    private(set) var units: [LogUnit] = []
    /// Whether any line was of a known log.
    private(set) var hasSeenLog = false

    /// Whether the last line that was seen to begin a record began with a time.
    private var recordIsTimed = false
    /// Whether there was an entry of a particular program's dialect, or one with nothing before its direction.
    private var hasSeenKnownForm = false
    private let entryLimit: Int
    /// No entry is later than this.
    private let lastChange: Timestamp?
    private var connections = LogConnections()
    private var entry: LogEntry?
    /// What stood before the line that ``entry`` began with, or the last line without one.
    private var wrapping = LineWrapping()
    /// Entries of other programs, which go on when lines of these come.
    private var waiting: [[UInt8]: LogEntry] = [:]
    /// Items that an entry left incomplete, until the next entry of the same session and direction goes on with them.
    private var partials: [PartialKey: LogEntry] = [:]
    private static let partialLimit = 256

    init(entryLimit: Int, lastChange: Timestamp?) {
        self.entryLimit = entryLimit
        self.lastChange = lastChange
    }

    /// Whether the next line can be part of an entry that has begun.
    var isInEntry: Bool { entry.map { !$0.isEnded } ?? false }

    /// Whether the next line goes on with an element, unless it is another entry.
    private var isInElement: Bool { entry.map { $0.extent.isOpen || $0.term != nil } ?? false }

    mutating func takeUnits() -> [LogUnit] {
        defer { units.removeAll(keepingCapacity: true) }
        return units
    }

    /// Whether the line leaves no doubt that a log's own program wrote it.
    func isLogLine(_ line: LogLine) -> Bool {
        switch meaning(of: line) {
        case .entry(let record):
            startsWithXML(line, record)
                || (record.isUnmistakable && line.skipSpace(from: record.payload) >= line.bytes.count)
        case .connecting, .resumed, .other: true
        case nil: false
        }
    }

    /// Takes the next line, with what may be around it.
    mutating func receive(_ line: LogLine) {
        // Text of an entry whose own line is not wrapped is its text, whatever it looks like.
        let line = isInElement ? wrapping.unwrap(line) : LineWrapping.unwrap(line)
        if !line.wrapping.kinds.isEmpty || !isInElement { turn(to: line.wrapping) }
        receive(unwrapped: line)
    }

    private mutating func receive(unwrapped line: LogLine) {
        if entry != nil {
            if continues(line) { return }
            closeEntry()
        }
        begin(line)
    }

    /// Lets the entry of another program wait while lines of this one come.
    private mutating func turn(to next: LineWrapping) {
        defer { wrapping = next }
        guard next.source != wrapping.source else { return }
        if let entry, isInElement {
            if waiting.count >= Self.partialLimit { closeWaiting() }
            waiting[wrapping.source] = entry
        } else {
            closeEntry()
        }
        entry = waiting.removeValue(forKey: next.source)
    }

    private mutating func closeWaiting() {
        let current = entry
        for waiting in waiting.values.sorted(by: { $0.line < $1.line }) {
            entry = waiting
            closeEntry()
        }
        waiting.removeAll()
        entry = current
    }

    /// Ends the log: what is incomplete is handed on as cut.
    mutating func finish() {
        closeEntry()
        closeWaiting()
        for entry in partials.values.sorted(by: { $0.line < $1.line }) { emitCut(entry) }
        partials.removeAll()
    }

    // MARK: Beginning an entry

    private func meaning(of line: LogLine) -> LogLineMeaning? {
        particularMeaning(of: line) ?? generalMeaning(of: line)
    }

    /// In a log whose entries have a form that is known, other lines may quote what looks like an entry.
    private func generalMeaning(of line: LogLine) -> LogLineMeaning? {
        let meaning = LogDialects.general.meaning(of: line)
        if hasSeenKnownForm, case .entry(let record) = meaning, !record.isBare { return nil }
        return meaning
    }

    private func particularMeaning(of line: LogLine) -> LogLineMeaning? {
        for dialect in LogDialects.particular {
            if let meaning = dialect.meaning(of: line) { return meaning }
        }
        return nil
    }

    private func startsWithXML(_ line: LogLine, _ record: LogRecord) -> Bool {
        if let text = record.unquoted { return text.hasXMLMarkup(at: 0) }
        return record.encoding == .erlangTerm || line.hasMarkup(at: line.skipSpace(from: record.payload))
    }

    private mutating func begin(_ line: LogLine) {
        switch meaningOfNextRecord(line) {
        case .entry(let record): begin(record, line)
        case .connecting:
            hasSeenLog = true
            cutPartials(ofSession: [])
            connections.announceConnection()
        case .resumed(let session, let other):
            hasSeenLog = true
            cutPartials(ofSession: session)
            connections.resume(session, onConnectionOf: other)
        case .other: hasSeenLog = true
        case nil: break
        }
    }

    /// What the line means where no entry is open.
    ///
    /// After a line that began with a time, one without is the rest of its record: text that only looks like an entry.
    private mutating func meaningOfNextRecord(_ line: LogLine) -> LogLineMeaning? {
        let isTimed = line.startsWithTime
        if let meaning = particularMeaning(of: line) {
            recordIsTimed = isTimed
            return meaning
        }
        if isTimed { recordIsTimed = true }
        return isTimed || !recordIsTimed ? generalMeaning(of: line) : nil
    }

    private mutating func begin(_ record: LogRecord, _ line: LogLine) {
        let prefix = record.payload > 0 ? min(record.payload, 200) : 200
        let time = TimestampScanner(line.bytes, upTo: prefix).firstTimestamp(notAfter: lastChange)
        var new = LogEntry(
            record: record, line: line.number, time: time ?? line.wrapping.time(notAfter: lastChange),
            unknownZone: time == nil ? line.wrapping.unknownZone : nil, isTimed: line.startsWithTime)
        if record.encoding == .erlangTerm {
            hasSeenLog = true
            hasSeenKnownForm = true
            new.term = ErlangTerm()
            open(&new)
            absorbTerm(line.bytes[min(record.payload, line.bytes.count)...])
            return
        }
        let text = record.unquoted ?? Array(line.bytes[min(record.payload, line.bytes.count)...])
        let isAnnouncement = text.allSatisfy(\.isXMLSpace)
        guard resume(&new, with: text) || isAnnouncement || startsWithXML(line, record) else { return }
        if !isAnnouncement || record.isUnmistakable { hasSeenLog = true }
        if !isAnnouncement, record.isBare { hasSeenKnownForm = true }
        open(&new)
        absorb(text, line)
    }

    /// Lets a new entry go on with the item that the last one of its session and direction left incomplete.
    private mutating func resume(_ new: inout LogEntry, with text: [UInt8]) -> Bool {
        let key = PartialKey(session: new.record.session ?? [], isSent: new.record.isSent)
        guard !text.allSatisfy(\.isXMLSpace) || new.record.isChunk, var partial = partials.removeValue(forKey: key)
        else { return false }
        guard !partial.extent.isOpen || Self.goesOn(text, isChunk: new.record.isChunk) else {
            emitCut(partial)
            return false
        }
        // Swapped, not copied: each of many chunks would copy all that came before it.
        swap(&new.bytes, &partial.bytes)
        (new.extent, new.line) = (partial.extent, partial.line)
        return true
    }

    /// Whether the text can be the rest of an incomplete element.
    private static func goesOn(_ text: [UInt8], isChunk: Bool) -> Bool {
        if text.has("<?xml", at: 0) || text.has("<stream:stream ", at: 0) { return false }
        if isChunk || !text.hasXMLMarkup(at: 0) { return true }
        return text.has("</", at: 0) && !text.has("</stream:stream", at: 0)
    }

    // MARK: Going on

    /// Takes the line as a further one of the open entry, if it is.
    private mutating func continues(_ line: LogLine) -> Bool {
        guard let isEnded = entry?.isEnded, let record = entry?.record, let isOpen = entry?.extent.isOpen, !isEnded
        else { return false }
        if record.encoding == .erlangTerm {
            guard !line.startsWithTime else { return false }
            absorbTerm(line.bytes[...])
            return true
        }
        if record.unquoted != nil { return false }
        if case .indented = record.continuation {
            guard line.has("\t", at: 0), isOpen else { return false }
            absorbNext(line.bytes.dropFirst(), line)
            return true
        }
        return isOpen ? continuesInside(line) : continuesBetweenItems(line)
    }

    /// White space and further items stand under an entry's last item.
    private mutating func continuesBetweenItems(_ line: LogLine) -> Bool {
        if line.isBlank { return true }
        guard line.hasMarkup(at: line.skipSpace(from: 0)) else { return false }
        if case .entry = meaning(of: line) { return false }
        hasSeenLog = true
        absorbNext(line.bytes[...], line)
        return true
    }

    /// A line inside an element is its text, whatever it looks like, unless it is an entry with XML of its own.
    private mutating func continuesInside(_ line: LogLine) -> Bool {
        guard let entryIsTimed = entry?.isTimed, let isInCharacterData = entry?.extent.isInCharacterData else {
            return false
        }
        let isTimed = line.startsWithTime
        if !isInCharacterData, isTimed || !entryIsTimed, case .entry(let record) = meaning(of: line),
            record.isUnmistakable || startsWithXML(line, record)
        {
            return false
        }
        if entry?.doubt != nil {
            entry?.doubt?.lines.append(line)
        } else if entryIsTimed, isTimed {
            let length = entry?.bytes.count ?? 0
            entry?.doubt = (length, [line])
        }
        absorbNext(line.bytes[...], line)
        return true
    }

    private mutating func absorbNext(_ text: ArraySlice<UInt8>, _ line: LogLine) {
        absorb((entry?.bytes.isEmpty ?? true ? [] : [0x0A]) + text, line)
    }

    private mutating func absorb(_ text: [UInt8], _ line: LogLine) {
        guard var current = entry else { return }
        entry = nil
        var items: [(xml: [UInt8], line: Int, landmark: XMLExtent.Landmark)] = []
        current.absorb(text, line: line.number) { items.append(($0, $1, $2)) }
        for item in items {
            emit(item.xml, item.landmark, line: item.line, entry: current, isCut: false)
        }
        if current.bytes.count > entryLimit || (line.isTruncated && current.extent.isOpen) {
            emitCut(current)
        } else {
            open(&current)
        }
    }

    /// Makes the entry the open one, which must be its only owner, or its bytes would be copied when more come.
    private mutating func open(_ new: inout LogEntry) {
        entry = new
        new.bytes = []
    }

    // MARK: Erlang terms

    private mutating func absorbTerm(_ text: ArraySlice<UInt8>) {
        entry?.term?.append(text)
        guard let isComplete = entry?.term?.isComplete, let length = entry?.term?.count else { return }
        if isComplete || length / 5 > entryLimit { finishTerm() }
    }

    /// Takes what the term stands for as the XML of the entry, which ends with it.
    private mutating func finishTerm() {
        guard var current = entry, let term = current.term else { return }
        current.term = nil
        entry = nil
        let bytes = term.bytes
        let isResumed = resume(&current, with: bytes)
        guard isResumed || bytes.hasXMLMarkup(at: 0) else { return }
        let line = LogLine(bytes: [], number: current.line, isTruncated: !term.isComplete)
        open(&current)
        absorb(bytes, line)
        closeEntry()
    }

    // MARK: Ending

    private mutating func closeEntry() {
        if entry?.term != nil { return finishTerm() }
        guard var current = entry else { return }
        entry = nil
        if let doubt = current.doubt {
            current.bytes.removeSubrange(min(doubt.length, current.bytes.count)...)
            emitCut(current)
            for line in doubt.lines { receive(unwrapped: line) }
        } else if current.extent.isOpen || current.remainder.hasXMLMarkup(at: 0) {
            keepPartial(current)
        }
    }

    private mutating func keepPartial(_ entry: LogEntry) {
        if partials.count >= Self.partialLimit, let oldest = partials.min(by: { $0.value.line < $1.value.line }) {
            partials[oldest.key] = nil
            emitCut(oldest.value)
        }
        // So that its connection is numbered now. A stream header may make it a new one, so that has to wait.
        let rest = entry.remainder
        if !rest.has("<?xml", at: 0), !rest.has("<stream", at: 0) {
            _ = connections.place(rest, .element, record: entry.record)
        }
        let key = PartialKey(session: entry.record.session ?? [], isSent: entry.record.isSent)
        if let old = partials.updateValue(entry, forKey: key) { emitCut(old) }
    }

    private mutating func cutPartials(ofSession session: [UInt8]) {
        for isSent in [true, false] {
            if let old = partials.removeValue(forKey: PartialKey(session: session, isSent: isSent)) { emitCut(old) }
        }
    }

    private mutating func emitCut(_ entry: LogEntry) {
        let rest = entry.remainder
        guard entry.extent.isOpen, !rest.isEmpty else { return }
        emit(rest, .element, line: entry.line, entry: entry, isCut: true)
    }

    private mutating func emit(
        _ item: [UInt8],
        _ landmark: XMLExtent.Landmark,
        line: Int,
        entry: LogEntry,
        isCut: Bool
    ) {
        let place = connections.place(item, landmark, record: entry.record)
        var isHeader = false
        if case .streamOpen = landmark { isHeader = true }
        var xml = StreamTagRepair.repaired(
            item,
            isHeader: isHeader,
            isRerendered: entry.record.isRerendered,
            defaultNamespace: place.defaultNamespace
        )
        if entry.record.isRerendered { xml = Rerendering.withReferences(xml) }
        units.append(
            LogUnit(
                line: line,
                time: entry.time,
                unknownTimeZone: entry.unknownZone,
                connection: place.connection,
                direction: place.direction,
                xml: xml,
                isCut: isCut
            )
        )
    }
}
