#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@main
struct Bench {
    /// In the order in which they are measured: first the one that compares the memory of programs, which begin with as
    /// much as this process has used by then.
    private static let figures =
        DecodeSuite.figures + ParseSuite.figures + AllocationSuite.figures + MemorySuite.figures + SessionSuite.figures
        + TLSSuite.figures + LinearSuite.figures + EarlySuite.figures + SerializeSuite.figures + JIDSuite.figures
        + StartupSuite.figures

    private static let help = """
        usage: bench [--json] [--rounds N] [--small] [--stanzactl PATH] [SUITE…]
               bench --list | --help

        Measures StanzaKit beside a baseline, in one run. SUITE is a suite, a figure, or the beginning of one up to a
        dot (parse, parse.mixed, parse.mixed.elements); without any, everything is measured.

          --json            one JSON object a figure and line: name, value, unit, baseline, baselineValue, ratio
          --rounds N        how often ours and the baseline are timed in turn; 7 if not given. Medians are printed.
          --small           streams of 1 MB instead of 20, which is enough for tools that count instructions
          --stanzactl PATH  the program that decode and startup measure, instead of the release build next to this package
          --list            the suites and their figures

        ratio is value ÷ baselineValue. For MB/s larger is better, for everything else smaller.

        decode        stanzactl decode --format jsonl on captures of 60 MB, plain and in TLS with its keys, against tshark
                      (json: -Y xmpp -T json, fields: -Y xmpp -T fields with a few of them): time by the wall clock,
                      and the most memory that each has at a time. Three rounds unless --rounds gives fewer.
        parse         A stream in chunks of 4 KB (chunk-N: of N bytes) becomes elements, which are dropped as they come.
                      The baseline is expat with namespace processing and handlers that do nothing, on the same chunks.
                      Processor time. unknown-names: in a program that has no types for what is in the stream.
                      typed: into stanzas, of which from, to, id, type and the text are taken as strings.
                      typed-full: besides, each payload that there is a type for is read, forwarded ones included.
        allocations   Allocations and reallocations while a stream is parsed in that way, by its number of stanzas.
        memory        idle-stream: what each of 10,000 streams holds that have read a header and 16 stanzas.
                      fresh-names: the most that the heap grows by while 1,000,000 stanzas bring new names each.
                      idle-session: what each of 10,000 clients' sessions holds that are logged in, without TLS;
                      idle-server-session: what each of their servers' sessions does.
                      idle-tls: what TLS holds for a connection at rest. idle-tls-session, idle-tls-server-session: what
                      each of 10,000 sessions holds that are logged in through TLS, with its end of TLS.
        login         scram: processor time of a login, both sides, from the first header to a stream that can be
                      resumed, against the key derivation alone that the password has to go through.
        pair          messages: processor time of a message from a client's session to a server's, in memory.
        linear        Large inputs against as much in small ones; where time is linear the ratio is about 1.
                      text: in chunks of 4 KB. attribute: byte by byte, filled with letters, and with ">".
        early         How many bytes of a tag with 100,000 attributes are taken before it is refused.
        serialize     Elements become bytes. The baseline is C that has the same bytes as pieces, and copies or escapes
                      them. built-message: a chat message is made as an element, and written; chat: as a typed stanza.
        jid           Addresses are read and prepared. The baseline is C that checks nothing.
        startup       stanzactl --version, by the wall clock, against a program that does nothing.

        Streams and captures are made by Workloads/generate.py and captures.py, which need python3, when they are first
        used.
        """

    static func main() {
        var settings = Settings()
        var report = Report.table
        var selections: [String] = []
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            switch argument {
            case "--help", "-h": return print(help)
            case "--list": return list()
            case "--json": report = .json
            case "--rounds":
                guard let rounds = arguments.popFirst().flatMap({ Int($0) }), rounds > 0 else {
                    refuse("--rounds needs a number above 0")
                }
                settings.rounds = rounds
            case "--small": settings.isSmall = true
            case "--stanzactl":
                guard let path = arguments.popFirst() else { refuse("--stanzactl needs a path") }
                settings.stanzactl = path
            default:
                guard figures.contains(where: { $0.isMeant(by: argument) }) else {
                    refuse("there is no suite, figure or option \(argument); bench --list names them")
                }
                selections.append(argument)
            }
        }
        let names = Set(figures.map(\.name))
        let chosen = figures.filter { figure in
            selections.isEmpty
                || selections.contains { names.contains($0) ? figure.name == $0 : figure.isMeant(by: $0) }
        }
        exit(measure(chosen, settings, report) ? 0 : 1)
    }

    /// Measures and prints one figure after the other; returns whether none failed.
    private static func measure(_ figures: [Figure], _ settings: Settings, _ report: Report) -> Bool {
        var isGood = true
        report.begin()
        for figure in figures {
            do {
                report.print(figure, try figure.measure(settings))
            } catch Trouble.unavailable(let reason) {
                note("\(figure.name): not measured: \(reason)")
            } catch Trouble.failed(let reason) {
                note("\(figure.name): failed: \(reason)")
                isGood = false
            } catch {
                note("\(figure.name): failed: \(error)")
                isGood = false
            }
        }
        return isGood
    }

    private static func list() {
        var suite: Substring = ""
        for figure in figures {
            if figure.suite != suite {
                suite = figure.suite
                print(suite)
            }
            print("  \(figure.name) (\(figure.unit)), compared with \(figure.baseline)")
        }
    }

    private static func refuse(_ reason: String) -> Never {
        note("bench: \(reason)")
        exit(2)
    }
}
