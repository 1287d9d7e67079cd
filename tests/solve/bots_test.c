/* Bots lose as much as their labels say, and the perfect one loses nothing. */
#include <math.h>
#include <stdlib.h>

#include "bot_game.h"
#include "check.h"

static void measure(const char *id, int seats, int games) {
    struct adviser *a = adviser_new(0);
    struct rules r = rules_of(book_find(span_of(id)));
    bool press = r.book->family == FAMILY_PRESS;
    uint64_t random = 2026;
    double before = 0;
    for (const struct bot_level *level = bot_levels; level->name; level++) {
        double sum = 0, squares = 0, label = press ? level->press_loss : level->sheet_loss;
        for (int i = 0; i < games; i++) {
            double loss = bot_game_loss(a, level, &r, seats, &random);
            sum += loss;
            squares += loss * loss;
        }
        if (SANITIZED)
            continue; /* too few games for a mean */
        double mean = sum / games, error = sqrt((squares / games - mean * mean) / games);
        /* Labels are rounded to about two digits, and equal choices differ by rounding errors. */
        if (fabs(mean - label) > 4 * error + 0.02 * label + 1e-9)
            fail_msg("%s, %s: costs %.4f, the label says %.4f", id, level->name, mean, label);
        if (level->sheet_temperature > 0)
            assert_true(mean > before + 2 * error); /* weaker than the level before it */
        before = mean;
    }
    adviser_free(a);
}

CLAIM(each_level_loses_as_many_points_as_its_label_says) {
    measure("yardzee", 1, how_many(400, 100));
}

/* Both seats play at the same level; what counts is the chance of winning that each loses. */
CLAIM(each_level_loses_as_much_chance_of_winning_as_its_label_says) {
    measure("yardkle", 2, how_many(200, 40));
}
