/* Bots in plain mode move on their own when it is their turn. With real dice, people roll for
 * them. */
#include <stdio.h>

#include "cli/cli.h"
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
                    plain_work(p), &a, error))
        return false;
    action_print(&s->rules, a, line);
    /* Only for bots: people know what they typed. */
    if (a.act == ACT_KEEP && a.dice.bits)
        tell_inset(cli_bot_keeps, .player = s->seats[s->game.seat].name, .dice = DICE(a.dice, " "));
    else if (a.act == ACT_KEEP)
        tell_inset(cli_bot_keeps_nothing, .player = s->seats[s->game.seat].name);
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
    tell_inset(cli_bot_cannot_move, .player = s->seats[state_seat(s)].name, .reason = words);
}

void bots_take_back(struct plain *p) {
    int more = p->bots_gave_up ? 0 : bot_seat_take_back(p->table, p->record);
    if (more)
        tell_inset(cli_bots_taken_back, .n = more);
}
