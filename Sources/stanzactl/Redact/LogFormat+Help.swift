extension LogFormat {
    static let helpTopic = Help.Topic(
        name: "log",
        summary: "Describe what redact prints.",
        text: """
            stanzactl redact prints one record a line, and every subcommand that takes a log
            reads all of it again:

              2026-11-30T04:51:47.846Z #3 p17-18+tls → <iq xmlns='jabber:client' …/>
              2026-11-30T04:51:47.9Z #3 p19+tls ← [gap] 1448

            Separated by single spaces stand
              the time, RFC 3339 in UTC, as precise as it was recorded; left out if there is none
              #N, the connection; #- for none
              p and the numbers of the packets, ranges as 17-18, several with commas; - for
                none; then +tls, +zlib, +ws, +bosh, the layers, outermost first; then, of
                BOSH, a colon and the session
              → towards the server, ← from it, · for neither
              the element, complete with its namespaces and on one line; or one of these:
                [open] HEADER     a stream header, as a start tag, or <open/>
                [close] ELEMENT   the end of a stream, with the element that WebSocket has
                [bosh] ELEMENT    a <body/> of BOSH without its content, which follows
                [gap] N           so many bytes are missing or made no sense
                [error] SENTENCE  a violation that could not be read over
                [note] SENTENCE   something worth knowing
                [wrong] SENTENCE  what is wrong with the record that follows

            Lines of another form are passed over. Plain XML, which has no connections, is
            printed as plain XML again, an element a line; what could not be read stands as
            a comment, which decode and lint take for what it says:

              <!-- [gap] N -->   <!-- [error] SENTENCE -->   <!-- [note] SENTENCE -->
            """
    )
}
