import Driver
import Properties

fuzz { bytes, count in
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let fault = RoundTripProperty.fault(of: input) { fatalError(fault) }
    return 0
}
