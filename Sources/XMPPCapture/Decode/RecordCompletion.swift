/// What of a ``TrafficDecoder``'s work comes last, for who has it done on a thread of its own: what TLS protected is read,
/// and stream management followed.
///
/// ```swift
/// while let batch = decoder.nextBatch() {
///     completion.receive(batch)
///     while let records = completion.next() { … }
/// }
/// ```
package struct RecordCompletion: ~Copyable {
    private let context: ChannelContext
    private var channels: [Int: Channel] = [:]
    private var management = StreamManagementFollower()
    private var batch = RecordBatch()
    /// How many records and contents of ``batch`` have been dealt with.
    private var position = (record: 0, content: 0)

    /// Creates one that has seen nothing yet.
    package init(secrets: TLSSecrets = TLSSecrets(), limits: CaptureLimits = CaptureLimits()) {
        context = ChannelContext(limits: limits, secrets: secrets, measuresTraffic: false)
    }

    /// Takes the next batch, once all records of the one before have been pulled.
    package mutating func receive(_ batch: consuming RecordBatch) {
        context.openContent.bytesBeneath = batch.waitingBytes
        self.batch = batch
        position = (0, 0)
    }

    /// The next records; nil when there are no more before the next batch.
    package mutating func next() -> [TrafficRecord]? {
        var records: [TrafficRecord]
        if batch.relayed.isEmpty {
            records = exchange(&batch.records, with: [])
        } else {
            fill()
            records = context.sink.takeAll().records
        }
        management.follow(&records)
        return records.isEmpty ? nil : records
    }

    /// Puts records together, those of the batch with those that come of what was relayed.
    private mutating func fill() {
        while context.sink.estimatedBytes < RecordBatch.limit {
            if position.content < batch.relayed.count, batch.relayed[position.content].index <= position.record {
                read(batch.relayed[position.content].content)
                position.content += 1
            } else if position.record < batch.records.count {
                context.sink.append(batch.records[position.record])
                position.record += 1
            } else {
                return
            }
        }
    }

    private mutating func read(_ content: RelayedContent) {
        switch content {
        case .begin(let session, let stream, let layers):
            channels[session] = Channel(stream: stream, layers: layers, isWhole: true, context: context)
        case .content(let session, let event, let mayLackEarlier):
            context.sink.mayLackEarlier = mayLackEarlier
            channels[session]?.receive(event)
            context.sink.mayLackEarlier = false
        case .end(let session, let end): channels.removeValue(forKey: session)?.close(end)
        case .secrets(let secrets): context.receive(secrets)
        case .keyLog(let bytes): context.receive(keyLog: bytes)
        }
    }
}
