import Driver
import PayloadProperties

fuzz { bytes, count in
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let fault = TypedProperty.fault(of: input) { fatalError(fault) }
    return 0
}
