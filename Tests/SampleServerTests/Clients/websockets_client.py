"""A client that speaks RFC 7395 itself, over the package websockets: its frames are not ours, its XML is by hand."""

import asyncio
import base64
import hashlib
import hmac
import os
import ssl
import sys
import xml.etree.ElementTree as ElementTree
from xml.sax.saxutils import escape, quoteattr

import websockets

from lines import commands, say

FRAMING = "urn:ietf:params:xml:ns:xmpp-framing"
SASL = "urn:ietf:params:xml:ns:xmpp-sasl"
ROSTER = "jabber:iq:roster"


class Client:
    def __init__(self, jid, password):
        self.user, self.domain = jid.split("@")
        self.jid, self.password = jid, password

    async def say(self, text):
        await self.socket.send(text)

    async def hear(self):
        return ElementTree.fromstring(await self.socket.recv())

    async def open(self):
        await self.say(f"<open xmlns='{FRAMING}' to='{self.domain}' version='1.0'/>")
        header = await self.hear()
        assert header.tag == f"{{{FRAMING}}}open", header.tag
        return await self.hear()

    async def authenticate(self, features):
        """SCRAM-SHA-256 (RFC 7677)."""
        if "SCRAM-SHA-256" not in [mechanism.text for mechanism in features.iter(f"{{{SASL}}}mechanism")]:
            raise ValueError("SCRAM-SHA-256 is not offered")
        nonce = base64.b64encode(os.urandom(18)).decode()
        bare = f"n={self.user},r={nonce}"
        first = base64.b64encode(f"n,,{bare}".encode()).decode()
        await self.say(f"<auth xmlns='{SASL}' mechanism='SCRAM-SHA-256'>{first}</auth>")
        challenge = base64.b64decode((await self.hear()).text).decode()
        fields = dict(field.split("=", 1) for field in challenge.split(","))
        assert fields["r"].startswith(nonce)
        salted = hashlib.pbkdf2_hmac(
            "sha256", self.password.encode(), base64.b64decode(fields["s"]), int(fields["i"]))
        client_key = hmac.digest(salted, b"Client Key", "sha256")
        final = f"c=biws,r={fields['r']}"
        message = f"{bare},{challenge},{final}".encode()
        signature = hmac.digest(hashlib.sha256(client_key).digest(), message, "sha256")
        proof = base64.b64encode(bytes(a ^ b for a, b in zip(client_key, signature))).decode()
        response = base64.b64encode(f"{final},p={proof}".encode()).decode()
        await self.say(f"<response xmlns='{SASL}'>{response}</response>")
        outcome = await self.hear()
        if outcome.tag != f"{{{SASL}}}success":
            raise ValueError(outcome[0].tag)
        expected = hmac.digest(hmac.digest(salted, b"Server Key", "sha256"), message, "sha256")
        assert base64.b64decode(outcome.text) == b"v=" + base64.b64encode(expected)

    async def bind(self):
        await self.say(
            "<iq xmlns='jabber:client' type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>")
        jid = (await self.hear()).find(".//{urn:ietf:params:xml:ns:xmpp-bind}jid").text
        await self.say(f"<iq xmlns='jabber:client' type='get' id='r'><query xmlns='{ROSTER}'/></iq>")
        items = (await self.hear()).iter(f"{{{ROSTER}}}item")
        say("roster", *sorted(item.get("jid") for item in items))
        await self.say("<presence xmlns='jabber:client'/>")
        say("online", jid)

    async def listen(self):
        async for text in self.socket:
            stanza = ElementTree.fromstring(text)
            body = stanza.find("{jabber:client}body")
            if stanza.tag == "{jabber:client}message" and body is not None:
                say("message", stanza.get("from"), body.text)
            elif stanza.tag == "{jabber:client}presence":
                say("presence", stanza.get("from"), stanza.get("type", "available"))
            elif stanza.tag == f"{{{FRAMING}}}close":
                say("closed")
                return

    async def obey(self):
        async for words in commands():
            if words[0] == "send":
                await self.say(
                    f"<message xmlns='jabber:client' type='chat' to={quoteattr(words[1])}>"
                    f"<body>{escape(words[2])}</body></message>")
            elif words[0] == "quit":
                await self.say(f"<close xmlns='{FRAMING}'/>")


async def main():
    jid, password, host, port, mode, authority = sys.argv[1:7]
    client = Client(jid, password)
    tls = {}
    if mode == "wss":
        tls = {"ssl": ssl.create_default_context(cafile=authority), "server_hostname": client.domain}
    async with websockets.connect(
        f"{mode}://{client.domain}:{port}/xmpp-websocket", subprotocols=["xmpp"], host=host, max_size=None, **tls
    ) as client.socket:
        try:
            await client.authenticate(await client.open())
            await client.open()
            await client.bind()
        except Exception as error:
            say("failed", error)
            return
        task = asyncio.create_task(client.obey())
        await client.listen()
        task.cancel()


asyncio.run(main())
