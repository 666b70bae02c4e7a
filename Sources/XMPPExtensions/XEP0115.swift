public import XMLStream
public import XMPPStanzas

/// A summary of what an entity can do, in its presence (XEP-0115 §4).
public struct EntityCapabilities: Payload {
    public static let element = Name.known("c", in: "http://jabber.org/protocol/caps")

    /// The hash function of `version`, such as `sha-1`; nil in the format of before 2008 (XEP-0115 §11).
    public var hash: String?
    /// Which software it is, as a URI.
    public var node: String
    /// The hash over the features, or, in the former format, the software's version.
    public var version: String
    /// Names of feature bundles, in the former format.
    public var extensions: String?

    /// Creates a summary.
    public init(hash: String?, node: String, version: String, extensions: String? = nil) {
        self.hash = hash
        self.node = node
        self.version = version
        self.extensions = extensions
    }

    public static func code(_ c: inout PayloadCoder<Self>) throws(PayloadError) -> Self {
        Self(
            hash: try c.attribute("hash", \.hash),
            node: try c.attribute("node", \.node),
            version: try c.attribute("ver", \.version),
            extensions: try c.attribute("ext", \.extensions)
        )
    }

    /// The node to ask for the features that the summary stands for (XEP-0115 §6.2).
    public var queriedNode: String { "\(node)#\(version)" }

    /// Creates the summary of an entity's features.
    ///
    /// - Parameter digest: the hash function that `hash` names, such as SHA-1 for `sha-1`.
    /// - Throws: `CapabilityError` if the features are ill-formed (XEP-0115 §5.4).
    public init(
        of info: DiscoInfo,
        node: String,
        hash: String = "sha-1",
        digest: ([UInt8]) -> [UInt8]
    ) throws(CapabilityError) {
        let version = Base64Data(digest(Array(try info.capabilityString().utf8))).xmlText
        self.init(hash: hash, node: node, version: version)
    }

    /// Whether the summary is that of these features (XEP-0115 §5.4); only then may others with it share them.
    ///
    /// - Parameter digest: the hash function that ``hash`` names.
    public func describes(_ info: DiscoInfo, digest: ([UInt8]) -> [UInt8]) -> Bool {
        guard hash != nil, let string = try? info.capabilityString() else { return false }
        return Base64Data(digest(Array(string.utf8))).xmlText == version
    }
}

/// Why features have no summary: a summary could stand for others as well (XEP-0115 §5.4).
public enum CapabilityError: Error, Sendable, Hashable {
    /// There is more than one such identity (XEP-0115 §5.4).
    case duplicateIdentity(DiscoInfo.Identity)
    /// There is more than one such feature (XEP-0115 §5.4).
    case duplicateFeature(String)
    /// There is more than one form of this type (XEP-0115 §5.4).
    case duplicateForm(String)
    /// A form's `FORM_TYPE` has several values that differ.
    case ambiguousFormType([String])
}

extension CapabilityError: CustomStringConvertible {
    /// One sentence for people.
    public var description: String {
        switch self {
        case .duplicateIdentity(let identity):
            "there is more than one identity \(identity.category)/\(identity.type) in one language (XEP-0115 §5.4)"
        case .duplicateFeature(let name): "there is more than one feature \(String(reflecting: name)) (XEP-0115 §5.4)"
        case .duplicateForm(let type): "there is more than one form of type \(String(reflecting: type)) (XEP-0115 §5.4)"
        case .ambiguousFormType(let types):
            "a form has the types \(types.map(String.init(reflecting:)).joined(separator: " and "))"
        }
    }
}

extension DiscoInfo {
    /// The string that is hashed (XEP-0115 §5.1).
    ///
    /// - Throws: `CapabilityError` if the features are ill-formed (XEP-0115 §5.4).
    public func capabilityString() throws(CapabilityError) -> String {
        try checkCapabilities()
        let identities = identities.map { "\($0.category)/\($0.type)/\($0.language ?? "")/\($0.name ?? "")" }
        var lines = identities.sortedByOctets()
        lines += features.map(\.name).sortedByOctets()
        let forms = forms.filter { $0.hashedFormType != nil }
        for form in forms.sorted(by: { ($0.hashedFormType ?? "").precedes($1.hashedFormType ?? "") }) {
            lines.append(form.hashedFormType ?? "")
            let fields = form.fields.filter { $0.name != "FORM_TYPE" && $0.name != nil }
            for field in fields.sorted(by: { ($0.name ?? "").precedes($1.name ?? "") }) {
                lines.append(field.name ?? "")
                lines += field.values.sortedByOctets()
            }
        }
        return lines.map { $0.replacingLessThan() + "<" }.joined()
    }

    private func checkCapabilities() throws(CapabilityError) {
        var identities = Set<[String]>()
        for identity in self.identities {
            let key = [identity.category, identity.type, identity.language ?? "", identity.name ?? ""]
            if !identities.insert(key).inserted { throw .duplicateIdentity(identity) }
        }
        var features = Set<String>()
        for feature in self.features where !features.insert(feature.name).inserted {
            throw .duplicateFeature(feature.name)
        }
        var types = Set<String>()
        for form in forms {
            let values = form["FORM_TYPE"]?.values ?? []
            if Set(values).count > 1 { throw .ambiguousFormType(values) }
            if let type = form.formType, !types.insert(type).inserted { throw .duplicateForm(type) }
        }
    }
}

extension DataForm {
    /// Forms without a hidden `FORM_TYPE` are not hashed (XEP-0115 §5.4, step 3.6).
    fileprivate var hashedFormType: String? { self["FORM_TYPE"]?.type == .hidden ? formType : nil }
}

extension String {
    fileprivate func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

    /// A delimiter within a value would make two sets of features look the same (XEP-0115 §8).
    fileprivate func replacingLessThan() -> String {
        utf8.contains(0x3C) ? split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;") : self
    }
}

extension [String] {
    /// Sorted as the `i;octet` collation of RFC 4790 has it.
    fileprivate func sortedByOctets() -> [String] { sorted { $0.precedes($1) } }
}
