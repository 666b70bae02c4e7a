import XMPPCapture

/// From records as they are read to what is printed: they are numbered, selected, masked or redacted, and formatted.
struct RecordPrinting: Sendable {
    private let mask: SecretMask?
    private var selection: Selection
    private var printer: any RecordPrinter
    /// What makes records anonymous; nil if they are printed as they are.
    private var redactor: Redactor?
    /// The number of the record that came last; numbers go on from file to file.
    private var number = 0
    private var file: String?

    init(
        _ arguments: ParsedArguments, mask: SecretMask? = nil, redactor: Redactor? = nil, printer: any RecordPrinter
    ) {
        self.mask = mask
        self.redactor = redactor
        self.printer = printer
        selection = Selection(arguments)
    }

    /// Whether what says something about people is replaced.
    var isRedacting: Bool { redactor != nil }

    mutating func begin(to output: inout Output) { printer.begin(to: &output.bytes) }

    /// Begins another file, which goes by this name if files are named.
    mutating func begin(file: String?) {
        self.file = file
        selection.beginFile()
    }

    /// Prints a record, of which a copy is made only to be changed: most are printed as they are.
    mutating func print(_ record: TrafficRecord, to output: inout Output) {
        number += 1
        let record = record.withoutPresumptions
        let wrongValues = ValueDiagnosis.sentences(about: record) { showsValues(of: record) }
        if wrongValues.isEmpty { return printSelected(record, wrongValues: 0, to: &output) }
        var diagnosed = record
        diagnosed.diagnostics += wrongValues
        printSelected(diagnosed, wrongValues: wrongValues.count, to: &output)
    }

    /// Prints a record, of whose diagnostics the last so many are about values, if it is selected.
    private mutating func printSelected(
        _ record: TrafficRecord, wrongValues: Int, to output: inout Output
    ) {
        let isSelected = selection.includes(record)
        guard isSelected || printer.observesAll else { return }
        guard isRedacting || mask?.hasSecret(record) == true else { return show(record, isSelected, to: &output) }
        var changed = record
        // Redacted they would say little, and whoever decodes what is printed is told them anew.
        if isRedacting { changed.diagnostics.removeLast(wrongValues) }
        mask?.mask(&changed)
        if isRedacting { redact(&changed) }
        show(changed, isSelected, to: &output)
    }

    private mutating func show(_ record: TrafficRecord, _ isSelected: Bool, to output: inout Output) {
        let place = RecordPlace(number: number, file: file)
        printer.observe(record, at: place)
        if isSelected { printer.print(record, at: place, to: &output.bytes) }
    }

    mutating func finish(to output: inout Output) {
        printer.finish(to: &output.bytes)
        if selection.recordsWithoutTime > 0 {
            let records = selection.recordsWithoutTime == 1 ? "1 record" : "\(selection.recordsWithoutTime) records"
            Diagnostics.report("--since and --until left out \(records) without a time")
        }
        for stream in selection.missingStreams { Diagnostics.report("there is no stream \(stream) in what was read") }
    }

    /// Whether what a record says may be told as it is.
    private func showsValues(of record: TrafficRecord) -> Bool {
        guard let mask, let element = record.element else { return true }
        return mask.masked(element) == element
    }

    private mutating func redact(_ record: inout TrafficRecord) {
        if let redacted = redactor?.redacted(record) { record = redacted }
    }
}
