"""A component over slixmpp: it answers every message with its body in return. It takes what a client takes."""

import asyncio
import os
import sys

from slixmpp.componentxmpp import ComponentXMPP

from lines import commands, say


class Component(ComponentXMPP):
    def __init__(self, domain, secret, host, port):
        super().__init__(domain, secret, host, int(port))
        self.is_online = False
        self.is_quitting = False
        self.add_event_handler("session_start", self.start)
        self.add_event_handler("message", self.answer)
        self.add_event_handler("disconnected", self.leave)

    def start(self, _):
        self.is_online = True
        say("online", self.boundjid.bare)

    def answer(self, message):
        say("message", message["from"], message["body"])
        if message["type"] == "chat":
            message.reply(f"echo: {message['body']}").send()

    def leave(self, reason):
        if self.is_quitting:
            say("closed")
            os._exit(0)
        say("failed", f"disconnected: {reason}")
        os._exit(1)


async def main():
    domain, secret, host, port = sys.argv[1:5]
    component = Component(domain, secret, host, port)
    component.connect()
    async for words in commands():
        if words[0] == "send":
            component.send_message(mto=words[1], mbody=words[2], mtype="chat", mfrom=f"bot@{domain}")
        elif words[0] == "quit":
            component.is_quitting = True
            component.disconnect()


asyncio.get_event_loop_policy().get_event_loop().run_until_complete(main())
