import XMPPPrimitives

/// Names of time zones as programs write them behind a time.
enum TimeZoneName {
    /// How many seconds it is east of UTC; nil of a name that is not known, or that several zones have alike.
    ///
    /// Those of North America are as RFC 5322 §4.3 has them, where others use the same names.
    static func offset(of name: ArraySlice<UInt8>) -> Int64? {
        minutes[String(decoding: name, as: UTF8.self)].map { $0 * 60 }
    }

    private static let minutes: [String: Int64] = [
        "UTC": 0, "GMT": 0, "UT": 0,
        // Europe
        "WET": 0, "WEST": 60, "BST": 60, "CET": 60, "CEST": 120, "MET": 60, "MEST": 120, "EET": 120, "EEST": 180,
        "MSK": 180,
        // America
        "NST": -210, "NDT": -150, "AST": -240, "ADT": -180, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300,
        "MST": -420, "MDT": -360, "PST": -480, "PDT": -420, "AKST": -540, "AKDT": -480, "HST": -600,
        // Africa, Asia, Australia
        "WAT": 60, "CAT": 120, "SAST": 120, "EAT": 180, "PKT": 300, "WIB": 420, "HKT": 480, "AWST": 480, "JST": 540,
        "KST": 540, "ACST": 570, "ACDT": 630, "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780,
    ]
}
