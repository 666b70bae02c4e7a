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
SASL2 = "urn:xmpp:sasl:2"
BIND2 = "urn:xmpp:bind:0"
ROSTER = "jabber:iq:roster"


class Scram:
    """The client's side of SCRAM-SHA-256 (RFC 7677); all messages in base64."""

    name = "SCRAM-SHA-256"

    def __init__(self, offered, user, password):
        if self.name not in [mechanism.text for mechanism in offered]:
            raise ValueError(f"{self.name} is not offered")
        self.password, self.nonce = password, base64.b64encode(os.urandom(18)).decode()
        self.bare = f"n={user},r={self.nonce}"
        self.first = base64.b64encode(f"n,,{self.bare}".encode()).decode()

    def respond(self, challenge):
        challenge = base64.b64decode(challenge).decode()
        fields = dict(field.split("=", 1) for field in challenge.split(","))
        assert fields["r"].startswith(self.nonce)
        salted = hashlib.pbkdf2_hmac(
            "sha256", self.password.encode(), base64.b64decode(fields["s"]), int(fields["i"]))
        client_key = hmac.digest(salted, b"Client Key", "sha256")
        final = f"c=biws,r={fields['r']}"
        message = f"{self.bare},{challenge},{final}".encode()
        signature = hmac.digest(hashlib.sha256(client_key).digest(), message, "sha256")
        proof = base64.b64encode(bytes(a ^ b for a, b in zip(client_key, signature))).decode()
        self.expected = hmac.digest(hmac.digest(salted, b"Server Key", "sha256"), message, "sha256")
        return base64.b64encode(f"{final},p={proof}".encode()).decode()

    def verify(self, data):
        assert base64.b64decode(data) == b"v=" + base64.b64encode(self.expected)


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

    async def log_in(self):
        """With one round trip of SASL2 and Bind 2 where they are offered, else as RFC 6120 has it."""
        features = await self.open()
        if features.find(f"{{{SASL2}}}authentication") is not None:
            address = await self.authenticate_and_bind(features)
        else:
            await self.authenticate(features)
            await self.open()
            address = await self.bind()
        await self.say(f"<iq xmlns='jabber:client' type='get' id='r'><query xmlns='{ROSTER}'/></iq>")
        items = (await self.hear()).iter(f"{{{ROSTER}}}item")
        say("roster", *sorted(item.get("jid") for item in items))
        await self.say("<presence xmlns='jabber:client'/>")
        say("online", address)

    async def authenticate(self, features):
        scram = Scram(features.iter(f"{{{SASL}}}mechanism"), self.user, self.password)
        await self.say(f"<auth xmlns='{SASL}' mechanism='{Scram.name}'>{scram.first}</auth>")
        response = scram.respond((await self.hear()).text)
        await self.say(f"<response xmlns='{SASL}'>{response}</response>")
        outcome = await self.hear()
        if outcome.tag != f"{{{SASL}}}success":
            raise ValueError(outcome[0].tag)
        scram.verify(outcome.text)

    async def bind(self):
        await self.say(
            "<iq xmlns='jabber:client' type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>")
        return (await self.hear()).find(".//{urn:ietf:params:xml:ns:xmpp-bind}jid").text

    async def authenticate_and_bind(self, features):
        """XEP-0388 and XEP-0386."""
        offer = features.find(f"{{{SASL2}}}authentication")
        assert offer.find(f"{{{SASL2}}}inline/{{{BIND2}}}bind") is not None
        scram = Scram(offer.iter(f"{{{SASL2}}}mechanism"), self.user, self.password)
        await self.say(
            f"<authenticate xmlns='{SASL2}' mechanism='{Scram.name}'>"
            f"<initial-response>{scram.first}</initial-response>"
            "<user-agent id='d4565fa7-4d72-4749-b3d3-740edbf87770'><software>websockets</software></user-agent>"
            f"<bind xmlns='{BIND2}'><tag>python</tag></bind></authenticate>")
        response = scram.respond((await self.hear()).text)
        await self.say(f"<response xmlns='{SASL2}'>{response}</response>")
        outcome = await self.hear()
        if outcome.tag != f"{{{SASL2}}}success":
            raise ValueError(outcome[0].tag)
        scram.verify(outcome.find(f"{{{SASL2}}}additional-data").text)
        assert outcome.find(f"{{{BIND2}}}bound") is not None
        await self.hear()
        return outcome.find(f"{{{SASL2}}}authorization-identifier").text

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
            await client.log_in()
        except Exception as error:
            say("failed", error)
            return
        task = asyncio.create_task(client.obey())
        await client.listen()
        task.cancel()


asyncio.run(main())
