public import XMPPStanzas

extension PayloadCatalog {
    /// Every payload of this library that stands on its own: in a stanza, on a stream, or in an item of a node.
    ///
    /// With it, parsers recognise the names of all of them.
    public static let known: PayloadCatalog = {
        var catalog = PayloadCatalog()
        catalog.addCore()
        catalog.addNegotiation()
        catalog.addSASL2()
        catalog.addMessagePayloads()
        catalog.addQueries()
        catalog.addPublications()
        return catalog
    }()

    /// RFC 6120 and RFC 6121.
    private mutating func addCore() {
        add(Body.self)
        add(Subject.self)
        add(MessageThread.self)
        add(Status.self)
        add(StanzaError.self)
        add(StreamError.self)
        add(Roster.self)
    }

    /// What is exchanged before, and besides, stanzas.
    private mutating func addNegotiation() {
        add(StartTLS.self)
        add(TLSProceed.self)
        add(TLSFailure.self)
        add(Bind.self)
        add(Session.self)
        add(ComponentHandshake.self)
        add(DialbackResult.self)
        add(DialbackVerification.self)
        add(SASLAuth.self)
        add(SASLChallenge.self)
        add(SASLResponse.self)
        add(SASLSuccess.self)
        add(SASLAbort.self)
        add(SASLFailure.self)
        add(SMEnable.self)
        add(SMEnabled.self)
        add(SMResume.self)
        add(SMResumed.self)
        add(SMFailed.self)
        add(SMRequest.self)
        add(SMAcknowledgement.self)
        add(SMHandledCountTooHigh.self)
        add(ClientState.self)
    }

    /// SASL2, and what is negotiated within it.
    private mutating func addSASL2() {
        add(SASL2Feature.self)
        add(SASL2UserAgent.self)
        add(SASL2Authenticate.self)
        add(SASL2Challenge.self)
        add(SASL2Response.self)
        add(SASL2Success.self)
        add(SASL2Failure.self)
        add(SASL2Abort.self)
        add(SASL2Continue.self)
        add(SASL2Next.self)
        add(SASL2TaskData.self)
        add(SASLUpgrade.self)
        add(SCRAMUpgradeSalt.self)
        add(SCRAMUpgradeHash.self)
        add(Bind2.self)
        add(Bind2Bound.self)
        add(FAST.self)
        add(FASTTokenRequest.self)
        add(FASTToken.self)
    }

    /// What stands in messages and presences.
    private mutating func addMessagePayloads() {
        add(DataForm.self)
        add(RoomJoin.self)
        add(RoomUser.self)
        add(OutOfBandData.self)
        add(ChatState.self)
        add(LegacyDelay.self)
        add(EntityCapabilities.self)
        add(VCardUpdate.self)
        add(Nickname.self)
        add(ReceiptRequest.self)
        add(Receipt.self)
        add(Delay.self)
        add(Attention.self)
        add(DirectInvitation.self)
        add(Carbon.self)
        add(CarbonsControl.self)
        add(Forwarded.self)
        add(Correction.self)
        add(ArchiveResult.self)
        add(Idle.self)
        add(ChatMarker.self)
        add(ProcessingHint.self)
        add(StanzaID.self)
        add(OriginID.self)
        add(EncryptionHint.self)
        add(OccupantID.self)
        add(Retraction.self)
        add(RetractedTombstone.self)
        add(Fallback.self)
        add(Reactions.self)
        add(Reply.self)
    }

    /// What IQs ask for and answer.
    private mutating func addQueries() {
        add(LastActivity.self)
        add(DiscoInfo.self)
        add(DiscoItems.self)
        add(RoomAdministration.self)
        add(RoomOwnership.self)
        add(PrivateStorage.self)
        add(VCard.self)
        add(ResultSet.self)
        add(PubSub.self)
        add(OutOfBandOffer.self)
        add(Registration.self)
        add(SoftwareVersion.self)
        add(BlockList.self)
        add(Block.self)
        add(Unblock.self)
        add(Ping.self)
        add(EntityTime.self)
        add(ArchiveQuery.self)
        add(ArchiveFin.self)
        add(UploadRequest.self)
        add(UploadSlot.self)
        add(UploadFileTooLarge.self)
        add(UploadRetry.self)
    }

    /// What nodes hold, and what is said about that.
    private mutating func addPublications() {
        add(PubSubEvent.self)
        add(LegacyBookmarks.self)
        add(Bookmark.self)
        add(AvatarData.self)
        add(AvatarMetadata.self)
        add(Mood.self)
        add(FieldValidation.self)
    }
}
