extension InputFile {
    /// Reads to the end, and writes what has come out whenever the input runs dry, so that whoever follows a growing
    /// input sees each thing as soon as it is known. Long work shows its progress.
    mutating func forEachChunk(
        _ output: inout Output,
        _ consume: ([UInt8], inout Output) throws(Failure) -> Void
    ) throws(Failure) {
        var progress = ProgressLine(name: name, total: length)
        defer { progress.finish() }
        while true {
            if !isReady { try output.flush() }
            let bytes = try read()
            if bytes.isEmpty { return }
            progress.advance(by: bytes.count)
            try consume(bytes, &output)
            try output.flushIfFull()
        }
    }

    /// Reads to the end, and calls `flush` whenever the input runs dry. Long work shows its progress.
    mutating func forEachChunk(
        whenDry flush: () -> Void, _ consume: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var progress = ProgressLine(name: name, total: length)
        defer { progress.finish() }
        while true {
            if !isReady { flush() }
            let bytes = try read()
            if bytes.isEmpty { return }
            progress.advance(by: bytes.count)
            try consume(bytes)
        }
    }
}
