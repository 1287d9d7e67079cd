/* Fair dice, version 2: chains, throws checked as they are made, log marks, and verdicts on records
 * of both versions. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "play/fair_check.h"
#include "play/record.h"
#include "same.h"
#include "unit/fair_lines.h"

static void refuse(struct table *t, const char *line, const char *why) {
    must_refuse(t, line);
    if (!strstr(words, why))
        fail_msg("'%s' is refused with '%s'", line, words);
}

/* Says "dice fair2 N ..." for a secret or, with 0 links, "dice fair ...". */
static void commit(struct table *t, const char *secret, int links) {
    uint8_t commitment[FAIR_BYTES];
    char line[128];
    struct text l = TEXT_IN(line);
    if (links)
        chain_link(bytes_of(secret), links, 0, commitment);
    else
        fair_commitment(bytes_of(secret), commitment);
    text_add(&l, links ? "dice fair2 %d " : "dice fair ", links);
    text_hex(&l, commitment, FAIR_BYTES);
    say(t, line);
    table_know_secret(t, bytes_of(secret));
}

static void pledge(struct table *t, int seat, const char *share) {
    uint8_t sealed[FAIR_BYTES];
    char line[128];
    struct text l = TEXT_IN(line);
    fair_pledge(table_now(t)->dice.commitment, seat - 1, bytes_of(share), sealed);
    text_add(&l, "pledge %d ", seat);
    text_hex(&l, sealed, FAIR_BYTES);
    say(t, line);
}

static struct table *seated(const char *rules) {
    struct table *t = table_new();
    char line[64];
    struct text l = TEXT_IN(line);
    assert_non_null(t);
    text_add(&l, "rules %s", rules);
    say(t, "yardstick 1");
    say(t, line);
    say(t, "seat Ann");
    say(t, "seat Bea");
    return t;
}

static void give_sealed_shares(struct table *t) {
    pledge(t, 1, SHARE_1);
    pledge(t, 2, SHARE_2);
    say(t, "share 2 " SHARE_2);
    say(t, "share 1 " SHARE_1);
}

/* Two seats that have pledged and opened their shares; the host knows the secret. */
static struct table *host(int links) {
    struct table *t = seated("yardzee");
    commit(t, SECRET, links);
    give_sealed_shares(t);
    return t;
}

/* Plays until there are `throws` throws: rolls all dice twice a turn, then fills the last open box.
 */
static void play(struct table *t, int throws) {
    while (table_throws(t) < throws) {
        say(t, "roll");
        const struct state *s = table_now(t);
        if (s->game.rolls < 2 && said(t, "keep -"))
            continue;
        struct action list[ACTIONS_MAX];
        char line[64];
        struct text l = TEXT_IN(line);
        int n = game_legal(&s->rules, &s->game, list);
        for (int i = n - 1; i >= 0 && !l.len; i--) {
            if (list[i].act == ACT_SCORE)
                action_print(&s->rules, list[i], &l);
        }
        say(t, line);
    }
}

static struct text record_of(const struct table *t) {
    struct text out = text_on_heap();
    for (int i = 1; i <= table_lines(t); i++)
        text_add(&out, "%s\n", table_line(t, i));
    return out;
}

struct reading {
    bool whole;
    struct fair_sum sum;
    struct wrong_throw wrong; /* line 0: none */
};

static struct reading read_back(struct span record) {
    struct table *t = table_new();
    struct text error = TEXT_IN(words);
    struct record_tail tail;
    assert_non_null(t);
    bool read = record_read_text(record, "record", t, NULL, &tail, &error);
    struct reading r = {.whole = read && !tail.found, .sum = fair_check(t)};
    if (table_wrong_throw(t))
        r.wrong = *table_wrong_throw(t);
    table_free(t);
    return r;
}

static struct span span_in(const struct text *t) {
    return (struct span){t->data, t->len};
}

static void verdict_is(const struct table *t, enum fair_verdict verdict, const char *says) {
    char data[256];
    struct text w = TEXT_IN(data), record = record_of(t);
    struct fair_sum sum = fair_check(t);
    fair_words(t, &sum, &w);
    assert_string_equal(data, says);
    assert_int_equal(sum.verdict, verdict);
    struct reading r = read_back(span_in(&record));
    assert_true(r.whole);
    assert_int_equal(r.sum.verdict, verdict);
    assert_int_equal(r.sum.throws, sum.throws);
    free(record.data);
}

/* ---- chains ---- */

CLAIM(stored_links_match_the_chain) {
    static const int lengths[] = {1, 2, 31, 32, 33, 64, 100, 1024};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        int links = lengths[i];
        uint8_t link[FAIR_BYTES];
        chain_link(bytes_of(SECRET), links, 0, link);
        struct chain *c = chain_new(bytes_of(SECRET), links, link);
        assert_non_null(c);
        assert_null(chain_new(bytes_of(OTHER), links, link));
        for (int n = links; n > 0; n--) {
            int number = n * 7 % links + 1; /* out of order */
            chain_link(bytes_of(SECRET), links, number, link);
            assert_memory_equal(chain_at(c, number), link, FAIR_BYTES);
        }
        assert_memory_equal(chain_at(c, links), bytes_of(SECRET), FAIR_BYTES);
        chain_free(c);
    }
}

CLAIM(chain_dice_are_uniform_by_face_and_position) {
    enum { POSITIONS = 6 };
    const uint32_t throws = (uint32_t)how_many(200000, 50000);
    static int count[POSITIONS][FACES];
    struct fair f = {.shared = set_below(2)};
    uint8_t link[FAIR_BYTES] = {0}, faces[POSITIONS];
    memcpy(f.given[0], bytes_of(SHARE_1), FAIR_BYTES);
    memcpy(f.given[1], bytes_of(SHARE_2), FAIR_BYTES);
    for (uint32_t n = 0; n < throws; n++) {
        struct chain_throw t = {bytes_of(OTHER), link, 1024, 2, &f, n % 1024};
        chain_step(1024, n, link, link);
        chain_faces(&t, POSITIONS, faces);
        for (int i = 0; i < POSITIONS; i++)
            count[i][faces[i] - 1]++;
    }
    for (int i = 0; i < POSITIONS; i++) {
        double chi = 0, mean = (double)throws / FACES;
        for (int face = 0; face < FACES; face++)
            chi += (count[i][face] - mean) * (count[i][face] - mean) / mean;
        assert_true(chi < 20.5); /* p = 0.001 with 5 degrees of freedom */
    }
}

/* ---- throws ---- */

CLAIM(a_throw_is_checked_as_it_arrives) {
    struct table *t = host(100), *follower = table_new();
    assert_non_null(follower);
    play(t, 30);
    for (int i = 1; i <= table_lines(t); i++)
        say(follower, table_line(t, i));
    assert_true(same_state(table_now(follower), table_now(t)));
    verdict_is(follower, FAIR_SEALED, "sealed by seats 1, 2");
    refuse(follower, "roll", "The secret of these dice isn't known here.");
    say(t, "roll");
    const char *line = table_line(t, table_lines(t));
    char changed[LINE_MAX_BYTES];
    strcpy(changed, line);
    char *link = strstr(changed, " link ") + 6, *mark = strstr(changed, " log ") + 5;
    *link ^= 1;
    refuse(follower, changed, "This link doesn't continue the chain at roll 31.");
    *link ^= 1;
    *mark ^= 1;
    refuse(follower, changed, "This line or an earlier one was changed after it was written.");
    *mark ^= 1;
    changed[5] = changed[5] == '6' ? '5' : '6';
    refuse(follower, changed, "The link gives different dice: ");
    *strstr(changed, " link ") = '\0';
    refuse(follower, changed, "A roll of these dice needs its link");
    refuse(t, changed, "Decide what to do with these dice first.");
    say(follower, line);
    verdict_is(follower, FAIR_SEALED, "sealed by seats 1, 2");
    table_free(follower);
    table_free(t);
}

CLAIM(a_throw_repeated_after_an_undo_opens_the_same_link) {
    struct table *t = host(100);
    char link[80];
    play(t, 4);
    say(t, "roll");
    memcpy(link, strstr(table_line(t, table_lines(t)), " link "), sizeof link - 1);
    say(t, "undo");
    say(t, "roll");
    assert_memory_equal(strstr(table_line(t, table_lines(t)), " link "), link, 6 + 64);
    verdict_is(t, FAIR_SEALED, "sealed by seats 1, 2");
    table_free(t);
}

CLAIM(a_used_up_chain_is_followed_by_another) {
    struct table *t = host(5);
    play(t, 4);
    refuse(t, "dice fair2 9 " OTHER, "Dice have already been rolled under this commitment");
    play(t, 5);
    refuse(t, "roll", "All links in the chain of these dice have been used.");
    commit(t, OTHER, 50);
    refuse(t, "roll", "The dice can't be rolled until seat 1 has given its share.");
    give_sealed_shares(t);
    play(t, 12);
    refuse(t, "dice fair2 9 " OTHER, "Dice have already been rolled under this commitment");
    verdict_is(t, FAIR_SEALED, "sealed by seats 1, 2");
    table_free(t);
}

CLAIM(only_dice_with_a_chain_have_links) {
    static const char proof[] = "link " OTHER " log 00112233445566778899aabbccddeeff";
    char line[256];
    struct text l = TEXT_IN(line);
    struct table *t = seated("yardzee");
    text_add(&l, "roll 1 2 3 4 5 %s", proof);
    say(t, "dice physical");
    refuse(t, line, "Only 'dice fair2' has links.");
    say(t, "roll 1 2 3 4 5");
    text_clear(&l);
    text_add(&l, "correct 6 roll 1 2 3 4 6 %s", proof);
    refuse(t, line, "Type the numbers the dice showed.");
    table_free(t);
    t = table_new();
    assert_non_null(t);
    say(t, "rules yardzee");
    commit(t, SECRET, 9);
    refuse(t, "roll", "Add the seats first");
    refuse(t, "dice fair2 0 " OTHER, "the number of links (1 to 4096)");
    refuse(t, "dice fair2 4097 " OTHER, "the number of links (1 to 4096)");
    table_free(t);
}

/* ---- records ---- */

enum { THROWS = SANITIZED ? 12 : 50 }; /* the claims take quadratic time */

CLAIM(a_record_cut_after_any_line_verifies_up_to_there) {
    struct table *t = host(100);
    play(t, THROWS);
    say(t, "reveal");
    struct text record = record_of(t);
    int throws = 0;
    const char *at = record.data;
    for (int line = 1; line <= table_lines(t); line++) {
        throws += !strncmp(at, "roll ", 5);
        at = strchr(at, '\n') + 1;
        struct reading r = read_back((struct span){record.data, (size_t)(at - record.data)});
        assert_true(r.whole);
        assert_int_equal(r.sum.throws, throws);
        assert_int_equal(r.sum.checked, throws);
        assert_int_equal(r.sum.verdict, throws ? FAIR_SEALED : FAIR_NONE);
    }
    assert_int_equal(throws, THROWS);
    free(record.data);
    table_free(t);
}

CLAIM(every_changed_byte_in_a_record_is_caught) {
    struct table *t = host(100);
    play(t, THROWS);
    say(t, "reveal");
    struct text record = record_of(t);
    struct reading good = read_back(span_in(&record));
    assert_true(good.whole && good.sum.verdict == FAIR_SEALED && good.sum.throws == THROWS);
    for (size_t i = 0; i < record.len; i++) {
        char kept = record.data[i];
        const char tries[] = {(char)(kept ^ 0x20), (char)(kept ^ 1), ' ', '#'};
        for (size_t k = i % 2; k < 4; k += 2) { /* even i: other case, ' '; odd i: low bit, '#' */
            if (tries[k] == kept)
                continue;
            record.data[i] = tries[k];
            struct reading r = read_back(span_in(&record));
            if (r.whole && r.sum.verdict == FAIR_SEALED)
                fail_msg("byte %zu, '%c' for '%c', is not caught", i, tries[k], kept);
        }
        record.data[i] = kept;
    }
    free(record.data);
    table_free(t);
}

/* Reads the record with the first occurrence of `from` replaced by `to`. */
static struct reading read_changed(const struct table *t, const char *from, const char *to) {
    struct text record = record_of(t), changed = text_on_heap();
    const char *at = strstr(record.data, from);
    assert_non_null(at);
    text_put_n(&changed, record.data, (size_t)(at - record.data));
    text_put(&changed, to);
    text_put(&changed, at + strlen(from));
    struct reading r = read_back(span_in(&changed));
    free(record.data);
    free(changed.data);
    return r;
}

CLAIM(the_kind_of_tampering_is_identified) {
    struct table *t = host(100);
    say(t, "# a remark");
    play(t, 6);
    say(t, "reveal");
    struct reading r = read_changed(t, "# a remark", "# a remarc");
    assert_int_equal(r.sum.verdict, FAIR_BROKEN);
    assert_int_equal(r.wrong.why, WRONG_LOG);
    assert_int_equal(r.wrong.said.throw_number, 0);
    r = read_changed(t, "share 2 " SHARE_2,
                     "share 2 FF" /* the same share, spelled differently */
                     "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff");
    assert_int_equal(r.wrong.why, WRONG_LOG);
    r = read_changed(t, "reveal " SECRET, "reveal " OTHER);
    assert_int_equal(r.wrong.why, WRONG_SECRET);
    assert_int_equal(r.wrong.said.throw_number, 6);
    char roll[LINE_MAX_BYTES], other[LINE_MAX_BYTES];
    strcpy(roll, table_line(t, table_throw(t, 3)->line));
    strcpy(other, roll);
    other[5] = other[5] == '6' ? '5' : '6';
    r = read_changed(t, roll, other);
    assert_int_equal(r.wrong.why, WRONG_DICE);
    assert_int_equal(r.wrong.said.throw_number, 3);
    strcpy(other, roll);
    strstr(other, " link ")[6] ^= 1;
    r = read_changed(t, roll, other);
    assert_int_equal(r.wrong.why, WRONG_LINK);
    r = read_changed(t, roll, "# nothing");
    assert_false(r.whole);
    table_free(t);
}

/* ---- verdicts ---- */

CLAIM(dice_without_shares_are_not_sealed) {
    for (int links = 0; links <= 100; links += 100) {
        struct table *t = seated("yardzee");
        commit(t, SECRET, links);
        say(t, "share 1 -");
        say(t, "share 2 -");
        play(t, 3);
        say(t, "reveal");
        verdict_is(t, FAIR_UNSEALED, "not sealed");
        table_free(t);
    }
}

CLAIM(without_pledges_only_the_last_share_seals_the_dice) {
    struct table *t = seated("yardzee");
    commit(t, SECRET, 50);
    say(t, "share 2 " SHARE_2);
    say(t, "share 1 " SHARE_1);
    play(t, 1);
    verdict_is(t, FAIR_SEALED, "sealed by seat 1");
    table_free(t);
    t = seated("yardzee");
    commit(t, SECRET, 50);
    say(t, "share 2 " SHARE_2);
    say(t, "share 1 -"); /* decided after seat 2's share was known */
    play(t, 1);
    verdict_is(t, FAIR_UNSEALED, "not sealed");
    table_free(t);
}

CLAIM(a_bots_share_never_seals_the_dice_but_that_of_a_person_replaced_later_does) {
    struct table *t = seated("yardzee");
    say(t, "seat Robo bot expert");
    commit(t, SECRET, 50);
    say(t, "share 1 -");
    say(t, "share 2 -");
    say(t, "share 3 " SHARE_1);
    play(t, 1);
    verdict_is(t, FAIR_UNSEALED, "not sealed");
    table_free(t);
    t = host(50);
    say(t, "roll");
    say(t, "correct 3 seat Ann bot family");
    verdict_is(t, FAIR_SEALED, "sealed by seats 1, 2");
    table_free(t);
}

CLAIM(abandoned_commitments_are_counted) {
    struct table *t = seated("yardzee");
    commit(t, OTHER, 50);
    pledge(t, 1, SHARE_1);
    pledge(t, 2, SHARE_2);
    say(t, "share 1 " SHARE_1); /* seat 2 never opens its share */
    commit(t, SECRET, 50);
    say(t, "share 2 -");
    say(t, "share 1 " SHARE_1);
    play(t, 2);
    verdict_is(t, FAIR_ABANDONED, "abandoned commitments: 1; sealed by seat 1");
    table_free(t);
}

CLAIM(the_verdict_covers_every_game_of_a_series) {
    struct table *t = seated("yardkle:goal=500,entry=0");
    commit(t, SECRET, 500);
    say(t, "share 2 -");
    say(t, "share 1 " SHARE_1);
    while (!state_over(table_now(t))) {
        struct action list[ACTIONS_MAX];
        char line[64];
        struct text l = TEXT_IN(line);
        const struct state *s = table_now(t);
        if (state_falling(s)) {
            say(t, "roll");
            continue;
        }
        int n = game_legal(&s->rules, &s->game, list);
        action_print(&s->rules, list[n - 1], &l);
        say(t, line);
    }
    say(t, "reveal");
    say(t, "rematch");
    commit(t, OTHER, 500);
    say(t, "share 1 -");
    say(t, "share 2 " SHARE_2);
    say(t, "roll");
    verdict_is(t, FAIR_SEALED, "sealed: game 1 by seat 1; game 2 by seat 2");
    assert_false(set_any(fair_check(t).sealed));
    table_free(t);
}
