#if os(Linux)
    import Foundation

    /// The program at a terminal of its own.
    final class TerminalProcess {
        struct Failure: Error { let description: String }

        /// TIOCGPTN and TIOCSPTLCK, which are not imported.
        private static let numberRequest: UInt = 0x8004_5430
        private static let lockRequest: UInt = 0x4004_5431

        private let master: Int32
        private let slave: Int32
        private let process: pid_t
        private(set) var shown = ""

        /// A shell that runs the program as its job, says when that is stopped, and has it go on when a line is typed.
        private static let shell = [
            "/bin/sh", "-m", "-c", #""$@"; code=$?; [ $code -lt 128 ] && exit $code; echo stopped; read line; fg"#,
            "sh",
        ]

        /// - Parameter canStop: Whether it is run by a shell: nothing can be stopped that nobody would have go on.
        init(_ arguments: [String], canStop: Bool = false) throws {
            master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            var number: UInt32 = 0
            var isLocked: Int32 = 0
            guard master >= 0, ioctl(master, Self.numberRequest, &number) == 0,
                ioctl(master, Self.lockRequest, &isLocked) == 0
            else { throw Failure(description: "there is no terminal") }
            let path = "/dev/pts/\(number)"
            // While it is open here its settings last.
            slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
            process = try Self.spawn((canStop ? Self.shell : []) + [Tool.url.path] + arguments, terminal: path)
        }

        deinit {
            kill(process, SIGKILL)
            close(master)
            close(slave)
        }

        private static func spawn(_ words: [String], terminal: String) throws -> pid_t {
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
            posix_spawn_file_actions_init(&actions)
            posix_spawnattr_init(&attributes)
            defer {
                posix_spawn_file_actions_destroy(&actions)
                posix_spawnattr_destroy(&attributes)
            }
            // The first terminal that the leader of a session opens becomes that of the session.
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
            var none = sigset_t()
            sigemptyset(&none)
            posix_spawnattr_setsigmask(&attributes, &none)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | 0x80)  // POSIX_SPAWN_SETSID
            let environment = ProcessInfo.processInfo.environment.filter { $0.key != "STANZACTL_PASSWORD" }
            var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
            var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
            defer { for pointer in argv + envp { free(pointer) } }
            var process: pid_t = 0
            let code = posix_spawn(&process, words[0], &actions, &attributes, &argv, &envp)
            guard code == 0 else { throw Failure(description: String(cString: strerror(code))) }
            return process
        }

        /// Waits until a text is shown.
        func read(until text: String) throws {
            while !shown.contains(text) {
                var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
                var buffer = [UInt8](repeating: 0, count: 4096)
                guard poll(&request, 1, 60_000) > 0, case let count = Foundation.read(master, &buffer, buffer.count),
                    count > 0
                else { throw Failure(description: "“\(text)” is not shown: \(shown)") }
                shown += String(decoding: buffer[..<count], as: UTF8.self)
            }
        }

        func type(_ text: String) {
            let bytes = Array(text.utf8)
            _ = write(master, bytes, bytes.count)
        }

        func signal(_ number: Int32) { kill(process, number) }

        /// Whether the terminal shows what is typed.
        var echoes: Bool {
            var settings = termios()
            tcgetattr(slave, &settings)
            return settings.c_lflag & tcflag_t(ECHO) != 0
        }

        /// The exit code; of a process that a signal ended, the signal's number, negative.
        func waitForExit() -> Int32 {
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
        }
    }
#endif
