// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "StanzaKit",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "XMLStream", targets: ["XMLStream"])
    ],
    targets: [
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .target(name: "XMLStream", dependencies: ["CExpat"]),
        .testTarget(name: "XMLStreamTests", dependencies: ["XMLStream"]),
    ],
    swiftLanguageModes: [.v6]
)
