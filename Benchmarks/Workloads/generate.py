#!/usr/bin/env python3
"""Writes the streams that the benchmarks parse.

usage: generate.py DIRECTORY

For each kind of traffic NAME.xml (20 MB) and NAME-1m.xml (1 MB): a stream header, stanzas without white space
between them, and the end of the stream. The random numbers are seeded, so everyone gets the same bytes.
"""

import base64
import os
import random
import sys

HEADER = (
    "<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' "
    "from='example.org' id='c2s-8f3a91d2-77' version='1.0' xml:lang='en'>"
)
FOOTER = "</stream:stream>"
SIZES = {"": 20_000_000, "-1m": 1_000_000}
ME = "romeo@example.org"
HERE = ME + "/orchard"

WORDS = (
    "the of and to in a is that for it was on are as with his they at be this have from or one had by word but not "
    "what all were we when your can said there use an each which she do how their if will up other about out many "
    "then them these so some her would make like him into time has look two more write go see number no way could "
    "people my than first water been call who oil its now find long down day did get come made may part meeting "
    "tomorrow server deploy lunch coffee train release ticket review okay thanks sure maybe later today tonight "
    "weekend build branch merge"
).split()
BEYOND_ASCII = [
    "Grüße aus Köln", "Привет, как дела?", "こんにちは、元気ですか", "¿Cómo estás mañana?", "你好,世界,今天开会吗", "🙂",
    "👍🏽 done", "naïve café", "Ελληνικά μπράβο", "مرحبا بالعالم", "🎉🎉", "Příliš žluťoučký kůň", "안녕하세요 여러분",
]
WITH_REFERENCES = [
    "a &lt; b &amp;&amp; c &gt; d", "Tom &amp; Jerry", "&quot;quoted&quot; text", "it&apos;s fine", "&lt;3", "x -&gt; y",
    "https://example.org/?a=1&amp;b=2&amp;c=three", "R&amp;D", "&#8364;20", "&#x1F600;",
]
PEOPLE = (
    "romeo juliet nurse benvolio mercutio tybalt paris rosaline alice bob carol dave erin frank grace heidi ivan judy "
    "mallory niaj olivia peggy rupert sybil trent victor walter"
).split()
DOMAINS = [
    "capulet.example", "montague.example", "example.org", "im.example.net", "chat.example.com", "jabber.example",
]
RESOURCES = [
    "balcony", "orchard", "Conversations.x7Qa", "gajim.LX3K2P9A", "phone", "Dino.4f2a91cc", "monal-3482", "laptop",
    "psi+work",
]
FEATURES = [
    "http://jabber.org/protocol/disco#info", "http://jabber.org/protocol/disco#items",
    "http://jabber.org/protocol/caps", "http://jabber.org/protocol/chatstates", "http://jabber.org/protocol/ibb",
    "http://jabber.org/protocol/muc", "jabber:x:conference", "urn:xmpp:ping", "urn:xmpp:receipts", "urn:xmpp:time",
    "urn:xmpp:jingle:1", "urn:xmpp:jingle:apps:rtp:1", "urn:xmpp:jingle:apps:rtp:audio",
    "urn:xmpp:jingle:apps:rtp:video", "urn:xmpp:jingle:transports:ice-udp:1", "urn:xmpp:jingle:apps:file-transfer:5",
    "urn:xmpp:message-correct:0", "urn:xmpp:carbons:2", "urn:xmpp:mam:2", "urn:xmpp:sid:0", "urn:xmpp:chat-markers:0",
    "urn:xmpp:avatar:metadata+notify", "http://jabber.org/protocol/nick+notify",
    "eu.siacs.conversations.axolotl.devicelist+notify", "urn:xmpp:bookmarks:1+notify", "urn:xmpp:reactions:0",
    "urn:xmpp:reply:0", "vcard-temp", "jabber:iq:version", "jabber:iq:last", "urn:xmpp:idle:1", "urn:xmpp:eme:0",
]
GROUPS = ["Friends", "Family", "Work", "Capulets", "Montagues", "Kollegen &amp; Freunde", "Ops", "XMPP"]


class Traffic:
    """Stanzas as a client sees them, drawn from one seeded source; the order of the draws is part of the result."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.chance = self.random.random
        self.choice = self.random.choice
        self.below = self.random.randrange
        self.id_count = 0
        self.archived_count = 0

    # Pieces

    def hex(self, digits):
        return "%0*x" % (digits, self.random.getrandbits(4 * digits))

    def uuid(self):
        digits = self.hex(32)
        return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"

    def base64(self, count):
        return base64.b64encode(self.random.randbytes(count)).decode()

    def id(self):
        self.id_count += 1
        kind = self.chance()
        if kind < .4:
            return self.uuid()
        if kind < .7:
            return self.base64(9).replace("+", "-").replace("/", "_")
        return f"m{self.id_count}"

    def bare(self):
        return f"{self.choice(PEOPLE)}{self.below(100) if self.chance() < .4 else ''}@{self.choice(DOMAINS)}"

    def full(self):
        return self.bare() + "/" + self.choice(RESOURCES)

    def room(self):
        return f"room{self.below(20)}@conference.example.org"

    def date(self):
        below = self.below
        day = f"20{below(18, 26):02}-{below(1, 13):02}-{below(1, 29):02}"
        time = f"{below(24):02}:{below(60):02}:{below(60):02}"
        fraction_draw = below(10**6) if self.chance() < .5 else None
        return f"{day}T{time}{'' if fraction_draw is None else f'.{fraction_draw:06}'}Z"

    def text(self):
        kind = self.chance()
        count = self.below(1, 6) if kind < .35 else self.below(5, 16) if kind < .85 else self.below(15, 60)
        text = " ".join(self.choice(WORDS) for _ in range(count))
        kind = self.chance()
        if kind < .15:
            text += " " + self.choice(BEYOND_ASCII)
        elif kind < .25:
            text = self.choice(BEYOND_ASCII) + " " + text + " " + self.choice(BEYOND_ASCII)
        kind = self.chance()
        if kind < .12:
            text += " " + self.choice(WITH_REFERENCES)
        elif kind < .15:
            text = self.choice(WITH_REFERENCES) + " " + text + "\n" + self.choice(WITH_REFERENCES)
        return text

    # Messages

    def message_content(self, archived=False):
        """The id and the children of a message with a body."""
        chance, children = self.chance, []
        own_id = self.id()
        children.append(f"<body>{self.text()}</body>")
        if chance() < .7:
            children.append("<active xmlns='http://jabber.org/protocol/chatstates'/>")
        if chance() < .35:
            children.append(f"<origin-id xmlns='urn:xmpp:sid:0' id='{own_id}'/>")
        if not archived and chance() < .35:
            children.append(f"<stanza-id xmlns='urn:xmpp:sid:0' by='{self.bare()}' id='{self.hex(16)}'/>")
        if chance() < .5:
            children.append("<request xmlns='urn:xmpp:receipts'/>")
        if chance() < .15:
            children.append("<markable xmlns='urn:xmpp:chat-markers:0'/>")
        if chance() < .1:
            children.append(f"<thread>{self.hex(16)}</thread>")
        if not archived and chance() < .08:
            children.append(
                f"<delay xmlns='urn:xmpp:delay' from='example.org' stamp='{self.date()}'>Offline Storage</delay>"
            )
        if chance() < .03:
            children.append(f"<replace xmlns='urn:xmpp:message-correct:0' id='{self.id()}'/>")
        if chance() < .03:
            children.append(
                "<html xmlns='http://jabber.org/protocol/xhtml-im'><body xmlns='http://www.w3.org/1999/xhtml'><p>"
                f"<strong>{self.text()}</strong></p></body></html>"
            )
        return own_id, "".join(children)

    def chat(self):
        kind = self.chance()
        if kind < .74:
            own_id, content = self.message_content()
            return f"<message from='{self.full()}' to='{HERE}' id='{own_id}' type='chat'>{content}</message>"
        if kind < .9:
            state = self.choice(["composing", "paused", "active", "inactive"])
            return (
                f"<message from='{self.full()}' to='{HERE}' type='chat'>"
                f"<{state} xmlns='http://jabber.org/protocol/chatstates'/></message>"
            )
        return (
            f"<message from='{self.full()}' to='{ME}' id='{self.id()}' type='chat'>"
            f"<received xmlns='urn:xmpp:receipts' id='{self.id()}'/></message>"
        )

    def groupchat(self):
        room = self.room()
        own_id, content = self.message_content()
        return (
            f"<message from='{room}/{self.choice(PEOPLE)}' to='{HERE}' id='{own_id}' type='groupchat' xml:lang='en'>"
            f"{content}</message>"
        )

    def carbon(self):
        own_id, content = self.message_content()
        direction = self.choice(["sent", "received"])
        return (
            f"<message from='{ME}' to='{HERE}' type='chat'><{direction} xmlns='urn:xmpp:carbons:2'>"
            f"<forwarded xmlns='urn:xmpp:forward:0'><message xmlns='jabber:client' from='{self.full()}' "
            f"to='{self.full()}' type='chat' id='{own_id}'>{content}</message></forwarded></{direction}></message>"
        )

    def omemo_key(self):
        device = self.random.getrandbits(31)
        prekey = " prekey='true'" if self.chance() < .2 else ""
        return f"<key rid='{device}'{prekey}>{self.base64(self.choice([56, 60, 178]))}</key>"

    def omemo(self):
        keys = "".join(self.omemo_key() for _ in range(self.below(2, 7)))
        return (
            f"<message from='{self.full()}' to='{ME}' type='chat' id='{self.uuid()}'>"
            f"<encrypted xmlns='eu.siacs.conversations.axolotl'><header sid='{self.random.getrandbits(31)}'>{keys}"
            f"<iv>{self.base64(12)}</iv></header><payload>{self.base64(self.below(20, 200))}</payload></encrypted>"
            "<store xmlns='urn:xmpp:hints'/>"
            "<encryption xmlns='urn:xmpp:eme:0' name='OMEMO' namespace='eu.siacs.conversations.axolotl'/>"
            "<body>I sent you an OMEMO encrypted message but your client doesn’t seem to support that.</body></message>"
        )

    # Archives

    def archived(self):
        partner = self.bare()
        own_id, content = self.message_content(archived=True)
        sender, receiver = (self.full(), ME) if self.chance() < .5 else (HERE, partner)
        return (
            f"<message to='{HERE}' from='{ME}'><result xmlns='urn:xmpp:mam:2' queryid='f27' id='{self.hex(16)}'>"
            f"<forwarded xmlns='urn:xmpp:forward:0'><delay xmlns='urn:xmpp:delay' stamp='{self.date()}'/>"
            f"<message xmlns='jabber:client' from='{sender}' to='{receiver}' id='{own_id}' type='chat'>{content}"
            "</message></forwarded></result></message>"
        )

    def end_of_page(self):
        return (
            f"<iq to='{HERE}' type='result' id='{self.id()}'><fin xmlns='urn:xmpp:mam:2'>"
            f"<set xmlns='http://jabber.org/protocol/rsm'><first index='0'>{self.hex(16)}</first>"
            f"<last>{self.hex(16)}</last><count>{self.below(50, 9000)}</count></set></fin></iq>"
        )

    def archive(self):
        self.archived_count += 1
        return self.end_of_page() if self.archived_count % 51 == 0 else self.archived()

    # Presence

    def capabilities(self):
        return (
            "<c xmlns='http://jabber.org/protocol/caps' hash='sha-1' "
            f"node='https://client.example/{self.below(12)}' ver='{self.base64(20)}'/>"
        )

    def occupant(self):
        jid = f" jid='{self.full()}'" if self.chance() < .5 else ""
        affiliation = self.choice(["none", "member", "admin", "owner"])
        role = self.choice(["participant", "moderator", "visitor"])
        own = "<status code='110'/>" if self.chance() < .05 else ""
        item = f"<item affiliation='{affiliation}' role='{role}'{jid}/>"
        return f"<x xmlns='http://jabber.org/protocol/muc#user'>{item}{own}</x>"

    def presence(self):
        chance, children = self.chance, []
        kind = chance()
        if kind < .08:
            return f"<presence from='{self.full()}' to='{ME}' type='unavailable'/>"
        in_room = kind >= .55
        sender = f"{self.room()}/{self.choice(PEOPLE)}{self.below(50)}" if in_room else self.full()
        if chance() < .4:
            children.append(f"<show>{self.choice(['away', 'xa', 'dnd', 'chat'])}</show>")
        if chance() < .35:
            children.append(f"<status>{self.text()}</status>")
        if chance() < .5:
            children.append(f"<priority>{self.below(-1, 60)}</priority>")
        if chance() < .85:
            children.append(self.capabilities())
        if chance() < .6:
            children.append(f"<x xmlns='vcard-temp:x:update'><photo>{self.hex(40)}</photo></x>")
        if chance() < .12:
            children.append(f"<idle xmlns='urn:xmpp:idle:1' since='{self.date()}'/>")
        if in_room:
            children.append(self.occupant())
            if chance() < .5:
                children.append(f"<occupant-id xmlns='urn:xmpp:occupant-id:0' id='{self.base64(24)}'/>")
        return f"<presence from='{sender}' to='{HERE}'>{''.join(children)}</presence>"

    # Queries

    def contact(self):
        groups = "".join(f"<group>{x}</group>" for x in self.random.sample(GROUPS, self.choice([0, 1, 1, 1, 2, 3])))
        name = ""
        if self.chance() < .8:
            first, particle = self.choice(PEOPLE).title(), self.choice(["", "Mc&apos;", "von ", "Ó "])
            name = f" name='{first} {particle}{self.choice(PEOPLE).title()}'"
        ask = " ask='subscribe'" if self.chance() < .04 else ""
        jid = f"{self.choice(PEOPLE)}.{self.hex(4)}@{self.choice(DOMAINS)}"
        subscription = self.choice(["both", "both", "both", "to", "from", "none"])
        tag = f"<item jid='{jid}'{name} subscription='{subscription}'{ask}"
        return f"{tag}>{groups}</item>" if groups else f"{tag}/>"

    def roster(self, count=1000):
        contacts = "".join(self.contact() for _ in range(count))
        return (
            f"<iq to='{HERE}' type='result' id='{self.id()}'><query xmlns='jabber:iq:roster' ver='{self.hex(8)}'>"
            f"{contacts}</query></iq>"
        )

    def disco(self):
        count = self.below(10, 30)
        features = "".join(f"<feature var='{x}'/>" for x in self.random.sample(FEATURES, count))
        form = ""
        if self.chance() < .3:
            form = (
                "<x xmlns='jabber:x:data' type='result'><field var='FORM_TYPE' type='hidden'>"
                "<value>urn:xmpp:dataforms:softwareinfo</value></field><field var='software'><value>Gajim</value>"
                "</field><field var='os'><value>Linux</value></field><field var='ip_version' type='text-multi'>"
                "<value>ipv4</value><value>ipv6</value></field></x>"
            )
        return (
            f"<iq from='{self.full()}' to='{HERE}' id='{self.id()}' type='result'>"
            "<query xmlns='http://jabber.org/protocol/disco#info' "
            f"node='https://client.example/{self.below(12)}#{self.base64(20)}'>"
            f"<identity category='client' type='{self.choice(['pc', 'phone', 'web'])}' "
            f"name='{self.choice(['Gajim', 'Dino', 'Psi+', 'Conversations'])}'/>{features}{form}</query></iq>"
        )

    def small_query(self):
        kind = self.chance()
        if kind < .4:
            return f"<iq from='example.org' to='{HERE}' id='{self.id()}' type='get'><ping xmlns='urn:xmpp:ping'/></iq>"
        head = f"<iq from='{self.full()}' to='{HERE}' id='{self.id()}'"
        if kind < .7:
            return head + " type='result'/>"
        if kind < .85:
            return head + " type='get'><query xmlns='jabber:iq:version'/></iq>"
        return (
            head + " type='error'><query xmlns='http://jabber.org/protocol/disco#info'/><error type='cancel'>"
            "<service-unavailable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>"
        )

    # Publish-subscribe

    def event(self, sender, node, item):
        return (
            f"<message from='{sender}' to='{HERE}' type='headline'>"
            f"<event xmlns='http://jabber.org/protocol/pubsub#event'><items node='{node}'>"
            f"<item id='{self.hex(40)}'>{item}</item></items></event></message>"
        )

    def avatar(self):
        sender = self.bare()
        info = (
            f"<info bytes='{self.below(2000, 40000)}' height='128' width='128' id='{self.hex(40)}' type='image/png'/>"
        )
        metadata = f"<metadata xmlns='urn:xmpp:avatar:metadata'>{info}</metadata>"
        return self.event(sender, "urn:xmpp:avatar:metadata", metadata)

    def device_list(self):
        sender = self.bare()
        devices = "".join(f"<device id='{self.random.getrandbits(31)}'/>" for _ in range(self.below(1, 7)))
        devices = f"<list xmlns='eu.siacs.conversations.axolotl'>{devices}</list>"
        return self.event(sender, "eu.siacs.conversations.axolotl.devicelist", devices)

    def bundle(self):
        count = self.choice([25, 50, 100])
        keys = "".join(f"<preKeyPublic preKeyId='{i}'>{self.base64(33)}</preKeyPublic>" for i in range(1, count + 1))
        return (
            f"<iq from='{self.bare()}' to='{HERE}' type='result' id='{self.id()}'>"
            "<pubsub xmlns='http://jabber.org/protocol/pubsub'>"
            f"<items node='eu.siacs.conversations.axolotl.bundles:{self.random.getrandbits(31)}'>"
            "<item id='current'><bundle xmlns='eu.siacs.conversations.axolotl'>"
            f"<signedPreKeyPublic signedPreKeyId='1'>{self.base64(33)}</signedPreKeyPublic>"
            f"<signedPreKeySignature>{self.base64(64)}</signedPreKeySignature>"
            f"<identityKey>{self.base64(33)}</identityKey><prekeys>{keys}</prekeys></bundle></item></items></pubsub></iq>"
        )

    # Large contents

    def blob(self):
        count = int(4096 * 16 ** self.chance()) * 3 // 4
        kind = self.chance()
        if kind < .6:
            return (
                f"<iq from='{self.full()}' to='{HERE}' id='{self.id()}' type='set'>"
                f"<data xmlns='http://jabber.org/protocol/ibb' seq='{self.below(65536)}' sid='{self.hex(16)}'>"
                f"{self.base64(count)}</data></iq>"
            )
        if kind < .85:
            return (
                f"<iq from='{self.bare()}' to='{HERE}' id='{self.id()}' type='result'>"
                "<pubsub xmlns='http://jabber.org/protocol/pubsub'><items node='urn:xmpp:avatar:data'>"
                f"<item id='{self.hex(40)}'><data xmlns='urn:xmpp:avatar:data'>{self.base64(count)}</data></item>"
                "</items></pubsub></iq>"
            )
        picture = self.base64(count)
        picture = "\n".join(picture[i:i + 76] for i in range(0, len(picture), 76))
        return (
            f"<iq from='{self.bare()}' to='{HERE}' id='{self.id()}' type='result'><vCard xmlns='vcard-temp'>"
            f"<FN>{self.choice(PEOPLE)}</FN><NICKNAME>{self.choice(PEOPLE)}</NICKNAME>"
            f"<PHOTO><TYPE>image/jpeg</TYPE><BINVAL>{picture}</BINVAL></PHOTO></vCard></iq>"
        )

    # Everything

    def mixed(self):
        kind = self.chance()
        for share, stanza in MIXTURE:
            if kind < share:
                return stanza(self)
        return self.small_query()


MIXTURE = [
    (.30, Traffic.chat),
    (.38, Traffic.groupchat),
    (.63, Traffic.presence),
    (.75, Traffic.archived),
    (.765, Traffic.end_of_page),
    (.815, Traffic.carbon),
    (.855, Traffic.omemo),
    (.905, Traffic.disco),
    (.925, Traffic.avatar),
    (.945, Traffic.device_list),
    (.949, Traffic.bundle),
    (.9505, lambda traffic: traffic.roster(traffic.below(20, 200))),
    (
        .957,
        lambda traffic: "<r xmlns='urn:xmpp:sm:3'/>"
        if traffic.chance() < .5
        else f"<a xmlns='urn:xmpp:sm:3' h='{traffic.below(5000)}'/>",
    ),
]
KINDS = {
    "chat": Traffic.chat,
    "presence": Traffic.presence,
    "roster": Traffic.roster,
    "mixed": Traffic.mixed,
    "blob": Traffic.blob,
    "mam": Traffic.archive,
}


def stream(seed, stanza, size):
    """A whole stream, ended once it is longer than `size` bytes."""
    traffic = Traffic(seed)
    parts = [HEADER.encode()]
    length = len(parts[0])
    while length < size:
        part = stanza(traffic).encode()
        parts.append(part)
        length += len(part)
    return b"".join(parts) + FOOTER.encode()


def main(directory):
    os.makedirs(directory, exist_ok=True)
    for number, (name, stanza) in enumerate(KINDS.items()):
        for suffix, size in SIZES.items():
            path = os.path.join(directory, f"{name}{suffix}.xml")
            with open(path + ".partial", "wb") as file:
                file.write(stream(1000 + number, stanza, size))
            os.replace(path + ".partial", path)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
