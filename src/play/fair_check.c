#include "play/fair_check.h"

#include <string.h>

#include "core/say.h"

/* Finds the throws of the deal, searching from throw `from`. */
static void count_throws(const struct table *t, int from, struct fair_deal *d) {
    while (from < table_throws(t) && table_throw(t, from)->line < d->line)
        from++;
    int end = from;
    while (end < table_throws(t) && table_throw(t, end)->line < d->until)
        end++;
    d->first = from;
    d->throws = end - from;
}

/* Collects what was said about these dice, up to the next dice entry or the end. */
static void hear_deal(const struct table *t, int first, struct fair_deal *d) {
    int given = first;
    for (int i = first; i < table_steps(t); i++) {
        int kind = table_step_kind(t, i);
        if (kind == ENTRY_DICE && i > first) {
            d->until = table_step_line(t, i);
            d->followed = true;
            break;
        }
        if (kind == ENTRY_PLEDGE || kind == ENTRY_SHARE)
            given = i;
        if (kind == ENTRY_REVEAL) {
            struct entry e;
            table_step_entry(t, i, &e);
            d->reveal = table_step_line(t, i);
            memcpy(d->secret, e.gift.bytes, FAIR_BYTES);
        }
    }
    d->shares = table_state(t, given + 1);
}

/* Iterates over all deals: start with line 0; returns false when there are no more. */
static bool next_deal(const struct table *t, struct fair_deal *d) {
    for (int i = table_steps_until(t, d->line); i < table_steps(t); i++) {
        if (table_step_kind(t, i) != ENTRY_DICE)
            continue;
        const struct step *step = table_step(t, i);
        if (step->entry.dice.kind != DICE_FAIR)
            continue;
        int behind = d->first + d->throws;
        *d = (struct fair_deal){
            .line = step->line, .until = table_lines(t) + 1, .game = step->before.games + 1};
        hear_deal(t, i, d);
        d->sealed = set_any(fair_missing(&d->shares->fair, d->shares->seat_count))
                        ? set_none()
                        : set_and(fair_sealing(&d->shares->fair), table_sharing_people(t, d->line));
        count_throws(t, behind, d);
        return true;
    }
    return false;
}

static bool is_checked(const struct fair_deal *d) {
    return d->reveal || d->shares->dice.links;
}

static bool is_abandoned(const struct fair_deal *d) {
    return !d->throws && d->followed;
}

/* The number of the deal's throws before this line. */
static int throws_before(const struct table *t, const struct fair_deal *d, int line) {
    int n = 0;
    for (int i = d->first; i < d->first + d->throws; i++)
        n += table_throw(t, i)->line < line;
    return n;
}

/* Counts throws only up to the wrong one, including it even if the table refused it. */
static void count_until(const struct table *t, const struct wrong_throw *wrong,
                        struct fair_sum *sum) {
    sum->throws = wrong->said.dice.bits != 0;
    sum->checked = 0;
    for (struct fair_deal d = {0}; next_deal(t, &d);) {
        int right = throws_before(t, &d, wrong->said.line);
        sum->throws += right;
        sum->checked += is_checked(&d) || d.until > wrong->said.line ? right : 0;
    }
}

/* A game with throws, and the seats that seal all of its deals. There are several deals if a chain
 * was used up. */
struct sealed_game {
    int number;
    struct set seats;
    struct fair_deal next; /* the deal that was read ahead */
    bool has_next;
};

static bool next_sealed_game(const struct table *t, struct sealed_game *g) {
    while (!g->has_next || !g->next.throws) {
        if (!(g->has_next = next_deal(t, &g->next)))
            return false;
    }
    g->number = g->next.game;
    g->seats = g->next.sealed;
    while ((g->has_next = next_deal(t, &g->next))) {
        if (g->next.throws && g->next.game != g->number)
            break;
        g->seats = g->next.throws ? set_and(g->seats, g->next.sealed) : g->seats;
    }
    return true;
}

static bool all_sealed(const struct table *t) {
    bool sealed = true;
    for (struct sealed_game g = {0}; next_sealed_game(t, &g);)
        sealed = sealed && set_any(g.seats);
    return sealed;
}

struct fair_sum fair_check(const struct table *t) {
    struct fair_sum sum = {.sealed = set_all()};
    const struct wrong_throw *wrong = table_wrong_throw(t);
    for (struct fair_deal d = {0}; next_deal(t, &d);) {
        sum.throws += d.throws;
        sum.checked += is_checked(&d) ? d.throws : 0;
        sum.abandoned += is_abandoned(&d);
        sum.sealed = d.throws ? set_and(sum.sealed, d.sealed) : sum.sealed;
    }
    sum.sealed = sum.throws ? sum.sealed : set_none();
    sum.verdict = wrong                      ? FAIR_BROKEN
                  : !sum.throws              ? FAIR_NONE
                  : sum.checked < sum.throws ? FAIR_PENDING
                  : !all_sealed(t)           ? FAIR_UNSEALED
                  : sum.abandoned            ? FAIR_ABANDONED
                                             : FAIR_SEALED;
    if (wrong) {
        count_until(t, wrong, &sum);
        sum.sealed = set_none();
    }
    return sum;
}

static const char *fair_word(enum fair_verdict verdict) {
    static const char *const words[] = {"none",     "sealed",  "abandoned",
                                        "unsealed", "pending", "broken"};
    return words[verdict];
}

/* ---- words ---- */

enum { SEATS_TEXT_MAX = SEATS_MAX * 4 };

static void list_seats(struct text *out, struct set seats) {
    int n = 0;
    SET_EACH(seat, seats)
    text_add(out, "%s%d", n++ ? ", " : "", seat + 1);
}

static void put_sealed_by(struct text *out, struct set seats) {
    LOCAL_TEXT(list, SEATS_TEXT_MAX);
    list_seats(&list, seats);
    if (set_count(seats) > 1)
        say(out, play_sealed_by_seats, .seats = list.data);
    else
        say(out, play_sealed_by_seat, .seat = set_first(seats) + 1);
}

static void put_sealed_game(struct text *out, const struct sealed_game *g) {
    LOCAL_TEXT(list, SEATS_TEXT_MAX);
    list_seats(&list, g->seats);
    if (set_count(g->seats) > 1)
        say(out, play_game_by_seats, .game = g->number, .seats = list.data);
    else
        say(out, play_game_by_seat, .game = g->number, .seat = set_first(g->seats) + 1);
}

/* Names the seats that seal the dice: per game if the games differ, otherwise once for all
 * games. */
static void put_sealed(const struct table *t, const struct fair_sum *sum, struct text *out) {
    bool same = true;
    int games = 0;
    for (struct sealed_game g = {0}; next_sealed_game(t, &g);)
        same = same && set_same(g.seats, sum->sealed);
    if (same) {
        put_sealed_by(out, sum->sealed);
        return;
    }
    say(out, play_sealed_per_game);
    for (struct sealed_game g = {0}; next_sealed_game(t, &g);) {
        text_put(out, games++ ? "; " : " ");
        put_sealed_game(out, &g);
    }
}

void fair_words(const struct table *t, const struct fair_sum *sum, struct text *out) {
    switch (sum->verdict) {
    case FAIR_NONE:
        say(out, play_fair_none);
        break;
    case FAIR_PENDING:
        say(out, play_fair_pending);
        break;
    case FAIR_BROKEN:
        say(out, play_fair_broken, .roll = table_wrong_throw(t)->said.throw_number + 1);
        break;
    case FAIR_UNSEALED:
        say(out, play_not_sealed);
        if (sum->abandoned) {
            text_put(out, "; ");
            say(out, play_abandoned, .count = sum->abandoned);
        }
        break;
    case FAIR_ABANDONED:
        say(out, play_abandoned, .count = sum->abandoned);
        text_put(out, "; ");
        put_sealed(t, sum, out);
        break;
    case FAIR_SEALED:
        put_sealed(t, sum, out);
    }
}

/* ---- JSON ---- */

static void json_faces(struct json *j, const char *key, struct dice dice) {
    LOCAL_TEXT(w, 2 * DICE_MAX + 1);
    text_dice(&w, dice, " ");
    json_string(j, key, w.data);
}

static void json_seats(struct json *j, const char *key, struct set seats) {
    json_open(j, key, '[');
    SET_EACH(seat, seats)
    json_int(j, NULL, seat + 1);
    json_close(j, ']');
}

static void json_deal(struct json *j, const struct fair_deal *d) {
    const struct fair *f = &d->shares->fair;
    json_open(j, NULL, '{');
    json_int(j, "line", d->line);
    json_int(j, "game", d->game);
    json_int(j, "version", dice_version(&d->shares->dice));
    json_hex(j, "commitment", d->shares->dice.commitment, FAIR_BYTES);
    json_bool(j, "pledged", set_any(f->pledged));
    json_seats(j, "shares", f->shared);
    json_seats(j, "sealed", d->sealed);
    json_int(j, "throws", d->throws);
    json_string(j, "fate", is_abandoned(d) ? "abandoned" : d->reveal ? "revealed" : "open");
    if (d->reveal) {
        json_int(j, "revealed", d->reveal);
        json_hex(j, "secret", d->secret, FAIR_BYTES);
    }
    json_close(j, '}');
}

static void json_wrong(struct json *j, const struct wrong_throw *wrong) {
    static const char *const why[] = {"dice", "link", "log", "secret"};
    json_open(j, "broken", '{');
    json_int(j, "line", wrong->said.line);
    json_int(j, "game", wrong->game);
    json_int(j, "throw", wrong->said.throw_number);
    json_string(j, "why", why[wrong->why]);
    if (wrong->why == WRONG_DICE) {
        json_faces(j, "said", wrong->said.dice);
        json_faces(j, "right", wrong->right);
    }
    json_close(j, '}');
}

void fair_json(struct json *j, const struct table *t) {
    struct fair_sum sum = fair_check(t);
    LOCAL_TEXT(words, 512);
    fair_words(t, &sum, &words);
    json_string(j, "verdict", fair_word(sum.verdict));
    json_string(j, "words", words.data);
    json_int(j, "throws", sum.throws);
    json_int(j, "checked", sum.checked);
    json_seats(j, "sealed", sum.sealed);
    json_int(j, "abandoned", sum.abandoned);
    if (sum.verdict == FAIR_BROKEN)
        json_wrong(j, table_wrong_throw(t));
    json_open(j, "deals", '[');
    for (struct fair_deal d = {0}; next_deal(t, &d);)
        json_deal(j, &d);
    json_close(j, ']');
}
