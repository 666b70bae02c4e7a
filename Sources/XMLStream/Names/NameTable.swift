/// A list of known names in which an element's own name is found at once, for those who look at very many.
package struct NameTable: Sendable {
    private let names: [Name]
    /// By the number of a name, its index in the list and 1, or 0; names with higher numbers are not in it.
    private let positions: [UInt16]
    /// Which shapes local names in the list have.
    private let shapes: [Bool]

    /// Makes a table of at most 65,535 names, of which each is made with `Name.known(_:in:)`.
    package init(_ names: [Name]) {
        self.names = names
        var positions = [UInt16](repeating: 0, count: 1 + Int(names.map(\.id).max() ?? 0))
        var shapes = [Bool](repeating: false, count: 256)
        for (index, name) in names.enumerated() where positions[Int(name.id)] == 0 {
            positions[Int(name.id)] = UInt16(clamping: index + 1)
            var local = name.localName
            shapes[local.withUTF8 { Self.shape(of: $0) }] = true
        }
        self.positions = positions
        self.shapes = shapes
    }

    /// Where the element's name stands first in the list; nil if it is not there.
    package func index(ofNameOf element: Element) -> Int? {
        let number = Int(element.nameNumber)
        guard number != 0 else { return indexOfUnnumberedName(of: element) }
        guard number < positions.count, positions[number] != 0 else { return nil }
        return Int(positions[number]) - 1
    }

    /// Whether an element with a name of this number can be in the list: one with the number 0 has to be asked for its
    /// name.
    @inline(__always)
    package func canContain(number: UInt32) -> Bool {
        let number = Int(number)
        return number == 0 || number < positions.count && positions[number] != 0
    }

    /// An element that was made before a name became known has no number for it, nor has one with a strange name.
    @inline(never)
    private func indexOfUnnumberedName(of element: Element) -> Int? {
        var isPossible = false
        element.readName { local, _ in isPossible = shapes[Self.shape(of: local)] }
        return isPossible ? element.nameIndex(in: names) : nil
    }

    /// Something that names have in common which are equal, and few others: 0 ..< 256.
    private static func shape(of local: UnsafeBufferPointer<UInt8>) -> Int {
        (local.count &* 37 &+ Int(local.first ?? 0)) & 255
    }
}
