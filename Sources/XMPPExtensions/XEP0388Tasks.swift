public import XMLStream
public import XMPPStanzas

/// The mechanism has succeeded, and there is more to be done (XEP-0388 §2.6.3).
public struct SASL2Continue: Payload {
    public static let element = Name.known("continue", in: "urn:xmpp:sasl:2")

    /// The mechanism's additional data; nil if there is none.
    public var additionalData: MaskedData?
    /// What there is to choose from.
    public var tasks: Tasks
    /// A text for people.
    public var text: String?

    /// Creates a demand for one of these tasks.
    public init(tasks: [String], additionalData: MaskedData? = nil, text: String? = nil) {
        self.init(Tasks(tasks), additionalData: additionalData, text: text)
    }

    private init(_ tasks: Tasks, additionalData: MaskedData?, text: String?) {
        self.tasks = tasks
        self.additionalData = additionalData
        self.text = text
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        let additionalData = try c.textChild("additional-data", \.additionalData)
        return Self(
            try c.child(\.tasks),
            additionalData: additionalData,
            text: try c.textChild("text", \.text)
        )
    }

    /// The names of tasks, of which the client chooses one (XEP-0388 §2.6.3).
    public struct Tasks: Payload {
        public static let element = Name.known("tasks", in: "urn:xmpp:sasl:2")

        /// Their names.
        public var names: [String]

        /// Creates a list.
        public init(_ names: [String]) { self.names = names }

        public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
            Self(try c.textChildren("task", \.names))
        }
    }
}

/// The client begins a task (XEP-0388 §2.6.3).
public struct SASL2Next: Payload {
    public static let element = Name.known("next", in: "urn:xmpp:sasl:2")

    /// The task's name.
    public var task: String
    /// What the task begins with.
    public var others: [Element]

    /// Creates the beginning of a task.
    public init(task: String, others: [Element] = []) {
        self.task = task
        self.others = others
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(task: try c.attribute("task", \.task), others: c.anyChildren(\.others))
    }
}

/// What the sides of a task say to each other (XEP-0388 §2.6.3); no description shows it.
public struct SASL2TaskData: Payload {
    public static let element = Name.known("task-data", in: "urn:xmpp:sasl:2")

    /// The task's own elements.
    public var content: [Element]

    /// Creates a message of a task.
    public init(_ content: [Element]) { self.content = content }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(c.anyChildren(\.content))
    }
}

extension SASL2TaskData: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always the same masking text.
    public var description: String { "SASL2TaskData(<secret>)" }
    /// Always the same masking text.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
