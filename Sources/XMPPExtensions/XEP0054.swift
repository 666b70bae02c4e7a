public import XMLStream
public import XMPPStanzas

/// A business card, or the question for it (XEP-0054 §3).
///
/// The fields that programs use have properties; all others are among `others`.
public struct VCard: Payload {
    public static let element = Name.known("vCard", in: "vcard-temp")

    /// The parts of a name (XEP-0054, element `N`).
    public struct PersonName: Payload {
        public static let element = Name.known("N", in: "vcard-temp")

        public var family: String?
        public var given: String?
        public var middle: String?

        /// Creates a name.
        public init(family: String? = nil, given: String? = nil, middle: String? = nil) {
            self.family = family
            self.given = given
            self.middle = middle
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                family: try c.textChild("FAMILY", \.family),
                given: try c.textChild("GIVEN", \.given),
                middle: try c.textChild("MIDDLE", \.middle)
            )
        }
    }

    /// A picture, as data or by its address.
    public struct Photo: Payload {
        public static let element = Name.known("PHOTO", in: "vcard-temp")

        public var mediaType: String?
        public var data: Base64Data?
        public var url: String?

        /// Creates a picture.
        public init(mediaType: String? = nil, data: Base64Data? = nil, url: String? = nil) {
            self.mediaType = mediaType
            self.data = data
            self.url = url
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(
                mediaType: try c.textChild("TYPE", \.mediaType),
                data: try c.textChild("BINVAL", \.data),
                url: try c.textChild("EXTVAL", \.url)
            )
        }
    }

    public var fullName: String?
    public var name: PersonName?
    public var nickname: String?
    public var photo: Photo?
    public var birthday: String?
    public var url: String?
    public var title: String?
    public var role: String?
    public var note: String?
    public var others: [Element]

    /// Creates a card, or, without anything, a question.
    public init(
        fullName: String? = nil,
        name: PersonName? = nil,
        nickname: String? = nil,
        photo: Photo? = nil,
        birthday: String? = nil,
        url: String? = nil,
        title: String? = nil,
        role: String? = nil,
        note: String? = nil,
        others: [Element] = []
    ) {
        self.fullName = fullName
        self.name = name
        self.nickname = nickname
        self.photo = photo
        self.birthday = birthday
        self.url = url
        self.title = title
        self.role = role
        self.note = note
        self.others = others
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            fullName: try c.textChild("FN", \.fullName),
            name: try c.child(\.name),
            nickname: try c.textChild("NICKNAME", \.nickname),
            photo: try c.child(\.photo),
            birthday: try c.textChild("BDAY", \.birthday),
            url: try c.textChild("URL", \.url),
            title: try c.textChild("TITLE", \.title),
            role: try c.textChild("ROLE", \.role),
            note: try c.textChild("DESC", \.note),
            others: c.anyChildren(\.others)
        )
    }
}
