// A client over gloox.

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <gloox/client.h>
#include <gloox/connectionlistener.h>
#include <gloox/connectiontcpclient.h>
#include <gloox/connectiontls.h>
#include <gloox/loghandler.h>
#include <gloox/message.h>
#include <gloox/messagehandler.h>
#include <gloox/rostermanager.h>
#include <gloox/rosterlistener.h>

using namespace gloox;

class Program : public ConnectionListener, public MessageHandler, public RosterListener, public LogHandler {
public:
    Program(char **arguments)
        : client(JID(arguments[1]), arguments[2], atoi(arguments[4])), host(arguments[3]), port(atoi(arguments[4])),
          isDirect(!strcmp(arguments[5], "direct")) {
        authorities = {arguments[6]};
        client.setCACerts(authorities);
        client.registerConnectionListener(this);
        client.registerMessageHandler(this);
        client.rosterManager()->registerRosterListener(this, false);
        client.setStreamManagement(true, true);
        client.setTls(isDirect ? TLSDisabled : TLSRequired);
        if (getenv("GLOOX_DEBUG")) client.logInstance().registerLogHandler(LogLevelDebug, LogAreaAll, this);
        dial();
    }

    void run() {
        while (!isDone) {
            if (mustDial) dial();
            client.recv(20000);
            takeCommands();
        }
    }

private:
    Client client;
    std::string host;
    StringList authorities;
    int port;
    bool isDirect, isDone = false, isQuitting = false, hasBeenOnline = false, mustDial = false;
    std::string pending;

    void dial() {
        mustDial = false;
        // The server's name stays that of the address, whose certificate it has to have.
        if (isDirect) {
            auto tcp = new ConnectionTCPClient(client.logInstance(), host, port);
            auto tls = new ConnectionTLS(&client, tcp, client.logInstance());
            tls->setCACerts(authorities);
            client.setConnectionImpl(tls);
        } else {
            client.setConnectionImpl(new ConnectionTCPClient(&client, client.logInstance(), host, port));
        }
        client.connect(false);
    }

    void onConnect() override {}

    void onDisconnect(ConnectionError error) override {
        if (isQuitting) {
            printf("closed\n");
            isDone = true;
        } else if (hasBeenOnline) {
            mustDial = true;
        } else {
            printf("failed with error %d, authentication error %d\n", error, client.authError());
            isDone = true;
        }
    }

    // gloox 1.0.24 over GnuTLS does not find the authority that it is given, and over direct TLS asks for no name: what
    // is looked at in place of its verdict is who has issued the certificate.
    bool onTLSConnect(const CertInfo &info) override {
        bool isKnown = info.issuer.find("StanzaKit test authority") != std::string::npos;
        if (!isKnown) fprintf(stderr, "The certificate of %s is not accepted.\n", info.issuer.c_str());
        return isKnown;
    }

    void onStreamEvent(StreamEvent event) override {
        if (event == StreamEventSMResumed) printf("resumed\n");
    }

    void handleRoster(const Roster &roster) override {
        printf("roster");
        for (auto &item : roster) printf(" %s", item.first.c_str());
        hasBeenOnline = true;
        printf("\nonline %s\n", client.jid().full().c_str());
    }

    void handleMessage(const Message &message, MessageSession *) override {
        if (message.subtype() != Message::Error && !message.body().empty())
            printf("message %s %s\n", message.from().full().c_str(), message.body().c_str());
    }

    void handleRosterPresence(
        const RosterItem &item, const std::string &resource, Presence::PresenceType type, const std::string &
    ) override {
        printf("presence %s/%s %s\n", item.jidJID().full().c_str(), resource.c_str(),
               type == Presence::Unavailable ? "unavailable" : "available");
    }
    void handleSelfPresence(
        const RosterItem &, const std::string &, Presence::PresenceType, const std::string &) override {}
    void handleNonrosterPresence(const Presence &) override {}
    bool handleSubscriptionRequest(const JID &, const std::string &) override { return false; }
    bool handleUnsubscriptionRequest(const JID &, const std::string &) override { return false; }
    void handleItemAdded(const JID &) override {}
    void handleItemSubscribed(const JID &) override {}
    void handleItemRemoved(const JID &) override {}
    void handleItemUpdated(const JID &) override {}
    void handleItemUnsubscribed(const JID &) override {}
    void handleRosterError(const IQ &) override {}
    void handleLog(LogLevel, LogArea, const std::string &message) override {
        fprintf(stderr, "%s\n", message.c_str());
    }

    void obey(const std::string &line) {
        if (line.rfind("send ", 0) == 0) {
            auto space = line.find(' ', 5);
            if (space == std::string::npos) return;
            client.send(Message(Message::Chat, JID(line.substr(5, space - 5)), line.substr(space + 1)));
        } else if (line == "quit") {
            isQuitting = true;
            client.disconnect();
        }
    }

    // Takes what there is of the standard input, without waiting.
    void takeCommands() {
        char buffer[4096];
        ssize_t count = read(0, buffer, sizeof buffer);
        if (count == 0) isDone = true;
        if (count > 0) pending.append(buffer, count);
        for (size_t end; (end = pending.find('\n')) != std::string::npos; pending.erase(0, end + 1))
            obey(pending.substr(0, end));
    }
};

int main(int count, char **arguments) {
    if (count < 7) return 2;
    setvbuf(stdout, nullptr, _IOLBF, 0);
    fcntl(0, F_SETFL, O_NONBLOCK);
    Program(arguments).run();
    return 0;
}
