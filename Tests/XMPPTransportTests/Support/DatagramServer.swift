import Foundation
import TestServers

/// A server of datagrams on this machine.
final class DatagramServer: Sendable {
    let port: UInt16
    private let descriptor: Int32

    /// Answers each datagram with those that the test makes of it.
    init(_ answer: @escaping @Sendable ([UInt8]) -> [[UInt8]]) throws {
        port = try Loopback.freePort()
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw ServerFailure("cannot bind") }
        Thread.detachNewThread { [descriptor] in
            while Self.serve(descriptor, answer) {}
            close(descriptor)
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Returns whether there was a datagram.
    private static func serve(_ descriptor: Int32, _ answer: ([UInt8]) -> [[UInt8]]) -> Bool {
        var sender = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var bytes = [UInt8](repeating: 0, count: 4096)
        return withUnsafeMutablePointer(to: &sender) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let count = recvfrom(descriptor, &bytes, bytes.count, 0, address, &size)
                guard count > 0 else { return false }
                for datagram in answer(Array(bytes[..<count])) {
                    sendto(descriptor, datagram, datagram.count, 0, address, size)
                }
                return true
            }
        }
    }
}
