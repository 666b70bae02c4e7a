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

    /// Whether the element has this local name, in whatever namespace.
    public func has(localName: StaticString) -> Bool {
        tape.withView { view in
            let own = view.localName(view[index].name)
            return localName.withUTF8Buffer { equal(own, $0) }
        }
    }
}
