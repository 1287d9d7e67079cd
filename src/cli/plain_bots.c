/* Bots at a table of plain lines: they move by themselves when it is their turn. With real dice the
 * people throw for them. */
#include <stdlib.h>
#include <unistd.h>

#include "cli/plain.h"
#include "coach/bot.h"

struct bots {
    struct adviser *adviser; /* made when the first of them has to choose */
    bool given_up;           /* people choose for them; why has been said */
};

struct bots *bots_new(void) {
    struct bots *b = calloc(1, sizeof *b);
    if (!b)
        abort();
    return b;
}

void bots_free(struct bots *b) {
    adviser_free(b->adviser);
    free(b);
}

void bots_levels(struct text *out) {
    for (const struct bot_level *level = bot_levels; level->name; level++) {
        text_add(out, "\n  %-8s ", level->name);
        bot_words(level, out);
    }
}

bool bots_know(struct span seat, struct text *error) {
    char line[LINE_MAX_BYTES], words[256];
    struct text l = TEXT_IN(line), ignored = TEXT_IN(words);
    struct event e;
    text_add(&l, "seat %.*s", (int)seat.len, seat.at);
    if (l.cut || !event_parse(NULL, span_of(line), &e, &ignored) || e.kind != EVENT_SEAT)
        return true; /* wrong in another way, which the table will say */
    if (!e.seat.bot[0] || bot_find(span_of(e.seat.bot)))
        return true;
    text_add(error, "no bot is called '%s'; there are:", e.seat.bot);
    bots_levels(error);
    return false;
}

static const struct bot_level *level_at(const struct state *s) {
    int seat = state_seat(s);
    return seat < 0 || !s->seats[seat].bot[0] ? NULL : bot_find(span_of(s->seats[seat].bot));
}

bool bots_move_next(const struct bots *b, const struct state *s) {
    bool thrown_by_people = state_falling(s) && s->dice.kind == DICE_PHYSICAL;
    return !b->given_up && !thrown_by_people && level_at(s);
}

static bool random_number(double *ret, struct text *error) {
    uint64_t bits;
    if (getentropy(&bits, sizeof bits) != 0) {
        text_put(error, "the system gives no random numbers");
        return false;
    }
    *ret = (double)(bits >> 11) * 0x1p-53;
    return true;
}

/* What the bot does, as a line. */
static bool choose(struct bots *b, const struct state *s, struct text *line, struct text *error) {
    struct action a;
    double random;
    if (state_falling(s)) {
        text_put(line, "roll");
        return true;
    }
    if (!b->adviser) {
        printf("  (Working out best play for %s; this is done once.)\n", s->rules.book->name);
        fflush(stdout);
        b->adviser = adviser_new(0);
    }
    if (!random_number(&random, error) ||
        !bot_choose(b->adviser, level_at(s), &s->rules, &s->game, random, NULL, &a, error))
        return false;
    action_print(&s->rules, a, line);
    if (a.act == ACT_KEEP) { /* people who type it need not be told */
        char words[32];
        struct text w = TEXT_IN(words);
        text_dice(&w, a.dice, " ");
        printf("  %s keeps %s.\n", s->seats[s->game.seat].name, a.dice.bits ? words : "nothing");
    }
    return true;
}

void bots_move(struct bots *b, const struct state *s, struct table *t, struct record *rec) {
    char line[64], words[1024];
    struct text l = TEXT_IN(line), error = TEXT_IN(words);
    if (choose(b, s, &l, &error) && record_say(rec, t, span_of(line), NULL, &error)) {
        plain_announce(s, t);
        return;
    }
    b->given_up = true;
    printf("  %s cannot move: %s. Choose for it.\n", s->seats[state_seat(s)].name, words);
}

void bots_take_back(const struct bots *b, struct table *t, struct record *rec) {
    static struct state view;
    char words[1024];
    int more = 0;
    for (;; more++) {
        struct text error = TEXT_IN(words);
        state_view(table_now(t), &view);
        if (!bots_move_next(b, &view) || !record_say(rec, t, span_of("undo"), NULL, &error))
            break;
    }
    if (more)
        printf("  taken back with it: %d step%s of bots\n", more, more == 1 ? "" : "s");
}
