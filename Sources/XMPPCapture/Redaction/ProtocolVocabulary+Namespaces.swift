extension ProtocolVocabulary {
    /// The namespaces of RFC 6120, RFC 6121 and the XEPs, and what they use as features and nodes.
    static let namespaceList = #"""
        eu.siacs.conversations.axolotl eu.siacs.conversations.axolotl.bundles
        eu.siacs.conversations.axolotl.devicelist google:mobile:data google:queue google:setting
        http://etherx.jabber.org/streams http://jabber.org/features/amp http://jabber.org/features/compress
        http://jabber.org/features/iq-auth http://jabber.org/features/iq-register
        http://jabber.org/network/serverinfo http://jabber.org/protocol/activity
        http://jabber.org/protocol/address http://jabber.org/protocol/admin
        http://jabber.org/protocol/admin#add-to-blacklist-in
        http://jabber.org/protocol/admin#add-to-blacklist-out http://jabber.org/protocol/admin#add-to-whitelist
        http://jabber.org/protocol/admin#add-to-whitelist-in
        http://jabber.org/protocol/admin#add-to-whitelist-out http://jabber.org/protocol/admin#add-user
        http://jabber.org/protocol/admin#announce http://jabber.org/protocol/admin#change-user-password
        http://jabber.org/protocol/admin#delete-motd http://jabber.org/protocol/admin#delete-user
        http://jabber.org/protocol/admin#delete-welcome http://jabber.org/protocol/admin#disable-user
        http://jabber.org/protocol/admin#edit-admin http://jabber.org/protocol/admin#edit-blacklist
        http://jabber.org/protocol/admin#edit-motd http://jabber.org/protocol/admin#edit-whitelist
        http://jabber.org/protocol/admin#end-user-session http://jabber.org/protocol/admin#get-active-users
        http://jabber.org/protocol/admin#get-active-users-num
        http://jabber.org/protocol/admin#get-disabled-users-list
        http://jabber.org/protocol/admin#get-disabled-users-num http://jabber.org/protocol/admin#get-idle-users
        http://jabber.org/protocol/admin#get-idle-users-num
        http://jabber.org/protocol/admin#get-online-users-list
        http://jabber.org/protocol/admin#get-online-users-num
        http://jabber.org/protocol/admin#get-registered-users-list
        http://jabber.org/protocol/admin#get-registered-users-num
        http://jabber.org/protocol/admin#get-user-lastlogin http://jabber.org/protocol/admin#get-user-roster
        http://jabber.org/protocol/admin#reenable-user http://jabber.org/protocol/admin#restart
        http://jabber.org/protocol/admin#server-buddy http://jabber.org/protocol/admin#set-motd
        http://jabber.org/protocol/admin#set-welcome http://jabber.org/protocol/admin#shutdown
        http://jabber.org/protocol/admin#user-stats http://jabber.org/protocol/amp
        http://jabber.org/protocol/amp#errors http://jabber.org/protocol/amp#std-actions
        http://jabber.org/protocol/amp?action=drop http://jabber.org/protocol/amp?action=error
        http://jabber.org/protocol/amp?action=notify http://jabber.org/protocol/amp?condition=deliver
        http://jabber.org/protocol/amp?condition=expire-at
        http://jabber.org/protocol/amp?condition=match-resource http://jabber.org/protocol/archive
        http://jabber.org/protocol/avatar http://jabber.org/protocol/bytestreams
        http://jabber.org/protocol/bytestreams#udp http://jabber.org/protocol/caps
        http://jabber.org/protocol/caps#optimize http://jabber.org/protocol/chatstates
        http://jabber.org/protocol/commands http://jabber.org/protocol/compress
        http://jabber.org/protocol/compress/exi http://jabber.org/protocol/disco
        http://jabber.org/protocol/disco#info http://jabber.org/protocol/disco#items
        http://jabber.org/protocol/dtcp http://jabber.org/protocol/ebxml http://jabber.org/protocol/evil
        http://jabber.org/protocol/feature-neg http://jabber.org/protocol/files
        http://jabber.org/protocol/fileshare#item_config http://jabber.org/protocol/fileshare#item_metadata
        http://jabber.org/protocol/filter http://jabber.org/protocol/filter/basic
        http://jabber.org/protocol/filter/xpath http://jabber.org/protocol/geoloc
        http://jabber.org/protocol/gw/ical http://jabber.org/protocol/http-auth
        http://jabber.org/protocol/httpbind http://jabber.org/protocol/ibb http://jabber.org/protocol/infobits
        http://jabber.org/protocol/iqibb http://jabber.org/protocol/jingle
        http://jabber.org/protocol/jingle/transport/telepathy http://jabber.org/protocol/jinglenodes
        http://jabber.org/protocol/jinglenodes#channel http://jabber.org/protocol/jinglenodes#turncredentials
        http://jabber.org/protocol/jobs http://jabber.org/protocol/map http://jabber.org/protocol/mood
        http://jabber.org/protocol/muc http://jabber.org/protocol/muc#admin http://jabber.org/protocol/muc#owner
        http://jabber.org/protocol/muc#register http://jabber.org/protocol/muc#request
        http://jabber.org/protocol/muc#roomconfig http://jabber.org/protocol/muc#roominfo
        http://jabber.org/protocol/muc#rooms http://jabber.org/protocol/muc#self-ping-optimization
        http://jabber.org/protocol/muc#stable_id http://jabber.org/protocol/muc#traffic
        http://jabber.org/protocol/muc#unique http://jabber.org/protocol/muc#user
        http://jabber.org/protocol/mute#server http://jabber.org/protocol/nick
        http://jabber.org/protocol/offline http://jabber.org/protocol/physloc http://jabber.org/protocol/poke
        http://jabber.org/protocol/pubsub http://jabber.org/protocol/pubsub#access-presence
        http://jabber.org/protocol/pubsub#access-whitelist http://jabber.org/protocol/pubsub#auto-create
        http://jabber.org/protocol/pubsub#auto-subscribe http://jabber.org/protocol/pubsub#chaining
        http://jabber.org/protocol/pubsub#config-node http://jabber.org/protocol/pubsub#create-and-configure
        http://jabber.org/protocol/pubsub#create-nodes http://jabber.org/protocol/pubsub#errors
        http://jabber.org/protocol/pubsub#event http://jabber.org/protocol/pubsub#filtered-notifications
        http://jabber.org/protocol/pubsub#get-pending http://jabber.org/protocol/pubsub#integer-or-max
        http://jabber.org/protocol/pubsub#last-published http://jabber.org/protocol/pubsub#meta-data
        http://jabber.org/protocol/pubsub#name http://jabber.org/protocol/pubsub#node_config
        http://jabber.org/protocol/pubsub#owner http://jabber.org/protocol/pubsub#persistent-items
        http://jabber.org/protocol/pubsub#publish http://jabber.org/protocol/pubsub#publish-options
        http://jabber.org/protocol/pubsub#pubsub-on-a-jid http://jabber.org/protocol/pubsub#retrieve-items
        http://jabber.org/protocol/pubsub#rsm http://jabber.org/protocol/pubsub#subscribe
        http://jabber.org/protocol/pubsub#subscribe_authorization
        http://jabber.org/protocol/pubsub#subscribe_options
        http://jabber.org/protocol/pubsub#subscription-options http://jabber.org/protocol/pubsub#versioning
        http://jabber.org/protocol/rc#accept-files http://jabber.org/protocol/rc#forward
        http://jabber.org/protocol/rc#leave-groupchats http://jabber.org/protocol/rc#set-options
        http://jabber.org/protocol/rc#set-status http://jabber.org/protocol/rel
        http://jabber.org/protocol/rosterx http://jabber.org/protocol/rsm http://jabber.org/protocol/sac
        http://jabber.org/protocol/shim http://jabber.org/protocol/shim#header http://jabber.org/protocol/si
        http://jabber.org/protocol/si/profile/file-transfer http://jabber.org/protocol/si/profile/fileshare
        http://jabber.org/protocol/si/profile/profile-name http://jabber.org/protocol/sipub
        http://jabber.org/protocol/stats http://jabber.org/protocol/swb http://jabber.org/protocol/ticket
        http://jabber.org/protocol/tins http://jabber.org/protocol/tune http://jabber.org/protocol/url-data
        http://jabber.org/protocol/url-data/scheme/http http://jabber.org/protocol/waitinglist
        http://jabber.org/protocol/workgroup http://jabber.org/protocol/xdata-layout
        http://jabber.org/protocol/xdata-validate http://jabber.org/protocol/xhtml-im
        http://jabber.org/protocols/xdata-validate http://purl.org/dc/elements/1.1/
        http://purl.org/syndication/thread/1.0 http://www.w3.org/1999/02/22-rdf-syntax-ns#
        http://www.w3.org/1999/xhtml http://www.w3.org/2000/09/xmldsig# http://www.w3.org/2001/04/xmlenc#
        http://www.w3.org/2001/06/grammar http://www.w3.org/2001/10/synthesis
        http://www.w3.org/2001/XMLSchema-instance http://www.w3.org/2003/05/soap-envelope
        http://www.w3.org/2004/08/representation http://www.w3.org/2004/11/xmlmime http://www.w3.org/2005/Atom
        http://www.w3.org/2005/sparql-results# http://www.w3.org/XML/1998/namespace
        http://www.xmpp.org/extensions/xep-0116.html#ns http://www.xmpp.org/extensions/xep-0116.html#ns-init
        http://www.xmpp.org/extensions/xep-0166.html#ns http://www.xmpp.org/extensions/xep-0200.html#ns
        http://www.xmpp.org/extensions/xep-0204.html#ns http://www.xmpp.org/extensions/xep-0204.html#ns-state
        http://www.xmpp.org/extensions/xep-0204.html#ns-types https://xmpp.org/extensions/isr/0 jabber:client
        jabber:component:accept jabber:component:connect jabber:iq:accountxfer jabber:iq:agents jabber:iq:auth
        jabber:iq:avatar jabber:iq:browse jabber:iq:conversations jabber:iq:data jabber:iq:dsps jabber:iq:dtcp
        jabber:iq:filexfer jabber:iq:gateway jabber:iq:ibb jabber:iq:inband jabber:iq:iq jabber:iq:jidlink
        jabber:iq:joap jabber:iq:last jabber:iq:oob jabber:iq:pass jabber:iq:privacy jabber:iq:private
        jabber:iq:pubsub jabber:iq:register jabber:iq:roster jabber:iq:rpc jabber:iq:search jabber:iq:time
        jabber:iq:version jabber:security:message jabber:security:session jabber:server jabber:server:dialback
        jabber:x:avatar jabber:x:commands jabber:x:conference jabber:x:data jabber:x:delay jabber:x:encrypted
        jabber:x:envelope jabber:x:event jabber:x:expire jabber:x:oob jabber:x:roster jabber:x:roster:item
        jabber:x:signed jabber:x:tone storage:bookmarks storage:client:avatar storage:metacontacts
        storage:pubsubs storage:rosternotes urn:ietf:params:xml:ns:conference-info
        urn:ietf:params:xml:ns:iodef-1.0 urn:ietf:params:xml:ns:vcard-4.0 urn:ietf:params:xml:ns:xmpp-bind
        urn:ietf:params:xml:ns:xmpp-framing urn:ietf:params:xml:ns:xmpp-sasl urn:ietf:params:xml:ns:xmpp-session
        urn:ietf:params:xml:ns:xmpp-stanzas urn:ietf:params:xml:ns:xmpp-streams urn:ietf:params:xml:ns:xmpp-tls
        urn:ietf:rfc:2327 urn:ietf:xml:params:ns:xmpp-stanzas urn:xmpp:ago:0 urn:xmpp:alt-connections
        urn:xmpp:alt-connections:websocket urn:xmpp:alt-connections:xbosh urn:xmpp:archive urn:xmpp:archive:auto
        urn:xmpp:archive:data urn:xmpp:archive:manage urn:xmpp:archive:manual urn:xmpp:archive:pref
        urn:xmpp:atm:0 urn:xmpp:atm:1 urn:xmpp:attention:0 urn:xmpp:attest:2 urn:xmpp:avatar:data
        urn:xmpp:avatar:metadata urn:xmpp:bidi urn:xmpp:bind2:1 urn:xmpp:bind:0 urn:xmpp:blocking
        urn:xmpp:blocking:errors urn:xmpp:bob urn:xmpp:bookmarks-pinning:0 urn:xmpp:bookmarks:1
        urn:xmpp:bookmarks:1#compat urn:xmpp:bookmarks:1#compat-pep urn:xmpp:burner:0 urn:xmpp:calendar-events:0
        urn:xmpp:call-invites:0 urn:xmpp:cam:0 urn:xmpp:caps urn:xmpp:caps:gratuitous urn:xmpp:caps:optimize
        urn:xmpp:captcha urn:xmpp:carbons:2 urn:xmpp:carbons:rules:0 urn:xmpp:channel-search:0
        urn:xmpp:chat-markers:0 urn:xmpp:chatting:0 urn:xmpp:ciphers:aes-128-gcm-nopadding
        urn:xmpp:ciphers:aes-256-gcm-nopadding:0 urn:xmpp:cmr:0 urn:xmpp:component:0 urn:xmpp:contact
        urn:xmpp:contacts urn:xmpp:contacts-groups urn:xmpp:contacts:0 urn:xmpp:content urn:xmpp:crl:0
        urn:xmpp:csi:0 urn:xmpp:cxfr urn:xmpp:dataforms:softwareinfo urn:xmpp:delay urn:xmpp:delegation:2
        urn:xmpp:delegation:2#configure urn:xmpp:dialback:errors urn:xmpp:dmuc:0 urn:xmpp:domain-based-name:1
        urn:xmpp:dox:0 urn:xmpp:dsig:0 urn:xmpp:eme:0 urn:xmpp:entityver:0 urn:xmpp:errors urn:xmpp:esfs:0
        urn:xmpp:eventlog urn:xmpp:extdisco:1 urn:xmpp:extdisco:2 urn:xmpp:fallback:0 urn:xmpp:fast:0
        urn:xmpp:fasten:0 urn:xmpp:features:bidi urn:xmpp:features:dialback urn:xmpp:features:pre-approval
        urn:xmpp:features:rosterver urn:xmpp:file:metadata:0 urn:xmpp:fis:0 urn:xmpp:forward:0 urn:xmpp:gaming:0
        urn:xmpp:hash-function-text-names:sha-256 urn:xmpp:hash-function-text-names:sha3-256 urn:xmpp:hashes:1
        urn:xmpp:hashes:2 urn:xmpp:hats:0 urn:xmpp:hats:commands:assign urn:xmpp:hats:commands:create
        urn:xmpp:hats:commands:destroy urn:xmpp:hats:commands:list urn:xmpp:hats:commands:list-assigned
        urn:xmpp:hats:commands:unassign urn:xmpp:hints urn:xmpp:http urn:xmpp:http:online-meetings:0
        urn:xmpp:http:upload urn:xmpp:http:upload:0 urn:xmpp:http:upload:purpose:0
        urn:xmpp:http:upload:purpose:0#ephemeral urn:xmpp:http:upload:purpose:0#message
        urn:xmpp:http:upload:purpose:0#permanent urn:xmpp:http:upload:purpose:0#profile urn:xmpp:httpbind
        urn:xmpp:iap:0 urn:xmpp:ibr-token:0 urn:xmpp:idle:1 urn:xmpp:im-ng:0 urn:xmpp:inbox:1
        urn:xmpp:incident:2 urn:xmpp:invisible:1 urn:xmpp:invite#create-account urn:xmpp:invite#invite
        urn:xmpp:iot:concentrators urn:xmpp:iot:control urn:xmpp:iot:discovery urn:xmpp:iot:provisioning
        urn:xmpp:iot:sensordata urn:xmpp:jid:0 urn:xmpp:jidprep:1 urn:xmpp:jidprep:base64:1
        urn:xmpp:jingle-message:0 urn:xmpp:jingle:0 urn:xmpp:jingle:1 urn:xmpp:jingle:apps:dtls:0
        urn:xmpp:jingle:apps:file-transfer:3 urn:xmpp:jingle:apps:file-transfer:4
        urn:xmpp:jingle:apps:file-transfer:5 urn:xmpp:jingle:apps:file-transfer:errors:0
        urn:xmpp:jingle:apps:file-transfer:info:2 urn:xmpp:jingle:apps:grouping:0
        urn:xmpp:jingle:apps:out-of-band:0 urn:xmpp:jingle:apps:rtp:0 urn:xmpp:jingle:apps:rtp:1
        urn:xmpp:jingle:apps:rtp:1:info urn:xmpp:jingle:apps:rtp:audio urn:xmpp:jingle:apps:rtp:errors:1
        urn:xmpp:jingle:apps:rtp:info:1 urn:xmpp:jingle:apps:rtp:rtcp-fb:0 urn:xmpp:jingle:apps:rtp:rtp-hdrext:0
        urn:xmpp:jingle:apps:rtp:ssma:0 urn:xmpp:jingle:apps:rtp:video urn:xmpp:jingle:apps:rtp:zrtp:1
        urn:xmpp:jingle:apps:rtt-sync:0 urn:xmpp:jingle:apps:some-file urn:xmpp:jingle:apps:xhtml
        urn:xmpp:jingle:apps:xmlstream:0 urn:xmpp:jingle:errors:1 urn:xmpp:jingle:jet-omemo:0
        urn:xmpp:jingle:jet:0 urn:xmpp:jingle:muji:0 urn:xmpp:jingle:security:xtls:0 urn:xmpp:jingle:transfer:0
        urn:xmpp:jingle:transport:name urn:xmpp:jingle:transports:dtls-sctp:1 urn:xmpp:jingle:transports:http:0
        urn:xmpp:jingle:transports:http:upload:0 urn:xmpp:jingle:transports:ibb:0
        urn:xmpp:jingle:transports:ibb:1 urn:xmpp:jingle:transports:ice-udp:0
        urn:xmpp:jingle:transports:ice-udp:1 urn:xmpp:jingle:transports:ice:0
        urn:xmpp:jingle:transports:raw-udp:0 urn:xmpp:jingle:transports:raw-udp:1
        urn:xmpp:jingle:transports:s5b:1 urn:xmpp:jingle:transports:sxe
        urn:xmpp:jingle:transports:webrtc-datachannel:0 urn:xmpp:jinglepub:1 urn:xmpp:json:0
        urn:xmpp:keepalive:0 urn:xmpp:langtrans urn:xmpp:langtrans:items urn:xmpp:locationquery:0
        urn:xmpp:mam#configure urn:xmpp:mam:0 urn:xmpp:mam:1 urn:xmpp:mam:2 urn:xmpp:mam:2#extended
        urn:xmpp:mam:2#groupchat-available urn:xmpp:mam:2#groupchat-field urn:xmpp:markup:0
        urn:xmpp:mds:displayed:0 urn:xmpp:mds:server-assist:0 urn:xmpp:media-element urn:xmpp:mentions:0
        urn:xmpp:mentions:0#channel urn:xmpp:mentions:0#hats urn:xmpp:mentions:0#moderators
        urn:xmpp:mentions:0#server urn:xmpp:mentions:0#space urn:xmpp:mentions:0channel
        urn:xmpp:message-attaching:1 urn:xmpp:message-correct:0 urn:xmpp:message-moderate:0
        urn:xmpp:message-moderate:1 urn:xmpp:message-retract:0 urn:xmpp:message-retract:1
        urn:xmpp:message-retract:1#tombstone urn:xmpp:microblog:0
        urn:xmpp:microblog:0:comments/balcony-restoration-afd1 urn:xmpp:microblog:0:comments/some-item-id
        urn:xmpp:mix:admin:0 urn:xmpp:mix:anon:0 urn:xmpp:mix:core:1 urn:xmpp:mix:core:1#create-channel
        urn:xmpp:mix:core:1#searchable urn:xmpp:mix:misc:0 urn:xmpp:mix:misc:0#nick-register
        urn:xmpp:mix:nodes:allowed urn:xmpp:mix:nodes:banned urn:xmpp:mix:nodes:config urn:xmpp:mix:nodes:info
        urn:xmpp:mix:nodes:jidmap urn:xmpp:mix:nodes:messages urn:xmpp:mix:nodes:participants
        urn:xmpp:mix:nodes:presence urn:xmpp:mix:pam:2 urn:xmpp:mix:pam:2#archive urn:xmpp:mix:presence:0
        urn:xmpp:mix:roster:0 urn:xmpp:moved:1 urn:xmpp:muc-presence-versioning:0 urn:xmpp:muc:affiliations:0
        urn:xmpp:muc:affiliations:1 urn:xmpp:muc:conditions:1 urn:xmpp:mux:0 urn:xmpp:notification-settings:1
        urn:xmpp:oauth:0 urn:xmpp:oauth:0:errors urn:xmpp:occupant-id:0 urn:xmpp:omemo:1 urn:xmpp:omemo:2
        urn:xmpp:omemo:2:bundles urn:xmpp:omemo:2:devices urn:xmpp:ooo:0 urn:xmpp:openpgp:0
        urn:xmpp:openpgp:0:public-keys urn:xmpp:openpgp:0:public-keys:
        urn:xmpp:openpgp:0:public-keys:1357B01865B2503C18453D208CAC2A9678548E35 urn:xmpp:openpgp:0:secret-key
        urn:xmpp:openpgp:im:0 urn:xmpp:openpgp:pubsub:0 urn:xmpp:order-by:1 urn:xmpp:otr:0 urn:xmpp:pars:0
        urn:xmpp:pep-vcard-conversion:0 urn:xmpp:ping urn:xmpp:pps:0
        urn:xmpp:pps:subscribers:0/urn:xmpp:microblog:0 urn:xmpp:pps:subscriptions:0 urn:xmpp:presence-session:0
        urn:xmpp:privilege:2 urn:xmpp:psa urn:xmpp:pubsub-attachments:1 urn:xmpp:pubsub-attachments:summary:1
        urn:xmpp:pubsub-attachments:summary:1/urn:xmpp:microblog:0 urn:xmpp:pubsub-filter:0
        urn:xmpp:pubsub-signing:0 urn:xmpp:pubsub-signing:openpgp:0 urn:xmpp:pubsub:cap:0
        urn:xmpp:pubsub:queueing:0 urn:xmpp:pubsub:subscription urn:xmpp:pubsub:subscription:0 urn:xmpp:push:0
        urn:xmpp:push:summary urn:xmpp:raa:0 urn:xmpp:raft urn:xmpp:rai:0 urn:xmpp:rap:0 urn:xmpp:raproute:0
        urn:xmpp:rayo:1 urn:xmpp:rayo:call:1 urn:xmpp:rayo:client:1 urn:xmpp:rayo:ext:1
        urn:xmpp:rayo:ext:complete:1 urn:xmpp:rayo:fax:1 urn:xmpp:rayo:fax:complete:1 urn:xmpp:rayo:input:1
        urn:xmpp:rayo:mixer:1 urn:xmpp:rayo:node:1 urn:xmpp:rayo:output:1 urn:xmpp:rayo:output:complete:1
        urn:xmpp:rayo:prompt:1 urn:xmpp:rayo:record:1 urn:xmpp:rayo:record:complete:1 urn:xmpp:reach:0
        urn:xmpp:reactions:0 urn:xmpp:reactions:0:restrictions urn:xmpp:receipts urn:xmpp:reference:0
        urn:xmpp:register:0 urn:xmpp:reminders:0 urn:xmpp:reply:0 urn:xmpp:reporting:1 urn:xmpp:reporting:abuse
        urn:xmpp:reporting:spam urn:xmpp:reputation:0 urn:xmpp:revoke:2 urn:xmpp:rtt:0 urn:xmpp:sasl-cb:0
        urn:xmpp:sasl:0 urn:xmpp:sasl:1 urn:xmpp:sasl:2 urn:xmpp:sasl:upgrade:0 urn:xmpp:saslcert:1
        urn:xmpp:sce:1 urn:xmpp:scram-upgrade:0 urn:xmpp:sec-label:0 urn:xmpp:sec-label:catalog:2
        urn:xmpp:sec-label:ess:0 urn:xmpp:sec-label:pubsub:0 urn:xmpp:sec-label:pubsub:errors:0
        urn:xmpp:serverinfo:0 urn:xmpp:sfs:0 urn:xmpp:sic:1 urn:xmpp:sid:0 urn:xmpp:sift:2 urn:xmpp:sims:1
        urn:xmpp:sm:2 urn:xmpp:sm:3 urn:xmpp:sos:0 urn:xmpp:spim-report:0 urn:xmpp:spoiler:0 urn:xmpp:stickers:0
        urn:xmpp:stream-limits:0 urn:xmpp:styling:0 urn:xmpp:sxe:0 urn:xmpp:thumbs:1 urn:xmpp:time urn:xmpp:tm:0
        urn:xmpp:tm:1 urn:xmpp:tmp:abuse urn:xmpp:tmp:archive urn:xmpp:tmp:c2ctls urn:xmpp:tmp:cookies
        urn:xmpp:tmp:data-element urn:xmpp:tmp:delegate urn:xmpp:tmp:dmuc:0 urn:xmpp:tmp:io-data
        urn:xmpp:tmp:jingle:apps:video-rtp urn:xmpp:tmp:mine:0 urn:xmpp:tmp:profile urn:xmpp:tmp:pubkey
        urn:xmpp:tmp:quick-response urn:xmpp:tmp:roster-management:0 urn:xmpp:vcard4
        urn:xmpp:vcard:registration:1 urn:xmpp:viewing:0 urn:xmpp:webxdc:0 urn:xmpp:x509:0 urn:xmpp:xbosh
        urn:xmpp:xdata:color urn:xmpp:xdata:dynamic urn:xmpp:xid urn:xmpp:xid:0 urn:xmpp:xid:revoked
        urn:xmpp:xml-element vcard-temp vcard-temp-filter vcard-temp:x:update
        """#
}
