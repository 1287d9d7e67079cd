/* A socket is OPEN, then CLOSING (we have queued or sent a close frame), then LINGERING if the peer
 * violated the protocol: further input is discarded, because closing a connection with unread data
 * would reset it and lose our close frame. Only the event loop and sockets_free() free a socket, so
 * it never disappears during any other call. */
#include "net/socket.h"

#include <event2/buffer.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <wslay/wslay.h>

#include "core/memory.h"
#include "core/say.h"
#include "net/socket_stream.h"
#include "net/tls.h"

enum { WHEEL_SLOTS = 64, MASK_BYTES = 4, CONTROL_MAX = 125, CLOSE_CODE_BYTES = 2 };

enum stage { OPEN, CLOSING, LINGERING, ENDED };

/* State of a partially received frame. A wslay context has a buffer of its own, so we keep a
 * context only while a frame is incomplete. */
struct reader {
    struct wslay_frame_context *frames;
    uint64_t fed, used; /* bytes fed to wslay and bytes of complete frames; equal between frames */
    bool inside;        /* the header of a frame has been read */
    size_t got;         /* payload bytes so far */
    uint8_t control[CONTROL_MAX];
};

struct socket {
    struct sockets *all;
    struct bufferevent *stream;
    void (*release)(void *owner);
    void *owner;
    struct socket_hooks hooks;
    void *arg;
    struct reader *reader; /* or NULL */
    char *message;         /* data of a fragmented message or partial frame; or NULL */
    size_t message_bytes;
    int fragments; /* fragments of the current message received so far */
    enum stage stage;
    bool deaf;       /* discard all input */
    bool said_close; /* the peer has sent a close frame or ended its stream */
    bool awaits_pong;
    struct socket *next, **at; /* in its wheel slot */
};

/* One timer for all sockets: each socket waits for one event at a time, in the slot of the second
 * in which it is due. */
struct sockets {
    struct event_base *base;
    struct event *tick;
    struct socket *wheel[WHEEL_SLOTS];
    unsigned now; /* in seconds, advanced by the timer */
    int count, ping_s, close_s;
    bool closed;
    struct wslay_frame_context *writer; /* shared: frames are always written whole */
    struct evbuffer *writes_to;
    void (*watch)(void *arg, struct bufferevent *stream, bool taken);
    void *watch_arg;
};

/* ---- timer wheel ---- */

static void unlink_socket(struct socket *s) {
    if (!s->at)
        return;
    *s->at = s->next;
    if (s->next)
        s->next->at = s->at;
    s->at = NULL;
}

static void due_in(struct socket *s, int seconds) {
    struct socket **slot = &s->all->wheel[(s->all->now + (unsigned)seconds) % WHEEL_SLOTS];
    unlink_socket(s);
    s->next = *slot;
    s->at = slot;
    if (s->next)
        s->next->at = &s->next;
    *slot = s;
}

/* ---- closing ---- */

static void reader_free(struct socket *s) {
    if (s->reader)
        wslay_frame_context_free(s->reader->frames);
    free(s->reader);
    s->reader = NULL;
}

static void end(struct socket *s) {
    struct sockets *all = s->all;
    struct bufferevent *stream = s->stream;
    s->stage = ENDED;
    unlink_socket(s);
    all->count--;
    bufferevent_disable(stream, EV_READ | EV_WRITE);
    bufferevent_setcb(stream, NULL, NULL, NULL, NULL);
    s->hooks.closed(s->arg, s);
    tls_goodbye(stream);
    s->release(s->owner);
    if (all->watch)
        all->watch(all->watch_arg, stream, false);
    reader_free(s);
    free(s->message);
    free(s);
}

/* Whether all output has been sent. */
static bool is_drained(const struct socket *s) {
    return evbuffer_get_length(bufferevent_get_output(s->stream)) == 0;
}

/* Once a closing socket has sent all its output, ends it if the peer has sent a close frame or
 * ended its stream, or lets it linger after a protocol violation. May free the socket. */
static void settle(struct socket *s) {
    if (s->stage != CLOSING || !is_drained(s))
        return;
    if (s->said_close) {
        end(s);
    } else if (s->deaf) {
        s->stage = LINGERING;
        tls_goodbye(s->stream);
        if (bufferevent_getfd(s->stream) >= 0)
            shutdown(bufferevent_getfd(s->stream), SHUT_WR);
    }
}

/* ---- sending ---- */

static ssize_t write_bytes(const uint8_t *data, size_t len, int flags, void *where) {
    (void)flags;
    struct sockets *all = where;
    return evbuffer_add(all->writes_to, data, len) == 0 ? (ssize_t)len : -1;
}

static void send_frame(struct socket *s, uint8_t opcode, const void *data, size_t len) {
    struct wslay_frame_iocb frame = {
        .fin = 1, .opcode = opcode, .payload_length = len, .data = data, .data_length = len};
    s->all->writes_to = bufferevent_get_output(s->stream);
    if (wslay_frame_send(s->all->writer, &frame) != (ssize_t)len)
        abort(); /* out of memory */
}

size_t socket_waiting(const struct socket *s) {
    return evbuffer_get_length(bufferevent_get_output(s->stream));
}

static bool has_room(const struct socket *s, size_t len) {
    return socket_waiting(s) + len <= SOCKET_QUEUE_MAX;
}

/* The length in bytes of the part of the reason that fits, without splitting a character. */
static size_t reason_bytes(const char *reason) {
    size_t len = strlen(reason);
    if (len <= SOCKET_REASON_MAX)
        return len;
    for (len = SOCKET_REASON_MAX; len && ((uint8_t)reason[len] & 0xc0) == 0x80;)
        len--;
    return len;
}

/* With code 0, sends neither code nor reason. */
static void send_close(struct socket *s, int code, const char *reason) {
    uint8_t said[CLOSE_CODE_BYTES + SOCKET_REASON_MAX] = {(uint8_t)(code >> 8), (uint8_t)code};
    LOCAL_TEXT(words, 512);
    say_decode(&words, span_of(reason), languages[0]);
    size_t len = reason_bytes(words.data);
    memcpy(said + CLOSE_CODE_BYTES, words.data, len);
    send_frame(s, WSLAY_CONNECTION_CLOSE, said, code ? CLOSE_CODE_BYTES + len : 0);
    s->stage = CLOSING;
    due_in(s, s->all->close_s);
}

void socket_send(struct socket *s, struct span text) {
    if (s->stage != OPEN)
        return;
    if (has_room(s, text.len))
        send_frame(s, WSLAY_TEXT_FRAME, text.at, text.len);
    else
        socket_close(s, WSLAY_CODE_POLICY_VIOLATION, words_of(M_net_too_slow));
}

void socket_close(struct socket *s, int code, const char *reason) {
    if (s->stage == OPEN)
        send_close(s, code, reason);
}

/* Protocol violation: close, and ignore all further input. */
static void fail(struct socket *s, int code, enum message reason) {
    socket_close(s, code, words_of(reason));
    s->deaf = true;
}

/* ---- messages ---- */

static bool is_utf8(struct span s) {
    uint32_t character;
    while (s.len) {
        size_t bytes = span_character(s, &character);
        if (!bytes)
            return false;
        s.at += bytes;
        s.len -= bytes;
    }
    return true;
}

static void deliver(struct socket *s, struct span text) {
    if (!is_utf8(text))
        fail(s, WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA, M_net_text_not_utf8);
    else if (s->stage == OPEN)
        s->hooks.message(s->arg, s, text);
}

static void append(struct socket *s, const uint8_t *data, size_t len) {
    if (!len)
        return;
    s->message = must(realloc(s->message, s->message_bytes + len));
    memcpy(s->message + s->message_bytes, data, len);
    s->message_bytes += len;
}

static void deliver_fragments(struct socket *s) {
    struct span text = {s->message ? s->message : "", s->message_bytes};
    deliver(s, text);
    free(s->message);
    s->message = NULL;
    s->message_bytes = 0;
    s->fragments = 0;
}

/* Whether a close frame may carry this code (RFC 6455, 7.4). */
static bool is_close_code(int code) {
    return (code >= 1000 && code <= 1014 && (code < 1004 || code > 1006)) ||
           (code >= 3000 && code <= 4999);
}

static void take_close(struct socket *s, struct span said) {
    const uint8_t *bytes = (const uint8_t *)said.at;
    int code = said.len < CLOSE_CODE_BYTES ? 0 : bytes[0] << 8 | bytes[1];
    if (said.len == 1 || (said.len && !is_close_code(code))) {
        fail(s, WSLAY_CODE_PROTOCOL_ERROR, M_net_no_close_code);
        return;
    }
    if (said.len &&
        !is_utf8((struct span){said.at + CLOSE_CODE_BYTES, said.len - CLOSE_CODE_BYTES})) {
        fail(s, WSLAY_CODE_INVALID_FRAME_PAYLOAD_DATA, M_net_reason_not_utf8);
        return;
    }
    socket_close(s, code, ""); /* echo the code, unless we closed first */
    s->said_close = s->deaf = true;
}

static void take_control(struct socket *s, uint8_t opcode, struct span said) {
    if (opcode == WSLAY_CONNECTION_CLOSE) {
        take_close(s, said);
    } else if (opcode == WSLAY_PONG) {
        s->awaits_pong = false;
    } else if (s->stage == OPEN) {
        if (has_room(s, said.len))
            send_frame(s, WSLAY_PONG, said.at, said.len);
        else
            fail(s, WSLAY_CODE_POLICY_VIOLATION, M_net_too_slow);
    }
}

/* ---- frames ---- */

static bool check_message(struct socket *s, const struct wslay_frame_iocb *frame) {
    bool goes_on = frame->opcode == WSLAY_CONTINUATION_FRAME;
    if (goes_on != (s->fragments > 0))
        fail(s, WSLAY_CODE_PROTOCOL_ERROR,
             goes_on ? M_net_no_message_to_continue : M_net_message_within);
    else if (frame->opcode == WSLAY_BINARY_FRAME)
        fail(s, WSLAY_CODE_UNSUPPORTED_DATA, M_net_messages_are_text);
    else if (frame->payload_length > SOCKET_MESSAGE_MAX - s->message_bytes)
        fail(s, WSLAY_CODE_MESSAGE_TOO_BIG, M_net_message_too_large);
    else if (s->fragments == SOCKET_FRAGMENTS_MAX)
        fail(s, WSLAY_CODE_MESSAGE_TOO_BIG, M_net_too_many_fragments);
    return !s->deaf;
}

/* wslay has already checked that control frames are short and unfragmented. */
static bool check_frame(struct socket *s, const struct wslay_frame_iocb *frame) {
    if (!frame->mask)
        fail(s, WSLAY_CODE_PROTOCOL_ERROR, M_net_client_masks);
    else if (frame->rsv)
        fail(s, WSLAY_CODE_PROTOCOL_ERROR, M_net_reserved_bits);
    else if (frame->opcode <= WSLAY_BINARY_FRAME)
        return check_message(s, frame);
    else if (frame->opcode < WSLAY_CONNECTION_CLOSE || frame->opcode > WSLAY_PONG)
        fail(s, WSLAY_CODE_PROTOCOL_ERROR, M_net_opcode_unknown);
    return !s->deaf;
}

/* The size of the header on the wire. It follows from the payload length, because wslay rejects
 * lengths not encoded in the fewest bytes. */
static size_t header_bytes(const struct wslay_frame_iocb *frame) {
    size_t longer = frame->payload_length < 126 ? 0 : frame->payload_length <= 0xffff ? 2 : 8;
    return 2 + longer + MASK_BYTES;
}

/* Processes a complete frame, or part of one. */
static void take_part(struct socket *s, const struct wslay_frame_iocb *part) {
    struct reader *r = s->reader;
    bool control = part->opcode >= WSLAY_CONNECTION_CLOSE, first = !r->inside;
    if (first && !check_frame(s, part))
        return;
    r->inside = true;
    bool last = r->got + part->data_length == part->payload_length;
    bool at_once = first && last && part->fin && !s->fragments && !control;
    if (first && !control)
        s->fragments++;
    if (control)
        memcpy(r->control + r->got, part->data, part->data_length);
    else if (!at_once)
        append(s, part->data, part->data_length);
    r->got += part->data_length;
    if (!last)
        return;
    struct span said = {(const char *)r->control, r->got};
    r->used += header_bytes(part) + part->payload_length;
    r->got = 0;
    r->inside = false;
    if (control) {
        take_control(s, part->opcode, said);
    } else if (at_once) {
        s->fragments = 0;
        deliver(s, (struct span){(const char *)part->data, part->data_length});
    } else if (part->fin) {
        deliver_fragments(s);
    }
}

static ssize_t read_bytes(uint8_t *data, size_t len, int flags, void *where) {
    (void)flags;
    struct socket *s = where;
    int n = evbuffer_remove(bufferevent_get_input(s->stream), data, len);
    if (n <= 0)
        return -1; /* no more for now */
    s->reader->fed += (uint64_t)n;
    return n;
}

static void reader_new(struct socket *s) {
    static const struct wslay_frame_callbacks calls = {.recv_callback = read_bytes};
    s->reader = grab(1, sizeof *s->reader);
    if (wslay_frame_context_init(&s->reader->frames, &calls, s) != 0)
        abort();
}

static void read_frames(struct socket *s) {
    if (!s->reader)
        reader_new(s);
    while (!s->deaf) {
        struct wslay_frame_iocb part = {0};
        ssize_t n = wslay_frame_recv(s->reader->frames, &part);
        if (n == WSLAY_ERR_WANT_READ)
            break;
        if (n < 0)
            fail(s, WSLAY_CODE_PROTOCOL_ERROR, M_net_frame_broken);
        else
            take_part(s, &part);
    }
    if (s->deaf || s->reader->fed == s->reader->used)
        reader_free(s);
}

/* ---- events ---- */

static void on_read(struct bufferevent *stream, void *where) {
    struct socket *s = where;
    struct evbuffer *input = bufferevent_get_input(stream);
    if (!s->deaf)
        read_frames(s);
    if (s->deaf)
        evbuffer_drain(input, evbuffer_get_length(input));
    settle(s);
}

static void on_write(struct bufferevent *stream, void *where) {
    (void)stream;
    settle(where);
}

static void on_event(struct bufferevent *stream, short what, void *where) {
    (void)stream;
    struct socket *s = where;
    if (what & BEV_EVENT_CONNECTED)
        return;
    if ((what & BEV_EVENT_EOF) && s->stage == CLOSING && !is_drained(s))
        s->said_close = s->deaf = true; /* the peer may still be reading */
    else
        end(s);
}

static void when_due(struct socket *s) {
    if (s->stage != OPEN || s->awaits_pong) {
        end(s);
        return;
    }
    s->awaits_pong = true;
    send_frame(s, WSLAY_PING, "", 0);
    due_in(s, s->all->ping_s);
}

/* Runs once a second. Handling one socket may move others to different slots, so always take the
 * first one in the slot. */
static void on_tick(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct sockets *all = where;
    struct socket **slot = &all->wheel[++all->now % WHEEL_SLOTS];
    while (*slot)
        when_due(*slot);
}

/* ---- one socket ---- */

struct socket *socket_begin(struct sockets *all, struct bufferevent *stream,
                            void (*release)(void *owner), void *owner, struct socket_hooks hooks,
                            void *arg) {
    struct socket *s = must(malloc(sizeof *s));
    *s = (struct socket){.all = all,
                         .stream = stream,
                         .release = release,
                         .owner = owner,
                         .hooks = hooks,
                         .arg = arg};
    all->count++;
    due_in(s, all->ping_s);
    if (all->watch)
        all->watch(all->watch_arg, stream, true);
    bufferevent_setcb(stream, on_read, on_write, on_event, s);
    bufferevent_set_timeouts(stream, NULL, NULL);
    bufferevent_enable(stream, EV_READ | EV_WRITE);
    /* Data already in the buffer triggers no further read event. */
    if (evbuffer_get_length(bufferevent_get_input(stream)))
        bufferevent_trigger(stream, EV_READ, BEV_TRIG_DEFER_CALLBACKS);
    return s;
}

/* ---- all sockets ---- */

struct sockets *sockets_new(struct event_base *base) {
    static const struct wslay_frame_callbacks calls = {.send_callback = write_bytes};
    struct sockets *all = grab(1, sizeof *all);
    if (wslay_frame_context_init(&all->writer, &calls, all) != 0)
        abort();
    all->base = base;
    all->tick = event_new(base, -1, EV_PERSIST, on_tick, all);
    if (!all->tick || event_add(all->tick, &(struct timeval){.tv_sec = 1}) != 0)
        abort();
    sockets_patience(all, SOCKET_PING_S, SOCKET_CLOSE_S);
    return all;
}

void sockets_free(struct sockets *all) {
    if (!all)
        return;
    all->closed = true;
    for (unsigned i = 0; all->count; i++) { /* may take several rounds: closed() may close others */
        while (all->wheel[i % WHEEL_SLOTS])
            /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): end() unlinks the socket */
            end(all->wheel[i % WHEEL_SLOTS]);
    }
    event_free(all->tick);
    wslay_frame_context_free(all->writer);
    free(all);
}

int sockets_count(const struct sockets *all) {
    return all->count;
}

bool sockets_are_closed(const struct sockets *all) {
    return all->closed;
}

void sockets_patience(struct sockets *all, int ping_s, int close_s) {
    all->ping_s = ping_s;
    all->close_s = close_s;
}

void sockets_watch(struct sockets *all,
                   void (*watch)(void *arg, struct bufferevent *stream, bool taken), void *arg) {
    all->watch = watch;
    all->watch_arg = arg;
}

void sockets_go_away(struct sockets *all, struct span last_words) {
    enum { SERVICE_RESTART = 1012 };
    all->closed = true;
    for (int i = 0; i < WHEEL_SLOTS; i++) {
        for (struct socket *s = all->wheel[i], *next; s; s = next) {
            next = s->next; /* closing moves s to another slot; closing it twice is harmless */
            socket_send(s, last_words);
            socket_close(s, SERVICE_RESTART, words_of(M_net_going_down));
        }
    }
}
