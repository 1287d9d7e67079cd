/* Bots at a table of plain lines: they move by themselves when it is their turn. With real dice the
 * people throw for them. */
#include <stdlib.h>

#include "cli/plain.h"
#include "coach/bot_seat.h"

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

bool bots_move_next(const struct bots *b, const struct state *s) {
    return !b->given_up && bot_seat_next(s);
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
    if (!bot_seat_random(&random, error) ||
        !bot_choose(b->adviser, bot_seat_next(s), &s->rules, &s->game, random, NULL, &a, error))
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
    int more = b->given_up ? 0 : bot_seat_take_back(t, rec);
    if (more)
        printf("  taken back with it: %d step%s of bots\n", more, more == 1 ? "" : "s");
}
