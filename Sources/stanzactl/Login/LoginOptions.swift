import XMLStream
import XMPPAddress
import XMPPSASL
import XMPPStanzas
import XMPPWebSocket

/// The options of `login`.
enum LoginOptions {
    static let host = Option(
        name: "host", placeholder: "HOST",
        help: "Connect to this host, instead of those that DNS names for the domain.",
        expectation: "a host name or an IP address"
    ) { $0.isEmpty ? nil : $0 }
    static let port = Option(
        name: "port", placeholder: "PORT",
        help: "Connect to this port; without --host, of the domain itself.",
        expectation: "a number from 1 to 65535"
    ) { (text: String) -> UInt16? in UInt16(text).flatMap { $0 > 0 ? $0 : nil } }
    static let tls = Option<LoginSettings.TLSChoice>.choice(
        "tls",
        help: """
            starttls: TLS begins where the server offers it (RFC 6120);
            direct: with the first byte (XEP-0368);
            none: never, for which --allow-plaintext is needed too.
            Unless told otherwise, starttls, or what DNS says. TLS is required in
            either case, and the certificate has to be one of the domain.
            """
    )
    static let authorities = Option.file(
        "ca", help: "Trust the authorities in this PEM file, and not those of the system.")
    static let webSocket = Option(
        name: "websocket", placeholder: "URL",
        help: """
            Log in over WebSocket (RFC 7395), by this URL. With wss:// TLS begins the
            connection, and the certificate has to be one of the URL's host; ws:// has
            no TLS, and needs --allow-plaintext. --host still says what to connect to.
            """,
        expectation: "a URL that begins with wss:// or ws:// and has a host"
    ) { try? WebSocketURL($0) }
    static let mechanism = Option(
        name: "mechanism", placeholder: "MECHANISM",
        help: """
            Log in with this SASL mechanism; of several the strongest that the
            server offers. Those named are permitted, PLAIN under TLS among them,
            and no others. Unless told otherwise, PLAIN is used under TLS only, and
            where no SCRAM mechanism is offered.
            """,
        expectation: "one of "
            + SASLMechanism.supported.filter { $0.unmetNeed == nil }.map(\.rawValue).joined(separator: ", ")
    ) { text in
        let mechanism = SASLMechanism(rawValue: text.uppercased())
        return SASLMechanism.supported.contains(mechanism) ? mechanism : nil
    }
    static let allowPlaintext = Option.flag(
        "allow-plaintext",
        help: """
            Permit --tls none and ws:// URLs. PLAIN and --register, which would show
            the password to everyone on the way, need --mechanism PLAIN as well.
            """
    )
    static let passwordFile = Option.file(
        "password-file",
        help: """
            Read the password from this file; one line feed at its end does not
            count. Otherwise it is that in STANZACTL_PASSWORD, or is asked for.
            """
    )
    static let register = Option.flag("register", help: "Register the account before the login (XEP-0077).")
    static let resource = Option(
        name: "resource", placeholder: "RESOURCE",
        help: "Ask for this resource, instead of one that the server makes up.",
        expectation: "a resource"
    ) { $0.isEmpty ? nil : $0 }
    static let acceptOtherAccount = Option.flag(
        "accept-other-account",
        help: """
            Take an address that the server binds for another account of the domain,
            as one does that knows an account by several names; else that ends the
            login.
            """
    )
    static let send = Option<LoginSettings.OutgoingMessage>(
        name: "send", placeholder: "JID TEXT",
        help: """
            Send a chat message once logged in, and wait until the server has
            acknowledged it if it has stream management. May be given several times.
            """,
        expectation: "an address and a text that XML can carry", wordCount: 2
    ) { words in
        guard words.count == 2, let to = try? JID(words[0]) else { return nil }
        var bytes: [UInt8] = []
        let message = Message(to: to, type: .chat) { Body(words[1]) }
        guard (try? XMLWriter(in: .client).write(message.element, to: &bytes)) != nil else { return nil }
        return LoginSettings.OutgoingMessage(to: to, text: words[1])
    }
    static let linger = Option<Duration>.seconds(
        "linger", allowsZero: true,
        help: "Stay logged in for so long before the stream is closed."
    )
    static let timeout = Option<Duration>.seconds(
        "timeout", allowsZero: false,
        help: """
            Give up if it is not done after so long, from the first look-up to the
            last acknowledgement; 30 unless told otherwise. --linger is not counted,
            nor is the end of the stream, which takes 5 seconds at most.
            """
    )
    static let keyLog = Option.file(
        "keylog",
        help: """
            Add the secrets of the TLS session to this file, in the NSS format:
            decode --keylog FILE decrypts a capture of it.
            """
    )
    static let format = Option<LoginCommand.Format>.choice(
        "format",
        help: """
            text (unless told otherwise): one line an event or stanza;
            jsonl: one JSON object each (see stanzactl help login-jsonl).
            """
    )
    static let showSecrets = Option.flag(
        "show-secrets", help: "Print passwords, tokens and SASL messages, instead of *** in their place.")

    static let all: [any AnyOption] = [
        host, port, tls, authorities, webSocket, mechanism, allowPlaintext, passwordFile, register, resource,
        acceptOtherAccount, send, linger, timeout, keyLog, format, showSecrets,
    ]
}
