import XMLStream
import XMPPStanzas

@testable import XMPPExtensions

let extensionFixtures: [Fixture] = [
    Fixture(
        DataForm(
            .form, title: "Bot", instructions: ["Fill in!", "And send!"],
            fields: [
                DataForm.Field("FORM_TYPE", type: .hidden, values: ["jabber:bot"]),
                DataForm.Field(
                    "maxsubs", type: .listSingle, label: "Maximum", explanation: "How many", isRequired: true,
                    values: ["20"],
                    options: [DataForm.Option("10", label: "Ten"), DataForm.Option("20", label: "Twenty")],
                    validation: FieldValidation(
                        datatype: "xs:integer",
                        rules: [
                            Element(
                                Name("range", in: "http://jabber.org/protocol/xdata-validate"),
                                attributes: [Attribute(Name("min"), "1"), Attribute(Name("max"), "99")])
                        ]),
                    others: [Element(Name("media", in: "urn:xmpp:media-element"))]),
            ],
            reported: [DataForm.Field("name", type: .textSingle, label: "Name")],
            items: [DataForm.Item([DataForm.Field("name", values: ["Comune di Verona"])])],
            others: [Element(Name("page", in: "http://jabber.org/protocol/xdata-layout"))]),
        "<x xmlns='jabber:x:data' type='form'><title>Bot</title><instructions>Fill in!</instructions>"
            + "<instructions>And send!</instructions>"
            + "<field var='FORM_TYPE' type='hidden'><value>jabber:bot</value></field>"
            + "<field var='maxsubs' type='list-single' label='Maximum'><desc>How many</desc><required/><value>20</value>"
            + "<option label='Ten'><value>10</value></option><option label='Twenty'><value>20</value></option>"
            + "<validate xmlns='http://jabber.org/protocol/xdata-validate' datatype='xs:integer'>"
            + "<range min='1' max='99'/></validate><media xmlns='urn:xmpp:media-element'/></field>"
            + "<reported><field var='name' type='text-single' label='Name'/></reported>"
            + "<item><field var='name'><value>Comune di Verona</value></field></item>"
            + "<page xmlns='http://jabber.org/protocol/xdata-layout'/></x>"
    ),
    Fixture(
        DataForm.Field("jids", type: .jidMulti, values: ["a@b.example", "c@d.example"]),
        "<field xmlns='jabber:x:data' var='jids' type='jid-multi'><value>a@b.example</value>"
            + "<value>c@d.example</value></field>"
    ),
    Fixture(
        DataForm.Option("20", label: "Twenty"),
        "<option xmlns='jabber:x:data' label='Twenty'><value>20</value></option>"
    ),
    Fixture(
        DataForm.Reported([DataForm.Field("url")]),
        "<reported xmlns='jabber:x:data'><field var='url'/></reported>"
    ),
    Fixture(
        DataForm.Item([DataForm.Field("url", values: ["http://example.org/"])]),
        "<item xmlns='jabber:x:data'><field var='url'><value>http://example.org/</value></field></item>"
    ),
    Fixture(
        FieldValidation(
            datatype: "xs:date", rules: [Element(Name("basic", in: "http://jabber.org/protocol/xdata-validate"))]),
        "<validate xmlns='http://jabber.org/protocol/xdata-validate' datatype='xs:date'><basic/></validate>"
    ),
    Fixture(
        LastActivity(seconds: 903, status: "Heading Home"),
        "<query xmlns='jabber:iq:last' seconds='903'>Heading Home</query>"
    ),
    Fixture(
        DiscoInfo(
            node: "n",
            identities: [
                DiscoInfo.Identity(category: "client", type: "pc", name: "Psi", language: "en"),
                DiscoInfo.Identity(category: "conference", type: "text"),
            ],
            features: ["urn:xmpp:ping", "jabber:iq:version"],
            forms: [DataForm(.result, fields: [DataForm.Field("os", values: ["Mac"])])]),
        "<query xmlns='http://jabber.org/protocol/disco#info' node='n'>"
            + "<identity category='client' type='pc' name='Psi' xml:lang='en'/>"
            + "<identity category='conference' type='text'/><feature var='urn:xmpp:ping'/>"
            + "<feature var='jabber:iq:version'/>"
            + "<x xmlns='jabber:x:data' type='result'><field var='os'><value>Mac</value></field></x></query>"
    ),
    Fixture(
        DiscoInfo.Identity(category: "gateway", type: "irc", name: "IRC", language: "de"),
        "<identity xmlns='http://jabber.org/protocol/disco#info' category='gateway' type='irc' name='IRC' xml:lang='de'/>"
    ),
    Fixture(
        DiscoInfo.Feature("urn:xmpp:ping"),
        "<feature xmlns='http://jabber.org/protocol/disco#info' var='urn:xmpp:ping'/>"
    ),
    Fixture(
        DiscoItems(
            node: "music", items: [DiscoItems.Item(jid("catalog.example.com"), node: "chretien", name: "Chrétien")],
            resultSet: ResultSet(count: 1)),
        "<query xmlns='http://jabber.org/protocol/disco#items' node='music'>"
            + "<item jid='catalog.example.com' node='chretien' name='Chrétien'/>"
            + "<set xmlns='http://jabber.org/protocol/rsm'><count>1</count></set></query>"
    ),
    Fixture(
        DiscoItems.Item(jid("plays.example.com"), node: "n", name: "Plays"),
        "<item xmlns='http://jabber.org/protocol/disco#items' jid='plays.example.com' node='n' name='Plays'/>"
    ),
    Fixture(
        ResultSet(
            maximum: 10, after: "a", before: "", index: 371, first: ResultSet.First("f", index: 0), last: "l",
            count: 800),
        "<set xmlns='http://jabber.org/protocol/rsm'><max>10</max><after>a</after><before/><index>371</index>"
            + "<first index='0'>f</first><last>l</last><count>800</count></set>"
    ),
    Fixture(
        ResultSet.First("stpeter@jabber.org", index: 3),
        "<first xmlns='http://jabber.org/protocol/rsm' index='3'>stpeter@jabber.org</first>"
    ),
    Fixture(
        OutOfBandData("http://example.org/", explanation: "Psst!"),
        "<x xmlns='jabber:x:oob'><url>http://example.org/</url><desc>Psst!</desc></x>"
    ),
    Fixture(
        OutOfBandOffer("http://example.org/", explanation: "Yo!", sid: "a0"),
        "<query xmlns='jabber:iq:oob' sid='a0'><url>http://example.org/</url><desc>Yo!</desc></query>"
    ),
    Fixture(
        Registration(
            isRegistered: true, instructions: "Choose", fields: [.username: "juliet", .password: "R0m30", .key: "k"],
            isRemoval: true, form: DataForm(.form), outOfBand: OutOfBandData("http://example.org/")),
        "<query xmlns='jabber:iq:register'><registered/><instructions>Choose</instructions><remove/>"
            + "<username>juliet</username><password>R0m30</password><key>k</key><x xmlns='jabber:x:data' type='form'/>"
            + "<x xmlns='jabber:x:oob'><url>http://example.org/</url></x></query>"
    ),
    Fixture(ChatState.composing, "<composing xmlns='http://jabber.org/protocol/chatstates'/>"),
    Fixture(
        LegacyDelay(time("2002-09-10T23:08:25Z"), from: jid("capulet.com"), reason: "Offline"),
        "<x xmlns='jabber:x:delay' stamp='20020910T23:08:25' from='capulet.com'>Offline</x>"
    ),
    Fixture(
        SoftwareVersion(name: "Exodus", version: "0.7", operatingSystem: "Windows"),
        "<query xmlns='jabber:iq:version'><name>Exodus</name><version>0.7</version><os>Windows</os></query>"
    ),
    Fixture(
        EntityCapabilities(
            hash: "sha-1", node: "http://code.google.com/p/exodus", version: "QgayPK", extensions: "voice"),
        "<c xmlns='http://jabber.org/protocol/caps' hash='sha-1' node='http://code.google.com/p/exodus' ver='QgayPK' "
            + "ext='voice'/>"
    ),
    Fixture(
        VCardUpdate(photo: "sha1-hash"),
        "<x xmlns='vcard-temp:x:update'><photo>sha1-hash</photo></x>"
    ),
    Fixture(Nickname("Ishmael"), "<nick xmlns='http://jabber.org/protocol/nick'>Ishmael</nick>"),
    Fixture(ReceiptRequest(), "<request xmlns='urn:xmpp:receipts'/>"),
    Fixture(Receipt(for: "richard2-4.1.247"), "<received xmlns='urn:xmpp:receipts' id='richard2-4.1.247'/>"),
    Fixture(Ping(), "<ping xmlns='urn:xmpp:ping'/>"),
    Fixture(
        EntityTime(utc: time("2006-12-19T17:58:35Z"), offset: TimeZoneOffset(minutes: -360)),
        "<time xmlns='urn:xmpp:time'><tzo>-06:00</tzo><utc>2006-12-19T17:58:35Z</utc></time>"
    ),
    Fixture(
        Delay(time("2002-09-10T23:08:25.125Z"), from: jid("capulet.com"), reason: "Offline Storage"),
        "<delay xmlns='urn:xmpp:delay' stamp='2002-09-10T23:08:25.125Z' from='capulet.com'>Offline Storage</delay>"
    ),
    Fixture(
        DirectInvitation(
            to: jid("darkcave@macbeth.example.com"), password: "cauldronburn", reason: "Hey", isContinuation: true,
            thread: "e0ffe42b"),
        "<x xmlns='jabber:x:conference' jid='darkcave@macbeth.example.com' password='cauldronburn' reason='Hey' "
            + "continue='true' thread='e0ffe42b'/>"
    ),
    Fixture(
        Forwarded(
            Message(from: jid("romeo@montague.example"), id: "0202197") { Body("Yet") },
            delay: Delay(time("2010-07-10T23:08:25Z"))),
        "<forwarded xmlns='urn:xmpp:forward:0'><delay xmlns='urn:xmpp:delay' stamp='2010-07-10T23:08:25Z'/>"
            + "<message xmlns='jabber:client' from='romeo@montague.example' id='0202197'><body>Yet</body></message>"
            + "</forwarded>"
    ),
    Fixture(
        Carbon(.sent, Forwarded(content: [Element(Name("message", in: "jabber:client"))])),
        "<sent xmlns='urn:xmpp:carbons:2'><forwarded xmlns='urn:xmpp:forward:0'><message xmlns='jabber:client'/>"
            + "</forwarded></sent>"
    ),
    Fixture(CarbonsControl.private, "<private xmlns='urn:xmpp:carbons:2'/>"),
    Fixture(
        ArchiveQuery(
            id: "f27", node: "fdp/submitted", filter: DataForm(.submit), resultSet: ResultSet(maximum: 10),
            isFlipped: true),
        "<query xmlns='urn:xmpp:mam:2' queryid='f27' node='fdp/submitted'><x xmlns='jabber:x:data' type='submit'/>"
            + "<set xmlns='http://jabber.org/protocol/rsm'><max>10</max></set><flip-page/></query>"
    ),
    Fixture(
        ArchiveResult(
            Forwarded(content: [Element(Name("message", in: "jabber:client"))]), id: "28482-98726-73623",
            queryID: "f27", version: .first),
        "<result xmlns='urn:xmpp:mam:1' id='28482-98726-73623' queryid='f27'>"
            + "<forwarded xmlns='urn:xmpp:forward:0'><message xmlns='jabber:client'/></forwarded></result>"
    ),
    Fixture(
        ArchiveFin(queryID: "f27", isComplete: true, isStable: false, resultSet: ResultSet(count: 16)),
        "<fin xmlns='urn:xmpp:mam:2' queryid='f27' complete='true' stable='false'>"
            + "<set xmlns='http://jabber.org/protocol/rsm'><count>16</count></set></fin>"
    ),
    Fixture(Correction(of: "bad1"), "<replace xmlns='urn:xmpp:message-correct:0' id='bad1'/>"),
    Fixture(
        ChatMarker(.displayed, id: "message-1"),
        "<displayed xmlns='urn:xmpp:chat-markers:0' id='message-1'/>"
    ),
    Fixture(ProcessingHint.noPermanentStore, "<no-permanent-store xmlns='urn:xmpp:hints'/>"),
    Fixture(
        StanzaID("5f3dbc5e", by: jid("room@muc.example.com")),
        "<stanza-id xmlns='urn:xmpp:sid:0' id='5f3dbc5e' by='room@muc.example.com'/>"
    ),
    Fixture(OriginID("de305d54"), "<origin-id xmlns='urn:xmpp:sid:0' id='de305d54'/>"),
]

let roomFixtures: [Fixture] = [
    Fixture(
        RoomJoin(
            password: "cauldronburn",
            history: RoomJoin.History(
                maximumCharacters: 65_000, maximumStanzas: 20, seconds: 180, since: time("1970-01-01T00:00:00Z"))),
        "<x xmlns='http://jabber.org/protocol/muc'><password>cauldronburn</password>"
            + "<history maxchars='65000' maxstanzas='20' seconds='180' since='1970-01-01T00:00:00Z'/></x>"
    ),
    Fixture(
        RoomJoin.History(maximumStanzas: 0),
        "<history xmlns='http://jabber.org/protocol/muc' maxstanzas='0'/>"
    ),
    Fixture(
        RoomUser(
            items: [
                RoomItem(
                    affiliation: .member, role: .participant, jid: jid("hag66@shakespeare.example/pda"),
                    nickname: "oldhag",
                    actor: RoomActor(jid: jid("bard@shakespeare.example"), nickname: "bard"), reason: "Treason",
                    continuedThread: "t1")
            ],
            statuses: [.selfPresence, 999],
            invitations: [
                RoomUser.Invitation(
                    to: jid("hecate@shakespeare.example"), from: jid("crone1@shakespeare.example"), reason: "Hey",
                    continuedThread: "")
            ],
            decline: RoomUser.Decline(to: jid("a@b.example"), from: jid("c@d.example"), reason: "Sorry"),
            password: "cauldronburn",
            destruction: RoomDestruction(venue: jid("coven@chat.shakespeare.example"), password: "p", reason: "Macbeth")
        ),
        "<x xmlns='http://jabber.org/protocol/muc#user'>"
            + "<item affiliation='member' role='participant' jid='hag66@shakespeare.example/pda' nick='oldhag'>"
            + "<actor jid='bard@shakespeare.example' nick='bard'/><reason>Treason</reason><continue thread='t1'/></item>"
            + "<status code='110'/><status code='999'/>"
            + "<invite to='hecate@shakespeare.example' from='crone1@shakespeare.example'><reason>Hey</reason><continue/>"
            + "</invite><decline to='a@b.example' from='c@d.example'><reason>Sorry</reason></decline>"
            + "<password>cauldronburn</password>"
            + "<destroy jid='coven@chat.shakespeare.example'><password>p</password><reason>Macbeth</reason></destroy></x>"
    ),
    Fixture(
        RoomUser.Invitation(to: jid("hecate@shakespeare.example"), reason: "Hey"),
        "<invite xmlns='http://jabber.org/protocol/muc#user' to='hecate@shakespeare.example'><reason>Hey</reason></invite>"
    ),
    Fixture(
        RoomUser.Decline(from: jid("hecate@shakespeare.example"), reason: "Sorry"),
        "<decline xmlns='http://jabber.org/protocol/muc#user' from='hecate@shakespeare.example'><reason>Sorry</reason>"
            + "</decline>"
    ),
    Fixture(
        RoomAdministration(items: [RoomItem(role: RoomRole.none, nickname: "pistol", reason: "Avaunt")]),
        "<query xmlns='http://jabber.org/protocol/muc#admin'><item role='none' nick='pistol'><reason>Avaunt</reason>"
            + "</item></query>"
    ),
    Fixture(
        RoomOwnership(form: DataForm(.submit), destruction: RoomDestruction(venue: jid("coven@chat.example"))),
        "<query xmlns='http://jabber.org/protocol/muc#owner'><x xmlns='jabber:x:data' type='submit'/>"
            + "<destroy jid='coven@chat.example'/></query>"
    ),
]
