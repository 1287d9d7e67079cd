/* Bytes from a WebSocket client, through the real read path: any bytes, in chunks of any size, are
 * handled, and the replies are well-formed. The first byte of the input is the chunk
 * size (0: no limit). */
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "net/socket_stream.h"

struct seen {
    struct bufferevent *ours;
    size_t message_bytes;
    int messages, closed, released;
};

static void on_message(void *arg, struct socket *s, struct span text) {
    struct seen *seen = arg;
    uint32_t character;
    REQUIRE(!seen->closed && text.len <= SOCKET_MESSAGE_MAX);
    for (size_t i = 0, n; i < text.len; i += n) {
        n = span_character((struct span){text.at + i, text.len - i}, &character);
        REQUIRE(n > 0);
    }
    seen->messages++;
    seen->message_bytes += text.len;
    if (span_is(text, "close"))
        socket_close(s, 4000, "as you wish");
    socket_send(s, text);
}

static void on_closed(void *arg, struct socket *s) {
    struct seen *seen = arg;
    socket_send(s, span_of("nobody hears this"));
    seen->closed++;
}

static void release(void *owner) {
    struct seen *seen = owner;
    seen->released++;
    bufferevent_free(seen->ours);
}

/* Checks the server's frames: complete, unmasked, nothing after a close frame. Returns the number
 * of text frames. */
static int read_answers(struct evbuffer *heard, size_t *ret_bytes) {
    size_t len = evbuffer_get_length(heard), at = 0;
    const uint8_t *data = evbuffer_pullup(heard, -1);
    bool closed = false;
    int texts = 0;
    *ret_bytes = 0;
    while (at < len) {
        REQUIRE(!closed && len - at >= 2);
        uint8_t opcode = data[at] & 0xf;
        size_t size = data[at + 1], head = 2;
        REQUIRE((data[at] & 0xf0) == 0x80 && size < 127);
        REQUIRE(opcode == 1 || opcode == 8 || opcode == 10);
        if (size == 126) {
            size = (size_t)data[at + 2] << 8 | data[at + 3];
            head = 4;
        }
        REQUIRE(len - at >= head + size);
        closed = opcode == 8;
        texts += opcode == 1;
        *ret_bytes += opcode == 1 ? size : 0;
        at += head + size;
    }
    return texts;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct event_base *base;
    struct bufferevent *pair[2];
    struct seen seen = {0};
    if (!base)
        base = event_base_new();
    if (!size || size > SOCKET_QUEUE_MAX / 4) /* keeps echoes below the queue limit */
        return 0;
    size_t step = data[0] ? data[0] : size;
    struct sockets *all = sockets_new(base);
    REQUIRE(base && bufferevent_pair_new(base, BEV_OPT_DEFER_CALLBACKS, pair) == 0);
    seen.ours = pair[1];
    bufferevent_enable(pair[0], EV_READ | EV_WRITE);
    bufferevent_write(pair[0], data + 1, size / 2 < step ? size / 2 : step);
    size_t at = 1 + (size / 2 < step ? size / 2 : step);
    struct socket_hooks hooks = {.message = on_message, .closed = on_closed};
    socket_begin(all, pair[1], release, &seen, hooks, &seen);
    REQUIRE(sockets_count(all) == 1);
    while (at < size) {
        size_t n = size - at < step ? size - at : step;
        bufferevent_write(pair[0], data + at, n);
        event_base_loop(base, EVLOOP_NONBLOCK);
        at += n;
    }
    for (int i = 0; i < 3; i++)
        event_base_loop(base, EVLOOP_NONBLOCK);
    size_t echoed;
    int texts = read_answers(bufferevent_get_input(pair[0]), &echoed);
    REQUIRE(texts <= seen.messages && echoed <= seen.message_bytes);
    sockets_free(all);
    REQUIRE(seen.closed == 1 && seen.released == 1);
    bufferevent_free(pair[0]);
    event_base_loop(base, EVLOOP_NONBLOCK);
    return 0;
}
