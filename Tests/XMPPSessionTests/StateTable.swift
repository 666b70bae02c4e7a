/// Where each input (a row) leads from each state (a column, in the order of `StateTableTests.Place`).
enum StateTable {
    static let rows = """
        connected        | opening ! ! ! ! ! ! ! \
            ! ! ! ! ! ! ! ! \
            ! !
        tlsEstablished   | ! opening ! ! ! ! ! ! \
            ! ! ! ! ! ! ! ! \
            ! !
        transportClosed  | transportClosed transportClosed transportClosed transportClosed transportClosed transportClosed transportClosed transportClosed \
            transportClosed transportClosed transportClosed transportClosed transportClosed transportClosed transportClosed transportClosed \
            closed =
        tlsFailed        | tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed \
            tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed tlsFailed \
            closed =
        deadline         | timedOut timedOut timedOut timedOut timedOut timedOut timedOut timedOut \
            timedOut timedOut timedOut timedOut timedOut timedOut = = \
            closed =
        too early        | = = = = = = = = \
            = = = = = = = = \
            = =
        send             | ! ! ! ! ! ! ! ! \
            ! ! = ! ! ! = = \
            ! !
        close            | closed closed closed closed closed closed closed closed \
            closed closed closed closed closed closed closing closing \
            = !
        answer resource  | ! ! ! ! ! ! ! ! \
            ! ! ! ! binding ! ! ! \
            ! !
        give up resource | ! ! ! ! ! ! ! ! \
            ! ! ! ! givenUp ! ! ! \
            ! !
        submit form      | ! ! ! ! ! ! registering ! \
            ! ! ! ! ! ! ! ! \
            ! !
        no bytes         | ! = = = = = = = \
            = = = = = = = = \
            = =
        white space      | ! violation = = = = = = \
            = = = = = = = = \
            = =
        header           | ! violation awaitingFeatures violation violation violation violation violation \
            violation violation violation violation violation violation violation violation \
            violation =
        features         | ! violation violation requestingTLS violation violation violation violation \
            violation violation violation violation violation violation = = \
            = =
        no features      | ! violation violation tlsNotOffered violation violation violation violation \
            violation violation violation violation violation violation = = \
            = =
        proceed          | ! violation violation violation securing violation violation violation \
            violation violation violation violation violation violation = = \
            = =
        TLS failure      | ! violation violation violation tlsRefused violation violation violation \
            violation violation violation violation violation violation = = \
            = =
        challenge        | ! violation violation violation violation violation violation authenticationAborted \
            violation violation violation violation violation violation = = \
            = =
        success          | ! violation violation violation violation violation violation opening \
            violation violation violation violation violation violation = = \
            = =
        SASL failure     | ! violation violation violation violation violation violation authenticationRefused \
            violation violation violation violation violation violation = = \
            = =
        SASL2 success    | ! violation violation violation violation violation violation violation \
            awaitingFeatures violation violation violation violation violation = = \
            = =
        SASL2 bound      | ! violation violation violation violation violation violation violation \
            established violation violation violation violation violation = = \
            = =
        SASL2 resumed    | ! violation violation violation violation violation violation violation \
            violation violation violation violation violation violation = = \
            = =
        SASL2 challenge  | ! violation violation violation violation violation violation violation \
            authenticationAborted violation violation violation violation violation = = \
            = =
        SASL2 failure    | ! violation violation violation violation violation violation violation \
            authenticationRefused authenticationRefused violation violation violation violation = = \
            = =
        demand           | ! violation violation violation violation violation violation violation \
            upgrading violation violation violation violation violation = = \
            = =
        other demand     | ! violation violation violation violation violation violation violation \
            taskDemanded violation violation violation violation violation = = \
            = =
        salt             | ! violation violation violation violation violation violation violation \
            violation = violation violation violation violation = = \
            = =
        bound            | ! violation violation violation violation violation violation violation \
            violation violation violation established violation established = = \
            = =
        result           | ! violation violation violation violation violation violation violation \
            violation violation violation violation violation established = = \
            = =
        form             | ! violation violation violation violation awaitingRegistration violation violation \
            violation violation violation violation violation established = = \
            = =
        error            | ! violation violation violation violation registrationRefused violation violation \
            violation violation violation awaitingResource violation sessionRefused = = \
            = =
        other result     | ! violation violation violation violation violation violation violation \
            violation violation violation violation violation = = = \
            = =
        enabled          | ! violation violation violation violation violation violation violation \
            violation violation violation violation violation violation violation violation \
            violation =
        resumed          | ! violation violation violation violation violation violation violation \
            violation violation established violation violation violation violation violation \
            violation =
        failed           | ! violation violation violation violation violation violation violation \
            violation violation binding violation violation violation violation violation \
            violation =
        r                | ! violation violation violation violation violation violation violation \
            violation violation violation violation violation violation = = \
            = =
        a                | ! violation violation violation violation violation violation violation \
            violation violation violation violation violation violation = = \
            = =
        bad a            | ! violation violation violation violation violation violation violation \
            violation violation violation violation violation violation = violation \
            = =
        message          | ! violation violation violation violation violation violation violation \
            violation violation violation violation violation = = = \
            = =
        ping             | ! violation violation violation violation violation violation violation \
            violation violation violation violation violation = = = \
            = =
        unknown          | ! violation violation violation violation violation violation violation \
            violation violation violation violation violation violation = = \
            = =
        garbage          | ! violation violation violation violation violation violation violation \
            violation violation violation violation violation violation violation violation \
            violation =
        stream error     | ! violation violation streamError streamError streamError streamError streamError \
            streamError streamError streamError streamError streamError streamError streamError streamError \
            streamError =
        end of stream    | ! violation violation closedByPeer closedByPeer closedByPeer closedByPeer closedByPeer \
            closedByPeer closedByPeer closedByPeer closedByPeer closedByPeer closedByPeer closedByPeer closedByPeer \
            closed =
        """
}
