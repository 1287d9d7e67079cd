/* The parts of the transport that need no socket: rate limits, the journal, client origins,
 * handshakes. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "net/crowd.h"
#include "net/handshake.h"
#include "net/journal.h"
#include "net/limits.h"
#include "net/origin.h"

/* ---- limits ---- */

static int taken(struct limits *l, const char *key, int tries, int64_t now_ms) {
    int count = 0;
    for (int i = 0; i < tries; i++)
        count += limit_take(l, span_of(key), 20, 60, now_ms, NULL);
    return count;
}

CLAIM(a_burst_is_allowed_and_then_a_steady_rate) {
    struct limits *l = limits_new(8);
    assert_int_equal(taken(l, "ann", 100, 1000), 60);
    assert_int_equal(taken(l, "ann", 100, 1000), 0);
    assert_int_equal(taken(l, "ann", 100, 1049), 0);
    assert_int_equal(taken(l, "ann", 100, 1050), 1);
    assert_int_equal(taken(l, "ann", 100, 2050), 20);
    assert_int_equal(taken(l, "ann", 100, 1000000), 60);
    assert_int_equal(taken(l, "ann", 100, 1004000), 60); /* capped at 60, although 80 accrued */
    limits_free(l);
}

CLAIM(each_key_has_its_own_limit) {
    struct limits *l = limits_new(8);
    assert_int_equal(taken(l, "ann", 100, 0), 60);
    assert_int_equal(taken(l, "bea", 100, 0), 60);
    assert_int_equal(taken(l, "an", 100, 0), 60);
    assert_int_equal(taken(l, "", 100, 0), 60);
    assert_int_equal(taken(l, "ann", 100, 0), 0);
    limits_free(l);
}

CLAIM(a_refusal_says_when_to_retry) {
    struct limits *l = limits_new(8);
    struct span key = span_of("ann");
    int after = -1;
    assert_true(limit_take(l, key, 1.0 / 3, 1, 0, &after)); /* 20 a minute */
    assert_int_equal(after, -1);
    assert_false(limit_take(l, key, 1.0 / 3, 1, 0, &after));
    assert_int_equal(after, 3);
    assert_false(limit_take(l, key, 1.0 / 3, 1, 2500, &after));
    assert_int_equal(after, 1);
    assert_true(limit_take(l, key, 1.0 / 3, 1, 3001, &after));
    limits_free(l);
}

CLAIM(a_clock_that_goes_backward_does_not_change_the_allowance) {
    struct limits *l = limits_new(8);
    assert_int_equal(taken(l, "ann", 100, 10000), 60);
    assert_int_equal(taken(l, "ann", 100, 0), 0);
    assert_int_equal(taken(l, "ann", 100, 10100), 2);
    limits_free(l);
}

CLAIM(the_table_of_limits_evicts_the_least_recently_used_key) {
    struct limits *l = limits_new(3);
    taken(l, "a", 60, 0);
    taken(l, "b", 60, 0);
    taken(l, "c", 60, 0);
    assert_int_equal(taken(l, "a", 1, 0), 0); /* used again: now b is the oldest */
    assert_int_equal(taken(l, "d", 1, 0), 1);
    assert_int_equal(taken(l, "a", 1, 0), 0);
    assert_int_equal(taken(l, "c", 1, 0), 0);
    assert_int_equal(taken(l, "b", 1, 0), 1); /* forgotten, so b has its full burst again */
    limits_free(l);
}

CLAIM(debt_above_the_allowed_amount_must_be_paid_off_before_the_next_request) {
    struct limits *l = limits_new(8);
    struct span key = span_of("ann"), other = span_of("bea");
    int after = 0;
    assert_true(limit_may_go_on(l, key, 100, 1000, 0, 0, &after));
    limit_charge(l, key, 1500, 100, 1000, 0); /* one and a half times the burst */
    assert_false(limit_may_go_on(l, key, 100, 1000, 0, 0, &after));
    assert_int_equal(after, 6);
    assert_true(limit_may_go_on(l, key, 100, 1000, 1000, 0, &after)); /* within the allowed debt */
    assert_true(limit_may_go_on(l, other, 100, 1000, 0, 0, &after));
    assert_false(limit_may_go_on(l, key, 100, 1000, 0, 5000, &after));
    assert_int_equal(after, 1);
    assert_true(limit_may_go_on(l, key, 100, 1000, 0, 5011, &after));
    limit_charge(l, key, 1e9, 100, 1000, 5011); /* debt is capped: nobody is locked out for good */
    assert_false(limit_may_go_on(l, key, 100, 1000, 1000, 5011, &after));
    assert_int_equal(after, 11);
    limits_free(l);
}

CLAIM(a_crowd_counts_each_key_separately_and_forgets_removed_ones) {
    struct crowd *c = crowd_new();
    char name[16];
    for (int i = 0; i < 30000; i++) {
        snprintf(name, sizeof name, "10.0.%d", i % 10000);
        crowd_add(c, span_of(name));
    }
    assert_int_equal(crowd_count(c, span_of("10.0.77")), 3);
    assert_int_equal(crowd_count(c, span_of("10.0.7")), 3);
    assert_int_equal(crowd_count(c, span_of("10.0.x")), 0);
    crowd_remove(c, span_of("10.0.7"));
    assert_int_equal(crowd_count(c, span_of("10.0.7")), 2);
    assert_int_equal(crowd_count(c, span_of("10.0.77")), 3);
    crowd_remove(c, span_of("10.0.7"));
    crowd_remove(c, span_of("10.0.7"));
    assert_int_equal(crowd_count(c, span_of("10.0.7")), 0);
    crowd_free(c);
}

CLAIM(in_a_crowd_a_prefix_of_a_key_is_a_different_key) {
    struct crowd *c = crowd_new();
    char name[16];
    for (int i = 100000; i; i--) { /* enough for some names to share a slot with their prefix */
        snprintf(name, sizeof name, "%d", i);
        crowd_add(c, span_of(name));
    }
    for (int i = 100000; i; i--) {
        snprintf(name, sizeof name, "%d", i);
        assert_int_equal(crowd_count(c, span_of(name)), 1);
    }
    crowd_free(c);
}

/* The reference is a plain array with linear search. */
CLAIM(the_table_of_limits_agrees_with_a_plain_list) {
    enum { SIZE = 50, KEYS = 120, STEPS = 200000 };
    struct limits *l = limits_new(SIZE);
    static struct {
        bool known;
        double level;
        int64_t at, used;
    } plain[KEYS];
    uint32_t random = 1;
    int64_t now_ms = 0;
    int known = 0;
    for (int64_t step = 1; step <= STEPS; step++) {
        random = random * 1664525u + 1013904223u;
        uint32_t who = (random >> 16) % KEYS, oldest = KEYS;
        now_ms += (random >> 8) % 8;
        if (!plain[who].known) {
            for (uint32_t i = 0; known == SIZE && i < KEYS; i++) {
                if (plain[i].known && (oldest == KEYS || plain[i].used < plain[oldest].used))
                    oldest = i;
            }
            if (oldest < KEYS)
                plain[oldest].known = false;
            known += oldest == KEYS;
            plain[who].known = true;
            plain[who].level = 4;
            plain[who].at = now_ms;
        }
        double level = plain[who].level + 0.5 * (double)(now_ms - plain[who].at) / 1000;
        plain[who].level = level > 4 ? 4 : level;
        plain[who].at = now_ms;
        plain[who].used = step;
        bool good = plain[who].level >= 1;
        if (good)
            plain[who].level -= 1;
        struct span key = {(const char *)&who, sizeof who};
        int after = 0;
        assert_int_equal(limit_take(l, key, 0.5, 4, now_ms, &after), good);
        assert_true(good ? after == 0 : after >= 1 && after <= 2);
    }
    limits_free(l);
}

/* ---- the journal ---- */

static int64_t set_clock(void *arg) {
    return *(int64_t *)arg;
}

struct pages {
    int pipe[2];
    int64_t now_ms;
    struct journal *journal;
    char read[1 << 16];
};

static void open_journal(struct pages *p) {
    assert_int_equal(pipe(p->pipe), 0);
    p->now_ms = INT64_C(1794700000123);
    p->journal = journal_new(p->pipe[1], set_clock, &p->now_ms);
}

static const char *read_journal(struct pages *p) {
    close(p->pipe[1]);
    size_t len = 0;
    for (ssize_t n; (n = read(p->pipe[0], p->read + len, sizeof p->read - 1 - len)) > 0;)
        len += (size_t)n;
    p->read[len] = '\0';
    close(p->pipe[0]);
    journal_free(p->journal);
    return p->read;
}

CLAIM(a_journal_line_has_the_time_the_event_and_its_fields) {
    static struct pages p;
    open_journal(&p);
    assert_true(journal_begin(p.journal, "table"));
    journal_string(p.journal, "id", span_of("a\"b\n"));
    journal_number(p.journal, "lines", 17);
    journal_end(p.journal);
    journal_say(p.journal, "stop");
    journal_problem(p.journal, "store", "it is away");
    assert_string_equal(
        read_journal(&p),
        "{\"time\":\"2026-11-14T23:46:40.123Z\",\"event\":\"table\",\"id\":\"a\\\"b\\u000a\","
        "\"lines\":"
        "17}\n"
        "{\"time\":\"2026-11-14T23:46:40.123Z\",\"event\":\"stop\"}\n"
        "{\"time\":\"2026-11-14T23:46:40.123Z\",\"event\":\"store\",\"problem\":\"it is away\"}\n");
}

CLAIM(secrets_are_left_out_of_the_journal) {
    static struct pages p;
    open_journal(&p);
    assert_true(journal_begin(p.journal, "request"));
    journal_string(p.journal, "token", span_of("hunter2"));
    journal_string(p.journal, "Authorization", span_of("Bearer hunter2"));
    journal_string(p.journal, "room_secret", span_of("hunter2"));
    journal_number(p.journal, "tokens", 12345);
    journal_string(p.journal, "path", span_of("/api"));
    journal_end(p.journal);
    const char *said = read_journal(&p);
    assert_null(strstr(said, "hunter2"));
    assert_null(strstr(said, "12345"));
    assert_non_null(strstr(said, "\"path\":\"/api\"}"));
}

static int count(const char *text, const char *word) {
    int n = 0;
    for (; (text = strstr(text, word)); text += strlen(word))
        n++;
    return n;
}

CLAIM(frequent_events_are_limited_per_second_and_suppressed_ones_are_counted) {
    static struct pages p;
    open_journal(&p);
    for (int i = 0; i < 100; i++)
        journal_say(p.journal, "often");
    journal_say(p.journal, "seldom");
    p.now_ms += 1000;
    journal_say(p.journal, "often");
    journal_say(p.journal, "often");
    const char *said = read_journal(&p);
    assert_int_equal(count(said, "often"), JOURNAL_PER_SECOND + 2);
    assert_int_equal(count(said, "seldom"), 1);
    assert_int_equal(count(said, "\"often\",\"suppressed\":80}"), 1);
    assert_int_equal(count(said, "suppressed"), 1);
}

CLAIM(a_journal_line_is_well_formed_however_much_is_logged) {
    static struct pages p;
    static char junk[5000];
    memset(junk, '\1', sizeof junk);
    open_journal(&p);
    assert_true(journal_begin(p.journal, "much"));
    for (int i = 0; i < 50; i++)
        journal_string(p.journal, "junk", (struct span){junk, sizeof junk});
    for (int i = 0; i < 500; i++)
        journal_number(p.journal, "n", i);
    journal_end(p.journal);
    const char *said = read_journal(&p);
    assert_true(strlen(said) < JOURNAL_LINE_BYTES);
    assert_string_equal(said + strlen(said) - 2, "}\n");
    assert_int_equal(count(said, "\n"), 1);
}

CLAIM(calls_on_a_disabled_journal_do_nothing) {
    struct journal *quiet = journal_new(-1, NULL, NULL);
    assert_false(journal_begin(quiet, "stop"));
    journal_string(quiet, "x", span_of("y"));
    journal_end(quiet);
    journal_free(quiet);
    assert_false(journal_begin(NULL, "stop"));
    journal_number(NULL, "x", 1);
    journal_end(NULL);
    journal_problem(NULL, "x", "y");
    journal_free(NULL);
}

/* ---- client origins ---- */

static struct origin six(const char *words) {
    struct sockaddr_in6 a = {.sin6_family = AF_INET6};
    assert_int_equal(inet_pton(AF_INET6, words, &a.sin6_addr), 1);
    return origin_of_address((struct sockaddr *)&a);
}

static struct origin four(const char *words) {
    struct sockaddr_in a = {.sin_family = AF_INET};
    assert_int_equal(inet_pton(AF_INET, words, &a.sin_addr), 1);
    return origin_of_address((struct sockaddr *)&a);
}

static bool same(struct origin a, struct origin b) {
    bool equal = !memcmp(&a, &b, sizeof a);
    assert_true(!equal || origin_hash(&a) == origin_hash(&b));
    return equal;
}

CLAIM(ipv4_clients_are_counted_by_address_and_ipv6_clients_by_network) {
    assert_true(same(four("192.168.1.7"), four("192.168.1.7")));
    assert_false(same(four("192.168.1.7"), four("192.168.1.8")));
    assert_true(same(six("2001:db8:1:2::1"), six("2001:db8:1:2:ffff::9")));
    assert_false(same(six("2001:db8:1:2::1"), six("2001:db8:1:3::1")));
    assert_true(same(six("::ffff:192.168.1.7"), four("192.168.1.7")));
    struct origin here[] = {four("127.0.0.1"), six("::1"), six("::ffff:127.0.0.1")};
    struct origin there[] = {four("127.0.0.2"), six("::2"), six("fe80::1"), four("10.0.0.1")};
    for (int i = 0; i < 3; i++)
        assert_true(origin_is_here(&here[i]));
    for (int i = 0; i < 4; i++)
        assert_false(origin_is_here(&there[i]));
}

/* ---- handshakes ---- */

CLAIM(the_example_handshake_of_the_websocket_standard_gets_the_specified_answer) {
    char words[512];
    struct text t = TEXT_IN(words);
    struct handshake h = {.get = true,
                          .major = 1,
                          .minor = 1,
                          .upgrade = "websocket",
                          .connection = "Upgrade",
                          .version = "13",
                          .key = "dGhlIHNhbXBsZSBub25jZQ==",
                          .protocols = "chat, yardstick.1"};
    assert_int_equal(handshake_check(&h, &t), 101);
    assert_int_equal(t.len, 0);
    handshake_answer(&h, &t);
    assert_string_equal(words, "HTTP/1.1 101 Switching Protocols\r\n"
                               "Upgrade: websocket\r\n"
                               "Connection: Upgrade\r\n"
                               "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"
                               "Sec-WebSocket-Protocol: yardstick.1\r\n\r\n");
    h.get = false;
    assert_int_equal(handshake_check(&h, &t), 405);
}
