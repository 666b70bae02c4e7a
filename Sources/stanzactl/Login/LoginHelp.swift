extension LoginJSON {
    static let helpTopic = Help.Topic(
        name: "login-jsonl",
        summary: "Describe what login --format jsonl prints.",
        text: """
            stanzactl login --format jsonl prints one JSON object (RFC 8259, UTF-8) a line.
            A value that is not there has no key. Keys may be added in later versions; those
            here stay as they are.

              time         string: when it happened, RFC 3339 in UTC
              event        string: one of
                connected      TCP is connected: host, port, and the address that answered
                tls            TLS is established: version, cipher, alpn, bindings (the types
                               of channel binding that it has), and of the certificate names,
                               not_before, not_after and fingerprint (SHA-256, hexadecimal)
                mechanisms     what the server offers to log in with: mechanisms,
                               announced_bindings (XEP-0440), the one that is chosen and its
                               binding, and those that are skipped: mechanism and reason
                authenticated  the server has accepted the login and has proved itself as far
                               as the mechanism has it do that: mechanism, binding
                bound          an address is bound: jid
                resumed        a former stream is resumed: jid
                sent, received an element of the stream, its beginning or its end: kind, name,
                               ns, type, from, to, id, payloads and xml, as stanzactl help
                               jsonl has them
                acknowledged   the server has handled a stanza (XEP-0198 §4): stanza, which
                               counts those that were sent
                closed         the stream was closed by both sides; the last event
                failed         it came to another end; the last event: reason (a sentence),
                               condition (the server's, by its name on the wire), other_host
                               (where the server wants the client to go), exit_code

            Secrets are *** unless --show-secrets is given.
            """
    )
}
