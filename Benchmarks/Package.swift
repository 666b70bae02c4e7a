// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "StanzaKit", path: "..")],
    targets: [
        .target(name: "CBench", linkerSettings: [.linkedLibrary("expat"), .linkedLibrary("crypto")]),
        .executableTarget(
            name: "bench",
            dependencies: [
                "CBench",
                .product(name: "XMPP", package: "StanzaKit"),
                .product(name: "XMPPSession", package: "StanzaKit"),
                .product(name: "XMPPSASL", package: "StanzaKit"),
                .product(name: "XMPPTLS", package: "StanzaKit"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
