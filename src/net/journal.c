#include "net/journal.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/json.h"
#include "core/memory.h"
#include "core/say.h"

enum { SECOND_MS = 1000, VALUE_BYTES_MAX = 300 };

struct kind {
    const char *event;
    int64_t second;
    int said, suppressed;
};

struct journal {
    int fd;
    int64_t (*clock)(void *arg);
    void *arg;
    struct kind kinds[JOURNAL_KINDS];
    bool open; /* a line has been started */
    char line[JOURNAL_LINE_BYTES];
    struct text text;
    struct json json;
};

static int64_t machine_clock(void *arg) {
    (void)arg;
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

struct journal *journal_new(int fd, int64_t (*clock)(void *arg), void *arg) {
    struct journal *j = grab(1, sizeof *j);
    j->fd = fd;
    j->clock = clock ? clock : machine_clock;
    j->arg = arg;
    return j;
}

void journal_free(struct journal *j) {
    free(j);
}

/* Kinds beyond JOURNAL_KINDS share the last slot. */
static struct kind *kind_of(struct journal *j, const char *event) {
    int i = 0;
    while (i < JOURNAL_KINDS - 1 && j->kinds[i].event && strcmp(j->kinds[i].event, event))
        i++;
    if (!j->kinds[i].event)
        j->kinds[i].event = event;
    return &j->kinds[i];
}

/* RFC 3339, in UTC. */
static void put_time(struct json *j, int64_t ms) {
    char words[64];
    time_t seconds = (time_t)(ms / SECOND_MS);
    struct tm t;
    gmtime_r(&seconds, &t);
    size_t n = strftime(words, sizeof words, "%Y-%m-%dT%H:%M:%S", &t);
    struct text w = text_start(words + n, sizeof words - n);
    text_add(&w, ".%03dZ", (int)(ms % SECOND_MS));
    json_string(j, "time", words);
}

bool journal_begin(struct journal *j, const char *event) {
    if (!j || j->fd < 0)
        return false;
    int64_t ms = j->clock(j->arg);
    struct kind *kind = kind_of(j, event);
    if (kind->second != ms / SECOND_MS) {
        kind->second = ms / SECOND_MS;
        kind->said = 0;
    }
    if (kind->said == JOURNAL_PER_SECOND) {
        kind->suppressed++;
        return false;
    }
    kind->said++;
    j->open = true;
    j->text = text_start(j->line, sizeof j->line - 2); /* room for "}\n" */
    j->json = json_start(&j->text);
    json_open(&j->json, NULL, '{');
    put_time(&j->json, ms);
    json_string(&j->json, "event", event);
    if (kind->suppressed)
        json_int(&j->json, "suppressed", kind->suppressed);
    kind->suppressed = 0;
    return true;
}

/* Protects against a caller that logs whatever a client has sent. */
static bool is_secret(const char *name) {
    static const char *const secret[] = {"token", "secret", "authorization", "cookie", "password",
                                         "key",   NULL};
    for (int i = 0; secret[i]; i++) {
        if (strcasestr(name, secret[i]))
            return true;
    }
    return false;
}

/* A field that does not fit is dropped, so that the line stays valid JSON. */
static bool may_add(const struct journal *j, const char *name, size_t bytes) {
    return j && j->open && !is_secret(name) &&
           j->text.len + strlen(name) + bytes + sizeof "\"\":\"\"," < j->text.size;
}

void journal_string(struct journal *j, const char *name, struct span value) {
    enum { ESCAPED = 6 }; /* worst-case bytes per escaped byte */
    LOCAL_TEXT(words, VALUE_BYTES_MAX + 1);
    say_decode(&words, value, say_spoken());
    if (may_add(j, name, ESCAPED * words.len))
        json_string_n(&j->json, name, words.data, words.len);
}

void journal_number(struct journal *j, const char *name, int64_t value) {
    enum { DIGITS = 21 };
    if (may_add(j, name, DIGITS))
        json_int(&j->json, name, value);
}

void journal_end(struct journal *j) {
    if (!j || !j->open)
        return;
    j->open = false;
    j->text.size = sizeof j->line;
    json_close(&j->json, '}');
    text_put(&j->text, "\n");
    /* A single write, so that lines from several processes do not interleave. A failed write is
     * ignored: there is nowhere else to report it. */
    ssize_t written = write(j->fd, j->text.data, j->text.len);
    (void)written;
}

void journal_say(struct journal *j, const char *event) {
    journal_begin(j, event);
    journal_end(j);
}

void journal_problem(struct journal *j, const char *event, const char *words) {
    journal_begin(j, event);
    journal_string(j, "problem", span_of(words));
    journal_end(j);
}
