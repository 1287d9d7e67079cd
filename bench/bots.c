/* Measures the cost of each bot level's errors: exact losses per game and player, averaged over
 * games. Losses are points in solo sheet games, and chance of winning in press games between two
 * bots of the same level. Prints JSON. With arguments, tries other temperatures: bots SHEET
 * PRESS. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bot_game.h"

enum { GAMES = 2000 };

static uint64_t random_state = 1;

static void measure(struct adviser *adviser, const struct bot_level *level, const struct rules *r,
                    const char *comma) {
    bool press = r->book->family == FAMILY_PRESS;
    double sum = 0, squares = 0;
    for (int i = 0; i < GAMES; i++) {
        double loss = bot_game_loss(adviser, level, r, press ? 2 : 1, &random_state);
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
