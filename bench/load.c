/* load: simulates many clients of a server from one process on the same machine.
 *
 *     load act PORTS CLIENTS SECONDS      each client plays at its own table and sends the next
 *                                         line when the previous one is acknowledged
 *     load follow PORTS CLIENTS SECONDS   each client watches one of 100 tables while load plays
 *                                         there
 *     load echo PORTS CLIENTS SECONDS     each client sends a line and waits for its echo
 *
 * PORTS are separated by commas; the clients are spread over them. Prints one JSON object. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    PORTS_MAX = 16,
    TABLES = 100,       /* tables to watch */
    PER_SOURCE = 20000, /* connections from one source address before using the next */
    OPENING_MAX = 256,  /* connections being opened at the same time */
    START = 512,        /* leading bytes of a message that are inspected */
    SAMPLES_MAX = 1 << 22,
};

enum mode { ACT, FOLLOW, ECHO };

/* The script is a solo game with real dice, in which every line is legal: the same roll for each of
 * these boxes in turn, then a rematch. */
static const char *const boxes[] = {"ones",       "twos",           "threes",         "fours",
                                    "fives",      "sixes",          "three-kind",     "four-kind",
                                    "full-house", "small-straight", "large-straight", "five-kind",
                                    "chance"};
enum { BOXES = 13, SCRIPT = 2 * BOXES + 1 };

struct table {
    char id[80], token[160];
};

struct client {
    int fd, number;
    enum { OPENING, HEAD, GREETING, READY, GONE } phase;
    int step;                /* position in the script */
    int line_ends;           /* consecutive line-end characters in the handshake response */
    double said;             /* time of the last request; 0: none pending */
    unsigned char frame[14]; /* frame header */
    int frame_have, frame_need;
    unsigned long left; /* payload bytes of the frame still to come */
    char start[START];  /* first bytes of the payload */
    int start_have;
};

static enum mode mode;
static int ports[PORTS_MAX], port_count, client_count, watch;
static struct client *clients;
static struct table *tables;
static float *samples;
static int sample_count, ready, gone, opening, errors;
static long answers, lines;
static bool measuring;
static char first_error[START];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void die(const char *what) {
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static struct sockaddr_in address(int port, unsigned host) {
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(host)};
}

/* ---- tables, one request at a time ---- */

/* The value of a key in flat JSON. */
static bool take(const char *text, const char *key, char *ret, size_t size) {
    char pattern[32];
    snprintf(pattern, sizeof pattern, "\"%s\":\"", key);
    const char *at = strstr(text, pattern);
    if (!at)
        return false;
    at += strlen(pattern);
    size_t n = strcspn(at, "\"");
    if (n >= size)
        return false;
    memcpy(ret, at, n);
    ret[n] = 0;
    return true;
}

static void post(int port, const char *path, const char *token, const char *body, char *ret,
                 size_t size) {
    struct sockaddr_in where = address(port, INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    char text[2048];
    int n = snprintf(text, sizeof text,
                     "POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s%s%s"
                     "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                     path, token ? "Authorization: Bearer " : "", token ? token : "",
                     token ? "\r\n" : "", strlen(body), body);
    if (fd < 0 || connect(fd, (struct sockaddr *)&where, sizeof where) ||
        write(fd, text, (size_t)n) != n)
        die("cannot reach the server");
    size_t have = 0;
    for (ssize_t got; have < size - 1 && (got = read(fd, ret + have, size - 1 - have)) > 0;)
        have += (size_t)got;
    ret[have] = 0;
    close(fd);
}

static void open_table(struct table *t, int port) {
    char answer[8192], path[128];
    post(port, "/api/tables", NULL,
         "{\"rules\":\"yardzee\",\"name\":\"Ann\",\"dice\":\"physical\",\"keeper\":true,\"start\":"
         "\"1\"}",
         answer, sizeof answer);
    if (!take(answer, "id", t->id, sizeof t->id) ||
        !take(answer, "token", t->token, sizeof t->token)) {
        fprintf(stderr, "load: no table: %s\n", answer);
        exit(1);
    }
    snprintf(path, sizeof path, "/api/tables/%s/lines", t->id);
    post(port, path, t->token, "{\"say\":\"begin\",\"action\":\"begin\"}", answer, sizeof answer);
    if (strncmp(answer, "HTTP/1.1 200", 12)) {
        fprintf(stderr, "load: the game does not begin: %s\n", answer);
        exit(1);
    }
}

/* ---- frames ---- */

static void hang_up(struct client *c) {
    if (c->phase == GONE)
        return;
    opening -= c->phase < READY;
    ready -= c->phase == READY;
    c->phase = GONE;
    gone++;
    close(c->fd);
}

/* Sends a short text message, masked with zeros: the cost of masking is not being measured. */
static void send_text(struct client *c, const char *text) {
    unsigned char frame[256] = {0x81};
    size_t n = strlen(text), head = n < 126 ? 2 : 4;
    frame[1] = (unsigned char)(0x80 | (n < 126 ? n : 126));
    if (n >= 126) {
        frame[2] = (unsigned char)(n >> 8);
        frame[3] = (unsigned char)n;
    }
    memcpy(frame + head + 4, text, n);
    ssize_t all = (ssize_t)(head + 4 + n);
    if (send(c->fd, frame, (size_t)all, MSG_NOSIGNAL) != all)
        hang_up(c);
}

static void speak(struct client *c) {
    char text[128];
    int step = c->step % SCRIPT;
    if (step == SCRIPT - 1)
        snprintf(text, sizeof text, "@%d rematch", c->step);
    else if (step % 2 == 0)
        snprintf(text, sizeof text, "@%d roll 1 2 3 4 6", c->step);
    else
        snprintf(text, sizeof text, "@%d score %s", c->step, boxes[step / 2]);
    c->step++;
    c->said = now();
    send_text(c, text);
}

static void answered(struct client *c) {
    answers++;
    if (c->said && measuring && sample_count < SAMPLES_MAX)
        samples[sample_count++] = (float)(now() - c->said);
    c->said = 0;
    if (measuring)
        speak(c);
}

/* Handles a complete message, of which only the beginning was kept. */
static void heard(struct client *c) {
    c->start[c->start_have < START ? c->start_have : START - 1] = 0;
    if (c->phase == GREETING) {
        if (!strstr(c->start, "\"place\"")) {
            snprintf(first_error, sizeof first_error, "%s", c->start);
            hang_up(c);
            return;
        }
        c->phase = READY;
        opening--;
        ready++;
    } else if (mode == ECHO) {
        answered(c);
    } else if (strstr(c->start, "\"say\":")) {
        lines++;
        if (mode == FOLLOW && measuring && c->said && sample_count < SAMPLES_MAX) {
            samples[sample_count++] = (float)(now() - c->said);
            c->said = 0;
        }
    } else if (strstr(c->start, "\"id\":")) {
        if (strstr(c->start, "\"error\":") && !errors++)
            snprintf(first_error, sizeof first_error, "%s", c->start);
        answered(c);
    }
}

static void take_frame(struct client *c, const unsigned char *data, size_t n) {
    while (n && c->phase != GONE) {
        if (c->left) {
            size_t part = n < c->left ? n : c->left;
            for (size_t i = 0; i < part && c->start_have < START - 1; i++)
                c->start[c->start_have++] = (char)data[i];
            c->left -= part;
            data += part;
            n -= part;
        } else {
            c->frame[c->frame_have++] = *data++;
            n--;
            if (c->frame_have == 2)
                c->frame_need = 2 + (c->frame[1] == 126 ? 2 : c->frame[1] == 127 ? 8 : 0);
            if (c->frame_have < 2 || c->frame_have < c->frame_need)
                continue;
            c->left = c->frame_need == 2 ? c->frame[1] : 0;
            for (int i = 2; i < c->frame_need; i++)
                c->left = c->left << 8 | c->frame[i];
            c->start_have = 0;
        }
        if (c->left)
            continue;
        c->frame_have = 0;
        if ((c->frame[0] & 15) == 9) {
            static const unsigned char pong[6] = {0x8a, 0x80};
            if (send(c->fd, pong, sizeof pong, MSG_NOSIGNAL) < 0)
                hang_up(c);
        } else if ((c->frame[0] & 15) == 8) {
            snprintf(first_error, sizeof first_error, "closed: %.*s",
                     c->start_have > 2 ? c->start_have - 2 : 0, c->start + 2);
            hang_up(c);
        } else {
            heard(c);
        }
    }
}

/* ---- connections ---- */

static struct table *table_of(const struct client *c) {
    return &tables[mode == ACT ? c->number : c->number % TABLES];
}

static void dial(struct client *c) {
    struct sockaddr_in from = address(0, 0x7f000001u + ((unsigned)(c->number / PER_SOURCE) << 8));
    struct sockaddr_in to = address(ports[c->number % port_count], INADDR_LOOPBACK);
    int one = 1;
    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (c->fd < 0)
        die("no more sockets");
    setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(c->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
    if (bind(c->fd, (struct sockaddr *)&from, sizeof from) ||
        (connect(c->fd, (struct sockaddr *)&to, sizeof to) && errno != EINPROGRESS))
        die("cannot connect");
    struct epoll_event event = {.events = EPOLLOUT, .data.ptr = c};
    if (epoll_ctl(watch, EPOLL_CTL_ADD, c->fd, &event))
        die("epoll");
    c->phase = OPENING;
    opening++;
}

static void shake_hands(struct client *c) {
    char text[512], path[128] = "/echo";
    if (mode != ECHO)
        snprintf(path, sizeof path, "/api/tables/%s/socket", table_of(c)->id);
    int n = snprintf(text, sizeof text,
                     "GET %s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                     "Sec-WebSocket-Protocol: yardstick.1\r\n\r\n",
                     path);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
    if (send(c->fd, text, (size_t)n, MSG_NOSIGNAL) != n ||
        epoll_ctl(watch, EPOLL_CTL_MOD, c->fd, &event)) {
        hang_up(c);
        return;
    }
    c->phase = HEAD;
}

static void greet(struct client *c) {
    char text[256];
    if (mode == ECHO) {
        c->phase = READY;
        opening--;
        ready++;
        return;
    }
    c->phase = GREETING;
    if (mode == ACT)
        snprintf(text, sizeof text, "hold %s 0", table_of(c)->token);
    else
        snprintf(text, sizeof text, "follow 0");
    send_text(c, text);
}

static void take_in(struct client *c) {
    static unsigned char data[65536];
    ssize_t n = recv(c->fd, data, sizeof data, 0);
    if (n <= 0) {
        if (n == 0 || errno != EAGAIN)
            hang_up(c);
        return;
    }
    ssize_t at = 0;
    for (; at < n && c->phase == HEAD; at++) {
        bool end = data[at] == (c->line_ends % 2 ? '\n' : '\r');
        c->line_ends = end ? c->line_ends + 1 : 0;
        if (c->start_have < START - 1)
            c->start[c->start_have++] = (char)data[at];
        if (c->line_ends < 4)
            continue;
        c->start[c->start_have] = 0;
        if (!strncmp(c->start, "HTTP/1.1 101", 12)) {
            greet(c);
        } else {
            snprintf(first_error, sizeof first_error, "%.60s", c->start);
            hang_up(c);
        }
    }
    if (c->phase != GONE)
        take_frame(c, data + at, (size_t)(n - at));
}

/* Waits up to `ms` milliseconds for events and handles them. */
static void turn(int ms) {
    struct epoll_event events[512];
    int n = epoll_wait(watch, events, 512, ms);
    for (int i = 0; i < n; i++) {
        struct client *c = events[i].data.ptr;
        if (c->phase == GONE)
            continue;
        if (c->phase == OPENING && events[i].events & EPOLLOUT)
            shake_hands(c);
        else if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR))
            take_in(c);
    }
}

static double connect_all(void) {
    double start = now();
    for (int next = 0; next < client_count || opening;) {
        while (next < client_count && opening < OPENING_MAX) {
            clients[next].number = next;
            dial(&clients[next++]);
        }
        turn(100);
        if (now() - start > 60)
            break;
    }
    return now() - start;
}

/* ---- measuring ---- */

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double part(double share) {
    return sample_count ? 1e3 * samples[(int)(share * (sample_count - 1))] : 0;
}

static void all_speak(double seconds) {
    long before = answers;
    double start = now();
    measuring = true;
    for (int i = 0; i < client_count; i++) {
        if (clients[i].phase == READY)
            speak(&clients[i]);
    }
    while (now() - start < seconds && ready)
        turn(20);
    double took = now() - start;
    measuring = false;
    long count = answers - before;
    qsort(samples, (size_t)sample_count, sizeof *samples, by_size);
    printf("\"per_second\":%.0f,\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"errors\":%d",
           (double)count / took, part(0.5), part(0.99), errors);
}

/* Sends a line at every table, at most once a second, and waits up to 10 seconds for all clients to
 * receive it. */
static void all_watch(double seconds) {
    static const char *const says[] = {"roll 1 2 3 4 6", "keep 1",       "roll 1 2 3 4",
                                       "keep 2",         "roll 1 1 1 1", "score chance"};
    double start = now();
    int rounds = 0;
    measuring = true;
    for (; now() - start < seconds || !rounds; rounds++) {
        double round = now();
        long wanted = lines + ready;
        for (int i = 0; i < TABLES; i++) {
            char path[128], body[128], answer[4096];
            snprintf(path, sizeof path, "/api/tables/%s/lines", tables[i].id);
            snprintf(body, sizeof body, "{\"say\":\"%s\",\"action\":\"r%d\"}", says[rounds % 6],
                     rounds);
            double asked = now();
            for (int j = i; j < client_count; j += TABLES)
                clients[j].said = asked;
            post(ports[0], path, tables[i].token, body, answer, sizeof answer);
            if (strncmp(answer, "HTTP/1.1 200", 12) && !errors++)
                snprintf(first_error, sizeof first_error, "%.500s", answer);
            turn(0);
        }
        while (lines < wanted && now() - round < 10)
            turn(20);
        while (now() - round < 1)
            turn(20);
    }
    measuring = false;
    qsort(samples, (size_t)sample_count, sizeof *samples, by_size);
    printf("\"rounds\":%d,\"lines_heard\":%ld,\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"errors\":%d",
           rounds, (long)sample_count, part(0.5), part(0.99), errors);
}

int main(int argc, char **argv) {
    static const char *const modes[] = {"act", "follow", "echo"};
    int m = 0;
    while (m < 3 && argc > 1 && strcmp(argv[1], modes[m]))
        m++;
    if (argc != 5 || m == 3) {
        fprintf(stderr, "usage: load act|follow|echo PORT[,PORT...] CLIENTS SECONDS\n");
        return 2;
    }
    mode = (enum mode)m;
    for (char *p = strtok(argv[2], ","); p && port_count < PORTS_MAX; p = strtok(NULL, ","))
        ports[port_count++] = atoi(p);
    client_count = atoi(argv[3]);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    signal(SIGPIPE, SIG_IGN);
    clients = calloc((size_t)client_count, sizeof *clients);
    tables = calloc((size_t)client_count + TABLES, sizeof *tables);
    samples = calloc(SAMPLES_MAX, sizeof *samples);
    watch = epoll_create1(0);
    if (!clients || !tables || !samples || watch < 0 || port_count == 0)
        die("cannot begin");
    int table_count = mode == ACT ? client_count : mode == FOLLOW ? TABLES : 0;
    for (int i = 0; i < table_count; i++)
        open_table(&tables[i], ports[i % port_count]);
    double took = connect_all();
    printf("{\"clients\":%d,\"connected\":%d,\"connect_seconds\":%.2f,", client_count, ready, took);
    if (mode == FOLLOW)
        all_watch(atof(argv[4]));
    else
        all_speak(atof(argv[4]));
    printf(",\"gone\":%d}\n", gone);
    if (first_error[0])
        fprintf(stderr, "load: %s\n", first_error);
    return errors || gone || ready < client_count;
}
