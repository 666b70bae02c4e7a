/// How the program ends.
enum ExitCode: Int32 {
    /// What was asked for is done.
    case done = 0
    /// The input has what was asked to be found wrong.
    case foundWrong = 1
    /// The input or the arguments cannot be used.
    case unusable = 2
    /// The server refused the login or the registration, or did not prove who it is.
    case refused = 3
    /// TLS failed, a certificate was not accepted, or there was no TLS where it is required.
    case insecure = 4
    /// The server ended the stream with an error, or refused to bind an address.
    case streamError = 5
    /// There was no connection, it was lost, or nothing came in time.
    case unreachable = 6
    /// The server broke the protocol.
    case violated = 7
}

extension ExitCode {
    static let helpTopic = Help.Topic(
        name: "exit-codes",
        summary: "Describe the exit codes of all subcommands.",
        text: """
            0  What was asked for is done. decode, stats and redact end with it whatever is wrong
               with what they could read.
            1  What was to be judged is wrong: to lint a violation, or a finding of the severity
               that --severity names or a higher one; to jid an address that is none.
            2  The arguments, a file or standard output cannot be used. What a file has before
               the place from which it cannot be read is printed. To decode, stats, redact and
               fmt markup of which nothing can be read is unusable as well; to lint it is a
               violation, and so 1. fmt ends with 2 wherever XML is not well formed, stats for
               XML without a log around it.

            Of several files, all are read; 2 of one of them outweighs the others' 0 and 1.

            login ends with 0, with 2, or with the reason for which it failed:

            3  The server refused the login or the registration, or did not prove itself.
            4  TLS failed, its certificate was not accepted, or it was not offered.
            5  The server ended the stream with an error, or refused the resource.
            6  There was no connection, it was lost, or the time was up.
            7  The server broke the protocol.

            A reader of standard output that has seen enough, as head does, is no error: 0.
            """
    )
}
