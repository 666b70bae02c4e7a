public import XMLStream
public import XMPPAddress
public import XMPPStanzas

/// A form to fill in, one that is filled in or cancelled, or a result (XEP-0004 §3).
public struct DataForm: Payload {
    public static let element = Name.known("x", in: "jabber:x:data")

    /// What the form is for (XEP-0004 §3.1).
    public enum Kind: String, XMLValue, CaseIterable {
        case cancel, form, result, submit
    }

    /// What the form is for: to be filled out, filled out, cancelled, or an answer (XEP-0004 §3.1).
    public var kind: Kind
    /// What to call the form, on one line (XEP-0004 §3.1).
    public var title: String?
    /// How to fill it out, a paragraph each (XEP-0004 §3.1).
    public var instructions: [String]
    /// The fields, in the order that they are to be shown in (XEP-0004 §3.2).
    public var fields: [Field]
    /// The columns of `items`, if there are any (XEP-0004 §3.4).
    public var reported: Reported?
    /// The rows of a result.
    public var items: [Item]
    /// Elements of other specifications, such as the layout of XEP-0141.
    public var others: [Element]

    /// Creates a form.
    public init(
        _ kind: Kind,
        title: String? = nil,
        instructions: [String] = [],
        fields: [Field] = [],
        reported: [Field]? = nil,
        items: [Item] = [],
        others: [Element] = []
    ) {
        self.kind = kind
        self.title = title
        self.instructions = instructions
        self.fields = fields
        self.reported = reported.map(Reported.init)
        self.items = items
        self.others = others
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        var form = Self(
            try c.attribute("type", \.kind),
            title: try c.textChild("title", \.title),
            instructions: try c.textChildren("instructions", \.instructions),
            fields: try c.children(\.fields)
        )
        form.reported = try c.child(\.reported)
        form.items = try c.children(\.items)
        form.others = c.anyChildren(\.others)
        return form
    }

    /// The first field of a name.
    public subscript(_ name: String) -> Field? { fields.first { $0.name == name } }

    /// The specification that gives the fields their meaning (XEP-0068 §3).
    public var formType: String? { self["FORM_TYPE"]?.values.first }

    /// Creates what answers a form, with its `FORM_TYPE` as XEP-0068 §3 has it.
    public static func submit(_ formType: String, fields: [Field]) -> DataForm {
        DataForm(.submit, fields: [Field("FORM_TYPE", type: .hidden, values: [formType])] + fields)
    }
}

extension DataForm {
    /// A field of a form, a column or a cell (XEP-0004 §3.2).
    public struct Field: Payload {
        public static let element = Name.known("field", in: "jabber:x:data")

        /// What kind of values a field has (XEP-0004 §3.3).
        public enum Kind: String, XMLValue, CaseIterable {
            /// Yes or no: `0`, `1`, `false` or `true`.
            case boolean
            /// Text to be shown, not to be changed.
            case fixed
            /// A value that is sent back as it is, and not shown.
            case hidden
            /// Addresses, each once.
            case jidMulti = "jid-multi"
            /// One address.
            case jidSingle = "jid-single"
            /// Any of the options.
            case listMulti = "list-multi"
            /// One of the options.
            case listSingle = "list-single"
            /// Lines of text, a value each.
            case textMulti = "text-multi"
            /// A line of text that is not to be shown, such as a password.
            case textPrivate = "text-private"
            /// A line of text.
            case textSingle = "text-single"

            /// Whether a field may have more than one value (XEP-0004 §3.3); `hidden` may, because some do.
            public var allowsSeveralValues: Bool {
                switch self {
                case .fixed, .hidden, .jidMulti, .listMulti, .textMulti: true
                case .boolean, .jidSingle, .listSingle, .textPrivate, .textSingle: false
                }
            }
        }

        /// What tells the field apart, its `var`; nil for text of type `fixed` alone (XEP-0004 §3.2).
        public var name: String?
        /// The kind of the values; nil if it is not said, which means `text-single` in a form (XEP-0004 §3.2).
        public var type: Kind?
        /// What to call the field to people (XEP-0004 §3.2).
        public var label: String?
        /// More words on it for people, its `<desc/>` (XEP-0004 §3.2).
        public var explanation: String?
        /// Whether the form cannot be submitted without it (XEP-0004 §3.2).
        public var isRequired: Bool
        /// All values, even where the type allows only one.
        public var values: [String]
        /// What to choose from, in fields whose type begins with `list` (XEP-0004 §3.2).
        public var options: [Option]
        /// What values are allowed (XEP-0122).
        public var validation: FieldValidation?
        /// Elements of other specifications, such as the media of XEP-0221.
        public var others: [Element]

        /// Creates a field.
        public init(
            _ name: String?,
            type: Kind? = nil,
            label: String? = nil,
            explanation: String? = nil,
            isRequired: Bool = false,
            values: [String] = [],
            options: [Option] = [],
            validation: FieldValidation? = nil,
            others: [Element] = []
        ) {
            self.name = name
            self.type = type
            self.label = label
            self.explanation = explanation
            self.isRequired = isRequired
            self.values = values
            self.options = options
            self.validation = validation
            self.others = others
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            let field = Self(
                try c.attribute("var", \.name),
                type: try c.attribute("type", \.type),
                label: try c.attribute("label", \.label),
                explanation: try c.textChild("desc", \.explanation),
                isRequired: c.flag("required", \.isRequired),
                values: try c.textChildren("value", \.values),
                options: try c.children(\.options),
                validation: try c.child(\.validation),
                others: c.anyChildren(\.others)
            )
            if let type = field.type, !type.allowsSeveralValues, field.values.count > 1 {
                try c.report("there are \(field.values.count) values, and \(type.rawValue) allows one")
            }
            return field
        }

        /// The first value.
        public var value: String? { values.first }
        /// The value of a `boolean` field; nil if it is none (XEP-0004 §3.3).
        public var boolean: Bool? { value.flatMap(Bool.init(xmlText:)) }
        /// The values of a field of addresses, but for those that are none.
        public var jids: [JID] { values.compactMap(JID.init(xmlText:)) }
    }

    /// One of the values to choose from (XEP-0004 §3.2).
    public struct Option: Payload {
        public static let element = Name.known("option", in: "jabber:x:data")

        /// What to call the choice to people; nil if its value says it.
        public var label: String?
        /// What choosing it submits.
        public var value: String

        /// Creates an option.
        public init(_ value: String, label: String? = nil) {
            self.label = label
            self.value = value
        }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(try c.textChild("value", \.value), label: try c.attribute("label", \.label))
        }
    }

    /// The columns of a table (XEP-0004 §3.4).
    public struct Reported: Payload {
        public static let element = Name.known("reported", in: "jabber:x:data")

        /// What the columns are, in order; they have no values.
        public var fields: [Field]

        /// Creates columns.
        public init(_ fields: [Field]) { self.fields = fields }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(try c.children(\.fields))
        }
    }

    /// A row of a table (XEP-0004 §3.4).
    public struct Item: Payload {
        public static let element = Name.known("item", in: "jabber:x:data")

        /// The values, a field for each column.
        public var fields: [Field]

        /// Creates a row.
        public init(_ fields: [Field]) { self.fields = fields }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(try c.children(\.fields))
        }
    }
}

/// What values a field of a form may have (XEP-0122 §3).
public struct FieldValidation: Payload {
    public static let element = Name.known("validate", in: "http://jabber.org/protocol/xdata-validate")

    /// The type of the values, such as `xs:dateTime`; `xs:string` if it is not said.
    public var datatype: String?
    /// The rule: `basic`, `open`, `range`, `regex`, and `list-range`, as they are.
    public var rules: [Element]

    /// Creates a validation.
    public init(datatype: String? = nil, rules: [Element] = []) {
        self.datatype = datatype
        self.rules = rules
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(datatype: try c.attribute("datatype", \.datatype), rules: c.anyChildren(\.rules))
    }
}
