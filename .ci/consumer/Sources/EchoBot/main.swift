/// Prints what the README's first example answers to a stream.
var echo = Echo()
let stream =
    "<stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>"
    + "<message type='chat' id='7' from='juliet@example.com/balcony'><body>Wherefore?</body>"
    + "<request xmlns='urn:xmpp:receipts'/></message>"
    + "<iq type='get' id='8' from='example.com'><ping xmlns='urn:xmpp:ping'/></iq>"
print(String(decoding: try echo.receive(Array(stream.utf8)), as: UTF8.self))
