import XMPPAddress

extension JID {
    /// The address of the domain alone.
    var domainOnly: JID {
        if local == nil && isBare { return self }
        // The domainpart of an address is an address.
        return (try? JID(domain: domain)) ?? bare
    }
}
