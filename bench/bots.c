/* What each bot level gives away: the sum of exact losses over a game, averaged over games, in
 * points for sheet games and in chance of winning for press games of two (against the same level,
 * one player's share). JSON out. With arguments, temperatures to try: bots SHEET PRESS. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "coach/bot.h"

enum { GAMES = 2000 };

static uint64_t state = 1;

static double uniform(void) {
    uint64_t x = state += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return (double)((x ^ x >> 31) >> 11) * 0x1p-53;
}

static double value_of(const struct advice *advice, struct action a) {
    for (int i = 0; i < advice->count; i++) {
        const struct action *b = &advice->actions[i].action;
        if (b->act == a.act && b->box == a.box && dice_same(b->dice, a.dice))
            return advice->actions[i].value;
    }
    abort();
}

/* The loss of one seat in one game, on average over the seats. */
static double game_loss(struct adviser *adviser, const struct bot_level *level,
                        const struct rules *r, int seats) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct advice advice;
    struct game g;
    double loss = 0;
    game_start(r, &g, seats, 0);
    while (g.phase != PHASE_OVER) {
        struct action a = {.act = ACT_ROLL};
        if (g.phase == PHASE_ROLL) {
            for (int n = 0; n < g.falling; n++)
                a.dice = dice_with(a.dice, 1 + (int)(uniform() * 6), 1);
        } else {
            if (!adviser_advise(adviser, r, &g, (struct goal){0}, NULL, &advice, &error))
                abort();
            a = bot_pick(level, &advice, r->book->family == FAMILY_PRESS, false, uniform());
            loss += advice.value - value_of(&advice, a);
        }
        if (game_apply(r, &g, a) != ALLOWED)
            abort();
    }
    return loss / seats;
}

static void measure(struct adviser *adviser, const struct bot_level *level, const struct rules *r,
                    const char *comma) {
    bool press = r->book->family == FAMILY_PRESS;
    double sum = 0, squares = 0;
    for (int i = 0; i < GAMES; i++) {
        double loss = game_loss(adviser, level, r, press ? 2 : 1);
        sum += loss;
        squares += loss * loss;
    }
    double mean = sum / GAMES, error = sqrt((squares / GAMES - mean * mean) / GAMES);
    printf("%s{\"level\":\"%s\",\"rules\":\"%s\",\"loss\":%.5f,\"error\":%.5f}", comma, level->name,
           r->book->id, mean, error);
}

int main(int argc, char **argv) {
    struct adviser *adviser = adviser_new(0);
    const char *comma = "";
    static const char *const ids[] = {"yardzee", "yardkle"};
    printf("{\"bench\":\"bots\",\"unit\":\"given away a game: points, or chance of winning\","
           "\"games\":%d,\"levels\":[",
           GAMES);
    for (int b = 0; b < 2; b++) {
        struct rules r = rules_of(book_find(span_of(ids[b])));
        if (argc == 3) {
            struct bot_level trial = {.name = "trial",
                                      .sheet_temperature = atof(argv[1]),
                                      .press_temperature = atof(argv[2])};
            measure(adviser, &trial, &r, comma);
            comma = ",";
            continue;
        }
        for (const struct bot_level *level = bot_levels; level->name; level++) {
            measure(adviser, level, &r, comma);
            comma = ",";
        }
    }
    printf("]}\n");
    adviser_free(adviser);
    return 0;
}
