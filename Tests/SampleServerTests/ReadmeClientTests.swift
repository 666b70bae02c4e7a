import Foundation
import Testing
import XMPPAddress
import XMPPStanzas
import XMPPTransport

/// The README's client, which is the code that is tested here.
@Suite(.timeLimit(.minutes(2)))
struct ReadmeClientTests {
    @Test func readmeHasIt() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
        let readme = try String(
            contentsOf: file.appending(path: "../../README.md").standardized, encoding: .utf8)
        let source = try String(contentsOf: file.appending(path: "ReadmeClient.swift"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(source)```\n"))
    }

    @Test func echoesWhatItIsTold() async throws {
        let stage = try Stage()
        let settings = try stage.configuration("juliet")
        let echo = try EchoClient("juliet@\(Stage.domain)", password: Stage.password) {
            $0.server = settings.server
            $0.tls = settings.tls
            $0.resolver = settings.resolver
        }
        let running = Task { try await echo.run() }
        let romeo = try OwnClient(stage.configuration("romeo"))
        try await romeo.goOnline()
        try await romeo.wait { $0.presence?.from?.local == "juliet" ? true : nil }
        for words in ["soft", "what light"] {
            let message = Message(to: try JID("juliet@\(Stage.domain)"), type: .chat, id: words) { Body(words) }
            try await romeo.connection.send(message)
        }
        let answers = try await romeo.wait(count: 2, for: \.message)
        #expect(answers.map(\.body) == ["soft", "what light"])
        #expect(Set(answers.map(\.id)).count == 2)
        await echo.connection.close()
        try await running.value
        await romeo.close()
    }
}
