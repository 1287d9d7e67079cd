/* Takes a connection away from evhttp. libevent 2.1 has no function for this: it frees a connection
 * as a whole and shuts down its socket. So evhttp keeps its connection with the pending request,
 * and only the callbacks of the stream change hands; in the end evhttp_connection_free() frees
 * everything as usual. Until then, evhttp does not interfere, because it is driven only by those
 * callbacks, and by timeouts, which we never set (see connections.h). */
#include <event2/buffer.h>
#include <event2/http.h>
#include <event2/http_struct.h>
#include <event2/keyvalq_struct.h>

#include "core/say.h"
#include "net/handshake.h"
#include "net/http.h"
#include "net/request.h"
#include "net/socket_stream.h"

enum { LIST_BYTES = 1024, ANSWER_BYTES = 1024 };

/* application/problem+json, like every refusal of the API. */
static void refuse(struct evhttp_request *request, int code, const char *title, const char *words) {
    LOCAL_TEXT(t, ANSWER_BYTES);
    struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
    http_problem(&t, code, title, "websocket", span_of(words));
    evhttp_add_header(headers, "Content-Type", "application/problem+json");
    evhttp_add_header(headers, "Cache-Control", "no-store");
    evhttp_add_header(headers, "X-Content-Type-Options", "nosniff");
    evhttp_add_header(headers, "Connection", "close");
    if (code == 405)
        evhttp_add_header(headers, "Allow", "GET");
    if (code == 426) {
        evhttp_add_header(headers, "Upgrade", "websocket");
        evhttp_add_header(headers, "Sec-WebSocket-Version", "13");
    }
    evbuffer_add(evhttp_request_get_output_buffer(request), t.data, t.len);
    evhttp_send_reply(request, code, title, NULL);
}

static const char *title_of(int code) {
    return code == 405 ? "Method Not Allowed" : code == 426 ? "Upgrade Required" : "Bad Request";
}

static void release(void *owner) {
    evhttp_connection_free(owner);
}

struct socket *socket_take(struct sockets *all, struct evhttp_request *request,
                           struct socket_hooks hooks, void *arg) {
    char upgrade[LIST_BYTES], connection[LIST_BYTES], protocols[LIST_BYTES], words[ANSWER_BYTES];
    struct text u = TEXT_IN(upgrade), c = TEXT_IN(connection), p = TEXT_IN(protocols);
    struct text answer = TEXT_IN(words);
    struct handshake h = {
        .get = evhttp_request_get_command(request) == EVHTTP_REQ_GET,
        .body = request_has_body(request),
        .major = request->major,
        .minor = request->minor,
        .upgrade = request_list(request, "Upgrade", &u),
        .connection = request_list(request, "Connection", &c),
        .version = request_single(request, "Sec-WebSocket-Version"),
        .key = request_single(request, "Sec-WebSocket-Key"),
        .protocols = request_list(request, "Sec-WebSocket-Protocol", &p),
    };
    int code = handshake_check(&h, &answer);
    if (code != 101) {
        refuse(request, code, title_of(code), words);
        return NULL;
    }
    if (sockets_are_closed(all)) {
        refuse(request, 503, "Service Unavailable", words_of(M_net_going_down_again));
        return NULL;
    }
    struct evhttp_connection *owner = evhttp_request_get_connection(request);
    struct bufferevent *stream = evhttp_connection_get_bufferevent(owner);
    handshake_answer(&h, &answer);
    bufferevent_write(stream, answer.data, answer.len);
    evhttp_clear_headers(evhttp_request_get_input_headers(request)); /* no longer needed */
    return socket_begin(all, stream, release, owner, hooks, arg);
}
