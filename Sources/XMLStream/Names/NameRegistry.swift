import Synchronization

/// The names and namespaces that the program itself mentions, and some that streams bring again and again, numbered
/// from 1 in the order of their first mention.
///
/// Numbers go into tapes in place of names. Entries are added under a lock and never change or go away, so they are
/// read without one: whoever holds a number has got it, directly or by way of a tape, from someone who saw the
/// count that covers it. Memory is unsafe here because reading a name's number is part of parsing every tag.
final class NameRegistry: @unchecked Sendable {
    struct Entry {
        var localName: String
        var namespaceID: UInt32
        var localHash: UInt64
        var local: UnsafeBufferPointer<UInt8>
        /// The local name's first eight bytes, which are all of most, and its length tell most names apart.
        var head: UInt64
    }

    struct NamespaceEntry {
        var namespace: Namespace
        var hash: UInt64
        var text: UnsafeBufferPointer<UInt8>
        /// What declares it as the default namespace, with a space before it; empty if nothing may.
        var declaration: UnsafeBufferPointer<UInt8>
    }

    /// More names than all XMPP extensions together define; beyond it a name still works, unnumbered.
    static let capacity = 16_384
    static let noNamespace: UInt32 = 1
    static let xmlNamespace: UInt32 = 2
    static let declarationNamespace: UInt32 = 3

    static let shared = NameRegistry()

    /// Where the entries and the namespaces are, or 0 before the registry is made: `shared` has to be asked for each
    /// time whether it is there, which costs as much as what is then read.
    private static let entryAddress = Atomic<UInt>(0)
    private static let namespaceAddress = Atomic<UInt>(0)

    private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    private let namespaces = UnsafeMutablePointer<NamespaceEntry>.allocate(capacity: capacity)
    private let publishedNames = Atomic<Int>(0)
    private let publishedNamespaces = Atomic<Int>(0)
    private let ids = Mutex<IDs>(IDs())

    /// How many names streams can add, and how long they can be: what a peer can make this process remember.
    private static let learnedNames = 1024
    private static let learnedNameBytes = 64
    private static let learnedNamespaceBytes = 128

    private struct IDs {
        var learned = 0
        var names: [Name: UInt32] = [:]
        var namespaces: [Namespace: UInt32] = [:]
    }

    private init() {
        ids.withLock { ids in
            _ = namespaceID(.none, &ids)
            _ = namespaceID(.xml, &ids)
            _ = namespaceID(.xmlns, &ids)
            for (localName, namespace) in CoreName.texts {
                _ = register(localName.description, Namespace(rawValue: namespace.description), &ids)
            }
        }
        Self.entryAddress.store(UInt(bitPattern: entries), ordering: .releasing)
        Self.namespaceAddress.store(UInt(bitPattern: namespaces), ordering: .releasing)
    }

    /// How many names there are; their numbers are 1 ... count.
    @inline(__always)
    var count: Int { publishedNames.load(ordering: .acquiring) }

    /// How many namespaces there are; their numbers are 1 ... namespaceCount.
    @inline(__always)
    var namespaceCount: Int { publishedNamespaces.load(ordering: .acquiring) }

    /// The entry of a number that a tape or a name carries; where it is, so that nobody copies all of it for a part.
    @inline(__always)
    static func entry(_ id: UInt32) -> UnsafePointer<Entry> {
        let entries = UnsafePointer<Entry>(bitPattern: entryAddress.load(ordering: .acquiring))
        return (entries ?? UnsafePointer(shared.entries)) + (Int(id) &- 1)
    }

    /// The entry of a namespace's number.
    @inline(__always)
    static func namespaceEntry(_ id: UInt32) -> UnsafePointer<NamespaceEntry> {
        let entries = UnsafePointer<NamespaceEntry>(bitPattern: namespaceAddress.load(ordering: .acquiring))
        return (entries ?? UnsafePointer(shared.namespaces)) + (Int(id) &- 1)
    }

    static func localName(_ id: UInt32) -> String { entry(id).pointee.localName }

    static func namespace(_ id: UInt32) -> Namespace { namespaceEntry(entry(id).pointee.namespaceID).pointee.namespace }

    /// The number of a namespace, or nil if it is not a known one.
    func number(of namespace: Namespace) -> UInt32? { ids.withLock { $0.namespaces[namespace] } }

    func register(_ localName: String, _ namespace: Namespace) -> Name {
        ids.withLock { ids in register(localName, namespace, &ids) }
    }

    /// The number of a namespace; nil if there is no room for another one.
    func register(_ namespace: Namespace) -> UInt32? { ids.withLock { namespaceID(namespace, &$0) } }

    /// Makes a name that streams keep bringing a known one, as long as there is room for such.
    func learn(_ localName: UnsafeBufferPointer<UInt8>, in namespace: UnsafeBufferPointer<UInt8>) {
        guard localName.count <= Self.learnedNameBytes, namespace.count <= Self.learnedNamespaceBytes else { return }
        ids.withLock { ids in
            guard ids.learned < Self.learnedNames else { return }
            ids.learned += 1
            _ = register(
                String(decoding: localName, as: UTF8.self),
                Namespace(rawValue: String(decoding: namespace, as: UTF8.self)), &ids)
        }
    }

    private func register(_ localName: String, _ namespace: Namespace, _ ids: inout IDs) -> Name {
        let key = Name(localName, in: namespace)
        if let id = ids.names[key] { return Name(known: id) }
        let index = publishedNames.load(ordering: .relaxed)
        guard index < Self.capacity, let namespaceID = namespaceID(namespace, &ids) else { return key }
        let id = UInt32(index + 1)
        let local = permanentCopy(Array(localName.utf8))
        (entries + index).initialize(
            to: Entry(
                localName: localName, namespaceID: namespaceID, localHash: ByteHash.hash(local), local: local,
                head: local.baseAddress.map { ByteHash.head($0, local.count) } ?? 0))
        publishedNames.store(index + 1, ordering: .releasing)
        ids.names[key] = id
        return Name(known: id)
    }

    private func namespaceID(_ namespace: Namespace, _ ids: inout IDs) -> UInt32? {
        if let id = ids.namespaces[namespace] { return id }
        let index = publishedNamespaces.load(ordering: .relaxed)
        guard index < Self.capacity else { return nil }
        let text = permanentCopy(Array(namespace.rawValue.utf8))
        (namespaces + index).initialize(
            to: NamespaceEntry(
                namespace: namespace, hash: ByteHash.hash(text), text: text,
                declaration: permanentCopy(Self.declaration(of: namespace))))
        publishedNamespaces.store(index + 1, ordering: .releasing)
        let id = UInt32(index + 1)
        ids.namespaces[namespace] = id
        return id
    }

    private static func declaration(of namespace: Namespace) -> [UInt8] {
        guard ![.streams, .xml, .xmlns].contains(namespace) else { return [] }
        var value: [UInt8] = []
        let isWritable = namespace.rawValue.withOctets {
            XMLEscaping.append($0, to: &value, inAttribute: true, replacing: false) == nil
        }
        return isWritable ? Array(" xmlns='".utf8) + value + Array("'".utf8) : []
    }

    /// A copy that can be read as far behind its end as a tape.
    private func permanentCopy(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + Tape.overrun)
        copy.initialize(repeating: 0, count: bytes.count + Tape.overrun)
        copy.update(from: bytes, count: bytes.count)
        return UnsafeBufferPointer(start: copy, count: bytes.count)
    }
}
