/// Connections, with all that they show: one import is enough for a client, a component or a server.
@_exported import XMLStream
@_exported import XMPPAddress
@_exported import XMPPExtensions
@_exported import XMPPSASL
@_exported import XMPPSession
@_exported import XMPPStanzas
@_exported import XMPPTLS
@_exported import XMPPWebSocket
