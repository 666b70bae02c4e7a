#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How long programs take to begin and end, by the wall clock.
enum StartupSuite {
    static let figures = [
        Figure(name: "startup.stanzactl-version", unit: "ms", baseline: "true(1)") { settings in
            let path = try settings.stanzactlPath()
            let seconds = try Clock.medians(rounds: settings.rounds * 10, of: { Clock.wallTime }) { _ in
                try start([path, "--version"])
            } baseline: { _ in
                try start(["true"])
            }
            return Measurement(value: seconds.ours * 1e3, baselineValue: seconds.baseline * 1e3)
        }
    ]

    private static func start(_ arguments: [String]) throws {
        let status = run(arguments, discardingOutput: true)
        if status != 0 { throw Trouble.failed("\(arguments.joined(separator: " ")) ended with status \(status)") }
    }
}
