/// The way one program, or a family of programs, writes XML into its log.
protocol LogDialect: Sendable {
    /// What the line means to this dialect; nil if the line is not of its making.
    func meaning(of line: LogLine) -> LogLineMeaning?
}

/// What a line of a log is.
enum LogLineMeaning: Sendable {
    /// It has XML, or announces XML on the next lines.
    case entry(LogRecord)
    /// A connection is being opened.
    case connecting
    /// A session goes on over the connection of another one (XEP-0198 §5).
    case resumed(session: [UInt8], connectionOf: [UInt8])
    /// A line of this log with no XML that crossed the wire.
    case other
}

/// Which end of a connection wrote the log.
enum LogSide: Sendable {
    case initiator, acceptor
}

/// What a log line says about the XML it brings.
struct LogRecord: Sendable {
    /// How an entry goes on over the next lines.
    enum Continuation: Sendable {
        /// As the XML is written, line by line.
        case freely
        /// Each further line is indented by a tab that is not part of the XML.
        case indented
    }

    /// How the XML is written.
    enum Encoding: Sendable {
        case plain
        /// A term as Erlang's `~p` prints it, over as many lines as it takes.
        case erlangTerm
    }

    /// Whether the side that wrote the log sent the XML, rather than received it.
    var isSent: Bool
    /// Which side wrote the log; nil if the program does not say.
    var side: LogSide?
    /// Which side to suppose as long as nothing tells.
    var assumedSide = LogSide.initiator
    /// What the log calls the connection, if it tells connections apart.
    var session: [UInt8]?
    /// Where the XML starts in the line; the line's length if it comes on the next lines.
    var payload: Int
    /// The XML of this line where the log has quoted it.
    var unquoted: [UInt8]?
    var encoding = Encoding.plain
    var continuation = Continuation.freely
    /// Whether the entries are what was read from the socket, cut anywhere.
    var isChunk = false
    /// Whether the line ends whatever is incomplete, even if its own XML starts in the middle of an element.
    var isUnmistakable = false
    /// Whether at most a time stands before the direction, as when the log has nothing but XML in it.
    var isBare = true
    /// Whether the program writes its own rendering of what it received, instead of what was on the wire.
    var isRerendered = false

    init(isSent: Bool, payload: Int) {
        self.isSent = isSent
        self.payload = payload
    }
}

/// The dialects that are known.
enum LogDialects {
    /// The dialects of particular programs, asked in this order.
    static let particular: [any LogDialect] = [
        ProsodyDialect(), ErlangDialect(), SlixmppDialect(), PurpleDialect(), NumberedDialect(), PythonBytesDialect(),
        LibstropheDialect(), GlooxDialect(), CommentDialect(), StanzactlDialect(),
    ]
    /// Asked about lines that none of those claims.
    static let general: any LogDialect = MarkerDialect()
}
