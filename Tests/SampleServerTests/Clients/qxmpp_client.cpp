// A client over QXmpp.

#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>

#include <QCoreApplication>
#include <QFile>
#include <QSocketNotifier>
#include <QSslCertificate>

#include <QXmppClient.h>
#include <QXmppConfiguration.h>
#include <QXmppLogger.h>
#include <QXmppMessage.h>
#include <QXmppRosterManager.h>
#include <QXmppUtils.h>

static QXmppClient *client;
static bool isQuitting, hasBeenOnline;

static void obey(const std::string &line) {
    if (line.rfind("send ", 0) == 0) {
        auto space = line.find(' ', 5);
        if (space == std::string::npos) return;
        QXmppMessage message(
            {}, QString::fromStdString(line.substr(5, space - 5)), QString::fromStdString(line.substr(space + 1)));
        client->sendPacket(message);
    } else if (line == "quit") {
        isQuitting = true;
        client->disconnectFromServer();
    }
}

static void takeCommands() {
    static std::string pending;
    char buffer[4096];
    ssize_t count = read(0, buffer, sizeof buffer);
    if (count <= 0) QCoreApplication::quit();
    if (count > 0) pending.append(buffer, count);
    for (size_t end; (end = pending.find('\n')) != std::string::npos; pending.erase(0, end + 1))
        obey(pending.substr(0, end));
}

static void beOnline() {
    printf("roster");
    auto roster = client->findExtension<QXmppRosterManager>();
    for (auto &jid : roster->getRosterBareJids()) printf(" %s", qPrintable(jid));
    hasBeenOnline = true;
    printf("\nonline %s\n", qPrintable(client->configuration().jid()));
}

static void fail(QXmppClient::Error error) {
    if (isQuitting || hasBeenOnline) return;
    printf("failed with error %d: %s, condition %d\n", error, qPrintable(client->socketErrorString()),
           client->xmppStreamError());
    QCoreApplication::quit();
}

int main(int count, char **arguments) {
    if (count < 7) return 2;
    setvbuf(stdout, nullptr, _IOLBF, 0);
    QCoreApplication application(count, arguments);
    QXmppConfiguration configuration;
    configuration.setJid(arguments[1]);
    configuration.setPassword(arguments[2]);
    configuration.setHost(arguments[3]);
    configuration.setPort(atoi(arguments[4]));
    configuration.setStreamSecurityMode(
        strcmp(arguments[5], "direct") ? QXmppConfiguration::TLSRequired : QXmppConfiguration::LegacySSL);
    QFile authority(arguments[6]);
    authority.open(QFile::ReadOnly);
    configuration.setCaCertificates(QSslCertificate::fromDevice(&authority));
    configuration.setIgnoreSslErrors(false);
    configuration.setAutoReconnectionEnabled(true);

    client = new QXmppClient(&application);
    if (getenv("QXMPP_DEBUG")) {
        client->logger()->setLoggingType(QXmppLogger::StdoutLogging);
    }
    QObject::connect(client, &QXmppClient::connected, [] {
        if (client->streamManagementState() == QXmppClient::ResumedStream) printf("resumed\n");
    });
    QObject::connect(client, &QXmppClient::disconnected, [] {
        if (hasBeenOnline && !isQuitting) return;
        printf(isQuitting ? "closed\n" : "failed disconnected\n");
        QCoreApplication::quit();
    });
    QObject::connect(client, &QXmppClient::error, fail);
    QObject::connect(client, &QXmppClient::messageReceived, [](const QXmppMessage &message) {
        if (message.type() != QXmppMessage::Error && !message.body().isEmpty())
            printf("message %s %s\n", qPrintable(message.from()), qPrintable(message.body()));
    });
    QObject::connect(client, &QXmppClient::presenceReceived, [](const QXmppPresence &presence) {
        printf("presence %s %s\n", qPrintable(presence.from()),
               presence.type() == QXmppPresence::Unavailable ? "unavailable" : "available");
    });
    QObject::connect(client->findExtension<QXmppRosterManager>(), &QXmppRosterManager::rosterReceived, beOnline);
    QSocketNotifier input(0, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, takeCommands);
    client->connectToServer(configuration);
    return application.exec();
}
