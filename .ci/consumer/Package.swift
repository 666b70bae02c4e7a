// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "consumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "StanzaKit", path: "../..")],
    targets: [
        .executableTarget(name: "consumer", dependencies: [.product(name: "XMPP", package: "StanzaKit")])
    ]
)
