/* What a front end may offer where turns are entered without all their throws. */
#include "rules/press.h"
#include "talk/answers_parts.h"

/* The game as people see it, if the turn of a person begins or goes on at such a pace; else
 * NULL. */
static const struct state *kept_view(const struct state *s, struct state *room) {
    if (s->pace == PACE_THROWS || !s->rules.book)
        return NULL;
    if (s->stage == STAGE_SETUP) {
        state_view(s, room);
        s = room;
    }
    bool entering = s->stage == STAGE_PLAY && s->game.phase == PHASE_ROLL;
    return entering && state_pace(s) != PACE_THROWS ? s : NULL;
}

static bool may(const struct state *s, struct action a) {
    return kept_check(&s->rules, &s->game, a) == ALLOWED;
}

/* ---- state ---- */

static void json_points(struct json *j, const char *key, const int *list, int n) {
    if (!n)
        return;
    json_open(j, key, '[');
    for (int i = 0; i < n; i++)
        json_int(j, NULL, list[i]);
    json_close(j, ']');
}

static void json_boxes(struct json *j, const struct state *s) {
    const struct card *card = &s->game.card[s->game.seat];
    json_open(j, "possible", '{');
    for (int box = 0; box < s->rules.book->box_count; box++) {
        int list[POSSIBLE_MAX];
        if (card->filled >> box & 1)
            continue;
        json_open(j, s->rules.book->boxes[box].key, '{');
        json_points(j, "points", list, kept_points(&s->rules, card, box, BONUS_WITHOUT, list));
        json_points(j, "bonus", list, kept_points(&s->rules, card, box, BONUS_WITH, list));
        json_close(j, '}');
    }
    json_close(j, '}');
}

void json_kept(struct json *j, const struct state *s) {
    struct state room;
    if (s->pace != PACE_THROWS)
        json_string(j, "pace", pace_words[s->pace]);
    const struct state *view = kept_view(s, &room);
    if (!view)
        return;
    bool sheet = view->rules.book->family == FAMILY_SHEET, points = state_pace(view) == PACE_POINTS;
    if (sheet && points)
        json_boxes(j, view);
    if (sheet)
        return;
    if (points) {
        json_open(j, "bank", '{');
        json_int(j, "least", kept_least(&view->rules, &view->game));
        json_int(j, "step", press_unit(view->rules.book));
        json_close(j, '}');
    } else if (may(view, (struct action){.act = ACT_BANK})) {
        json_open(j, "bank", '{');
        json_int(j, "points", view->game.turn_points);
        json_close(j, '}');
    }
}

/* ---- possible ---- */

void answer_possible(struct text *out, const struct state *now, const struct action *a) {
    LOCAL_TEXT(words, 1024);
    struct refusal refusal = {.words = &words};
    struct entry e = {.kind = ENTRY_ACTION, .action = *a};
    struct state next = *now;
    bool good = state_step(&next, &e, &refusal);
    struct json j = json_begin(out);
    json_bool(&j, "possible", good);
    if (good)
        json_came_of(&j, now, &next, a);
    else
        json_refused(&j, words.data);
    if (refusal.rule)
        json_string(&j, "rule", refusal.rule);
    json_close(&j, '}');
}
