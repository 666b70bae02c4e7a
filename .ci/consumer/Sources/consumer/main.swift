import XMLStream

var parser = XMLStreamParser(framing: .fragments)
parser.receive(Array("<message to='bob@example.test'><body>hello</body></message>".utf8))
if case .element(let message)? = try parser.next() { print(message.firstChild(.body)?.text ?? "no body") }
