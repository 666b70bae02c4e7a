extension InputFile {
    /// Reads to the end, and writes what has come out whenever the input runs dry, so that whoever follows a growing
    /// input sees each thing as soon as it is known.
    mutating func forEachChunk(
        _ output: inout Output,
        _ consume: ([UInt8], inout Output) throws(Failure) -> Void
    ) throws(Failure) {
        while true {
            if !isReady { try output.flush() }
            let bytes = try read()
            if bytes.isEmpty { return }
            try consume(bytes, &output)
            try output.flushIfFull()
        }
    }
}
