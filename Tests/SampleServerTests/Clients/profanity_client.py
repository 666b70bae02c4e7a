"""Plays a user of profanity, which has no other way in than its screen: a pseudo-terminal, keys, and its log."""

import asyncio
import fcntl
import os
import pty
import re
import shutil
import struct
import sys
import tempfile
import termios

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

SETTINGS = """[connection]
account=romeo

[logging]
chlog=true
maxsize=10485760

[ui]
splash=false
"""


def prepare(folder, jid, password, host, port, mode):
    settings = os.path.join(folder, "config", "profanity")
    data = os.path.join(folder, "data", "profanity")
    os.makedirs(settings)
    os.makedirs(data)
    with open(os.path.join(settings, "profrc"), "w") as file:
        file.write(SETTINGS)
    policy = "legacy" if mode == "direct" else "force"
    with open(os.path.join(data, "accounts"), "w") as file:
        file.write(ACCOUNT.format(jid=jid, password=password, host=host, port=port, policy=policy))


class Profanity:
    def __init__(self, folder, authority):
        self.folder = folder
        self.log = ""
        environment = dict(
            os.environ, XDG_CONFIG_HOME=os.path.join(folder, "config"), XDG_DATA_HOME=os.path.join(folder, "data"),
            SSL_CERT_FILE=authority, TERM="xterm", LANG="C.UTF-8", HOME=folder)
        pid, self.terminal = pty.fork()
        if pid == 0:
            os.execvpe(
                "profanity",
                ["profanity", "--account", "romeo", "--log", "DEBUG", "--logfile", os.path.join(folder, "profanity")],
                environment)
        self.pid = pid
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))

    def type(self, text):
        os.write(self.terminal, text.encode() + b"\r")

    def drain(self):
        """The screen is not looked at, but has to be taken."""
        try:
            return bool(os.read(self.terminal, 65536))
        except OSError:
            return False

    def news(self):
        """What the logs have got since the last call."""
        text = ""
        for root, _, names in os.walk(self.folder):
            for name in sorted(names):
                if name.endswith(".log"):
                    with open(os.path.join(root, name), errors="replace") as file:
                        text += file.read()
        return text


async def main():
    jid, password, host, port, mode, authority = sys.argv[1:7]
    folder = tempfile.mkdtemp(prefix="stanzakit-profanity-")
    try:
        prepare(folder, jid, password, host, port, mode)
        profanity = Profanity(folder, authority)
        loop = asyncio.get_running_loop()
        loop.add_reader(profanity.terminal, profanity.drain)
        await play(profanity)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def play(profanity):
    pass


asyncio.run(main())
