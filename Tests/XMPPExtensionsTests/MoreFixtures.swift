import XMLStream
import XMPPStanzas

@testable import XMPPExtensions

private func sample(_ name: String) -> Element { Element(Name(name, in: "urn:example:content"), text: name) }

let furtherFixtures: [Fixture] = [
    Fixture(
        LegacyBookmarks(
            [
                LegacyBookmarks.Conference(
                    jid("council@conference.example.org"), name: "Council", isJoinedAutomatically: true,
                    nickname: "Puck",
                    password: "titania")
            ],
            others: [Element(Name("url", in: "storage:bookmarks"))]),
        "<storage xmlns='storage:bookmarks'>"
            + "<conference jid='council@conference.example.org' name='Council' autojoin='true'><nick>Puck</nick>"
            + "<password>titania</password></conference><url/></storage>"
    ),
    Fixture(
        LegacyBookmarks.Conference(jid("room@muc.example.org"), name: "Room"),
        "<conference xmlns='storage:bookmarks' jid='room@muc.example.org' name='Room'/>"
    ),
    Fixture(
        PrivateStorage(content: sample("exodus")),
        "<query xmlns='jabber:iq:private'><exodus xmlns='urn:example:content'>exodus</exodus></query>"
    ),
    Fixture(
        VCard(
            fullName: "Peter Saint-Andre", name: VCard.PersonName(family: "Saint-Andre", given: "Peter", middle: "X"),
            nickname: "stpeter",
            photo: VCard.Photo(mediaType: "image/png", data: Base64Data([1, 2]), url: "http://e.org/p"),
            birthday: "1966-08-06", url: "http://www.xmpp.org/", title: "Director", role: "Patron", note: "More",
            others: [Element(Name("JABBERID", in: "vcard-temp"), text: "stpeter@jabber.org")]),
        "<vCard xmlns='vcard-temp'><FN>Peter Saint-Andre</FN><N><FAMILY>Saint-Andre</FAMILY><GIVEN>Peter</GIVEN>"
            + "<MIDDLE>X</MIDDLE></N><NICKNAME>stpeter</NICKNAME><PHOTO><TYPE>image/png</TYPE><BINVAL>AQI=</BINVAL>"
            + "<EXTVAL>http://e.org/p</EXTVAL></PHOTO><BDAY>1966-08-06</BDAY><URL>http://www.xmpp.org/</URL>"
            + "<TITLE>Director</TITLE><ROLE>Patron</ROLE><DESC>More</DESC><JABBERID>stpeter@jabber.org</JABBERID></vCard>"
    ),
    Fixture(
        VCard.PersonName(family: "Capulet", given: "Juliet"),
        "<N xmlns='vcard-temp'><FAMILY>Capulet</FAMILY><GIVEN>Juliet</GIVEN></N>"
    ),
    Fixture(
        VCard.Photo(mediaType: "image/jpeg", data: Base64Data([255])),
        "<PHOTO xmlns='vcard-temp'><TYPE>image/jpeg</TYPE><BINVAL>/w==</BINVAL></PHOTO>"
    ),
    Fixture(
        PubSub(
            publish: PubSub.Publish(
                node: "princely_musings", items: [PubSubItem(id: "i1", content: [sample("entry")])]),
            publishOptions: DataForm(.submit)),
        "<pubsub xmlns='http://jabber.org/protocol/pubsub'><publish node='princely_musings'><item id='i1'>"
            + "<entry xmlns='urn:example:content'>entry</entry></item></publish>"
            + "<publish-options><x xmlns='jabber:x:data' type='submit'/></publish-options></pubsub>"
    ),
    Fixture(
        PubSub(
            items: PubSub.Items(node: "n", maximum: 3, items: [PubSubItem(id: "a", publisher: "p@example.org/r")]),
            resultSet: ResultSet(count: 9), others: [Element(Name("create", in: "http://jabber.org/protocol/pubsub"))]),
        "<pubsub xmlns='http://jabber.org/protocol/pubsub'><items node='n' max_items='3'>"
            + "<item id='a' publisher='p@example.org/r'/></items>"
            + "<set xmlns='http://jabber.org/protocol/rsm'><count>9</count></set><create/></pubsub>"
    ),
    Fixture(
        PubSub.Publish(node: "n", items: [PubSubItem(id: "b")]),
        "<publish xmlns='http://jabber.org/protocol/pubsub' node='n'><item id='b'/></publish>"
    ),
    Fixture(
        PubSub.Items(node: "n", maximum: 7),
        "<items xmlns='http://jabber.org/protocol/pubsub' node='n' max_items='7'/>"
    ),
    Fixture(
        PubSub.Retract(node: "n", isNotified: true, items: [PubSubItem(id: "c")]),
        "<retract xmlns='http://jabber.org/protocol/pubsub' node='n' notify='true'><item id='c'/></retract>"
    ),
    Fixture(
        PubSubEvent(
            items: PubSubEvent.Items(
                node: "musings", items: [PubSubItem(id: "d", publisher: "h@d.example", content: [sample("entry")])],
                retracted: ["e", "f"]),
            others: [Element(Name("purge", in: "http://jabber.org/protocol/pubsub#event"))]),
        "<event xmlns='http://jabber.org/protocol/pubsub#event'><items node='musings'>"
            + "<item id='d' publisher='h@d.example'><entry xmlns='urn:example:content'>entry</entry></item>"
            + "<retract id='e'/><retract id='f'/></items><purge/></event>"
    ),
    Fixture(
        PubSubEvent.Items(node: "n", retracted: ["g"]),
        "<items xmlns='http://jabber.org/protocol/pubsub#event' node='n'><retract id='g'/></items>"
    ),
    Fixture(AvatarData(Base64Data([0, 16, 131])), "<data xmlns='urn:xmpp:avatar:data'>ABCD</data>"),
    Fixture(
        AvatarMetadata([
            AvatarMetadata.Info(
                id: "111f4b3c", bytes: 12_345, mediaType: "image/png", width: 64, height: 63, url: "http://e.org/a.png")
        ]),
        "<metadata xmlns='urn:xmpp:avatar:metadata'><info id='111f4b3c' bytes='12345' type='image/png' width='64' "
            + "height='63' url='http://e.org/a.png'/></metadata>"
    ),
    Fixture(
        AvatarMetadata.Info(id: "a", bytes: 1, mediaType: "image/gif"),
        "<info xmlns='urn:xmpp:avatar:metadata' id='a' bytes='1' type='image/gif'/>"
    ),
    Fixture(
        Mood("annoyed", text: "curse my nurse!", others: [sample("more")]),
        "<mood xmlns='http://jabber.org/protocol/mood'><text>curse my nurse!</text><annoyed/>"
            + "<more xmlns='urn:example:content'>more</more></mood>"
    ),
    Fixture(
        BlockList([jid("romeo@montague.net"), jid("iago@shakespeare.lit")]),
        "<blocklist xmlns='urn:xmpp:blocking'><item jid='romeo@montague.net'/><item jid='iago@shakespeare.lit'/></blocklist>"
    ),
    Fixture(
        Block([jid("romeo@montague.net")]),
        "<block xmlns='urn:xmpp:blocking'><item jid='romeo@montague.net'/></block>"
    ),
    Fixture(
        Unblock([jid("iago@shakespeare.lit")]),
        "<unblock xmlns='urn:xmpp:blocking'><item jid='iago@shakespeare.lit'/></unblock>"
    ),
    Fixture(Attention(), "<attention xmlns='urn:xmpp:attention:0'/>"),
    Fixture(Idle(since: time("1969-07-21T02:56:15Z")), "<idle xmlns='urn:xmpp:idle:1' since='1969-07-21T02:56:15Z'/>"),
    Fixture(ClientState.inactive, "<inactive xmlns='urn:xmpp:csi:0'/>"),
    Fixture(
        UploadRequest(fileName: "très cool.jpg", size: 23_456, mediaType: "image/jpeg"),
        "<request xmlns='urn:xmpp:http:upload:0' filename='très cool.jpg' size='23456' content-type='image/jpeg'/>"
    ),
    Fixture(
        UploadSlot(
            put: UploadSlot.Put(url: "https://u.example/p", headers: [UploadSlot.Header("Cookie", "foo=bar")]),
            get: UploadSlot.Get(url: "https://u.example/g")),
        "<slot xmlns='urn:xmpp:http:upload:0'><put url='https://u.example/p'><header name='Cookie'>foo=bar</header></put>"
            + "<get url='https://u.example/g'/></slot>"
    ),
    Fixture(
        UploadSlot.Put(url: "https://u.example/p"), "<put xmlns='urn:xmpp:http:upload:0' url='https://u.example/p'/>"),
    Fixture(
        UploadSlot.Get(url: "https://u.example/g"), "<get xmlns='urn:xmpp:http:upload:0' url='https://u.example/g'/>"),
    Fixture(
        UploadSlot.Header("Authorization", "Basic Base64String=="),
        "<header xmlns='urn:xmpp:http:upload:0' name='Authorization'>Basic Base64String==</header>"
    ),
    Fixture(
        UploadFileTooLarge(maximumSize: 20_000),
        "<file-too-large xmlns='urn:xmpp:http:upload:0'><max-file-size>20000</max-file-size></file-too-large>"
    ),
    Fixture(
        UploadRetry(at: time("2017-12-03T23:42:05Z")),
        "<retry xmlns='urn:xmpp:http:upload:0' stamp='2017-12-03T23:42:05Z'/>"
    ),
    Fixture(
        EncryptionHint("urn:xmpp:otr:0", name: "OTR"),
        "<encryption xmlns='urn:xmpp:eme:0' namespace='urn:xmpp:otr:0' name='OTR'/>"
    ),
    Fixture(
        Bookmark(
            name: "Council", isJoinedAutomatically: true, nickname: "Puck", password: "titania",
            extensions: Bookmark.Extensions([sample("state")])),
        "<conference xmlns='urn:xmpp:bookmarks:1' name='Council' autojoin='true'><nick>Puck</nick>"
            + "<password>titania</password><extensions><state xmlns='urn:example:content'>state</state></extensions>"
            + "</conference>"
    ),
    Fixture(
        Bookmark.Extensions([sample("state")]),
        "<extensions xmlns='urn:xmpp:bookmarks:1'><state xmlns='urn:example:content'>state</state></extensions>"
    ),
    Fixture(OccupantID("dd72603d"), "<occupant-id xmlns='urn:xmpp:occupant-id:0' id='dd72603d'/>"),
    Fixture(
        Retraction(of: "wrong-recipient-1", reason: "Oops", others: [sample("moderated")]),
        "<retract xmlns='urn:xmpp:message-retract:1' id='wrong-recipient-1'><reason>Oops</reason>"
            + "<moderated xmlns='urn:example:content'>moderated</moderated></retract>"
    ),
    Fixture(
        RetractedTombstone(id: "retract-message-1", stamp: time("2019-09-20T23:09:32Z")),
        "<retracted xmlns='urn:xmpp:message-retract:1' id='retract-message-1' stamp='2019-09-20T23:09:32Z'/>"
    ),
    Fixture(
        Fallback(
            for: "urn:xmpp:reply:0", bodies: [Fallback.BodyRange(start: 0, end: 33)],
            subjects: [Fallback.SubjectRange(start: 1, end: 2)]),
        "<fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:reply:0'><body start='0' end='33'/>"
            + "<subject start='1' end='2'/></fallback>"
    ),
    Fixture(
        Fallback.BodyRange(start: 3, end: 4),
        "<body xmlns='urn:xmpp:fallback:0' start='3' end='4'/>"
    ),
    Fixture(
        Fallback.SubjectRange(start: 5, end: 6),
        "<subject xmlns='urn:xmpp:fallback:0' start='5' end='6'/>"
    ),
    Fixture(
        Reactions(to: "744f6e18", ["👋", "🐢"]),
        "<reactions xmlns='urn:xmpp:reactions:0' id='744f6e18'><reaction>👋</reaction><reaction>🐢</reaction></reactions>"
    ),
    Fixture(
        Reply(toMessage: "message-id1", by: jid("anna@example.com/tablet")),
        "<reply xmlns='urn:xmpp:reply:0' id='message-id1' to='anna@example.com/tablet'/>"
    ),
]
