import Testing
import XMLStream

@testable import XMPPCapture

@Suite struct RequestTableTests {
    private func request(_ number: Int, _ party: RequestTable.Party = .server) -> RequestTable.Request {
        RequestTable.Request(party: party, place: TrafficPlace(TrafficRecord(.note("")), number: number), payload: "")
    }

    @Test func theOldestGiveWay() {
        var table = RequestTable(limit: 3)
        for number in 1...1000 { _ = table.add(request(number), id: "\(number)") }
        #expect(table.waiting.map(\.place.number) == [998, 999, 1000])
        #expect(table.evicted == 997 && table.count == 3)
    }

    @Test func thoseThatAreAnsweredMakeRoom() {
        var table = RequestTable(limit: 3)
        for number in 1...1000 {
            _ = table.add(request(number), id: "\(number)")
            guard case .request(let found) = table.take(id: "\(number)", from: .server) else {
                Issue.record("\(number)")
                return
            }
            #expect(found.place.number == number)
        }
        #expect(table.evicted == 0 && table.count == 0)
    }

    @Test func oneIdentifierMayBeUsedTowardsSeveralParties() {
        var table = RequestTable(limit: 10)
        #expect(table.add(request(1, .entity(1)), id: "x")?.place == nil)
        #expect(table.add(request(2, .entity(2)), id: "x")?.place == nil)
        #expect(table.add(request(3, .entity(2)), id: "x")?.place.number == 2)
        guard case .request(let found) = table.take(id: "x", from: .entity(2)) else {
            Issue.record("not found")
            return
        }
        #expect(found.place.number == 2)
        guard case .otherParty = table.take(id: "x", from: .entity(3)) else {
            Issue.record("nobody asked 3")
            return
        }
        guard case .none = table.take(id: "y", from: .entity(2)) else {
            Issue.record("nobody asked for y")
            return
        }
    }

    @Test func streamsThatSayNothingGiveWay() {
        var table = StreamTable<Int>(limit: 8)
        for stream in 0..<9 { table.change(StreamKey(stream: stream), from: stream) { _ in } }
        table.change(StreamKey(stream: 0), from: 0) { _ in }
        #expect(table.evict() == [1])
        #expect(table.evict().isEmpty)
        #expect(table[StreamKey(stream: 0)] == 0 && table[StreamKey(stream: 1)] == nil)
    }
}
