/* client: plays a whole game on a Yardstick server with random choices (doc/protocol.md).
 *
 *     client 127.0.0.1 8080 NAME            opens a table and prints its code
 *     client 127.0.0.1 8080 NAME CODE       joins that table
 *
 * Uses plain sockets, wslay for WebSocket frames, jansson for JSON, and libsodium for random bytes
 * and the hash of the pledge. The client that opens the table starts the game as soon as another
 * player joins. A client that loses the connection reconnects and repeats its last unanswered
 * line. */
#include <errno.h>
#include <jansson.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

enum { SECRET = 32, HEX = 2 * SECRET + 1 };

struct client {
    const char *host, *port, *name;
    char table[65], token[256];
    bool opened;                      /* we opened the table, so we start the game */
    long lines;                       /* lines of the log received so far */
    int starts;                       /* the seat that rolls first */
    char said[256];                   /* unanswered line with its id; "" if none */
    int ids;                          /* ids used so far */
    bool asking;                      /* 'state' and 'legal' are pending */
    bool news;                        /* a line arrived since we asked */
    bool later;                       /* the server was busy: retry later */
    int wait_ms;                      /* retry delay; doubles up to 4 s */
    bool over, lost;                  /* the game is over; the connection is lost */
    json_t *state;                    /* last answer to 'state' */
    char commitment[HEX], share[HEX]; /* for fair dice */
    bool pledged;
    int fd;
    wslay_event_context_ptr socket;
};

static void die(const char *what, const char *why) {
    fprintf(stderr, "client: %s: %s\n", what, why);
    exit(1);
}

static const char *word(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

/* ---- HTTP ---- */

static int dial(const struct client *c) {
    struct addrinfo *found, hints = {.ai_socktype = SOCK_STREAM};
    if (getaddrinfo(c->host, c->port, &hints, &found))
        return -1;
    int fd = -1;
    for (struct addrinfo *a = found; a && fd < 0; a = a->ai_next) {
        fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, 0);
        if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen)) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    return fd;
}

static bool write_all(int fd, const char *data, size_t n) {
    while (n) {
        ssize_t did = write(fd, data, n);
        if (did <= 0)
            return false;
        data += did;
        n -= (size_t)did;
    }
    return true;
}

/* Sends a POST request and reads the response; returns the start of its JSON, or NULL. */
static const char *exchange(const struct client *c, const char *path, const char *words, char *text,
                            size_t size) {
    int n = snprintf(text, size,
                     "POST %s HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n"
                     "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                     path, c->host, c->port, strlen(words), words);
    int fd = dial(c);
    if (fd < 0 || !write_all(fd, text, (size_t)n))
        die("cannot reach the server", c->host);
    size_t heard = 0;
    for (ssize_t got; heard < size - 1; heard += (size_t)got) {
        got = read(fd, text + heard, size - 1 - heard);
        if (got <= 0)
            break;
    }
    close(fd);
    text[heard] = 0;
    const char *inside = strstr(text, "\r\n\r\n");
    return inside ? inside + 4 : NULL;
}

/* Seconds to wait if the server asks us to retry; otherwise 0. */
static unsigned wait_of(const char *text) {
    const char *header = strcasestr(text, "\r\nRetry-After: ");
    if (strncmp(text, "HTTP/1.1 429", 12) && strncmp(text, "HTTP/1.1 503", 12))
        return 0;
    int seconds = header ? atoi(header + strlen("\r\nRetry-After: ")) : 1;
    return seconds > 0 ? (unsigned)seconds : 1;
}

/* Sends a command by POST and retries if asked to. Retries have the same id, so the command is
 * executed only once. */
static json_t *post(const struct client *c, const char *path, json_t *command) {
    static char text[65536];
    uint8_t random[16];
    char action[2 * sizeof random + 1];
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(action, sizeof action, random, sizeof random);
    json_object_set_new(command, "action", json_string(action));
    char *words = json_dumps(command, JSON_COMPACT);
    json_decref(command);
    const char *inside = exchange(c, path, words, text, sizeof text);
    for (unsigned wait; (wait = wait_of(text));) {
        sleep(wait);
        inside = exchange(c, path, words, text, sizeof text);
    }
    free(words);
    json_t *answer = inside ? json_loads(inside, 0, NULL) : NULL;
    if (strncmp(text, "HTTP/1.1 201", 12) || !answer) {
        const char *detail = word(answer, "detail");
        snprintf(text, sizeof text, "%s", detail ? detail : "unexpected answer");
        json_decref(answer);
        die("no place", text);
    }
    return answer;
}

static void sit_down(struct client *c, const char *code, const char *rules) {
    char path[256] = "/api/tables";
    json_t *command = json_pack("{ss}", "name", c->name);
    c->opened = !code;
    if (code)
        snprintf(path, sizeof path, "/api/tables/%s/places", code);
    else
        json_object_set_new(command, "rules", json_string(rules));
    json_t *place = post(c, path, command);
    const char *table = code ? code : word(place, "id");
    if (!table || !word(place, "token"))
        die("no place", "unexpected answer");
    snprintf(c->table, sizeof c->table, "%s", table);
    snprintf(c->token, sizeof c->token, "%s", word(place, "token"));
    if (!code)
        printf("table %s\n", word(place, "code"));
    fflush(stdout);
    json_decref(place);
}

/* ---- WebSocket ---- */

static void queue(struct client *c, const char *format, ...) {
    char line[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    struct wslay_event_msg message = {WSLAY_TEXT_FRAME, (const uint8_t *)line, (size_t)n};
    wslay_event_queue_msg(c->socket, &message);
}

static ssize_t on_read(wslay_event_context_ptr socket, uint8_t *data, size_t n, int flags,
                       void *arg) {
    struct client *c = arg;
    (void)flags;
    ssize_t got = recv(c->fd, data, n, MSG_DONTWAIT);
    if (got <= 0)
        wslay_event_set_error(socket, got < 0 && errno == EAGAIN ? WSLAY_ERR_WOULDBLOCK
                                                                 : WSLAY_ERR_CALLBACK_FAILURE);
    return got > 0 ? got : -1;
}

static ssize_t on_write(wslay_event_context_ptr socket, const uint8_t *data, size_t n, int flags,
                        void *arg) {
    struct client *c = arg;
    (void)flags;
    ssize_t did = write(c->fd, data, n);
    if (did < 0)
        wslay_event_set_error(socket, WSLAY_ERR_CALLBACK_FAILURE);
    return did;
}

static int on_mask(wslay_event_context_ptr socket, uint8_t *data, size_t n, void *arg) {
    (void)socket, (void)arg;
    randombytes_buf(data, n);
    return 0;
}

/* Opens a connection and upgrades it to a WebSocket. Reads the response header byte by byte, so as
 * not to consume frames. */
static bool upgrade(struct client *c) {
    char text[4096];
    uint8_t random[16];
    char key[32];
    randombytes_buf(random, sizeof random);
    sodium_bin2base64(key, sizeof key, random, sizeof random, sodium_base64_VARIANT_ORIGINAL);
    int n = snprintf(text, sizeof text,
                     "GET /api/tables/%s/socket HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Protocol: yardstick.1\r\n\r\n",
                     c->table, c->host, c->port, key);
    c->fd = dial(c);
    if (c->fd < 0 || !write_all(c->fd, text, (size_t)n))
        return false;
    size_t heard = 0;
    while (heard < sizeof text - 1 && read(c->fd, text + heard, 1) == 1) {
        heard++;
        if (heard >= 4 && !memcmp(text + heard - 4, "\r\n\r\n", 4))
            return !strncmp(text, "HTTP/1.1 101", 12);
    }
    return false;
}

/* ---- playing ---- */

static void ask(struct client *c) {
    if (c->asking || c->said[0])
        return;
    c->asking = true;
    c->news = false;
    queue(c, "@state state");
    queue(c, "@legal legal");
}

static void say(struct client *c, const char *format, ...) {
    int n = snprintf(c->said, sizeof c->said, "@%s-%d ", c->opened ? "host" : "guest", ++c->ids);
    va_list args;
    va_start(args, format);
    vsnprintf(c->said + n, sizeof c->said - (size_t)n, format, args);
    va_end(args);
    queue(c, "%s", c->said);
}

static bool has_name(const json_t *list, const char *name) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (!strcmp(json_string_value(json_array_get(list, i)), name))
            return true;
    }
    return false;
}

static bool has_number(const json_t *list, int number) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (json_integer_value(json_array_get(list, i)) == number)
            return true;
    }
    return false;
}

/* The pledge, a commitment to our share (doc/fairness.md). */
static void make_pledge(struct client *c, int seat, char ret[HEX]) {
    uint8_t message[16 + SECRET + 1 + SECRET] = "yard-fair-pledge", hash[SECRET];
    sodium_hex2bin(message + 16, SECRET, c->commitment, HEX - 1, NULL, NULL, NULL);
    message[16 + SECRET] = (uint8_t)seat;
    sodium_hex2bin(message + 16 + SECRET + 1, SECRET, c->share, HEX - 1, NULL, NULL, NULL);
    crypto_generichash(hash, sizeof hash, message, sizeof message, NULL, 0);
    sodium_bin2hex(ret, HEX, hash, sizeof hash);
}

static void give_share(struct client *c, const json_t *fair, int seat, int people) {
    if (strcmp(c->commitment, word(fair, "commitment"))) {
        uint8_t random[SECRET];
        randombytes_buf(random, sizeof random);
        sodium_bin2hex(c->share, HEX, random, sizeof random);
        snprintf(c->commitment, HEX, "%s", word(fair, "commitment"));
        c->pledged = false;
    }
    if (people > 1 && !c->pledged) {
        char pledge[HEX];
        make_pledge(c, seat, pledge);
        c->pledged = true;
        say(c, "pledge %d %s", seat, pledge);
    } else if (!strcmp(word(fair, "waits"), "shares")) {
        say(c, "share %d %s", seat, c->share);
    }
}

static void choose(struct client *c, const json_t *legal) {
    const json_t *seats = json_object_get(c->state, "seats"), *fair;
    const char *phase = word(c->state, "phase"), *person = word(c->state, "person"), *waits;
    int mine = 0, people = 0;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        people += !word(seat, "bot");
        if (has_name(json_object_get(seat, "people"), c->name))
            mine = (int)i + 1;
    }
    fair = json_object_get(c->state, "fair");
    waits = word(fair, "waits");
    if (!mine || !phase)
        return;
    if (waits && (!strcmp(waits, "pledges") || !strcmp(waits, "shares"))) {
        if (has_number(json_object_get(fair, "missing"), mine))
            give_share(c, fair, mine, people);
    } else if (!strcmp(phase, "over")) {
        if (fair && !json_is_true(json_object_get(fair, "revealed")))
            return; /* wait for the dice secret to be revealed */
        for (size_t i = 0; i < json_array_size(seats); i++) {
            const json_t *seat = json_array_get(seats, i);
            printf("%s: %lld\n", word(seat, "name"),
                   (long long)json_integer_value(json_object_get(seat, "total")));
        }
        c->over = true;
    } else if (!strcmp(phase, "setup") ? c->starts == mine : person && !strcmp(person, c->name)) {
        size_t n = json_array_size(legal);
        if (strcmp(phase, "choose"))
            say(c, "roll");
        else if (n)
            say(c, "%s",
                json_string_value(json_array_get(legal, randombytes_uniform((uint32_t)n))));
    }
}

static void hear_line(struct client *c, const json_t *message) {
    const char *line = word(message, "say");
    c->lines = (long)json_integer_value(json_object_get(message, "line"));
    c->news = true;
    if (!strncmp(line, "start ", 6))
        c->starts = !strcmp(line, "start roll") ? 1 : atoi(line + 6);
    if (c->opened && !strncmp(line, "# room: sit 2 ", 14) && !c->said[0])
        say(c, "begin");
    ask(c);
}

static void hear_answer(struct client *c, const json_t *message) {
    const char *id = word(message, "id"), *code = word(message, "code");
    bool failed = word(message, "error");
    size_t n = strlen(id);
    if (!strcmp(id, "state")) {
        json_decref(c->state);
        c->state = failed ? NULL : json_deep_copy(message);
    } else if (!strcmp(id, "legal")) {
        c->asking = false;
        c->later = failed || !c->state; /* rate limit or overload: retry later */
        if (c->later)
            return;
        c->wait_ms = 0;
        if (c->news)
            ask(c);
        else
            choose(c, json_object_get(message, "legal"));
    } else if (!strncmp(c->said + 1, id, n) && c->said[1 + n] == ' ') {
        c->later = code &&
                   (!strcmp(code, "unavailable") || !strcmp(code, "busy") || !strcmp(code, "rate"));
        if (c->later)
            return;
        c->wait_ms = 0;
        if (failed)
            fprintf(stderr, "%s: %s\n", c->said, word(message, "error"));
        c->said[0] = 0;
        ask(c);
    }
}

static void on_message(wslay_event_context_ptr socket,
                       const struct wslay_event_on_msg_recv_arg *frame, void *arg) {
    struct client *c = arg;
    (void)socket;
    if (frame->opcode == WSLAY_CONNECTION_CLOSE) {
        if (frame->status_code == 1008)
            die("the server refuses", (const char *)frame->msg + 2);
        c->lost = true;
    }
    json_t *message = frame->opcode == WSLAY_TEXT_FRAME
                          ? json_loadb((const char *)frame->msg, frame->msg_length, 0, NULL)
                          : NULL;
    if (json_object_get(message, "place")) { /* answer to 'hold' */
        if (c->said[0])
            queue(c, "%s", c->said);
        else
            ask(c);
    } else if (word(message, "say")) {
        hear_line(c, message);
    } else if (word(message, "id")) {
        hear_answer(c, message);
    }
    json_decref(message);
}

/* Exponential backoff; reset once the server has processed a question or line. */
static void wait_longer(struct client *c) {
    c->wait_ms = c->wait_ms ? 2 * c->wait_ms : 125;
    if (c->wait_ms > 4000)
        c->wait_ms = 4000;
    usleep((useconds_t)c->wait_ms * 1000);
}

/* Plays on one connection until the game is over or the connection is lost. */
static void play(struct client *c) {
    struct wslay_event_callbacks calls = {.recv_callback = on_read,
                                          .send_callback = on_write,
                                          .genmask_callback = on_mask,
                                          .on_msg_recv_callback = on_message};
    c->asking = c->lost = c->later = false;
    if (!upgrade(c))
        return;
    wslay_event_context_client_init(&c->socket, &calls, c);
    queue(c, "hold %s %ld", c->token, c->lines);
    while (!c->over && !c->lost) {
        if (c->later) {
            c->later = false;
            wait_longer(c);
            if (c->said[0])
                queue(c, "%s", c->said);
            else
                ask(c);
        }
        struct pollfd wait = {.fd = c->fd, .events = POLLIN};
        if (wslay_event_send(c->socket) || poll(&wait, 1, -1) < 0 || wslay_event_recv(c->socket) ||
            !wslay_event_want_read(c->socket))
            break;
    }
    if (c->over) {
        wslay_event_queue_close(c->socket, 1000, NULL, 0);
        wslay_event_send(c->socket);
    }
    wslay_event_context_free(c->socket);
}

int main(int argc, char **argv) {
    if (argc < 4 || sodium_init() < 0) {
        fprintf(stderr, "usage: client HOST PORT NAME [CODE]\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    struct client c = {.host = argv[1], .port = argv[2], .name = argv[3]};
    sit_down(&c, argc > 4 ? argv[4] : NULL, "yardkle:goal=2000");
    while (!c.over) {
        play(&c);
        if (c.fd >= 0)
            close(c.fd);
        if (!c.over)
            wait_longer(&c);
    }
    json_decref(c.state);
    return 0;
}
