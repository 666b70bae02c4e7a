/* A client over libstrophe. */

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <strophe.h>

static struct {
    xmpp_ctx_t *context;
    xmpp_conn_t *connection;
    const char *jid, *password, *host, *authority;
    unsigned short port;
    int is_direct, is_online, is_quitting, is_lost, is_done;
    /* What is left of a stream whose connection was lost (XEP-0198 §5). */
    xmpp_sm_state_t *stream;
    char address[3072];
} client;

static int hear(xmpp_conn_t *connection, xmpp_stanza_t *stanza, void *data) {
    xmpp_stanza_t *body = xmpp_stanza_get_child_by_name(stanza, "body");
    char *text = body ? xmpp_stanza_get_text(body) : NULL;
    if (text) printf("message %s %s\n", xmpp_stanza_get_from(stanza), text);
    if (text) xmpp_free(client.context, text);
    return 1;
}

static int see(xmpp_conn_t *connection, xmpp_stanza_t *stanza, void *data) {
    const char *type = xmpp_stanza_get_type(stanza);
    printf("presence %s %s\n", xmpp_stanza_get_from(stanza), type ? type : "available");
    return 1;
}

static int take_roster(xmpp_conn_t *connection, xmpp_stanza_t *stanza, void *data) {
    xmpp_stanza_t *query = xmpp_stanza_get_child_by_name(stanza, "query");
    xmpp_stanza_t *item = query ? xmpp_stanza_get_children(query) : NULL;
    printf("roster");
    for (; item; item = xmpp_stanza_get_next(item)) printf(" %s", xmpp_stanza_get_attribute(item, "jid"));
    printf("\n");
    xmpp_stanza_t *presence = xmpp_presence_new(client.context);
    xmpp_send(connection, presence);
    xmpp_stanza_release(presence);
    client.is_online = 1;
    snprintf(client.address, sizeof client.address, "%s", xmpp_conn_get_bound_jid(connection));
    printf("online %s\n", client.address);
    return 0;
}

static void ask_for_roster(xmpp_conn_t *connection) {
    xmpp_stanza_t *iq = xmpp_iq_new(client.context, "get", "roster");
    xmpp_stanza_t *query = xmpp_stanza_new(client.context);
    xmpp_stanza_set_name(query, "query");
    xmpp_stanza_set_ns(query, XMPP_NS_ROSTER);
    xmpp_stanza_add_child(iq, query);
    xmpp_stanza_release(query);
    xmpp_id_handler_add(connection, take_roster, "roster", NULL);
    xmpp_send(connection, iq);
    xmpp_stanza_release(iq);
}

static void follow(
    xmpp_conn_t *connection, xmpp_conn_event_t event, int error, xmpp_stream_error_t *stream_error, void *data) {
    switch (event) {
    case XMPP_CONN_CONNECT:
        xmpp_handler_add(connection, hear, NULL, "message", NULL, NULL);
        xmpp_handler_add(connection, see, NULL, "presence", NULL, NULL);
        if (client.stream) {
            client.stream = NULL;
            /* It binds a new address without a word where the stream is gone. */
            const char *address = xmpp_conn_get_bound_jid(connection);
            printf(address && strcmp(address, client.address) == 0 ? "resumed\n" : "failed to resume\n");
        } else {
            ask_for_roster(connection);
        }
        break;
    case XMPP_CONN_DISCONNECT:
    case XMPP_CONN_FAIL:
    default:
        if (client.is_quitting) {
            printf("closed\n");
        } else if (client.is_online && !stream_error && (client.stream = xmpp_conn_get_sm_state(connection))) {
            client.is_lost = 1;
            return;
        } else {
            printf("failed %s%s\n", stream_error ? "stream error " : "disconnected",
                   stream_error && stream_error->text ? stream_error->text : "");
        }
        client.is_done = 1;
    }
}

static void dial(void) {
    client.connection = xmpp_conn_new(client.context);
    xmpp_conn_set_jid(client.connection, client.jid);
    xmpp_conn_set_pass(client.connection, client.password);
    xmpp_conn_set_cafile(client.connection, client.authority);
    xmpp_conn_set_flags(
        client.connection, client.is_direct ? XMPP_CONN_FLAG_LEGACY_SSL : XMPP_CONN_FLAG_MANDATORY_TLS);
    if (client.stream && xmpp_conn_set_sm_state(client.connection, client.stream) != 0) {
        printf("failed to take up the stream\n");
        client.is_done = 1;
    }
    if (xmpp_connect_client(client.connection, client.host, client.port, follow, NULL) != 0) {
        printf("failed to connect\n");
        client.is_done = 1;
    }
}

static void obey(char *line) {
    if (strncmp(line, "send ", 5) == 0) {
        char *jid = line + 5, *body = strchr(jid, ' ');
        if (!body) return;
        *body++ = 0;
        xmpp_stanza_t *message = xmpp_message_new(client.context, "chat", jid, NULL);
        xmpp_message_set_body(message, body);
        xmpp_send(client.connection, message);
        xmpp_stanza_release(message);
    } else if (strcmp(line, "quit") == 0) {
        client.is_quitting = 1;
        xmpp_disconnect(client.connection);
    }
}

/* Takes what there is of the standard input, without waiting. */
static void take_commands(void) {
    static char buffer[1 << 16];
    static size_t length;
    ssize_t count = read(0, buffer + length, sizeof buffer - length - 1);
    if (count == 0) client.is_done = 1;
    if (count <= 0) return;
    length += (size_t)count;
    buffer[length] = 0;
    char *start = buffer, *end;
    while ((end = strchr(start, '\n'))) {
        *end = 0;
        obey(start);
        start = end + 1;
    }
    length -= (size_t)(start - buffer);
    memmove(buffer, start, length);
}

int main(int count, char **arguments) {
    if (count < 7) return 2;
    setvbuf(stdout, NULL, _IOLBF, 0);
    fcntl(0, F_SETFL, O_NONBLOCK);
    /* The library writes to sockets that are closed. */
    signal(SIGPIPE, SIG_IGN);
    client.jid = arguments[1];
    client.password = arguments[2];
    client.host = arguments[3];
    client.port = (unsigned short)atoi(arguments[4]);
    client.is_direct = strcmp(arguments[5], "direct") == 0;
    client.authority = arguments[6];
    xmpp_initialize();
    const char *level = getenv("STROPHE_DEBUG");
    client.context = xmpp_ctx_new(NULL, level ? xmpp_get_default_logger(XMPP_LEVEL_DEBUG) : NULL);
    dial();
    while (!client.is_done) {
        xmpp_run_once(client.context, 20);
        if (client.is_lost) {
            client.is_lost = 0;
            xmpp_conn_release(client.connection);
            /* An attempt that fails costs it the stream. */
            sleep(2);
            dial();
        }
        take_commands();
    }
    xmpp_shutdown();
    return 0;
}
