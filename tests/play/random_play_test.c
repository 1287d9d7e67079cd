/* Whole games of random play in every book, with random undos, corrections and illegal attempts.
 *
 * Two tables are compared. At the first, lines are said as people type them. The second reads the
 * lines that the first would have written to its record, as text, and must be in the same state
 * after each line. Since reading goes line by line, this is equivalent to replaying the record from
 * its beginning after every step; at the end of each game the test does replay it. Another check
 * replays only what is in force (no undone or corrected lines) and must reach the same state. The
 * last check keeps all steps in full and compares them with those that the table keeps packed.
 *
 * Long runs play 10,000 games per book. Short runs play 300, which is enough to find faults that
 * appear in 1 % of games. Runs with sanitizers always play 30. */
#include <string.h>

#include "check.h"
#include "play/full_steps.h"
#include "play/record.h"
#include "rules/sheet.h"
#include "same.h"

static uint64_t random_state;

static uint32_t random_below(uint32_t n) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % n);
}

static struct dice random_dice(int n) {
    struct dice d = {0};
    while (n--)
        d = dice_with(d, 1 + (int)random_below(6), 1);
    return d;
}

struct pair {
    struct table *said, *read;
    struct text record; /* what the file would contain */
    struct full_steps full;
};

static char record_buffer[4 << 20];

static bool same_now(const struct table *a, const struct table *b) {
    return same_state(table_now(a), table_now(b));
}

/* Says a line. If it is accepted, the second table reads what was written; if it is refused,
 * nothing may change. */
static bool say(struct pair *p, const char *line) {
    static struct state before;
    char words[1024], written[LINE_MAX_BYTES];
    struct text error = TEXT_IN(words), out = TEXT_IN(written);
    before = *table_now(p->said);
    int steps = table_steps(p->said), lines = table_lines(p->said);
    if (!record_say(NULL, p->said, span_of(line), &out, &(struct refusal){.words = &error})) {
        assert_true(error.len > 0);
        assert_true(same_state(&before, table_now(p->said)));
        assert_int_equal(steps, table_steps(p->said));
        assert_int_equal(lines, table_lines(p->said));
        return false;
    }
    text_add(&p->record, "%s\n", written);
    full_hear(&p->full, p->said, &before);
    if (!table_prepare(p->read, span_of(written), TELLING_RECORD, NULL,
                       &(struct refusal){.words = &error}))
        fail_msg("the record's line '%s' was refused: %s", written, words);
    table_commit(p->read);
    if (!same_now(p->said, p->read))
        fail_msg("after '%s' the record leads elsewhere", written);
    return true;
}

static void replay_from_the_beginning(const struct pair *p) {
    char words[1024];
    struct text error = TEXT_IN(words);
    struct record_tail tail;
    struct table *fresh = table_new();
    assert_non_null(fresh);
    if (!record_read_text((struct span){p->record.data, p->record.len}, "record", fresh, NULL,
                          &tail, &error))
        fail_msg("%s", words);
    assert_false(tail.found);
    assert_true(same_now(p->said, fresh));
    table_free(fresh);
}

static void replay_what_is_in_force(const struct pair *p) {
    static struct state s;
    state_start(&s);
    for (int i = 0; i < table_steps(p->said); i++) {
        const struct step *step = table_step(p->said, i);
        char line[LINE_MAX_BYTES], words[1024];
        struct text l = TEXT_IN(line), error = TEXT_IN(words);
        struct entry e;
        entry_print(&s.rules, &step->entry, &l);
        assert_true(entry_parse(s.rules.book ? &s.rules : NULL, span_of(line), &e, &error));
        assert_true(state_step(&s, &e, &(struct refusal){.words = &error}));
    }
    assert_true(same_state(&s, table_now(p->said)));
}

/* ---- illegal attempts ---- */

static bool is_legal(const struct state *s, struct action a) {
    struct action list[ACTIONS_MAX];
    if (a.act == ACT_ROLL)
        return state_falling(s) == dice_size(a.dice);
    int n = s->stage == STAGE_PLAY ? game_legal(&s->rules, &s->game, list) : 0;
    for (int i = 0; i < n; i++) {
        bool same = list[i].act == a.act &&
                    (a.act == ACT_SCORE ? list[i].box == a.box : dice_same(list[i].dice, a.dice));
        if (same)
            return true;
    }
    return false;
}

static void try_something_illegal(struct pair *p) {
    const struct state *s = table_now(p->said);
    struct action a = {.act = (uint8_t)random_below(5)};
    if (a.act == ACT_SCORE)
        a = (struct action){
            .act = ACT_SCORE,
            .box = (uint8_t)random_below(
                (uint32_t)(s->rules.book->box_count ? s->rules.book->box_count : 1)),
            .zero = random_below(4) == 0,
        };
    else
        a.dice = random_dice((int)random_below(7));
    if (s->rules.book->family == FAMILY_PRESS && a.act == ACT_SCORE)
        return; /* there is no box to name */
    if (is_legal(s, a) || (a.act == ACT_ROLL && !a.dice.bits))
        return;
    char line[64];
    struct text l = TEXT_IN(line);
    action_print(&s->rules, a, &l);
    if (say(p, line))
        fail_msg("'%s' is illegal, but was accepted", line);
}

/* ---- play ---- */

static void say_action(struct pair *p, struct action a) {
    char line[64];
    struct text l = TEXT_IN(line);
    action_print(&table_now(p->said)->rules, a, &l);
    if (!say(p, line))
        fail_msg("'%s' is legal, but was refused", line);
}

/* A random choice, biased so that press games come to an end. */
static struct action random_choice(const struct state *s) {
    struct action list[ACTIONS_MAX];
    int n = game_legal(&s->rules, &s->game, list);
    assert_true(n > 0);
    struct action a = list[random_below((uint32_t)n)];
    if (s->rules.book->family == FAMILY_PRESS && random_below(3)) {
        for (int i = 0; i < n; i++) {
            if (list[i].act == ACT_TAKE_STOP)
                a = list[i]; /* the last one is the largest set with which to stop */
        }
    } else if (s->rules.book->family == FAMILY_SHEET && random_below(2)) {
        a = list[n - 1 - (int)random_below((uint32_t)(n < 3 ? n : 3))];
    }
    a.zero = a.act == ACT_SCORE && random_below(8) == 0;
    return a;
}

static void correct_something(struct pair *p) {
    const struct table *t = p->said;
    int index = (int)random_below((uint32_t)table_steps(t));
    const struct step *step = table_step(t, index);
    if (step->entry.kind != ENTRY_ACTION)
        return;
    struct entry e = step->entry;
    if (e.action.act == ACT_ROLL) {
        e.action.dice = random_dice(dice_size(e.action.dice));
    } else if (step->before.stage == STAGE_PLAY) {
        e.action = random_choice(&step->before);
    }
    char line[96];
    struct text l = TEXT_IN(line);
    e.corrects = step->line;
    entry_print(&step->before.rules, &e, &l);
    if (say(p, line))
        replay_what_is_in_force(p);
    full_compare(&p->full, p->said, random_below);
}

/* Commits to new dice, whose secret the host knows. */
static void commit_dice(struct pair *p) {
    uint8_t secret[FAIR_BYTES], commitment[FAIR_BYTES];
    char line[128];
    struct text l = TEXT_IN(line);
    for (int i = 0; i < FAIR_BYTES; i++)
        secret[i] = (uint8_t)random_below(256);
    static const int links[] = {0, 0, 1024, 7}; /* 0: version 1; a chain of 7 is soon used up */
    int n = links[random_below(4)];
    if (n)
        chain_link(secret, n, 0, commitment);
    else
        fair_commitment(secret, commitment);
    table_know_secret(p->said, secret);
    text_add(&l, n ? "dice fair2 %d " : "dice fair ", n);
    text_hex(&l, commitment, FAIR_BYTES);
    assert_true(say(p, line));
}

/* The seats share, or pledge and share; some give nothing. */
static void give_shares(struct pair *p) {
    const struct state *s = table_now(p->said);
    bool sealed = random_below(2);
    for (int round = !sealed; round < 2; round++) {
        for (int seat = 0; seat < s->seat_count; seat++) {
            struct entry e = {.kind = ENTRY_SHARE, .gift = {.seat = seat}};
            char line[128];
            struct text l = TEXT_IN(line);
            memset(e.gift.bytes, seat + s->games, FAIR_BYTES);
            e.gift.nothing = (seat + s->games) % 3 == 0;
            if (round == 0 && !e.gift.nothing) {
                e.kind = ENTRY_PLEDGE;
                fair_pledge(s->dice.commitment, seat, e.gift.bytes, e.gift.bytes);
            }
            if (round == 1 && set_has(s->fair.passed, seat))
                continue;
            entry_print(&s->rules, &e, &l);
            assert_true(say(p, line));
        }
    }
}

/* For the next game, somebody comes, goes, changes sides or seats; or it is all undone. */
static void change_seats(struct pair *p) {
    for (int i = (int)random_below(4); i; i--) {
        const struct state *s = table_now(p->said);
        char line[256];
        struct text l = TEXT_IN(line);
        int what = (int)random_below(4), seats = s->seat_count;
        if (what == 0) {
            text_add(&l, "seat P%u", random_below(9)); /* a newcomer, or one who leaves a side */
        } else if (what == 1) {
            text_add(&l, "seat P%u+Zoe", random_below(9));
        } else if (what == 2) {
            int first = (int)random_below((uint32_t)seats),
                count = 1 + (int)random_below((uint32_t)seats);
            text_put(&l, "seats");
            for (int k = 0; k < count; k++)
                text_add(&l, " %d", (first + k) % seats + 1);
        } else {
            text_put(&l, s->games && state_between(s) && !state_over(s) ? "undo" : "seats 1");
            if (!strcmp(line, "undo") && say(p, line)) { /* may have undone the rematch */
                if (state_over(table_now(p->said)))
                    assert_true(say(p, "rematch"));
                continue;
            }
        }
        say(p, line);
        int64_t sum = 0;
        for (int seat = 0; seat < table_now(p->said)->known; seat++)
            sum += table_now(p->said)->ledger[seat];
        assert_int_equal(sum, 0); /* accounts follow the people */
    }
}

static void play_again(struct pair *p) {
    bool fair = table_now(p->said)->dice.kind == DICE_FAIR;
    if (fair)
        assert_true(say(p, "reveal"));
    assert_true(say(p, "rematch"));
    change_seats(p);
    if (fair) {
        commit_dice(p);
        give_shares(p);
    }
}

static void set_up(struct pair *p, const struct book *book) {
    static const char *const dice[] = {"dice physical", "dice physical", "dice system",
                                       "dice seed 7"};
    bool fair = random_below(4) == 0;
    char line[128];
    struct text l = TEXT_IN(line);
    int seats = 1 + (int)random_below(7);
    text_add(&l, "rules %s", book->id);
    static const char *const press[] = {
        ":goal=2000,settlement=on", ":goal=3000,set-aside=all,tie=chaser",
        ":goal=1000,final-round=everyone,tie=leader,settlement=on", ":goal=1000,final-round=rest"};
    if (book->family == FAMILY_PRESS)
        text_put(&l, press[random_below(4)]);
    else if (random_below(4) == 0)
        text_put(&l, random_below(2) ? ":joker=free,settlement=on" : ":joker=forced,bonus=100");
    assert_true(say(p, "yardstick 1"));
    assert_true(say(p, line));
    for (int i = 0; i < seats; i++) {
        text_clear(&l);
        text_add(&l, random_below(4) ? "seat P%d" : "seat P%d+Q%d", i, i);
        assert_true(say(p, line));
    }
    if (fair)
        commit_dice(p);
    else
        assert_true(say(p, dice[random_below(4)]));
    assert_true(say(p, random_below(2) ? "start roll" : "start 1"));
    if (fair)
        give_shares(p);
    assert_true(say(p, "# a comment changes nothing"));
}

static void one_game(const struct book *book) {
    struct pair p = {table_new(), table_new(), TEXT_IN(record_buffer), {0}};
    assert_true(p.said && p.read);
    set_up(&p, book);
    int rematches = random_below(10) == 0;
    for (;;) {
        const struct state *s = table_now(p.said);
        if (state_over(s)) {
            if (!rematches--)
                break;
            play_again(&p);
            continue;
        }
        if (random_below(4) == 0)
            try_something_illegal(&p);
        if (random_below(50) == 0) {
            for (int n = 1 + (int)random_below(6); n && table_now(p.said)->throws; n--)
                say(&p, "undo");
            full_compare(&p.full, p.said, random_below);
        } else if (random_below(150) == 0 && s->throws) {
            LOCAL_TEXT(line, 16);
            text_add(&line, "leave %u", 1 + random_below((uint32_t)s->seat_count));
            say(&p, line.data);
        } else if (random_below(60) == 0) {
            correct_something(&p);
        } else if (state_falling(s) && s->dice.kind == DICE_PHYSICAL) {
            /* Roll five of a kind often enough for jokers and bonuses to come up. */
            int n = state_falling(s);
            struct dice d = random_below(8) || book->family == FAMILY_PRESS
                                ? random_dice(n)
                                : dice_with((struct dice){0}, 1 + (int)random_below(6), n);
            say_action(&p, (struct action){.act = ACT_ROLL, .dice = d});
        } else if (state_falling(s) && state_used_up(s)) {
            assert_false(say(&p, "roll"));
            commit_dice(&p);
            give_shares(&p);
        } else if (state_falling(s)) {
            assert_true(say(&p, "roll"));
        } else {
            say_action(&p, random_choice(s));
        }
    }
    if (table_now(p.said)->dice.kind == DICE_FAIR)
        assert_true(say(&p, "reveal"));
    assert_false(p.record.cut);
    replay_from_the_beginning(&p);
    replay_what_is_in_force(&p);
    full_compare(&p.full, p.said, random_below);
    full_compare(&p.full, p.read, random_below);
    full_forget(&p.full);
    table_free(p.said);
    table_free(p.read);
}

static void random_games(void **state) {
    const struct book *book = *state;
    int games = how_many(10000, 300);
    random_state = 20260101;
    for (int i = 0; i < games; i++)
        one_game(book);
}

/* Plays all books, or the one named on the command line. */
int main(int argc, char **argv) {
    static char names[32][96];
    for (int i = 0, n = 0; books[i]; i++) {
        struct text name = TEXT_IN(names[n]);
        if (argc > 1 && strcmp(argv[1], books[i]->id))
            continue;
        text_add(&name, "random_games_of_%s_replay_to_the_same_state", books[i]->id);
        claim_about(names[n++], random_games, books[i]);
    }
    return run_claims(NULL, NULL);
}
