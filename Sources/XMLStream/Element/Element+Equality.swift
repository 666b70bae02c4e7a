extension Element: Hashable {
    public static func == (a: Element, b: Element) -> Bool {
        if a.tape === b.tape && a.index == b.index { return true }
        return a.tape.withView { view in
            b.tape.withView { other in
                let count = Int(view[a.index].a) - a.index
                guard count == Int(other[b.index].a) - b.index else { return false }
                var offset = 0
                while offset < count {
                    let node = view[a.index + offset]
                    let counterpart = other[b.index + offset]
                    guard node.isText == counterpart.isText else { return false }
                    if node.isText {
                        guard equal(view.text(node.a, node.b), other.text(counterpart.a, counterpart.b)) else {
                            return false
                        }
                        offset += 1
                    } else {
                        guard
                            Int(node.a) - a.index == Int(counterpart.a) - b.index,
                            view.matches(node.name, other, counterpart.name),
                            hasSameAttributes(view, a.index + offset, other, b.index + offset)
                        else { return false }
                        offset += 1 + node.attributeCount
                    }
                }
                return true
            }
        }
    }

    private static func hasSameAttributes(_ a: Tape.View, _ i: Int, _ b: Tape.View, _ j: Int) -> Bool {
        let count = a[i].attributeCount
        guard count == b[j].attributeCount else { return false }
        let inOrder = (1..<count + 1).allSatisfy { offset in
            a.matches(a[i + offset].name, b, b[j + offset].name) && hasSameValue(a, i + offset, b, j + offset)
        }
        if inOrder { return true }
        return attributeMap(a, i) == attributeMap(b, j)
    }

    private static func hasSameValue(_ a: Tape.View, _ i: Int, _ b: Tape.View, _ j: Int) -> Bool {
        equal(a.text(a[i].a, a[i].b), b.text(b[j].a, b[j].b))
    }

    private static func attributeMap(_ view: Tape.View, _ element: Int) -> [Name: [UInt8]] {
        var map: [Name: [UInt8]] = [:]
        for index in element + 1..<element + 1 + view[element].attributeCount {
            map[view.name(view[index].name)] = Array(view.text(view[index].a, view[index].b))
        }
        return map
    }

    public func hash(into hasher: inout Hasher) {
        tape.withView { view in
            var position = index
            let end = Int(view[index].a)
            while position < end {
                let node = view[position]
                if node.isText {
                    hasher.combine(bytes: UnsafeRawBufferPointer(view.text(node.a, node.b)))
                    position += 1
                    continue
                }
                hasher.combine(bytes: UnsafeRawBufferPointer(view.localName(node.name)))
                hasher.combine(Int(node.a) - position)
                hasher.combine(attributeHash(view, position))
                position += 1 + node.attributeCount
            }
        }
    }

    /// A hash to which the order of the attributes makes no difference.
    private func attributeHash(_ view: Tape.View, _ element: Int) -> Int {
        var sum = 0
        for index in element + 1..<element + 1 + view[element].attributeCount {
            var hasher = Hasher()
            hasher.combine(bytes: UnsafeRawBufferPointer(view.localName(view[index].name)))
            hasher.combine(bytes: UnsafeRawBufferPointer(view.text(view[index].a, view[index].b)))
            sum &+= hasher.finalize()
        }
        return sum
    }
}
