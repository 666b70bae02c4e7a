import CBench
import XMLStream

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A stream of one kind of traffic, which `Workloads/generate.py` makes when it is missing.
struct Workload {
    /// Every kind there is.
    static let kinds = ["mixed", "chat", "presence", "roster", "mam", "blob"]
    /// The bytes of a read from a socket, as most programs do it.
    static let usualChunk = 4096

    let bytes: [UInt8]
    /// How many stanzas are in it, by expat's count.
    let stanzaCount: Int

    /// The stream of `kind`, of 20 MB or of 1 MB.
    init(_ kind: String, isSmall: Bool = false) throws {
        let path = "\(Self.directory)/\(kind)\(isSmall ? "-1m" : "").xml"
        if access(path, R_OK) != 0 { try Self.generate() }
        bytes = try Self.read(path)
        stanzaCount = baseline_count_children(bytes, bytes.count)
        if stanzaCount < 0 { throw Trouble.failed("\(path) is not well-formed; delete it to have it made again") }
    }

    /// The bytes in pieces of `size`, the last one shorter, each an array of its own as reads from a socket are.
    func chunks(of size: Int = usualChunk) -> [[UInt8]] { bytes.chunks(of: size) }

    /// The elements of the stream.
    func elements() throws -> [Element] {
        var parser = XMLStreamParser()
        var elements: [Element] = []
        for chunk in chunks() {
            parser.receive(chunk)
            while let event = try parser.next() {
                if case .element(let element) = event { elements.append(element) }
            }
        }
        return elements
    }

    /// The directory of the package that is measured.
    static var measuredPackage: String {
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
    }

    static var directory: String { measuredPackage + "/Benchmarks/.build/workloads" }

    private static func generate() throws { try generate(with: "generate.py") }

    /// Has one of the programs in Workloads write its files.
    static func generate(with generator: String) throws {
        note("Generating the workloads in \(directory) …")
        switch run(["python3", "\(measuredPackage)/Benchmarks/Workloads/\(generator)", directory]) {
        case 0: break
        case -1: throw Trouble.failed("python3, which generates the workloads, is not there; please install it")
        case let status: throw Trouble.failed("python3 Workloads/\(generator) ended with status \(status)")
        }
    }

    static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw Trouble.failed("\(path) cannot be read") }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        let count = ftell(file)
        rewind(file)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = fread(buffer.baseAddress, 1, count, file)
        }
    }
}

extension [UInt8] {
    func chunks(of size: Int) -> [[UInt8]] { indices.slices(of: size).map { Array(self[$0]) } }
}

extension Range<Int> {
    /// The range in parts of `size`, the last one shorter.
    func slices(of size: Int) -> [Range] {
        stride(from: lowerBound, to: upperBound, by: size).map { $0..<Swift.min($0 + size, upperBound) }
    }
}

/// Runs a program and returns its exit status, or -1 if it is not there.
func run(_ arguments: [String], discardingOutput: Bool = false) -> Int32 {
    withCStrings(arguments) { process_run($0, discardingOutput) }
}

/// Calls `body` with the arguments as C passes them to programs.
func withCStrings<Result>(_ arguments: [String], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
    let copies = arguments.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies.map { UnsafePointer($0) } + [nil])
}

/// Tells the user something that is not a figure.
func note(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
