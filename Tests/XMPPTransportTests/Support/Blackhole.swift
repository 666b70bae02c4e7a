import Foundation
import TestServers

/// An address of this machine where connections are neither accepted nor refused: its queue is full.
final class Blackhole {
    let port: UInt16
    private var descriptors: [Int32] = []

    /// Makes one at 127.0.0.*n*.
    init(host: UInt8, port: UInt16) throws {
        self.port = port
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        descriptors.append(listener)
        guard Self.withAddress(host, port, { bind(listener, $0, $1) }) == 0, listen(listener, 0) == 0 else {
            throw ServerFailure("cannot listen")
        }
        for _ in 0..<8 {
            let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
            descriptors.append(filler)
            _ = Self.withAddress(host, port) { connect(filler, $0, $1) }
        }
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    private static func withAddress<Result>(
        _ host: UInt8,
        _ port: UInt16,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.\(host)")
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
