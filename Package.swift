// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "StanzaKit",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "XMLStream", targets: ["XMLStream"]),
        .library(name: "XMPPCapture", targets: ["XMPPCapture"]),
    ],
    targets: [
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "XMLStream", dependencies: ["CExpat"]),
        .target(name: "XMPPCapture", dependencies: ["XMLStream", "CZlib", "COpenSSL"]),
        .testTarget(name: "XMLStreamTests", dependencies: ["XMLStream"], exclude: ["Fixtures"]),
        .testTarget(
            name: "XMPPCaptureTests",
            dependencies: ["XMPPCapture", "CZlib"],
            resources: [.copy("Fixtures")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
