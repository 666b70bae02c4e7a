import CBench
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How long `stanzactl decode` takes for a large capture, and how much memory, beside Wireshark's command line.
enum DecodeSuite {
    static let figures = ["plain", "tls"].flatMap { capture in
        Rival.allCases.flatMap { rival in
            [
                Figure(name: "decode.\(capture).\(rival).time", unit: "s", baseline: rival.description) { settings in
                    let runs = try Runs.of(capture, settings)
                    return Measurement(value: runs.ours.seconds, baselineValue: runs.rivals[rival]?.seconds ?? 0)
                },
                Figure(name: "decode.\(capture).\(rival).memory", unit: "MB", baseline: rival.description) { settings in
                    let runs = try Runs.of(capture, settings)
                    return Measurement(value: runs.ours.megabytes, baselineValue: runs.rivals[rival]?.megabytes ?? 0)
                },
            ]
        }
    }

    /// What tshark is asked to print.
    enum Rival: String, CaseIterable {
        case json, fields

        var options: [String] {
            switch self {
            case .json: ["-T", "json"]
            case .fields:
                ["-T", "fields"]
                    + [
                        "frame.number", "frame.time_epoch", "tcp.stream", "xmpp.from", "xmpp.to", "xmpp.id",
                        "xmpp.type",
                    ].flatMap { ["-e", $0] }
            }
        }

        var description: String { "tshark -Y xmpp -T \(rawValue)" }
    }

    /// What running a program took.
    private struct Cost {
        let seconds: Double
        let megabytes: Double

        init(of arguments: [String]) throws {
            var peak: UInt64 = 0
            let start = Clock.wallTime
            let status = withCStrings(arguments) { process_measure($0, &peak) }
            seconds = Clock.wallTime - start
            megabytes = Double(peak) / 1e6
            if status == -1 { throw Trouble.unavailable("\(arguments[0]) is not there") }
            if status != 0 { throw Trouble.failed("\(arguments[0]) ended with status \(status)") }
        }

        init(medianOf costs: [Cost]) {
            seconds = Clock.median(costs.map(\.seconds))
            megabytes = Clock.median(costs.map(\.megabytes))
        }
    }

    /// The runs on one capture, which all its figures share: they take minutes.
    private struct Runs {
        let ours: Cost
        let rivals: [Rival: Cost]

        private static let known = Mutex<[String: Runs]>([:])

        static func of(_ capture: String, _ settings: Settings) throws -> Runs {
            if let runs = known.withLock({ $0[capture] }) { return runs }
            let runs = try Runs(capture, settings)
            known.withLock { $0[capture] = runs }
            return runs
        }

        private init(_ capture: String, _ settings: Settings) throws {
            let path = "\(Workload.directory)/\(capture).pcap"
            let keyLog = "\(Workload.directory)/\(capture).keys.log"
            let stanzactl = try settings.stanzactlPath()
            if access(path, R_OK) != 0 { try Workload.generate(with: "captures.py") }
            let hasKeys = access(keyLog, R_OK) == 0
            let ourArguments =
                [stanzactl, "decode", "--format", "jsonl"] + (hasKeys ? ["--keylog", keyLog] : []) + [path]
            var ours: [Cost] = []
            var rivals: [Rival: [Cost]] = [:]
            for _ in 0..<min(settings.rounds, 3) {
                ours.append(try Cost(of: ourArguments))
                for rival in Rival.allCases {
                    let keys = hasKeys ? ["-o", "tls.keylog_file:\(keyLog)"] : []
                    let arguments = ["tshark", "-r", path, "-Y", "xmpp"] + keys + rival.options
                    rivals[rival, default: []].append(try Cost(of: arguments))
                }
            }
            self.ours = Cost(medianOf: ours)
            self.rivals = rivals.mapValues { Cost(medianOf: $0) }
        }
    }
}
