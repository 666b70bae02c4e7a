import Testing

@testable import XMPPCapture

/// Records that come while bytes wait for others, which may be missing.
@Suite struct AwaitedBytesTests {
    private let body = "<body xmlns='http://jabber.org/protocol/httpbind' sid='s' rid="

    private func request(_ id: Int) -> [UInt8] {
        let text = "\(body)'\(id)'/>"
        return Array("POST / HTTP/1.1\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
    }

    private func records(waitingBytes: Int) -> [TrafficRecord] {
        var batch = StreamEventBatch()
        let ends = [1, 2].map { Endpoint(address: IPAddress(ipv4: $0), port: UInt16($0)) }
        batch.events.append(
            .opened(
                TCPStreamOpening(
                    stream: 0, client: ends[0], server: ends[1], directionIsGuessed: false, packet: 1, time: nil)))
        for (index, id) in [7, 9].enumerated() {
            if index == 1 { batch.note(waitingBytes: waitingBytes, from: batch.events.count) }
            batch.events.append(
                .data(
                    StreamData(
                        stream: 0, direction: .clientToServer, offset: Int64(index), packet: 2 + index, time: nil,
                        bytes: request(id)[...])))
        }
        var decoder = CaptureDecoder(ofEventsWith: CaptureLimits(), secrets: TLSSecrets())
        decoder.receive(batch)
        return decoder.nextBatch()?.records ?? []
    }

    @Test(arguments: [0, 500])
    func whatMayBeWrongIsLeftOut(waitingBytes: Int) {
        let records = records(waitingBytes: waitingBytes)
        #expect(records.map(\.mayLackEarlier) == [false, waitingBytes > 0])
        // It is kept for who judges at the end.
        #expect(records.flatMap(\.diagnostics) == ["Request 9 comes where 8 is next. (XEP-0124 §14.2)"])
        #expect(records.flatMap(\.withoutPresumptions.diagnostics).isEmpty == (waitingBytes > 0))
    }
}
