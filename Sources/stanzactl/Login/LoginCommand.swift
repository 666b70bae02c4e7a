import Dispatch
import Synchronization
import XMPPTLS
import XMPPTransport

/// `stanzactl login`: logs in to an account, and shows how that goes.
enum LoginCommand: Subcommand {
    /// How events are printed.
    enum Format: String, CaseIterable {
        case text, jsonl
    }

    static let syntax = CommandSyntax(
        name: "login",
        summary: "Log in to an account, and show what both sides say.",
        operands: .address,
        options: LoginOptions.all,
        details: """
            JID is the address of the account, perhaps with a resource to ask for; without
            a name before the @ the login is anonymous. Everything is printed while it
            happens. No presence is sent, so that nobody sees the login and no offline
            messages are delivered to it; pings are answered. It does not reconnect, and
            does not go where another host is named.

            Exit code 0 if it logged in, did what was asked and closed the stream;
            2 if the arguments, or a file that they name, cannot be used;
            3 if the server refused the login or the registration or did not prove itself;
            4 if TLS failed, its certificate was not accepted, or it was not offered;
            5 if the server ended the stream with an error or refused the resource;
            6 if there was no connection, it was lost, or the time was up;
            7 if the server broke the protocol. The reason is on standard error.
            """
    )

    static func run(_ arguments: ParsedArguments, _ output: inout Output) throws(Failure) -> ExitCode {
        let settings = try LoginSettings(arguments)
        let mask = arguments[LoginOptions.showSecrets] == true ? nil : settings.mask
        let recorder = LoginRecorder(LoginLog(printer: printer(arguments), mask: mask))
        let configuration = try settings.configuration(recorder)
        let connection: ClientConnection
        do {
            connection = try ClientConnection(configuration)
        } catch {
            throw .input(name: arguments[LoginOptions.authorities] ?? "TLS", error.reason)
        }
        let failure = wait { [connection] in
            var run = LoginRun(settings, recorder, connection)
            return await run.run()
        }
        recorder.print(failure.map { .failed($0) } ?? .closed)
        if let failure = recorder.outputFailure { throw failure }
        guard let failure else { return .done }
        Diagnostics.report((mask?.masked(failure) ?? failure).reason)
        return failure.code
    }

    private static func printer(_ arguments: ParsedArguments) -> any LoginPrinter {
        switch arguments[LoginOptions.format] ?? .text {
        case .text: LoginText(palette: Palette(isColored: ColorChoice.auto.isEnabled))
        case .jsonl: LoginJSON()
        }
    }

    /// Runs a task to its end; the program has nothing else to do meanwhile.
    private static func wait(_ body: @escaping @Sendable () async -> LoginFailure?) -> LoginFailure? {
        let outcome = Outcome()
        Task { outcome.set(await body()) }
        return outcome.wait()
    }
}

/// What a task has come to.
private final class Outcome: Sendable {
    private let failure = Mutex<LoginFailure?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func set(_ failure: LoginFailure?) {
        self.failure.withLock { $0 = failure }
        isThere.signal()
    }

    func wait() -> LoginFailure? {
        isThere.wait()
        return failure.withLock(\.self)
    }
}
