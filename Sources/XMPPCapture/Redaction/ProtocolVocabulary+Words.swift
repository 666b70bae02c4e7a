extension ProtocolVocabulary {
    /// Names of elements, attributes and form fields, and the values that schemas enumerate, in RFC 6120, RFC 6121 and
    /// the XEPs.
    static let wordList = #"""
        ADR AGENT ANAT ANONYMOUS AdditionalData Address Algorithm Assessment Authorization BBS BDAY
        BINVAL Body CATEGORIES CELL CLASS CONFIDENTIAL CRAM-MD5 CRED CTRY CarriedKeyName CipherData
        CipherValue ClassificationNodeFilter Contact Cookie Counter DDP DELETE DESC DIGEST-MD5 DOM Data
        DateTime Description EMAIL EXTADD EXTERNAL EXTVAL EncryptedData EncryptedKey EncryptionMethod
        EndTime Envelope Error EventData Expectation Expires Exponent FAMILY FAX FEC FID FN FORM_TYPE
        Flow GEO GET GIVEN GS2-KRB5 GSSAPI HEAD HOME HT-SHA-256-ENDP HT-SHA-256-EXPR HT-SHA-256-NONE
        HT-SHA-256-UNIQ HT-SHA-512-ENDP HT-SHA-512-EXPR HT-SHA-512-NONE HT-SHA-512-UNIQ HTTP HTTPS
        HasClassificationBranch Header History HistoryItem INTERNET INTL ISDN Id Impact Incident
        IncidentID Internal JABBERID KEY KEYWORD KeyInfo KeyName KeyValue LABEL LAT LINE LOCALITY LOGIN
        LOGO LON LS MAILER MIDDLE MODEM MSG Manifest Modulus MyData N NICKNAME NOTE NUMBER Node NodeRole
        OAUTHBEARER OPTIONS ORG ORGNAME ORGUNIT Object Other PAGER PARCEL PATCH PCODE PCS PHONETIC PHOTO
        PLAIN POBOX POST POSTAL PREF PREFIX PRIVATE PRODID PUBLIC PUT Queue RDF REGION REV ROLE
        RSAKeyValue Reference RegistryEntryFilter RegistryEntryQuery RelatedActivity ReportTime
        Representation SCRAM-SHA-1 SCRAM-SHA-1-PLUS SCRAM-SHA-256 SCRAM-SHA-256-PLUS SCRAM-SHA-512
        SCRAM-SHA-512-PLUS SCRAM-SHA3-512 SCRAM-SHA3-512-PLUS SORT-STRING SOUND SRF STREET SUFFIX
        Signature SignatureProperties SignatureProperty SignatureValue SignedInfo StartTime System TEL
        TITLE TRACE TYPE TZ Target TcpSocket Type UID URI URL USERID UdpSocket VERSION VIDEO VOICE WORK
        WarningUnsigned X-FACEBOOK-PLATFORM X-OAUTH2 X-TOKEN X400 XMPP XMPPproperties a abort aborted
        about abuse abuse-addresses accept accept-state accepted access access-authorize access-open
        access-presence access-roster access-whitelist account account-disabled accountjid accountjids
        accuracy ack acknowledged acl acronym action action-selected action_before actions activate
        activated active activeuserjids activeusersnum activity actor actpass add additional
        additional-data additional-names addr address addresses admin admin-addresses adminjids adr
        advanced affilation affiliation affiliations afraid after after-id agent agent-status
        agent-status-request ago agreement airportChoices alert algo algorithm all allow allowed
        allowlist alt altaccuracy alternative-session altitude always always-visible amazed amorous
        amount amp anchor angry anniversary annotate announcement annoyed anonymous answer answered
        answers anxious anyone append append-response application/json application/octet-stream
        application/pdf application/xml approve approved aqua area areaDesc aroused array arriving
        artist ashamed ask asksize assisted associate at_the_spa attach-to attachments attending
        attention attest attribute audio audio/mp4 audio/mpeg audio/ogg audio_recog auth auth-info
        auth-param authenticate authentication authid author authorise authorised
        authorization-identifier authorize authzid auto auto-auth auto-create auto-files auto-msg
        auto-offline auto-subscribe autojoin automaticEstimate automaticReadout automation available
        available-media away background bad-action bad-format bad-locale bad-namespace-prefix
        bad-payload bad-profile bad-request bad-sessionid bandwidth base64 basic bcc bcode bday bearing
        before before-id begin bgcolor bid bidi bidsize bind binding birth_year bit black blacklistjids
        blake2b-256 blake2b-512 block block-host block-size blockSize blocked blocklist blockquote blue
        body boolean bored bot both bounce bound brave brushing_teeth buffer building bundle
        business_category busy buying_groceries by bytes bytestreams c cacheType caladruri call-uri calm
        caluri canAccess canAccessResponse canControl canControlResponse canRead canReadResponse cancel
        canceled cancelled candidate candidate-error candidate-used cap-id captcha caption
        car_license_number catalog categories category cautious cc cdate cdo certainty challenge changed
        channel channel-binding channels character character_name character_profile charsets chat chdata
        checksum chunk chunkedBase64 cid cipher cite city claimed class cleaning clearCache
        clearCacheResponse client client-join client-leave clientpidmap clients clockrate close
        closed-node clubs cluster cmr code coding cohort cold collaboration collection collections color
        command command-node comment commuting compare-and-publish-failed complete completed completion
        component composer composing compress compressed compression computed concede condition
        conference conference-description conference-info confident config-node configuration
        configuration-required configurationId configure confirm confirmationString conflict confused
        connected connection connection-paused connection-timeout connectivity-error console contact
        container contemplative content content-accept content-add content-modify content-reject
        content-remove content-type contentType contentTypeReturned contented continue contract_type
        convId conversation cookie cooking copy count counter country countrycode cranky crazy create
        create-and-configure create-nodes createNewNode createNewNodeResponse created creative creator
        credentials credentials-expired crypt crypt_algs crypto crypto-required crypto-suite csi curious
        current-chats cycling d dancing data data-sync dataSource dataType database databaseId
        datachannel datatype date dateAndTime dateTime dateTime.iso8601 datum day_off db decline default
        dejected delay delegate delegated delegation delete delete-items delete-nodes delivered denied
        deny depart-queue departing department_name department_number departure departureDate
        departureTime depressed derived-from desc describe description description-info destination_lang
        destroy destroyNode destroyNodeResponse device deviceToken devices dhhashes dhkeys dial dialback
        dictionary digest dimension dimensions direct direction directory disable disableduserjids
        disabledusersnum disappointed disassociate disclosure disgusted dismayed disown disowned display
        display_name displayed displaymarking disposition distracted distrust div dnd dns doc document
        document-begin document-end doing_chores doing_maintenance doing_the_dishes doing_the_laundry
        domain done double downloadPrivileges downloadPrivilegesResponse downloadSchema
        downloadSchemaResponse drinking driving drop dstaddr duplicated-parameter duration e eating edit
        email embarrassed emphasis employee_number employee_type enable enabled encapslating-signature
        encapsulated-signature encoded encoding encrypt encrypted encrypted-secret encryption
        encryption-required end endOfSeries endSection engine enter entities entity entry enum envelope
        envious ephemeral episode equivalentlabel error errors esssecuritylabel event eventCode eventId
        evil exactmatch excited exclude execute executeCommonNodeCommand
        executeCommonNodeCommandResponse executeCommonNodeQuery executeCommonNodeQueryResponse
        executeNodeCommand executeNodeCommandResponse executeNodeQuery executeNodeQueryResponse
        executing exercising expire expire-before expired expires expiry ext ext-category ext-type
        extended extensions external external-status-addresses extmap-allow-mixed eye_color failed
        failed-application failed-rules failed-transport failure failureString fallback false
        family_name fast fault fav_athletes fav_charities fav_games fav_teams fav_tv favorite_beverages
        fax fburl feature feature-not-implemented features federation feed feedback-addresses fetch
        fgcolor field field-name fieldref fields file file-not-available file-sharing file-too-large
        file-transfer-method filename files fileshare filesys filter filtered-notifications fin finality
        fingerprint finish first first-seen fishing fixed flip-page flirtatious floor flow fmuc fn for
        forbid forbidden form form_type forwarded found foundation friend from frustrated
        full-set-retrieval-rejected fuschia future game gaming gardening gateway gathering-complete
        gender general-error generation generator genre geo geocode geoloc get get-pending
        getAllDataSources getAllDataSourcesResponse getAllNodes getAllNodesResponse getAncestors
        getAncestorsResponse getCapabilities getCapabilitiesResponse getChildNodes getChildNodesResponse
        getDatabaseReadoutParameters getDatabaseReadoutParametersResponse getDatabases
        getDatabasesResponse getForm getIndices getIndicesResponse getNode getNodeCommands
        getNodeCommandsResponse getNodeParametersForEdit getNodeParametersForEditResponse
        getNodeResponse getNodesFromIndex getNodesFromIndexResponse getNodesFromIndices
        getNodesFromIndicesResponse getRootDataSources getRootDataSourcesResponse getRootNodes
        getRootNodesResponse getToken getTokenChallenge getTokenChallengeResponse getTokenResponse
        getting_a_haircut given given-names given_name going_out gone grammar grant gray green grooming
        group groupchat groupchats grumpy guilty h hair_color handheld handled-count-too-high handshake
        hanging_out hangup hangup-command happy hasChildren hasCommands hasPrivilege
        hasPrivilegeResponse hash hash-used hash_algs hats#hash hats#hue hats#jid hats#title hats#uri
        having_a_beer having_a_snack having_appointment having_breakfast having_coffee having_dinner
        having_lunch having_tea head header headers headline height hidden hiding hiking historical
        historicalDay historicalHour historicalMinute historicalMonth historicalOther historicalQuarter
        historicalSecond historicalWeek historicalYear history hmac hold holdconn hopeful host host-gone
        host-unknown hostName hostname hot href html http httpError http_access humbled humiliated
        hungry hurt i4 ibb ical ice2 icon id id-blake2b256 identification identifier identity
        identity-category identity-type identityKey idle idle-seconds idleusersnum ids ik im image/gif
        image/jpeg image/png image/svg+xml image/webp img important impp impressed improper-addressing
        in-reply-to inProgress in_a_car in_a_meeting in_awe in_love in_real_life inactive inactivity
        include include-groupchat incoming incompatible-parameters incorrect-encoding index indexRef
        indexValue indignant info info_url init init_pubkey initial-response initiate initiator inline
        input inst-resumed instant-nodes instruction instructions insufficient-clearance int integer
        interested internal-server-error interval intoxicated invalid invalid-authzid
        invalid-consumer-key invalid-crypto invalid-from invalid-id invalid-jid invalid-mechanism
        invalid-namespace invalid-nonce invalid-options invalid-payload invalid-rules
        invalid-search-terms invalid-signature invalid-sort-key invalid-subid invalid-token invalid-xml
        invalidContentType invalidate invincible invisible invitation invite invitee inviter
        invoiceConfirmed invoiced iodata ip ip4 ip6 ip_version ipaddresses iq irc is-jerk isControllable
        isFriend isFriendResponse isReadable isr-enabled item item-forbidden item-ids item-not-found
        item-required itemremove items iterations itinerary itineraryClarification iv jealous jid
        jid-malformed jid-multi jid-required jid-single jid-validate-request jid-validate-result jidprep
        jingle jinglepub jogging join join-queue join-time joined json keepAlive keepalive kex key
        key-owner key-params keyinfo keyprint keys kind label labelsig landing-url lang language
        language-tag last last-id last-message-body last-message-sender last-published last-seen
        last-sender lastChanged lastlogin lat latest-id latitude layer leader-commit leaf
        leased-subscription leave left length level li light lime limits link linkseq list list-multi
        list-range list-single literal local-node locality localport location locationquery lodging log
        logging loginsperminute logo lon lonely long longitude lucky lyricist lzw mac malformed-action
        malformed-request malformed-url manage-subscriptions managed_entity manager manifest
        manualEstimate manualReadout map markable markup maroon mascot mav max max-age max-bytes
        max-chats max-file-size max-items-exceeded max-nodes-exceeded max-skew maxChunkSize maxCount
        maxIncluded maxPacketLifeTime maxRetransmits max_items max_reactions_per_user maxchars maxkbps
        maxpause maxptime maxstanzas maybe-jid mbti md5 md5Hash mdate mean mechanism mechanism-too-weak
        mechanisms media media-error media-sharing media-type meeting member member-affiliation mention
        mentions mentions#associations mentions#channel mentions#count mentions#hats mentions#individual
        mentions#server mentions#space mep message message-count messages meta meta-data metadata method
        methodCall methodName methodResponse methods migrated mime mime-type mimetype min minIncluded
        mine minimized mirror mirrors misc missing missing-parameter missingSchema mix mixer-name mode
        moderate moderated moderator moderators modified modify modify-affiliations modp module
        momentary mood moody more motd moveNodesDown moveNodesDownResponse moveNodesUp
        moveNodesUpResponse msgType msgoffline msn_id muc muc#jid muc#maxhistoryfetch muc#register_allow
        muc#register_email muc#register_faqentry muc#register_first muc#register_last
        muc#register_roomnick muc#register_url muc#request_allow muc#role muc#roomconfig_allowinvites
        muc#roomconfig_allowpm muc#roomconfig_changesubject muc#roomconfig_distributed
        muc#roomconfig_enablelogging muc#roomconfig_forwardmentions muc#roomconfig_getmemberlist
        muc#roomconfig_lang muc#roomconfig_maxusers muc#roomconfig_membersonly
        muc#roomconfig_moderatedroom muc#roomconfig_passwordprotectedroom muc#roomconfig_persistentroom
        muc#roomconfig_presencebroadcast muc#roomconfig_publicroom muc#roomconfig_pubsub
        muc#roomconfig_roomadmins muc#roomconfig_roomdesc muc#roomconfig_roomname
        muc#roomconfig_roomowners muc#roomconfig_roomsecret muc#roomconfig_slow_mode_duration
        muc#roomconfig_whois muc#roominfo_avatarhash muc#roominfo_contactjid muc#roominfo_description
        muc#roominfo_lang muc#roominfo_ldapgroup muc#roominfo_logs muc#roominfo_occupants
        muc#roominfo_subject muc#roominfo_subjectmod muc#roomnick muc#user_email muc#user_faqentry
        muc#user_first muc#user_last muc#user_roomnick muc#user_url muc-mirror muc-password muc_hidden
        muc_membersonly muc_moderated muc_nonanonymous muc_open muc_passwordprotected muc_persistent
        muc_public muc_rooms muc_semianonymous muc_temporary muc_unmoderated muc_unsecured
        multi-collection multi-items multi-subscribe mustUnderstand mute mux my_nonce n name name_suffix
        namespace navy negotiated nervous network neutral never new newAddress newObject newRecords
        newaccount newkey next nick nickname no-copy no-permanent-store no-search-conditions no-store
        no-valid-streams node nodeAdded nodeId nodeMovedDown nodeMovedUp nodeRemoved nodeStatusChanged
        nodeType nodeUpdated nodeid-required nonce none noreply normal not-acceptable not-allowed
        not-authorized not-in-roster-group not-modified not-subscribed not-well-formed notSame note
        notification notify notify-agents notify-queue notify-queue-details nr ns num numEq numGt
        numGtEq numLt numLtEq numNEq numNRange numRange number number_of_messages numeric oauth
        oauth_consumer_key oauth_nonce oauth_signature oauth_signature_method oauth_timestamp
        oauth_token oauth_version object occupant-id ocr offended offer offer-accept offer-reject
        offer-revoke offline offset offset_x offset_y ofrom ol old oldId old_password oldaccount oldest
        olive on-mention on_a_bus on_a_plane on_a_train on_a_trip on_the_phone on_vacation
        on_video_phone one oneshot onlineresources onlineuserjids onlineusersnum onlyIfDerivedFrom ooo
        open openpgp oper oppose opt-out option optional options orange order ordered org org_name
        org_role org_unit org_url origin-id os os_version other other-request otr out out-of-order
        outcast outcast-affiliation outgoing output outraged owner p packetID page pam param paramError
        parameter parameterGroup parameters params parent parentId participant participants partying
        pass passenger passive password password-verify patch path patronymic pause paused payload
        payload-required payload-too-big payload-type payment-required pc pda peak peer peerhost peerjid
        pending pending-subscription pep per-hop performer perm permission permtoken persistent-items
        phone photo photo_data physloc picture_q picture_recog pidata ping pinned pitarget pk
        places-to-meet plane playful playing_sports pointer poke policy policy-violation polling polygon
        port position postBack postalbox postalcode powerFailure praying preKeyId preKeyPublic preauth
        precondition-not-met pref prefer preference prefix prefs prekey prekeys presence presence-in
        presence-notifications presence-out presence-session presence-subscribe
        presence-subscription-required prev prev-log-index previd previous prflx primary primary-weight
        primary_org_role priority private privilege privilegeId privileged_iq probe proceed
        processing-failed prodid profile projection prolog prompt propose protectedMessage
        proteinsequence protocol proud proxy proxy-error psi-sig ptime pubkey public publish
        publish-only publish-only-affiliation publish-options published publisher publisher-affiliation
        pubsub pubsub#access_model pubsub#allow pubsub#body_xslt pubsub#children pubsub#collection
        pubsub#contact pubsub#creation_date pubsub#creator pubsub#dataform_xslt pubsub#deliver
        pubsub#deliver_notifications pubsub#deliver_payloads pubsub#description pubsub#digest
        pubsub#digest_frequency pubsub#expire pubsub#include_body pubsub#item_expire pubsub#itemreply
        pubsub#language pubsub#max_items pubsub#max_payload_size pubsub#node pubsub#node_type
        pubsub#notification_type pubsub#notify_config pubsub#notify_delete pubsub#notify_retract
        pubsub#notify_sub pubsub#num_subscribers pubsub#owner pubsub#persist_items
        pubsub#presence_based_delivery pubsub#prev_item_cap_value pubsub#publish_model
        pubsub#publish_node_full pubsub#publisher pubsub#purge_offline pubsub#queue_requests
        pubsub#roster_groups_allowed pubsub#send_last_published_item pubsub#show-values pubsub#subid
        pubsub#subscribe pubsub#subscriber_jid pubsub#subscription_depth pubsub#subscription_type
        pubsub#tempsub pubsub#title pubsub#type pulse purge purge-nodes purple purpose push
        pusub#subscriber_jid put pwd qa query queryAborted queryDone queryId queryProgress queryid
        queue-notifications queue-status queued r rai range rap rate-limit rating reach reaction
        reactions read readOnly reading realjid-public realtime reason reasoning received receivers
        recipient-unavailable record recording red redirect ref reference referenced-stanza regex region
        regioncode register registered registereduserjids registeredusersnum registration
        registration-required rehearsing reject rekey_freq rel rel-addr rel-port related relaxed
        relaxing relay reliability reliable relieved religion reminder remorseful remote-candidate
        remote-connection-failed remote-domain remote-node remote-server-not-found remote-server-timeout
        remote-service remote-stream-error remoteport remove removed repeat-times replace reply
        replyroom replyto report report-origin reported reportedref req request request-token requests
        require required reservation reset resource resource-constraint resp resp_pubkey responder
        response responseCode restart restartlogic restless restrict restricted restricted-xml result
        results resume resumed retract retract-items retracted retrieve retrieve-affiliations
        retrieve-default retrieve-default-sub retrieve-items retrieve-subscriptions retry retry-after
        return rev revocation revocationprint revocationtime revoke revoked rid ringing rogue role room
        roster roster-subscription rosteritem rostersize route rpad rpc rset rsvp rtcp-fb
        rtcp-fb-trr-int rtcp-mux rtp-hdrext rtt rtt-sync rule ruleset runlevel running running_an_errand
        sad sales-addresses salt sarcastic sas_algs sasl-channel-binding save scale scheduled_holiday
        schema scheme scope score sctpmap sdp search search_request seatPreference secondaryTrustAllowed
        seconds secret secretkey secs section secure security security-addresses security-error
        security-info security-required securityLabel securitylabel see-other-host see-other-uri seek
        selector self-presence selfOwned semantics send-count sender senderName senders sendfax sent seq
        seqNum seqnr serious server server-unavailable server_address server_name serverinfo
        serverinfo-pubsub-node service service-unavailable serviceToken services session session-accept
        session-expired session-info session-initiate session-params session-terminate session2 session3
        sessionVariable sessionid sessionremove set set-cookies setNodeParametersAfterEdit
        setNodeParametersAfterEditResponse setResponse setnick setup setup-failed setupResponse severity
        sex sha-1 sha-256 sha-512 sha3-256 sha3-512 shaving shocked shopping show shy si sick sid sift
        sign sign-data sign_algs signature signature-over-message signature-value signed signed-info
        signedInfo signedPreKeyId signedPreKeyPublic signedPreKeySignature signer signerjid signerprint
        signtime silver simple-label since sipub size skiing skype_address sleeping sleepy slot sm
        smoker smoking sn so soap socializing software software_version some-metadata sort-as sound
        sounds source sourceId source_lang sources sourceseq spam span sparql speech_q speech_recog
        speed spk spks spoiler spontaneous src srflx srp ssn sso ssrc ssrc-group stable stamp stanza
        stanza-id stanzas stanzaspersecond start startDatabaseReadout startDatabaseReadoutResponse
        started started-speaking starting starttls state state-annotation state-offer status
        status-addresses status-message status-priority statusCode statusMessage sticker stocknews stop
        stopped-speaking storage store stored str strEq strGt strGtEq strLt strLtEq strMask strNEq
        strNRange strRange stream stream-method streamEnd streamId streamhost streamhost-used streams
        street stressed strict string stringIds stroke stroke-width strong struct studying stun style
        sub subid subid-required subject submit subprotocol subscribe subscribe-options
        subscribeResponse subscribed subscription subscription-notifications subscription-options
        subscription-required subscriptions subtype success successString suffix summary sunbathing
        support-addresses surname surprised swimming sxe symbol sync-mode system-shutdown t tableId tag
        taking_a_bath taking_a_shower talking target targetns task task-data tasks tcp tcptype teal tel
        temporary-auth-failure term terminate text text-multi text-private text-single text/html
        text/plain text/xml thankful the_field_name thing thinking third-party thirsty thread throughput
        thumbnail tie-break time timeOffset timeout timer times-to-meet timestamp timezone tins tired
        title tls-0rtt tls-exporter tls-server-end-point tls-unique to token token-required
        tokenChallenge tokenChallengeResponse too-many-stanzas too-many-subscriptions track tracker
        transaction transfer transfer-failed transfer-refused transferred translation transport
        transport-accept transport-info transport-reject transport-replace traveling true trust
        trust-message tune tunnel turn type types tz tzo udp udpsuccess ufrag uid ul
        unacceptable-payload unavailable unbind unblock unconfigured undefined undefined-condition
        unexpected-request unfriend unhold unique unit unjoin unjoined unknown-session unlock unmute
        unregister unset unstyled unsubscribe unsubscribed unsupported unsupported-access-model
        unsupported-actions unsupported-applications unsupported-conditions unsupported-encoding
        unsupported-feature unsupported-info unsupported-method unsupported-parameter
        unsupported-signature-method unsupported-stanza-type unsupported-transports unsupported-version
        until update updated upgrade upload urgency uri url url-data usage use user user-agent
        user-preference userLoggedIn userName userToken username users utc uuid vCard valid validate
        value valueMaxLength valuePartitionCapacity var variable vcard vcard-temp vcards ver verify
        version video video/mp4 video/ogg video/webm video_q video_recog view visibility visible visitor
        voice volume volume-down w wait waitinglist waitlist walking walking_the_dog warn warning
        watching_a_movie watching_tv weak web weblog webtab welcome when white whitelist whitelistjids
        whose width wildcard with workgroup#description workgroup#online working working_out worried
        wrapper writable writing x x-gender x-mmn x509-ca-list x509-cert x509-cert-chain x509-challenge
        x509-challenge-failed x509-csr x509-revoke x509-signature x509Certificate
        x509CertificateThumbprint x509cert xCard xa xid xml xml-metadata xml-not-well-formed xml-payload
        xmllns xmln xpath y yellow zero zip zlib zodiac_chinese zodiac_western zrtp-hash
        """#
}
