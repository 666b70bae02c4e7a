// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "StanzaKit", path: "..")],
    targets: [
        .target(name: "Driver"),
        .target(
            name: "Properties",
            dependencies: [.product(name: "XMLStream", package: "StanzaKit")]
        ),
        .target(name: "AddressProperties", dependencies: [.product(name: "XMPPAddress", package: "StanzaKit")]),
        .target(name: "PayloadProperties", dependencies: [.product(name: "XMPP", package: "StanzaKit")]),
        .executableTarget(name: "ChunkingFuzz", dependencies: ["Driver", "Properties"]),
        .executableTarget(name: "RoundTripFuzz", dependencies: ["Driver", "Properties"]),
        .executableTarget(name: "JIDFuzz", dependencies: ["Driver", "AddressProperties"]),
        .executableTarget(name: "TypedFuzz", dependencies: ["Driver", "PayloadProperties"]),
    ],
    swiftLanguageModes: [.v6]
)
