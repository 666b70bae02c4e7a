/// The date and time of XEP-0082 §3.2: `CCYY-MM-DDThh:mm:ss[.sss]TZD`.
enum XMPPDateTime {
    static func isValid(_ text: String) -> Bool {
        guard let time = CalendarTime(text.collapsed) else { return false }
        return time.isPlain && time.offset != nil
    }
}
