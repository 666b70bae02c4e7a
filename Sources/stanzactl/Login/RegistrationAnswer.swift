import XMLStream
import XMPPExtensions
import XMPPSASL

/// Fills in what a server wants to know of a new account (XEP-0077 §3.1).
enum RegistrationAnswer {
    /// The form with a name and a password; throws if the server wants to know more than that, or nothing of that.
    static func fill(_ query: Element, name: String, password: Secret) throws(LoginFailure) -> Element {
        guard let registration = try? Registration(query) else {
            throw LoginFailure(code: .violated, reason: "the server's registration form cannot be read")
        }
        if registration.isRegistered {
            throw LoginFailure(code: .refused, reason: "the server says that the account is registered already")
        }
        let password = password.withBytes { String(decoding: $0, as: UTF8.self) }
        if let form = registration.form {
            return Registration(form: try answer(form, name: name, password: password)).encoded()
        }
        if let place = registration.outOfBand, registration.fields.isEmpty {
            throw LoginFailure(code: .refused, reason: "the server registers accounts at \(place.url.quoted) only")
        }
        guard registration.fields[.username] != nil || registration.fields[.password] != nil else { throw nothing }
        var fields: [Registration.Field: String] = [:]
        for field in registration.fields.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
            switch field {
            case .username: fields[field] = name
            case .password: fields[field] = password
            case .key: fields[field] = registration.fields[field]
            default: throw unknown(field.rawValue)
            }
        }
        return Registration(fields: fields).encoded()
    }

    private static func answer(_ form: DataForm, name: String, password: String) throws(LoginFailure) -> DataForm {
        guard form.fields.contains(where: { $0.name == "username" || $0.name == "password" }) else { throw nothing }
        var fields: [DataForm.Field] = []
        for field in form.fields {
            switch field.name {
            case "username": fields.append(DataForm.Field("username", values: [name]))
            case "password", "verify", "password-verify": fields.append(DataForm.Field(field.name, values: [password]))
            case let other? where field.type == .hidden || !field.values.isEmpty:
                fields.append(DataForm.Field(other, type: field.type, values: field.values))
            default:
                if field.isRequired { throw unknown(field.label ?? field.name ?? "a field without a name") }
            }
        }
        return DataForm(.submit, fields: fields)
    }

    private static var nothing: LoginFailure {
        LoginFailure(
            code: .refused, reason: "the server's registration form asks for neither a name nor a password")
    }

    private static func unknown(_ field: String) -> LoginFailure {
        LoginFailure(
            code: .refused, reason: "the server's registration form asks for more than a name and a password: \(field)")
    }
}
