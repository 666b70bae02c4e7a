#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The terminal that the program was started from.
struct Terminal: ~Copyable {
    private let input: Int32
    private let output: Int32

    /// The controlling terminal, whatever the standard streams are; else standard input if that is one.
    init?() {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        if terminal >= 0 {
            (input, output) = (terminal, terminal)
        } else if InputFile.standardInputIsTerminal {
            (input, output) = (STDIN_FILENO, STDERR_FILENO)
        } else {
            return nil
        }
    }

    deinit {
        if input != STDIN_FILENO { close(input) }
    }

    /// Asks for a line, and does not show what is typed.
    func read(prompt: String) throws(Failure) -> [UInt8] {
        while true {
            if let line = try ask(prompt) { return line }
            // The program was stopped, and goes on: it is asked anew.
        }
    }

    /// Asks once; nil if a signal has come in between that did not end the program.
    private func ask(_ prompt: String) throws(Failure) -> [UInt8]? {
        var settings = termios()
        guard tcgetattr(input, &settings) == 0 else { throw .input(name: "the terminal", systemMessage(errno)) }
        // A signal has to wait until what is typed is shown again.
        let signals = BlockedSignals([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP])
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(input, TCSAFLUSH, &silent)
        write(prompt)
        let line = readLine(signals)
        tcsetattr(input, TCSAFLUSH, &settings)
        write("\n")
        // Whoever pressed the keys for it ends or stops the program here.
        signals.unblock()
        return line
    }

    /// What is typed up to the end of the line; nil if a signal comes before.
    private func readLine(_ signals: borrowing BlockedSignals) -> [UInt8]? {
        var line: [UInt8] = []
        while !signals.arePending {
            var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 100) > 0 else { continue }
            var byte: UInt8 = 0
            guard readByte(input, &byte) == 1, byte != 0x0A else { return line }
            line.append(byte)
        }
        return nil
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { buffer in buffer.baseAddress.map { writeBytes(output, $0, buffer.count) } }
    }
}

/// Signals that are held back.
private struct BlockedSignals: ~Copyable {
    private let signals: [Int32]
    private var former = sigset_t()

    init(_ signals: [Int32]) {
        self.signals = signals
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, &former)
    }

    /// Whether one of them has come.
    var arePending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return signals.contains { sigismember(&pending, $0) == 1 }
    }

    func unblock() {
        var former = former
        pthread_sigmask(SIG_SETMASK, &former, nil)
    }
}

private func readByte(_ descriptor: Int32, _ byte: UnsafeMutablePointer<UInt8>) -> Int {
    read(descriptor, byte, 1)
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
