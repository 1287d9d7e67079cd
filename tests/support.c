#include "support.h"

#include <string.h>

struct rules rules_named(const char *spec) {
    char words[512];
    struct text error = TEXT_IN(words);
    struct rules r;
    if (!rules_parse(span_of(spec), &r, &error))
        fail_msg("rules %s: %s", spec, words);
    return r;
}

struct dice hand(const char *faces) {
    char words[512];
    struct text error = TEXT_IN(words);
    struct dice d = {0};
    if (strcmp(faces, "-") != 0 && !faces_parse(span_of(faces), ' ', &d, &error))
        fail_msg("dice %s: %s", faces, words);
    return d;
}

int box_named(const struct rules *r, const char *key) {
    char words[512];
    struct text error = TEXT_IN(words);
    int box = box_find(r->book, span_of(key), &error);
    if (box < 0)
        fail_msg("%s", words);
    return box;
}

static struct action action_in(const struct rules *r, struct span line) {
    char words[512];
    struct text error = TEXT_IN(words);
    struct action a;
    if (!action_parse(r, line, &a, &error))
        fail_msg("%.*s: %s", (int)line.len, line.at, words);
    return a;
}

struct action action_named(const struct rules *r, const char *line) {
    return action_in(r, span_of(line));
}

enum refused ask(const struct rules *r, struct game *g, const char *line) {
    return game_apply(r, g, action_named(r, line));
}

void play(const struct rules *r, struct game *g, const char *lines) {
    struct span rest = span_of(lines);
    while (rest.len) {
        struct span line = span_trim(span_until(&rest, ';'));
        struct action a = action_in(r, line);
        enum refused why = game_apply(r, g, a);
        if (why == ALLOWED)
            continue;
        char words[512];
        struct text reason = TEXT_IN(words);
        refusal_explain(r, g, a, why, &(struct refusal){.words = &reason});
        fail_msg("'%.*s' in '%s' is refused: %s", (int)line.len, line.at, lines, words);
    }
}

struct game position_named(const char *line, struct rules *ret_rules) {
    char words[512];
    struct text error = TEXT_IN(words);
    struct game g;
    if (!position_parse(span_of(line), ret_rules, &g, &error))
        fail_msg("position %s: %s", line, words);
    return g;
}

struct action any_action(const struct rules *r, const struct game *g, struct draw *draw) {
    struct action a = {.act = ACT_ROLL}, list[ACTIONS_MAX];
    assert_int_not_equal(g->phase, PHASE_OVER);
    if (g->phase == PHASE_ROLL) {
        for (int i = 0; i < g->falling; i++)
            a.dice = dice_with(a.dice, 1 + draw_below(draw, FACES), 1);
        return a;
    }
    int n = game_legal(r, g, list);
    assert_true(n > 0);
    a = list[draw_below(draw, n)];
    a.zero = a.act == ACT_SCORE && draw_below(draw, 8) == 0;
    return a;
}
