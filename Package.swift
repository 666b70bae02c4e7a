// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "StanzaKit",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "XMLStream", targets: ["XMLStream"]),
        .library(name: "XMPPAddress", targets: ["XMPPAddress"]),
        .library(name: "XMPPStanzas", targets: ["XMPPStanzas"]),
        .library(name: "XMPPExtensions", targets: ["XMPPExtensions"]),
        .library(name: "XMPP", targets: ["XMPP"]),
        .library(name: "XMPPSASL", targets: ["XMPPSASL"]),
        .library(name: "XMPPTLS", targets: ["XMPPTLS"]),
        .library(name: "XMPPWebSocket", targets: ["XMPPWebSocket"]),
        .library(name: "XMPPSession", targets: ["XMPPSession"]),
        .library(name: "XMPPTransport", targets: ["XMPPTransport"]),
        .library(name: "XMPPCapture", targets: ["XMPPCapture"]),
        .executable(name: "stanzactl", targets: ["stanzactl"]),
    ],
    targets: [
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(name: "XMPPPrimitives"),
        .target(name: "XMLStream", dependencies: ["CExpat"]),
        .target(name: "XMPPAddress", dependencies: ["XMPPPrimitives"], exclude: ["Tables/generate.py"]),
        .target(name: "XMPPStanzas", dependencies: ["XMLStream", "XMPPAddress", "XMPPPrimitives"]),
        .target(name: "XMPPExtensions", dependencies: ["XMLStream", "XMPPAddress", "XMPPStanzas"]),
        .target(name: "XMPP", dependencies: ["XMLStream", "XMPPAddress", "XMPPStanzas", "XMPPExtensions"]),
        .target(name: "XMPPSASL", dependencies: ["XMPPAddress", "XMPPPrimitives", "COpenSSL"]),
        .target(name: "XMPPWebSocket", dependencies: ["XMPPPrimitives", "COpenSSL"]),
        .target(name: "XMPPTLS", dependencies: ["XMPPPrimitives", "COpenSSL"]),
        .target(
            name: "XMPPSession",
            dependencies: ["XMLStream", "XMPPAddress", "XMPPStanzas", "XMPPExtensions", "XMPPSASL", "XMPPPrimitives"]),
        .target(
            name: "XMPPTransport",
            dependencies: [
                "XMLStream", "XMPPAddress", "XMPPStanzas", "XMPPExtensions", "XMPPSASL", "XMPPSession", "XMPPTLS",
                "XMPPWebSocket", "XMPPPrimitives",
            ]),
        .target(
            name: "XMPPCapture", dependencies: ["XMLStream", "XMPPAddress", "XMPPPrimitives", "CZlib", "COpenSSL"]),
        .executableTarget(
            name: "stanzactl",
            dependencies: [
                "XMPPCapture", "XMPPTransport", "XMPPWebSocket", "XMPPSession", "XMPPTLS", "XMPPSASL", "XMPPExtensions",
                "XMPPStanzas", "XMPPAddress", "XMLStream", "XMPPPrimitives",
            ]),
        .target(name: "TestServers", path: "Tests/TestServers"),
        .testTarget(name: "XMPPPrimitivesTests", dependencies: ["XMPPPrimitives"]),
        .testTarget(name: "XMLStreamTests", dependencies: ["XMLStream"], exclude: ["Fixtures"]),
        .testTarget(name: "XMPPAddressTests", dependencies: ["XMPPAddress"], exclude: ["Fixtures"]),
        .testTarget(name: "XMPPStanzasTests", dependencies: ["XMPPStanzas", "XMLStream", "XMPPAddress"]),
        .testTarget(
            name: "XMPPExtensionsTests",
            dependencies: ["XMPPExtensions", "XMPPSASL", "XMPPStanzas", "XMLStream", "XMPPAddress"]),
        .testTarget(name: "XMPPTests", dependencies: ["XMPP", "XMPPSASL"]),
        .testTarget(name: "XMPPSASLTests", dependencies: ["XMPPSASL"], exclude: ["Fixtures"]),
        .testTarget(name: "XMPPTLSTests", dependencies: ["XMPPTLS", "COpenSSL"], exclude: ["Fixtures"]),
        .testTarget(name: "XMPPWebSocketTests", dependencies: ["XMPPWebSocket"]),
        .testTarget(
            name: "XMPPSessionTests",
            dependencies: [
                "XMPPSession", "XMLStream", "XMPPAddress", "XMPPStanzas", "XMPPSASL", "XMPPTLS", "TestServers",
            ]),
        .testTarget(
            name: "XMPPTransportTests",
            dependencies: [
                "XMPPTransport", "XMPPSession", "XMLStream", "XMPPAddress", "XMPPStanzas", "XMPPExtensions", "XMPPSASL",
                "XMPPTLS", "XMPPWebSocket", "TestServers",
            ]),
        .target(
            name: "SampleServer",
            dependencies: [
                "XMPPTransport", "XMPPSession", "XMPPExtensions", "XMPPSASL", "XMPPStanzas", "XMPPTLS", "XMPPAddress",
                "XMLStream",
            ],
            path: "Tests/SampleServer"),
        .testTarget(
            name: "SampleServerTests",
            dependencies: [
                "SampleServer", "XMPP", "XMPPTransport", "XMPPSession", "XMLStream", "XMPPAddress", "XMPPStanzas",
                "XMPPExtensions", "XMPPSASL", "XMPPTLS", "XMPPWebSocket", "TestServers",
            ],
            exclude: ["Clients"]),
        .testTarget(
            name: "XMPPCaptureTests", dependencies: ["XMPPCapture", "XMPPPrimitives", "XMLStream", "CZlib"],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "stanzactlTests",
            dependencies: ["stanzactl", "XMPPCapture", "XMLStream", "XMPPTLS", "XMPPSASL", "TestServers"],
            exclude: ["Fixtures"]),
    ],
    swiftLanguageModes: [.v6]
)
