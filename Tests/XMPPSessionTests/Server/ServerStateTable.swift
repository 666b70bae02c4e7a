/// Where each input (a row) leads from each state (a column, in the order of `ServerPlace`).
enum ServerStateTable {
    static let rows = ""
}
