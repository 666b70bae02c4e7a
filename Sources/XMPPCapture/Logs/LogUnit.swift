/// One top-level item of an XMPP stream as a log shows it: a stream header (with its XML declaration), a stream's
/// end tag, or one whole element.
///
/// Text without any log around it comes as units too, untouched: `direction` and `connection` are then absent, and
/// the units joined are the input from the line of its first tag on, byte for byte.
public struct LogUnit: Sendable, Hashable {
    /// The line on which the item starts, counted from 1.
    public let line: Int
    /// When the item, or the last part of it, was logged; absent if the log has no date and time for it.
    ///
    /// Logs that do not name their time zone are taken to be in UTC.
    public let time: Timestamp?
    /// The name of the time zone that journald gave with ``time``, if it is not known; the time is taken to be in UTC then.
    public let unknownTimeZone: String?
    /// The connection, numbered from 0 in order of appearance; absent for plain XML.
    public let connection: Int?
    /// Which way the item went; absent for plain XML.
    public let direction: Direction?
    /// The item as it stands in the log, freed of the log's own quoting and indentation.
    public let xml: [UInt8]
    /// Whether the log ends or breaks off before the item is complete, or the item is over the limit.
    public let isCut: Bool
}
