"""A client over slixmpp."""

import asyncio
import inspect
import os
import sys

import slixmpp

from lines import commands, say


class Client(slixmpp.ClientXMPP):
    def __init__(self, jid, password, host, port, mode, authority):
        super().__init__(jid, password)
        self.host, self.port, self.mode = host, int(port), mode
        self.ca_certs = authority
        self.is_quitting = False
        self.has_been_online = False
        self.register_plugin("xep_0030")
        self.register_plugin("xep_0199")
        self.register_plugin("xep_0198", {"window": 1})
        self.add_event_handler("session_start", self.start)
        self.add_event_handler("session_resumed", lambda _: say("resumed"))
        self.add_event_handler("message", self.hear)
        self.add_event_handler("presence_available", lambda p: say("presence", p["from"], "available"))
        self.add_event_handler("presence_unavailable", lambda p: say("presence", p["from"], "unavailable"))
        self.add_event_handler("failed_all_auth", lambda _: self.fail("no mechanism has succeeded"))
        self.add_event_handler("no_auth", lambda _: self.fail("no mechanism is known"))
        self.add_event_handler("ssl_invalid_chain", lambda e: self.fail(f"TLS: {e}"))
        self.add_event_handler("connection_failed", lambda e: self.fail(f"connection: {e}"))
        self.add_event_handler("disconnected", self.leave)

    def dial(self):
        """Versions differ in where they take the address and the kind of TLS."""
        if "use_ssl" in inspect.signature(slixmpp.ClientXMPP.connect).parameters:
            self.connect((self.host, self.port), use_ssl=self.mode == "direct")
        else:
            self.enable_direct_tls = self.mode == "direct"
            self.enable_starttls = self.mode == "starttls"
            self.connect(self.host, self.port)

    async def start(self, _):
        await self.get_roster()
        say("roster", *sorted(jid for jid in self.client_roster.keys() if jid != self.boundjid.bare))
        self.send_presence()
        self.has_been_online = True
        say("online", self.boundjid.full)

    def hear(self, message):
        if message["type"] != "error":
            say("message", message["from"], message["body"])

    def fail(self, reason):
        if not self.has_been_online:
            say("failed", reason)
            os._exit(1)

    def leave(self, reason):
        if self.is_quitting:
            say("closed")
            os._exit(0)
        if self.has_been_online:
            self.dial()
        else:
            self.fail(f"disconnected: {reason}")


async def main():
    client = Client(*sys.argv[1:7])
    client.dial()
    async for words in commands():
        if words[0] == "send":
            client.send_message(mto=words[1], mbody=words[2], mtype="chat")
        elif words[0] == "quit":
            client.is_quitting = True
            client.disconnect()


asyncio.get_event_loop_policy().get_event_loop().run_until_complete(main())
