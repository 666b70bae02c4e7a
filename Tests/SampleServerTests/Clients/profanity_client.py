"""Plays a user of profanity, which has no other way in than its screen: a pseudo-terminal, keys, and its log."""

import asyncio
import fcntl
import os
import pty
import re
import shutil
import signal
import struct
import sys
import tempfile
import termios
import xml.etree.ElementTree as ElementTree

from lines import commands, say

ACCOUNT = """[romeo]
enabled=true
jid={jid}
password={password}
resource=profanity
server={host}
port={port}
tls.policy={policy}
presence.last=online
presence.login=online
"""

# Seconds until it connects again.
SETTINGS = """[connection]
reconnect=1
"""


def prepare(folder, jid, password, host, port, mode):
    data = os.path.join(folder, "data", "profanity")
    os.makedirs(data)
    config = os.path.join(folder, "config", "profanity")
    os.makedirs(config)
    with open(os.path.join(config, "profrc"), "w") as file:
        file.write(SETTINGS)
    policy = "legacy" if mode == "direct" else "force"
    with open(os.path.join(data, "accounts"), "w") as file:
        file.write(ACCOUNT.format(jid=jid, password=password, host=host, port=port, policy=policy))


class Profanity:
    def __init__(self, folder, authority):
        self.log = os.path.join(folder, "log")
        self.seen = 0
        environment = dict(
            os.environ, XDG_CONFIG_HOME=os.path.join(folder, "config"), XDG_DATA_HOME=os.path.join(folder, "data"),
            SSL_CERT_FILE=authority, TERM="xterm", LANG="C.UTF-8", HOME=folder)
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execvpe(
                "profanity", ["profanity", "--account", "romeo", "--log", "DEBUG", "--logfile", self.log], environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))

    def type(self, text):
        os.write(self.terminal, text.encode() + b"\r")

    def drain(self):
        """The screen is not looked at, but has to be taken."""
        try:
            os.read(self.terminal, 65536)
        except OSError:
            asyncio.get_running_loop().remove_reader(self.terminal)

    def news(self):
        """The lines that the log has got since the last call."""
        if not os.path.exists(self.log):
            return []
        with open(self.log, "rb") as file:
            file.seek(self.seen)
            text = file.read()
        text = text[: text.rfind(b"\n") + 1]
        self.seen += len(text)
        return text.decode(errors="replace").splitlines()


class Player:
    """Says what the log says."""

    def __init__(self, profanity):
        self.profanity = profanity
        self.jid = None
        self.has_roster = False
        self.is_seen = False
        self.is_online = False
        self.is_quitting = False
        self.is_over = False

    def hear(self, line):
        if match := re.search(r"RECV: (<(?:iq|message|presence)[ >/].*)", line):
            try:
                self.take(ElementTree.fromstring(match[1]))
            except ElementTree.ParseError:
                pass
        elif "RECV: <resumed " in line:
            say("resumed")
        elif "Connection handler: XMPP_CONN_DISCONNECT" in line or "Connection handler: XMPP_CONN_FAIL" in line:
            # It comes back by itself when it was online.
            if self.is_quitting or not self.is_online:
                self.is_over = True
                say(*(["closed"] if self.is_online else ["failed", line]))

    def take(self, stanza):
        sender, body = stanza.get("from"), stanza.find("body")
        bound = stanza.find(".//{urn:ietf:params:xml:ns:xmpp-bind}jid")
        roster = stanza.find("{jabber:iq:roster}query")
        if bound is not None:
            self.jid = bound.text
        elif roster is not None and stanza.get("type") == "result":
            say("roster", *sorted(item.get("jid") for item in roster))
            self.has_roster = True
            self.announce()
        elif stanza.tag == "message" and body is not None and stanza.get("type") != "error":
            say("message", sender, body.text)
        elif stanza.tag == "presence":
            say("presence", sender, stanza.get("type", "available"))
            if sender == self.jid:
                self.is_seen = True
                self.announce()

    def announce(self):
        if self.has_roster and self.is_seen and not self.is_online:
            self.is_online = True
            say("online", self.jid)

    async def listen(self):
        while not self.is_over:
            for line in self.profanity.news():
                self.hear(line)
            await asyncio.sleep(0.02)

    async def obey(self):
        async for words in commands():
            if words[0] == "send":
                self.profanity.type(f"/msg {words[1]} {words[2]}")
            elif words[0] == "quit":
                self.is_quitting = True
                self.profanity.type("/quit")


async def main():
    jid, password, host, port, mode, authority = sys.argv[1:7]
    folder = tempfile.mkdtemp(prefix="stanzakit-profanity-")
    prepare(folder, jid, password, host, port, mode)
    profanity = Profanity(folder, authority)
    try:
        asyncio.get_running_loop().add_reader(profanity.terminal, profanity.drain)
        player = Player(profanity)
        listening, obeying = asyncio.create_task(player.listen()), asyncio.create_task(player.obey())
        await asyncio.wait([listening, obeying], return_when=asyncio.FIRST_COMPLETED)
        if obeying.done() and not player.is_over:
            await asyncio.wait([listening], timeout=2)
    finally:
        try:
            os.kill(profanity.process, signal.SIGKILL)
        except ProcessLookupError:
            pass
        shutil.rmtree(folder, ignore_errors=True)


asyncio.run(main())
