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

        /// The family name (`FAMILY`).
        public var family: String?
        /// The given name (`GIVEN`).
        public var given: String?
        /// The middle names (`MIDDLE`).
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

        /// The type of the image, such as `image/png`.
        public var mediaType: String?
        /// The image itself, of less than 8 KB if it is an avatar (XEP-0153 §4.6).
        public var data: Base64Data?
        /// Where the image is, in place of the image itself (`EXTVAL`).
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

    /// The whole name, as it is written (`FN`).
    public var fullName: String?
    /// The name in parts (`N`).
    public var name: PersonName?
    /// The nickname (`NICKNAME`).
    public var nickname: String?
    /// A picture (`PHOTO`).
    public var photo: Photo?
    /// The day of birth as it was written, mostly `CCYY-MM-DD` (`BDAY`).
    public var birthday: String?
    /// A page about the person (`URL`).
    public var url: String?
    /// The job title (`TITLE`).
    public var title: String?
    /// The function at work (`ROLE`).
    public var role: String?
    /// Anything else (`DESC`).
    public var note: String?
    /// Everything else of the card, as it is.
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
