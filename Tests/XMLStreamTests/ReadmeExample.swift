import XMLStream

func bodies(in bytes: [UInt8]) throws -> [String] {
    var parser = XMLStreamParser()
    parser.receive(bytes)
    var bodies: [String] = []
    while let event = try parser.next() {
        if case .element(let element) = event, element.has(.message), let body = element.firstChild(.body) {
            bodies.append(body.text)
        }
    }
    return bodies
}
