/* The list of commitments: what both kinds of store guarantee. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stores.h"

enum { ENTRIES = 4096 };

/* The whole list, read page by page. */
struct list {
    char entries[ENTRIES][128];
    int64_t count;
    int answers;
    bool more;
    enum store_outcome outcome;
};

static void take(void *arg, const struct store_answer *a) {
    struct list *l = arg;
    l->answers++;
    l->outcome = a->outcome;
    l->more = a->more;
    for (int i = 0; i < a->entry_count; i++) {
        assert_int_equal(a->entries[i].n, l->count + 1); /* no gaps */
        assert_true(l->count < ENTRIES);
        strcpy(l->entries[l->count++], a->entries[i].words);
    }
}

static void read_page(struct store *s, struct list *l) {
    char words[256];
    struct text error = TEXT_IN(words);
    int before = l->answers;
    must(store_entries(s, l->count, (struct store_reply){take, l}, &error), words);
    for (int ms = 0; l->answers == before && ms < PATIENCE_MS; ms += 10)
        deliver(s, 10);
    assert_int_equal(l->answers, before + 1);
    assert_int_equal(l->outcome, STORE_DONE);
}

/* An entry may get its number a moment after its append was answered. Numbered entries never
 * change. */
static const struct list *read_list(struct store *s, int64_t wanted) {
    static struct list l;
    memset(&l, 0, sizeof l);
    for (int tries = 0; (l.count < wanted || l.more) && tries < PATIENCE_MS; tries++)
        read_page(s, &l);
    read_page(s, &l);
    assert_int_equal(l.count, wanted);
    return &l;
}

static const char *commitment(int n) {
    static char digits[4][STORE_COMMITMENT_LETTERS + 1];
    static int next;
    char *ret = digits[next++ % 4];
    snprintf(ret, sizeof digits[0], "%064x", n);
    return ret;
}

static const char *entry(const char *fate, int n, int64_t at) {
    static char words[4][128];
    static int next;
    char *ret = words[next++ % 4];
    snprintf(ret, sizeof words[0], "%s %064x %lld", fate, n, (long long)at);
    return ret;
}

/* One line with a note: a commitment, or a reveal if n is negative. */
static struct store_append line_with(const char *game, int64_t first, const char *action, int n,
                                     struct store_note *note) {
    static const char *const lines[] = {"dice fair2 1024 x", "reveal x"};
    *note =
        (struct store_note){n < 0 ? STORE_REVEALED : STORE_COMMITTED, n < 0 ? NULL : commitment(n)};
    return (struct store_append){.game = game,
                                 .first = first,
                                 .action = action,
                                 .lines = &lines[n < 0],
                                 .line_count = 1,
                                 .at = 1000 + first,
                                 .notes = note,
                                 .note_count = 1};
}

static enum store_outcome say(struct store *s, const char *game, int64_t first, const char *action,
                              int n) {
    struct store_note note;
    struct store_append a = line_with(game, first, action, n, &note);
    return append_all(s, &a).outcome;
}

STORE_CLAIM(every_commitment_is_listed_with_its_outcome) {
    struct store *s = open_store();
    create(s, "g", NULL);
    create(s, "h", NULL);
    assert_int_equal(say(s, "g", 1, "a", 1), STORE_DONE);
    assert_int_equal(say(s, "h", 1, "a", 2), STORE_DONE);
    assert_int_equal(say(s, "g", 2, "b", -1), STORE_DONE);
    assert_int_equal(say(s, "g", 3, "c", 3), STORE_DONE);
    assert_int_equal(say(s, "g", 4, "d", 4), STORE_DONE); /* replaces commitment 3 */
    const struct list *l = read_list(s, 6);
    assert_string_equal(l->entries[0], entry("commit", 1, 1001));
    assert_string_equal(l->entries[1], entry("commit", 2, 1001));
    assert_string_equal(l->entries[2], entry("revealed", 1, 1002));
    assert_string_equal(l->entries[3], entry("commit", 3, 1003));
    assert_string_equal(l->entries[4], entry("abandoned", 3, 1004));
    assert_string_equal(l->entries[5], entry("commit", 4, 1004));
    store_close(s);
}

STORE_CLAIM(a_used_up_chain_is_revealed_before_the_next_commitment) {
    struct store *s = open_store();
    const char *line = "dice fair2 1 x";
    create(s, "g", NULL);
    say(s, "g", 1, "a", 1);
    struct store_note notes[] = {{.kind = STORE_REVEALED}, {STORE_COMMITTED, commitment(2)}};
    struct store_append both = {.game = "g",
                                .first = 2,
                                .action = "b",
                                .lines = &line,
                                .line_count = 1,
                                .at = 9,
                                .notes = notes,
                                .note_count = 2};
    assert_int_equal(append_all(s, &both).outcome, STORE_DONE);
    const struct list *l = read_list(s, 3);
    assert_string_equal(l->entries[1], entry("revealed", 1, 9));
    assert_string_equal(l->entries[2], entry("commit", 2, 9));
    store_close(s);
}

STORE_CLAIM(an_append_that_fails_makes_no_entry) {
    struct store *s = open_store();
    create(s, "g", NULL);
    assert_int_equal(say(s, "g", 1, "a", 1), STORE_DONE);
    assert_int_equal(say(s, "g", 1, "a", 1), STORE_DUPLICATE);
    assert_int_equal(say(s, "g", 2, "a", 2), STORE_DUPLICATE);
    assert_int_equal(say(s, "g", 1, "b", 3), STORE_CONFLICT);
    assert_int_equal(say(s, "g", 7, "b", -1), STORE_CONFLICT);
    assert_int_equal(say(s, "none", 1, "b", 4), STORE_ABSENT);
    assert_int_equal(say(s, "g", 2, "c", -1), STORE_DONE); /* after all these failures */
    assert_int_equal(say(s, "g", 3, "d", -1), STORE_DONE); /* no open commitment left */
    const struct list *l = read_list(s, 2);
    assert_string_equal(l->entries[0], entry("commit", 1, 1001));
    assert_string_equal(l->entries[1], entry("revealed", 1, 1002));
    store_close(s);
}

STORE_CLAIM(deletion_abandons_the_open_commitment_and_deletes_no_entry) {
    struct store *s = open_store();
    for (int i = 0; i < 4; i++) {
        char game[] = "g0";
        game[1] = (char)('0' + i);
        create(s, game, NULL);
        if (i)
            say(s, game, 1, "a", i);
    }
    say(s, "g2", 2, "b", -1);
    assert_int_equal(delete_game(s, "g3", 5).outcome, STORE_CONFLICT); /* used after that time */
    assert_int_equal(delete_game(s, "g0", INT64_MAX).outcome, STORE_DONE); /* had no commitment */
    assert_int_equal(delete_game(s, "g1", INT64_MAX).outcome, STORE_DONE);
    assert_int_equal(delete_game(s, "g1", INT64_MAX).outcome, STORE_ABSENT);
    assert_int_equal(delete_game(s, "g2", INT64_MAX).outcome, STORE_DONE); /* already revealed */
    const struct list *l = read_list(s, 5);
    assert_string_equal(l->entries[3], entry("revealed", 2, 1002));
    assert_memory_equal(l->entries[4], "abandoned ", 10);
    assert_memory_equal(l->entries[4] + 10, commitment(1), STORE_COMMITMENT_LETTERS);
    assert_int_equal(count_rows("commitment"), 1); /* that of g3 */
    store_close(s);
    s = open_store(); /* the list survives reopening */
    read_list(s, 5);
    store_close(s);
}

STORE_CLAIM(the_id_of_a_deleted_game_is_never_reused) {
    struct store *a = open_store(), *b = open_store();
    create(a, "g", NULL);
    assert_int_equal(delete_game(a, "g", INT64_MAX).outcome, STORE_DONE);
    for (int i = 0; i < 2; i++) {
        struct heard h = create(i ? a : b, "g", NULL);
        assert_int_equal(h.outcome, STORE_ABSENT);
        assert_string_equal(h.words, "Game g has been deleted.");
    }
    assert_int_equal(create(b, "h", NULL).outcome, STORE_DONE);
    assert_int_equal(count_rows("game"), 1);
    store_close(a);
    store_close(b);
}

static void count_done(void *arg, const struct store_answer *a) {
    if (a->outcome != STORE_DONE)
        fail_msg("outcome %d: %s", a->outcome, a->words);
    ++*(int *)arg;
}

static void await_both(struct store **nodes, const int *done, int wanted) {
    for (int ms = 0; *done < wanted && ms < PATIENCE_MS; ms += 10) {
        deliver(nodes[0], 5);
        deliver(nodes[1], 5);
    }
    assert_int_equal(*done, wanted);
}

/* How often the list has this entry, whatever its time; *ret_at: index of the last one. */
static int times_listed(const struct list *l, const char *fate, int n, int64_t *ret_at) {
    char words[128];
    int times = 0;
    snprintf(words, sizeof words, "%s %064x ", fate, n);
    for (int64_t i = 0; i < l->count; i++) {
        if (strncmp(l->entries[i], words, strlen(words)))
            continue;
        times++;
        *ret_at = i;
    }
    return times;
}

/* Two nodes at once go through 300 games in three rounds: create, commit, then reveal or delete. */
STORE_CLAIM(two_nodes_build_one_list_that_has_each_commitment_and_outcome_once) {
    enum { GAMES = 300 };
    struct store *nodes[] = {open_store(), open_store()};
    int done = 0;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < GAMES; i++) {
            char words[256], game[16];
            struct text error = TEXT_IN(words);
            struct store *s = nodes[(i + round) % 2];
            struct store_reply reply = {count_done, &done};
            struct store_note note;
            snprintf(game, sizeof game, "g%d", i);
            struct store_game g = {.id = game, .created = 1, .rules = "r", .setup = "r\n"};
            struct store_append a =
                line_with(game, round, round == 1 ? "a" : "b", round == 1 ? i : -1, &note);
            bool queued = round == 0   ? store_create(s, &g, NULL, 0, reply, &error)
                          : round == 1 ? store_append(s, &a, reply, &error)
                          : i % 3      ? store_append(s, &a, reply, &error)
                                       : store_delete(s, game, INT64_MAX, reply, &error);
            must(queued, words);
        }
        await_both(nodes, &done, (round + 1) * GAMES);
    }
    const struct list *l = read_list(nodes[1], 2 * GAMES);
    for (int i = 0; i < GAMES; i++) {
        int64_t committed = -1, ended = -1;
        assert_int_equal(times_listed(l, "commit", i, &committed), 1);
        assert_int_equal(times_listed(l, "revealed", i, &ended), i % 3 ? 1 : 0);
        assert_int_equal(times_listed(l, "abandoned", i, &ended), i % 3 ? 0 : 1);
        assert_true(committed < ended);
    }
    store_close(nodes[0]);
    store_close(nodes[1]);
}

struct folded {
    struct merkle tree;
    int answers;
    bool more;
    enum store_outcome outcome;
};

static void take_tree(void *arg, const struct store_answer *a) {
    struct folded *f = arg;
    f->answers++;
    f->outcome = a->outcome;
    f->more = a->more;
    if (a->outcome == STORE_DONE)
        f->tree = *a->tree;
}

static void fold(struct store *s, struct folded *f) {
    char words[256];
    struct text error = TEXT_IN(words);
    int before = f->answers;
    must(store_fold(s, &f->tree, (struct store_reply){take_tree, f}, &error), words);
    for (int ms = 0; f->answers == before && ms < PATIENCE_MS; ms += 10)
        deliver(s, 10);
    assert_int_equal(f->answers, before + 1);
}

static void add_entries(int from, int to) {
    char sql[512];
    snprintf(sql, sizeof sql,
             address
                 ? "INSERT INTO yard.commitment_list SELECT n, 'commit x ' || n "
                   "FROM generate_series(%d, %d) AS n"
                 : "WITH RECURSIVE c (n) AS (VALUES (%d) UNION ALL SELECT n + 1 FROM c "
                   "WHERE n < %d) INSERT INTO commitment_list SELECT n, 'commit x ' || n FROM c",
             from, to);
    run_sql(sql);
}

STORE_CLAIM(the_tree_of_a_long_list_grows_in_steps_and_matches_its_entries) {
    struct store *s = open_store();
    struct folded f = {0};
    struct merkle all = {0};
    uint8_t got[MERKLE_BYTES], want[MERKLE_BYTES];
    fold(s, &f);
    assert_int_equal(f.outcome, STORE_DONE);
    assert_int_equal(f.tree.size, 0);
    for (int from = 1, to = 25000; to <= 25007; from = to + 1, to += 7) {
        int steps = 0;
        add_entries(from, to);
        do {
            fold(s, &f);
            assert_int_equal(f.outcome, STORE_DONE);
            steps++;
        } while (f.more);
        assert_int_equal(steps, from == 1 ? 3 : 1);
        for (int n = from; n <= to; n++) {
            char words[64];
            snprintf(words, sizeof words, "commit x %d", n);
            assert_true(merkle_add(&all, span_of(words)));
        }
        assert_int_equal(f.tree.size, to);
        merkle_root(&f.tree, got);
        merkle_root(&all, want);
        assert_memory_equal(got, want, sizeof got);
    }
    store_close(s);
}

STORE_CLAIM(a_damaged_list_has_no_root) {
    struct store *s = open_store();
    struct folded f = {0};
    add_entries(1, 5);
    add_entries(7, 9);
    fold(s, &f);
    assert_int_equal(f.outcome, STORE_REFUSED);
    store_close(s);
}

/* No entry can be left unnumbered in SQLite, which numbers entries as it writes them. */
STORE_CLAIM(another_node_numbers_the_entries_of_a_dead_one) {
    struct store *s = open_store();
    if (address)
        run_postgres("INSERT INTO yard.commitment_pending (entry) VALUES ('commit left 1')");
    else
        run_sqlite("INSERT INTO commitment_list VALUES (1, 'commit left 1')");
    assert_string_equal(read_list(s, 1)->entries[0], "commit left 1");
    create(s, "g", NULL);
    say(s, "g", 1, "a", 1);
    assert_string_equal(read_list(s, 2)->entries[1], entry("commit", 1, 1001));
    store_close(s);
}

STORE_CLAIM(a_note_without_a_valid_commitment_is_refused) {
    struct store *s = open_store();
    static const char *const bad[] = {
        NULL, "", "12", "zz00000000000000000000000000000000000000000000000000000000000000",
        "AA00000000000000000000000000000000000000000000000000000000000000"};
    create(s, "g", NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char words[256];
        struct text error = TEXT_IN(words);
        struct store_note note;
        struct store_append a = line_with("g", 1, "a", 1, &note);
        note.commitment = bad[i];
        assert_false(store_append(s, &a, (struct store_reply){0}, &error));
        assert_string_equal(words, "A note must name a commitment of 64 hexadecimal digits.");
    }
    store_close(s);
}
