"""A client over aioxmpp."""

import asyncio
import sys

import aioxmpp
import aioxmpp.connector
import aioxmpp.security_layer

from lines import commands, say


def security(password, authority):
    def context():
        context = aioxmpp.security_layer.default_ssl_context()
        context.load_verify_locations(authority)
        return context

    async def get_password(jid, attempt):
        return password if attempt == 0 else None

    layer = aioxmpp.make_security_layer(password)
    return layer._replace(
        ssl_context_factory=context,
        certificate_verifier_factory=aioxmpp.security_layer.PKIXCertificateVerifier,
        sasl_providers=[aioxmpp.security_layer.PasswordSASLProvider(get_password)],
    )


async def main():
    jid, password, host, port, mode, authority = sys.argv[1:7]
    connector = {
        "starttls": aioxmpp.connector.STARTTLSConnector,
        "direct": aioxmpp.connector.XMPPOverTLSConnector,
    }[mode]()
    client = aioxmpp.PresenceManagedClient(
        aioxmpp.JID.fromstr(jid), security(password, authority), override_peer=[(host, int(port), connector)])
    client.backoff_start = client.backoff_start.__class__(milliseconds=100)
    roster = client.summon(aioxmpp.RosterClient)
    messages = client.summon(aioxmpp.dispatcher.SimpleMessageDispatcher)
    presences = client.summon(aioxmpp.PresenceClient)
    state = {"was": False, "failed": None}

    def established():
        state["was"] = True
        say("online", client.local_jid)

    def fail(error):
        state["failed"] = error
        say("failed", f"{type(error).__name__}: {error}")
        ended.set()

    def hear(message):
        if message.type_ != aioxmpp.MessageType.ERROR and message.body:
            say("message", message.from_, message.body.any())

    ended = asyncio.Event()
    client.on_stream_established.connect(established)
    client.on_stream_resumed.connect(lambda: say("resumed"))
    client.on_failure.connect(fail)
    roster.on_initial_roster_received.connect(
        lambda: say("roster", *sorted(str(contact) for contact in roster.items)))
    presences.on_available.connect(lambda jid, _: say("presence", jid, "available"))
    presences.on_unavailable.connect(lambda jid, _: say("presence", jid, "unavailable"))
    messages.register_callback(aioxmpp.MessageType.CHAT, None, hear)
    client.presence = aioxmpp.PresenceState(available=True)

    async def obey():
        async for words in commands():
            if words[0] == "send":
                message = aioxmpp.Message(type_=aioxmpp.MessageType.CHAT, to=aioxmpp.JID.fromstr(words[1]))
                message.body[None] = words[2]
                client.enqueue(message)
            elif words[0] == "quit":
                client.on_stopped.connect(ended.set)
                client.stop()
                return
        ended.set()

    task = asyncio.create_task(obey())
    await ended.wait()
    task.cancel()
    if not state["failed"]:
        say("closed")


asyncio.run(main())
