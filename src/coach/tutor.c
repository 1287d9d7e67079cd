#include "coach/tutor.h"

#include <math.h>
#include <stdlib.h>

bool warning_parse(struct span word, struct warning *ret, struct text *error) {
    char number[32], *end;
    struct text n = TEXT_IN(number);
    struct warning w = {0};
    bool good = span_is(word, "off");
    for (int grade = GRADE_INACCURACY; grade <= GRADE_BLUNDER && !good; grade++) {
        good = span_is(word, grade_word(grade));
        w.grade = good ? grade : 0;
    }
    if (!good && word.len && (word.at[0] == '.' || (word.at[0] >= '0' && word.at[0] <= '9'))) {
        text_put_n(&n, word.at, word.len);
        w.limit = strtod(number, &end);
        good = !n.cut && !*end && w.limit > 0 && w.limit <= 1000;
    }
    if (good)
        *ret = w;
    else
        text_add(error,
                 "a warning is 'off', 'inaccuracy', 'mistake', 'blunder' or a number above 0 "
                 "(points, per cent or turns given away), not '%.*s'",
                 span_shown(word), word.at);
    return good;
}

void warning_print(struct warning w, struct text *out) {
    if (w.grade)
        text_put(out, grade_word(w.grade));
    else if (w.limit > 0)
        text_add(out, "%g", w.limit);
    else
        text_put(out, "off");
}

bool warning_on(struct warning w) {
    return w.grade || w.limit > 0;
}

bool advice_warns(const struct advice *advice, int unit, struct action action, struct warning w,
                  struct text *out) {
    const struct valued_action *chosen = advice_find(advice, action);
    if (!warning_on(w) || !chosen)
        return false;
    double cost = fabs(chosen->value - advice->value);
    double limit = w.grade            ? grade_limit(unit, w.grade - 1)
                   : unit == UNIT_WIN ? w.limit / 100
                                      : w.limit;
    if (cost < limit)
        return false;
    text_put(out, "that gives away ");
    unit_print(unit, cost, out);
    text_put(out, unit == UNIT_WIN      ? " of the chance to win"
                  : unit == UNIT_POINTS ? " points"
                                        : " turns");
    return true;
}

bool tutor_warns(struct adviser *a, const struct rules *r, const struct game *g,
                 struct action action, struct warning w, struct work *work, struct text *out) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct advice advice;
    struct goal goal = goal_of_game(r, g, (struct goal){.kind = GOAL_USUAL});
    return warning_on(w) && g->phase == PHASE_CHOOSE &&
           adviser_advise(a, r, g, goal, work, &advice, &error) &&
           advice_warns(&advice, goal_unit(goal), action, w, out);
}

bool tutor_note(struct table *t, struct record *rec, struct text *error) {
    return table_hinted(t) || record_say(rec, t, span_of("hint"), NULL, error);
}
