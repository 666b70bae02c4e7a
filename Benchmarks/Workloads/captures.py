#!/usr/bin/env python3
"""Writes large captures for the benchmarks: real connections of Corpus/captures, over and over.

usage: captures.py DIRECTORY [NAME MEGABYTES]

Without NAME, plain.pcap and tls.pcap are made, of 60 MB each; NAME is plain, tls, or never-closed (a SYN and one
packet of each connection, whose number follows instead of the megabytes). The secrets for tls.pcap are in tls.keys.log.

Each copy has a client of its own, by address and port, and many copies go on at a time, packet by packet. The secrets
are those of the originals. Addresses change without the checksums, which capture programs do not verify unless told to.
"""

import os
import struct
import sys

CAPTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Corpus", "captures")
SOURCES = {
    "plain": ["prosody-scram-im.pcapng", "prosody-sm-resume.pcapng", "prosody-roster-reordered.pcap"],
    "tls": [
        "slixmpp-direct-tls13-embedded-keys.pcapng", "libstrophe-starttls13-chacha20.pcapng",
        "starttls12-noisy-key-log.pcapng",
    ],
}
SIMULTANEOUS = 16
LARGEST_MEGABYTES = 1 << 12
ETHERNET_HEADER = {4: bytes(12) + b"\x08\x00", 6: bytes(12) + b"\x86\xdd"}
LINK_HEADERS = {0: 4, 1: 14, 101: 0}


class Packet:
    """A packet of a TCP connection, from its IP header on, cut where the client's address and port are."""

    def __init__(self, time, ip):
        self.time = time
        self.ip = ip
        self.version = ip[0] >> 4
        header = (ip[0] & 15) * 4 if self.version == 4 else 40
        # Of IPv6 addresses, only the last 32 bits change.
        self.addresses = (12, 16) if self.version == 4 else (20, 36)
        self.ports = (header, header + 2)
        self.flags = ip[header + 13]

    def ends(self):
        source, destination = struct.unpack_from(">HH", self.ip, self.ports[0])
        return source, destination

    def template(self, client_port):
        """The frame, and where in it the client's 16-bit port and the last 32 bits of its address are."""
        is_from_client = self.ends()[0] == client_port
        place = 0 if is_from_client else 1
        frame = ETHERNET_HEADER[self.version] + self.ip
        return bytearray(frame), 14 + self.addresses[place], 14 + self.ports[place]


def pcap_records(data):
    order = "<" if data[:4] in (b"\xd4\xc3\xb2\xa1", b"\x4d\x3c\xb2\xa1") else ">"
    scale = 1000 if data[:4] in (b"\xd4\xc3\xb2\xa1", b"\xa1\xb2\xc3\xd4") else 1
    link = struct.unpack_from(order + "I", data, 20)[0]
    position = 24
    while position < len(data):
        seconds, fraction, length, _ = struct.unpack_from(order + "IIII", data, position)
        position += 16
        yield seconds * 10**9 + fraction * scale, link, data[position:position + length]
        position += length


def pcapng_records(data, secrets):
    """Of little-endian files with one section, as those in the corpus are."""
    interfaces = []
    position = 0
    while position < len(data):
        kind, length = struct.unpack_from("<II", data, position)
        body = data[position + 8:position + length - 4]
        if kind == 1:
            interfaces.append((struct.unpack_from("<H", body)[0], resolution(body[8:])))
        elif kind == 6:
            interface, high, low, captured = struct.unpack_from("<IIII", body)
            link, nanoseconds = interfaces[interface]
            yield (high << 32 | low) * nanoseconds, link, body[20:20 + captured]
        elif kind == 10:
            secrets.append(body[8:8 + struct.unpack_from("<I", body, 4)[0]])
        position += length


def resolution(options):
    """How many nanoseconds a tick of an interface is."""
    while len(options) >= 4:
        code, length = struct.unpack_from("<HH", options)
        if code == 9:
            return 10 ** (9 - options[4])
        options = options[4 + (length + 3) // 4 * 4:]
    return 1000


def read(name, secrets):
    """The TCP packets of a capture in the corpus."""
    with open(os.path.join(CAPTURES, name), "rb") as file:
        data = file.read()
    key_log = os.path.join(CAPTURES, name.rsplit(".", 1)[0] + ".keys.log")
    if os.path.exists(key_log):
        with open(key_log, "rb") as file:
            secrets.append(file.read())
    records = pcapng_records(data, secrets) if name.endswith("pcapng") else pcap_records(data)
    for time, link, frame in records:
        ip = frame[LINK_HEADERS[link]:]
        if ip[9 if ip[0] >> 4 == 4 else 6] == 6:
            yield Packet(time, ip)


def templates(names):
    """All packets of some captures as frames to be filled in, with their times from the beginning of their capture."""
    secrets, result = [], []
    for name in names:
        packets = list(read(name, secrets))
        clients = {packet.ends()[0] for packet in packets if packet.flags & 0x12 == 2}
        for packet in packets:
            source, destination = packet.ends()
            client = source if source in clients else destination
            result.append((packet.time - packets[0].time, client, *packet.template(client)))
    return sorted(result, key=lambda item: item[0]), b"".join(secrets)


def header(file):
    file.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 1 << 18, 1))


def write(path, names, byte_count):
    frames, secrets = templates(names)
    duration = frames[-1][0] + 10**6
    with open(path + ".pcap", "wb", 1 << 20) as file:
        header(file)
        copy = 0
        while file.tell() < byte_count:
            start = 1_764_547_200 * 10**9 + copy // SIMULTANEOUS * duration
            for time, client, frame, address, port in frames:
                seconds, nanoseconds = divmod(start + time, 10**9)
                for number in range(copy, copy + SIMULTANEOUS):
                    struct.pack_into(">I", frame, address, 0x0A000001 + number)
                    struct.pack_into(">H", frame, port, 32_768 + (client + number) % 28_000)
                    file.write(struct.pack("<IIII", seconds, nanoseconds, len(frame), len(frame)))
                    file.write(frame)
            copy += SIMULTANEOUS
    if secrets:
        with open(path + ".keys.log", "wb") as file:
            file.write(secrets)


def write_never_closed(path, count):
    """Connections of which only the first SYN and the client's first data are there."""
    packets = list(read("prosody-scram-im.pcapng", []))
    syn = next(packet for packet in packets if packet.flags & 0x12 == 2)
    client = syn.ends()[0]
    data = next(packet for packet in packets if packet.ends()[0] == client and b"<stream:stream" in packet.ip)
    with open(path + ".pcap", "wb", 1 << 20) as file:
        header(file)
        for number in range(count):
            seconds, microseconds = divmod(number * 100, 10**6)
            for packet in (syn, data):
                frame, address, port = packet.template(client)
                struct.pack_into(">I", frame, address, 0x0A000001 + number)
                struct.pack_into(">H", frame, port, 32_768 + number % 28_000)
                time = (1_764_547_200 + seconds, microseconds * 1000)
                file.write(struct.pack("<IIII", *time, len(frame), len(frame)))
                file.write(frame)


def main():
    if len(sys.argv) not in (2, 4):
        sys.exit(__doc__)
    directory = sys.argv[1]
    os.makedirs(directory, exist_ok=True)
    chosen = [(sys.argv[2], int(sys.argv[3]))] if len(sys.argv) == 4 else [("plain", 60), ("tls", 60)]
    for name, size in chosen:
        path = os.path.join(directory, name)
        if name == "never-closed":
            write_never_closed(path, size)
        else:
            write(path, SOURCES[name], min(size, LARGEST_MEGABYTES) * 10**6)


main()
