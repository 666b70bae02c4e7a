import XMPPCapture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What opens the TLS sessions of all inputs: secrets, and the key log that may still bring more.
struct DecryptionKeys {
    private(set) var secrets = TLSSecrets()
    /// What follows the key log; nil if there is none, or none that can grow.
    private var growth: KeyLogGrowth?

    /// Reads the files that are named, or the key log that SSLKEYLOGFILE names, which need not be there yet; nor need the
    /// named one when standard input is read, as the program that writes it may start after the recording.
    init(_ arguments: ParsedArguments) throws(Failure) {
        if let path = arguments[DecodeCommand.keyLog] {
            let isFollowing = arguments.operands.isEmpty || arguments.operands.contains("-")
            if isFollowing, access(path, F_OK) != 0, errno == ENOENT {
                growth = KeyLogGrowth(path)
                Diagnostics.report("\(path): this key log is not there yet")
            } else if try read(path) == 0 {
                Diagnostics.report(
                    "\(path): there is no TLS secret in this key log\(growth == nil ? "" : " yet")")
            }
        } else if let path = getenv("SSLKEYLOGFILE").map({ String(cString: $0) }), !path.isEmpty {
            if access(path, R_OK) == 0 { _ = try read(path) } else { growth = KeyLogGrowth(path) }
        }
        if let path = arguments[DecodeCommand.privateKey] {
            let bytes = try InputFile.contents(of: path)
            do {
                try secrets.add(privateKeyPEM: bytes)
            } catch {
                throw .input(name: path, "\(error)")
            }
        }
    }

    /// Reads a key log; returns how many secrets it has by now.
    private mutating func read(_ path: String) throws(Failure) -> Int {
        let reading = try KeyFile(path).read(into: &secrets)
        growth = reading.last.map { KeyLogGrowth(path, after: reading.wholeLines, last: $0) }
        return reading.secrets
    }

    /// Takes up what the key log has got since the last time, and hands it on. To be called with each piece of an input,
    /// before that is decoded, and at its end.
    mutating func forEachAddition(atEnd isEnd: Bool = false, _ body: ([UInt8]) -> Void) {
        while let lines = growth?.next(takesAll: isEnd), !lines.isEmpty {
            secrets.add(keyLog: lines)
            body(lines)
        }
    }
}
