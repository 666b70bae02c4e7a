extension RedactionRule {
    /// Attributes that the schemas of the XEPs make a number, with the element before the `@` where others have the name
    /// for something else.
    static let numericAttributes = """
        payload-type@channels clockrate error@code status@code default@expire item@expire channel@id
        payload-type@id rtp-hdrext@id salt@iterations max-age maxChunkSize maxCount maxPacketLifeTime
        maxRetransmits max_items maxpause maxptime list-range@min numNRange@min numRange@min
        candidate@network nr sctpmap@number range@offset search@offset item@order ptime send-count seqnr
        ssrc statusCode x@stored streams body@time rtcp-fb-trr-int@value changed@version chat@version
        removed@version
        """

    /// Attributes that the schemas of the XEPs give a few words to choose from, or a time.
    static let enumeratedAttributes = """
        canRead@all canReadResponse@all req@all autojoin automaticEstimate automaticReadout bgcolor
        boolean@computed date@computed dateTime@computed duration@computed enum@computed error@computed
        int@computed long@computed numeric@computed req@computed string@computed time@computed
        body@condition x@continue prefs@default address@delivered failure@done fields@done list@end
        remove@end endOfSeries boolean@error date@error dateTime@error duration@error enum@error error@error
        int@error long@error numeric@error string@error time@error exactmatch actions@execute
        service@expires subscription@expiry token@expiry unsupported@feature fgcolor canRead@historical
        canReadResponse@historical req@historical historicalDay historicalHour historicalMinute
        historicalMonth historicalOther historicalQuarter historicalSecond historicalWeek historicalYear ibb
        ice2 boolean@identity date@identity dateTime@identity duration@identity enum@identity error@identity
        int@identity long@identity numeric@identity req@identity string@identity time@identity inProgress
        invalidate invoiceConfirmed invoiced req@jingle chunk@last manualEstimate manualReadout maxIncluded
        minIncluded boolean@missing date@missing dateTime@missing duration@missing enum@missing
        error@missing int@missing long@missing numeric@missing string@missing time@missing query@mode
        transport@mode momentary found@more header@name negotiated retract@notify remove@open ordered otr
        peak per-hop relay@policy stun@policy tracker@policy turn@policy powerFailure invisible@probe
        claimed@public mine@public perm@push accepted@queued link@rel datachannel@reliability
        encryption@required service@restricted canAccessResponse@result canControlResponse@result
        canReadResponse@result hasPrivilegeResponse@result isFriendResponse@result resume item@role
        auto@save default@save item@save uri@scheme secondaryTrustAllowed cookie@secure selfOwned
        ssrc-group@semantics boolean@signed date@signed dateTime@signed duration@signed enum@signed
        error@signed int@signed long@signed numeric@signed string@signed time@signed sipub open@stanza
        transport@stanza changed@start chat@start list@start modified@start next@start previous@start
        remove@start removed@start retrieve@start boolean@status command@status date@status dateTime@status
        duration@status enum@status error@status int@status long@status numeric@status req@status
        string@status time@status tcptype timeOffset tls-0rtt default@unset method@use from@utc note@utc
        to@utc invite@video boolean@warning date@warning dateTime@warning duration@warning enum@warning
        error@warning int@warning long@warning numeric@warning string@warning time@warning req@when
        boolean@writable date@writable dateTime@writable duration@writable enum@writable error@writable
        int@writable long@writable numeric@writable string@writable time@writable
        """
}
