/* Bots in plain mode move on their own when it is their turn. With real dice, people roll for
 * them. */
#include <stdio.h>

#include "cli/plain.h"
#include "coach/bot_seat.h"

bool bots_move_next(const struct plain *p, const struct state *s) {
    return !p->bots_gave_up && bot_seat_next(s);
}

/* The bot's move, as a line of the table language. */
static bool choose(struct plain *p, const struct state *s, struct text *line, struct text *error) {
    struct action a;
    double random;
    if (state_falling(s)) {
        text_put(line, "roll");
        return true;
    }
    if (!bot_seat_random(&random, error) ||
        !bot_choose(plain_adviser(p, &s->rules), bot_seat_next(s), &s->rules, &s->game, random,
                    NULL, &a, error))
        return false;
    action_print(&s->rules, a, line);
    if (a.act == ACT_KEEP) { /* only for bots: people know what they typed */
        LOCAL_TEXT(w, 32);
        text_dice(&w, a.dice, " ");
        printf("  %s keeps %s.\n", s->seats[s->game.seat].name, a.dice.bits ? w.data : "nothing");
    }
    return true;
}

void bots_move(struct plain *p, const struct state *s) {
    char line[64], words[1024];
    struct text l = TEXT_IN(line), error = TEXT_IN(words);
    if (choose(p, s, &l, &error) &&
        record_say(p->record, p->table, span_of(line), NULL, &(struct refusal){.words = &error})) {
        plain_announce(s, p->table);
        return;
    }
    p->bots_gave_up = true;
    printf("  %s cannot move: %s. Choose for it.\n", s->seats[state_seat(s)].name, words);
}

void bots_take_back(struct plain *p) {
    int more = p->bots_gave_up ? 0 : bot_seat_take_back(p->table, p->record);
    if (more)
        printf("  taken back with it: %d step%s of bots\n", more, more == 1 ? "" : "s");
}
