// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "consumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "StanzaKit", path: "../..")],
    targets: [
        .executableTarget(
            name: "consumer",
            dependencies: ["XMPP", "XMPPSASL", "XMPPSession", "XMPPTransport"].map {
                .product(name: $0, package: "StanzaKit")
            })
    ]
)
