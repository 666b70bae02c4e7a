/// Where each input (a row) leads from each state (a column, in the order of `ServerPlace`).
enum ServerStateTable {
    static let rows = """
        tlsEstablished    | opening ! ! ! ! ! ! ! \
            ! ! ! ! ! ! ! ! \
            ! ! ! ! ! !
        transportClosed   | transportClosed transportClosed transportClosed transportClosed transportClosed transportClosed transportClosed transportClosed \
            transportClosed transportClosed transportClosed transportClosed transportClosed transportClosed transportClosed transportClosed \
            transportClosed transportClosed transportClosed transportClosed closed =
        tlsFailed         | tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed \
            tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed \
            tlsFailed tlsFailed tlsFailed tlsFailed closed =
        deadline          | timedOut timedOut timedOut timedOut timedOut timedOut timedOut timedOut \
            timedOut timedOut timedOut timedOut timedOut timedOut timedOut timedOut \
            timedOut timedOut = = closed =
        too early         | = = = = = = = = \
            = = = = = = = = \
            = = = = = =
        send              | ! ! ! ! ! ! ! ! \
            ! ! ! ! ! ! ! ! \
            ! ! = = ! !
        close             | closed closed closed closed closed closed closed closed \
            closed closed closed closed closed closed closed closed \
            closed closed closing closing = !
        close by error    | closedWithError closedWithError closedWithError closedWithError closedWithError closedWithError closedWithError closedWithError \
            closedWithError closedWithError closedWithError closedWithError closedWithError closedWithError closedWithError closedWithError \
            closedWithError closedWithError closedWithError closedWithError closedWithError !
        detach            | ! ! ! ! ! ! ! ! \
            ! ! ! ! ! ! ! ! \
            ! ! closedWithError closedWithError ! !
        answer            | ! ! ! ! ! negotiating ! ! \
            ! ! ! ! ! ! ! ! \
            ! ! ! ! ! !
        accept account    | ! ! ! ! ! ! negotiating ! \
            ! ! ! ! ! ! ! ! \
            ! ! ! ! ! !
        refuse account    | ! ! ! ! ! ! negotiating ! \
            ! ! ! ! ! ! ! ! \
            ! ! ! ! ! !
        bind              | ! ! ! ! ! ! ! ! \
            ! ! ! ! established ! ! ! \
            established ! ! ! ! !
        refuse binding    | ! ! ! ! ! ! ! ! \
            ! ! ! ! negotiating ! ! ! \
            negotiating ! ! ! ! !
        answer upgrades   | ! ! ! ! ! ! ! awaitingTask \
            ! ! ! ! ! ! ! ! \
            ! ! ! ! ! !
        accept token use  | ! ! ! ! ! ! ! ! \
            ! ! negotiating ! ! ! ! ! \
            ! ! ! ! ! !
        refuse token use  | ! ! ! ! ! ! ! ! \
            ! ! negotiating ! ! ! ! ! \
            ! ! ! ! ! !
        issue token       | ! ! ! ! ! ! ! ! \
            ! ! ! negotiating ! ! ! ! \
            ! ! ! ! ! !
        answer tokens     | ! ! ! ! ! negotiating ! ! \
            ! ! ! ! ! ! ! ! \
            ! ! ! ! ! !
        resume nothing    | ! ! ! ! ! ! ! ! \
            ! ! ! ! ! negotiating ! ! \
            ! negotiating ! ! ! !
        no bytes          | = = = = = = = = \
            = = = = = = = = \
            = = = = = =
        white space       | violation = = = = = = = \
            = = = = = = = = \
            = = = = = =
        header            | violation negotiating violation violation violation = = = \
            violation violation = = = = negotiating violation \
            = = violation violation violation =
        header to another | violation violation violation violation violation = = = \
            violation violation = = = = violation violation \
            = = violation violation violation =
        starttls          | violation violation securing tlsForbidden violation = = = \
            violation violation = = = = violation violation \
            = = violation violation violation =
        login             | violation violation = opening violation = = = \
            violation violation = = = = violation violation \
            = = violation violation violation =
        wrong login       | violation violation = = violation = = = \
            violation violation = = = = violation violation \
            = = violation violation violation =
        SASL2 login       | violation violation = = violation = = = \
            violation violation = = = = violation violation \
            = = violation violation violation =
        wrong SASL2 login | violation violation = = violation = = = \
            violation violation = = = = violation violation \
            = = violation violation violation =
        SASL2 response    | violation violation violation violation violation = = = \
            violation violation = = = = violation violation \
            = = violation violation violation =
        SASL2 abort       | violation violation violation violation violation = = = \
            negotiating negotiating = = = = violation violation \
            = = violation violation violation =
        next              | violation violation violation violation violation = = = \
            = violation = = = = violation violation \
            = = violation violation violation =
        hash              | violation violation violation violation violation = = = \
            violation negotiating = = = = violation violation \
            = = violation violation violation =
        short hash        | violation violation violation violation violation = = = \
            violation negotiating = = = = violation violation \
            = = violation violation violation =
        response          | violation violation violation violation negotiating = = = \
            violation violation = = = = violation violation \
            = = violation violation violation =
        abort             | violation violation violation violation negotiating = = = \
            violation violation = = = = violation violation \
            = = violation violation violation =
        form              | violation violation violation = violation = = = \
            violation violation = = = = violation violation \
            = = = = = =
        register          | violation violation violation awaitingRegistration violation = = = \
            violation violation = = = = violation violation \
            = = = = = =
        bind request      | violation violation violation violation violation = = = \
            violation violation = = = = violation awaitingResource \
            = = = = = =
        enable            | violation violation violation violation violation = = = \
            violation violation = = = = violation = \
            = = = = = =
        resume            | violation violation violation violation violation = = = \
            violation violation = = = = violation awaitingResumption \
            = = = = = =
        bad resume        | violation violation violation violation violation = = = \
            violation violation = = = = violation = \
            = = = = = =
        r                 | violation violation violation violation violation = = = \
            violation violation = = = = violation violation \
            = = violation = violation =
        a                 | violation violation violation violation violation = = = \
            violation violation = = = = violation violation \
            = = violation = violation =
        bad a             | violation violation violation violation violation = = = \
            violation violation = = = = violation violation \
            = = violation violation violation =
        message           | violation violation violation violation violation = = = \
            violation violation = = = = violation violation \
            = = = = = =
        forged message    | violation violation violation violation violation = = = \
            violation violation = = = = violation violation \
            = = violation violation violation =
        broken message    | violation violation violation violation violation = = = \
            violation violation = = = = violation violation \
            = = = = = =
        ping              | violation violation violation violation violation = = = \
            violation violation = = = = violation violation \
            = = = = = =
        unknown           | violation violation violation violation violation = = = \
            violation violation = = = = violation violation \
            = = violation violation violation =
        garbage           | violation violation violation violation violation = = = \
            violation violation = = = = violation violation \
            = = violation violation violation =
        stream error      | violation violation streamError streamError streamError = = = \
            streamError streamError = = = = violation streamError \
            = = streamError streamError streamError =
        end of stream     | violation violation closedByPeer closedByPeer closedByPeer = = = \
            closedByPeer closedByPeer = = = = violation closedByPeer \
            = = closedByPeer closedByPeer closed =
        """
}
