#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How far the reading of a file has come, as one line that is written over and over.
struct Progress {
    private let name: String
    /// The length of the file, in bytes.
    private let total: Int64
    /// When reading began, in nanoseconds of the same clock as all other times.
    private let start: Int64
    private var lastShown: Int64?

    /// Short work shows nothing.
    private static let patience: Int64 = 1_000_000_000
    private static let interval: Int64 = 200_000_000

    init(name: String, total: Int64, now: Int64) {
        self.name = name
        self.total = total
        start = now
    }

    /// The line to show now; nil if it is too early for one, or for another one.
    mutating func line(read: Int64, now: Int64) -> String? {
        guard total > 0, now - start >= Self.patience, now - (lastShown ?? start) >= Self.interval else { return nil }
        lastShown = now
        let share = min(1, Double(read) / Double(total))
        let percent = Int(share * 100)
        var line = "\(name.visible.cut(to: 60)): \(percent) % of \(Self.size(total))"
        if share > 0, share < 1 {
            let left = Double(now - start) / share * (1 - share) / 1e9
            line += ", \(Self.duration(left)) left"
        }
        return line
    }

    /// Whether there is a line to be wiped away.
    var isShown: Bool { lastShown != nil }

    private static func size(_ bytes: Int64) -> String {
        bytes < 10_000_000 ? "\(max(1, bytes / 1000)) KB" : "\(bytes / 1_000_000) MB"
    }

    private static func duration(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 1e6).rounded(.up))
        return whole < 120 ? "\(whole) s" : "\(whole / 60) min"
    }
}

/// Shows progress on a terminal, if standard error is one and standard output is not the same sight.
struct ProgressLine {
    private var progress: Progress?
    private var read: Int64 = 0

    /// Begins for a file of so many bytes; nil if that is not known.
    init(name: String, total: Int64?) {
        guard let total, isatty(STDERR_FILENO) == 1, !Output.isTerminal else { return }
        progress = Progress(name: name, total: total, now: Self.now)
    }

    /// Says that so many bytes more have been read.
    mutating func advance(by count: Int) {
        read += Int64(count)
        if let line = progress?.line(read: read, now: Self.now) { Self.write("\r\(line)\u{1B}[K") }
    }

    /// Wipes the line away.
    mutating func finish() {
        if progress?.isShown == true { Self.write("\r\u{1B}[K") }
        progress = nil
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { buffer in writeToStandardError(buffer) }
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

private func writeToStandardError(_ buffer: UnsafeRawBufferPointer) -> Int {
    buffer.baseAddress.map { write(STDERR_FILENO, $0, buffer.count) } ?? 0
}
