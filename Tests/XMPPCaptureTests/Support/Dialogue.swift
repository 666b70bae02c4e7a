import XMLStream

@testable import XMPPCapture

/// Conversations in short: what begins with `C` the client says, what begins with `S` the server.
enum Dialogue {
    static let clientHeader = "C<stream:stream xmlns='jabber:client' \(streams) to='a.test' version='1.0'>"
    static let serverHeader = "S<stream:stream xmlns='jabber:client' \(streams) from='a.test' id='s1' version='1.0'>"
    static let success = "S<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"

    /// A login up to and with resource binding, as juliet@a.test/balcony.
    static let login =
        [
            clientHeader, serverHeader, "S<stream:features/>", "C\(auth("SCRAM-SHA-256"))", success, clientHeader,
            serverHeader, "S<stream:features><bind xmlns='\(bind)'/></stream:features>",
            "C<iq type='set' id='b'><bind xmlns='\(bind)'/></iq>",
            "S<iq type='result' id='b'><bind xmlns='\(bind)'><jid>juliet@a.test/balcony</jid></bind></iq>",
        ]

    private static let streams = "xmlns:stream='http://etherx.jabber.org/streams'"
    private static let bind = "urn:ietf:params:xml:ns:xmpp-bind"

    static func auth(_ mechanism: String) -> String {
        "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='\(mechanism)'>AGEAYg==</auth>"
    }

    /// The records of a connection; each line is a packet, a second after the one before.
    static func records(_ lines: [String], stream: Int = 0, context: ChannelContext = ChannelContext())
        -> [TrafficRecord]
    {
        let connection = Connection(stream: stream, context: context)
        for line in lines {
            switch line.first {
            case "C": connection.client(String(line.dropFirst()))
            case "S": connection.server(String(line.dropFirst()))
            default: connection.lose(line.hasPrefix("-C") ? .clientToServer : .serverToClient, 100)
            }
        }
        return connection.records()
    }

    /// What the audit finds in a conversation, up to its end: `error missing-id`.
    static func findings(_ lines: [String]) -> [String] {
        var audit = TrafficAudit()
        let found = records(lines).flatMap { audit.receive($0) } + audit.finish()
        return found.map { "\($0.severity.rawValue) \($0.rule)" }
    }
}
