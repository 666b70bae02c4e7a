import XMLStream
import XMPPAddress
import XMPPStanzas

/// The names of what several of the namespaces of XEP-0045 have, in one of them.
protocol RoomNames: Sendable, Hashable {
    static var item: Name { get }
    static var actor: Name { get }
    static var `continue`: Name { get }
    static var destroy: Name { get }
}

enum RoomUserNames: RoomNames {
    static let item = Name.known("item", in: "http://jabber.org/protocol/muc#user")
    static let actor = Name.known("actor", in: "http://jabber.org/protocol/muc#user")
    static let `continue` = Name.known("continue", in: "http://jabber.org/protocol/muc#user")
    static let destroy = Name.known("destroy", in: "http://jabber.org/protocol/muc#user")
}

enum RoomAdminNames: RoomNames {
    static let item = Name.known("item", in: "http://jabber.org/protocol/muc#admin")
    static let actor = Name.known("actor", in: "http://jabber.org/protocol/muc#admin")
    static let `continue` = Name.known("continue", in: "http://jabber.org/protocol/muc#admin")
    static let destroy = Name.known("destroy", in: "http://jabber.org/protocol/muc#admin")
}

enum RoomOwnerNames: RoomNames {
    static let item = Name.known("item", in: "http://jabber.org/protocol/muc#owner")
    static let actor = Name.known("actor", in: "http://jabber.org/protocol/muc#owner")
    static let `continue` = Name.known("continue", in: "http://jabber.org/protocol/muc#owner")
    static let destroy = Name.known("destroy", in: "http://jabber.org/protocol/muc#owner")
}

struct RoomItemElement<Names: RoomNames>: Payload {
    static var element: Name { Names.item }

    var item: RoomItem

    static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            item: RoomItem(
                affiliation: try c.attribute("affiliation") { $0.item.affiliation },
                role: try c.attribute("role") { $0.item.role },
                jid: try c.attribute("jid") { $0.item.jid },
                nickname: try c.attribute("nick") { $0.item.nickname },
                actor: try c.child { $0.item.actor.map(RoomActorElement<Names>.init(actor:)) }?.actor,
                reason: try c.textChild("reason") { $0.item.reason },
                continuedThread: try c.child { $0.item.continuedThread.map(ContinueElement<Names>.init(thread:)) }?
                    .thread
            )
        )
    }
}

struct RoomActorElement<Names: RoomNames>: Payload {
    static var element: Name { Names.actor }

    var actor: RoomActor

    static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            actor: RoomActor(
                jid: try c.attribute("jid") { $0.actor.jid },
                nickname: try c.attribute("nick") { $0.actor.nickname }
            )
        )
    }
}

struct ContinueElement<Names: RoomNames>: Payload {
    static var element: Name { Names.continue }

    var thread: String

    static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(thread: try c.attribute("thread", { $0.thread }, default: ""))
    }
}

struct DestroyElement<Names: RoomNames>: Payload {
    static var element: Name { Names.destroy }

    var value: RoomDestruction

    static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            value: RoomDestruction(
                venue: try c.attribute("jid") { $0.value.venue },
                password: try c.textChild("password") { $0.value.password },
                reason: try c.textChild("reason") { $0.value.reason }
            )
        )
    }
}
