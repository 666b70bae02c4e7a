import AddressProperties
import Driver

fuzz { bytes, count in
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let fault = AddressProperty.fault(of: input) { fatalError(fault) }
    return 0
}
