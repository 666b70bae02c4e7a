"""What the clients in Python have in common: lines in, lines out."""

import asyncio
import sys


def say(*words):
    print(*words, flush=True)


async def commands():
    """The words of each line of the standard input: a verb, an address, and the rest."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        yield line.decode().rstrip("\n").split(" ", 2)
