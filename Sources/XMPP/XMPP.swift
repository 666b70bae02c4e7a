/// The whole toolkit for one who begins: streams of XML, addresses, stanzas and their extensions.
@_exported import XMLStream
@_exported import XMPPAddress
@_exported import XMPPExtensions
@_exported import XMPPStanzas
