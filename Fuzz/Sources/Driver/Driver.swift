/// LibFuzzer's driver, from the toolchain's `libclang_rt.fuzzer_no_main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ argumentCount: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ oneInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Runs `oneInput` on input after input, as the arguments of the program say.
///
/// - Parameter oneInput: Checks one input; it is to end the program when a property does not hold.
public func fuzz(_ oneInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt) {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = runDriver(&count, &arguments, oneInput)
}
