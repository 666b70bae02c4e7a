/// Comparing an element's name without making a `Name` of it, for those who look at very many.
extension Element {
    /// Where in `names` the element's name stands first, or nil if it is not among them.
    public func nameIndex(in names: [Name]) -> Int? {
        tape.withView { view in
            let reference = view[index].name
            return names.withUnsafeBufferPointer { names in
                names.indices.first { view.matches(reference, names[$0]) }
            }
        }
    }

    /// Whether the element is in this namespace, without a copy of its own.
    package func isIn(_ namespace: Namespace) -> Bool {
        tape.withView { equal($0.namespace($0[index].name), namespace.rawValue) }
    }

    /// Whether the element is in the namespace of another one of its tree.
    package func isInNamespace(of other: Element) -> Bool {
        tape.withView { $0.hasSameNamespace($0[index].name, $0[other.index].name) }
    }

    /// The first octets of the namespace, as many as are looked at where a short one is expected.
    package func namespaceText(upTo length: Int) -> String {
        tape.withView { view in
            let text = view.namespace(view[index].name)
            guard text.count > length else { return String(decoding: text, as: UTF8.self) }
            return String(decoding: text.prefix(length), as: UTF8.self) + "…"
        }
    }

    /// Whether the element has this local name, in whatever namespace.
    public func has(localName: StaticString) -> Bool {
        tape.withView { view in
            let own = view.localName(view[index].name)
            return localName.withUTF8Buffer { equal(own, $0) }
        }
    }
}
