import Driver
import Properties

fuzz { bytes, count in
    if let fault = RoundTripProperty.fault(of: Array(UnsafeBufferPointer(start: bytes, count: count))) { fatalError(fault) }
    return 0
}
