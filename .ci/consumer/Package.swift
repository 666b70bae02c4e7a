// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "EchoBot",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    dependencies: [.package(name: "StanzaKit", path: "../..")],
    targets: [
        .executableTarget(
            name: "EchoBot",
            dependencies: [
                .product(name: "XMPP", package: "StanzaKit"),
                .product(name: "XMPPTransport", package: "StanzaKit"),
            ])
    ]
)
