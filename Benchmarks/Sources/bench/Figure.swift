#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One number that is measured, beside the one that it is compared with.
struct Figure: Sendable {
    /// What is measured, from the general to the particular: the first component is the suite.
    let name: String
    let unit: String
    /// What it is compared with.
    let baseline: String
    let measure: @Sendable (Settings) throws -> Measurement

    var suite: Substring { name.prefix { $0 != "." } }

    /// Whether `selection` is the figure's name, or the beginning of it up to a dot.
    func isMeant(by selection: String) -> Bool { name == selection || name.hasPrefix(selection + ".") }
}

/// A value and that of the baseline, in the figure's unit.
struct Measurement {
    var value: Double
    var baselineValue: Double

    var ratio: Double? { baselineValue == 0 ? nil : value / baselineValue }
}

struct Settings: Sendable {
    /// How often ours and the baseline are measured in turn.
    var rounds = 7
    /// Whether streams are of 1 MB, which is enough for tools that count instructions.
    var isSmall = false
    /// The program that is measured as such; nil for the one that the package's release build made.
    var stanzactl: String?

    /// Where `stanzactl` is.
    func stanzactlPath() throws -> String {
        let path = stanzactl ?? Workload.measuredPackage + "/.build/release/stanzactl"
        guard access(path, X_OK) == 0 else {
            throw Trouble.unavailable("no \(path); build it, or name one with --stanzactl")
        }
        return path
    }
}

/// Why there is no figure.
enum Trouble: Error {
    /// This machine lacks what the figure needs.
    case unavailable(String)
    /// What was to be measured did not do what it has to.
    case failed(String)
}
