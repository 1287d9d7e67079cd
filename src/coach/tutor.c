#include "coach/tutor.h"

#include "core/say.h"

bool warning_parse(struct span word, struct warning *ret, struct text *error) {
    struct warning w = {0};
    bool good = span_is(word, "off");
    for (int grade = GRADE_INACCURACY; grade <= GRADE_BLUNDER && !good; grade++) {
        good = span_is(word, grade_word(grade));
        w.grade = good ? grade : 0;
    }
    if (!good && span_decimal(word, &w.limit))
        good = w.limit > 0 && w.limit <= 1000;
    if (good)
        *ret = w;
    else
        say(error, coach_no_warning, .word = SHOWN(word));
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

const char *warning_words(struct warning w, char room[]) {
    struct text out = text_start(room, SAY_ROOM_BYTES);
    if (w.grade)
        text_put(&out, words_of(grade_message(w.grade)));
    else if (warning_on(w))
        text_add(&out, "%g", w.limit);
    else
        say(&out, coach_warning_off);
    return room;
}

bool warning_on(struct warning w) {
    return w.grade || w.limit > 0;
}

bool advice_warns(const struct advice *advice, int unit, struct action action, struct warning w,
                  struct text *out) {
    const struct valued_action *chosen = advice_find(advice, action);
    if (!warning_on(w) || !chosen)
        return false;
    double cost = choice_cost(chosen->value, advice->value);
    double limit = w.grade            ? grade_limit(unit, w.grade - 1)
                   : unit == UNIT_WIN ? w.limit / 100
                                      : w.limit;
    if (cost < limit)
        return false;
    if (unit == UNIT_WIN)
        say(out, coach_gives_away_chance, .percent = cost * 100);
    else if (unit == UNIT_POINTS)
        say(out, coach_gives_away_points, .points = cost);
    else
        say(out, coach_gives_away_turns, .turns = cost);
    return true;
}

bool tutor_warns(struct adviser *a, const struct rules *r, const struct game *g,
                 struct action action, struct warning w, struct work *work, struct text *out) {
    LOCAL_TEXT(error, 256);
    struct advice advice;
    struct goal goal = goal_of_game(r, g, (struct goal){.kind = GOAL_USUAL});
    return warning_on(w) && g->phase == PHASE_CHOOSE &&
           adviser_advise(a, r, g, goal, work, &advice, &error) &&
           advice_warns(&advice, goal_unit(goal), action, w, out);
}

bool tutor_judge(struct adviser *a, const struct rules *r, const struct game *g,
                 struct action action, struct warning w, struct work *work, struct judgement *ret,
                 struct refusal *refusal) {
    struct advice advice;
    struct goal goal = goal_of_game(r, g, (struct goal){.kind = GOAL_USUAL});
    if (!choice_asked(r, g, &action, refusal) ||
        !adviser_advise(a, r, g, goal, work, &advice, refusal->words))
        return false;
    const struct valued_action *chosen = advice_find(&advice, action);
    *ret = (struct judgement){
        .goal = goal,
        .unit = goal_unit(goal),
        .value = chosen->value,
        .cost = choice_cost(chosen->value, advice.value),
        .best = advice.actions[0].action,
        .best_value = advice.value,
        .approximate = adviser_approximates(r, g, goal),
    };
    struct text words = TEXT_IN(ret->warning);
    ret->grade = grade_of(ret->unit, ret->cost);
    if (ret->grade == GRADE_BEST)
        ret->best = action; /* of equally good actions, the one asked about */
    ret->warns = advice_warns(&advice, ret->unit, action, w, &words);
    return true;
}

bool tutor_note(struct table *t, struct record *rec, struct text *error) {
    return table_hinted(t) ||
           record_say(rec, t, span_of("hint"), NULL, &(struct refusal){.words = error});
}

bool tutor_note_warning(struct table *t, struct record *rec, struct text *error) {
    return table_warned(t) ||
           record_say(rec, t, span_of(warning_line), NULL, &(struct refusal){.words = error});
}
