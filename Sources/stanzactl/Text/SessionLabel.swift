extension String {
    /// The beginning of a BOSH session's name, which tells it apart; who knew all of it could go on with the session
    /// (XEP-0124 §15).
    var sessionLabel: String { String(prefix(min(8, count / 2))) + "…" }
}
