/* Any line except `quit` gets one JSON object as its answer, and refused lines change nothing. */
#include <string.h>

#include "coach/tutor.h"
#include "core/day.h"
#include "fuzz/fuzz.h"
#include "talk/talk.h"
#include "tests/same.h"

static char answer[ANSWER_MAX];
static struct state before;

static void check_state(const struct state *s) {
    struct action list[ACTIONS_MAX];
    REQUIRE(s->pace == PACE_THROWS || s->dice.kind == DICE_PHYSICAL);
    if (s->stage != STAGE_PLAY)
        return;
    int n = game_legal(&s->rules, &s->game, list);
    REQUIRE((n > 0) == (s->game.phase == PHASE_CHOOSE));
    REQUIRE((s->game.falling > 0) == (s->game.phase == PHASE_ROLL));
    if (s->game.phase == PHASE_OVER) {
        REQUIRE(set_any(game_winners(&s->rules, &s->game)));
        return;
    }
    /* Every position can be printed and parsed back unchanged. */
    static char words[POSITION_TEXT_MAX], again[POSITION_TEXT_MAX], error_words[1024];
    struct text w = TEXT_IN(words), a = TEXT_IN(again), error = TEXT_IN(error_words);
    struct rules r;
    struct game g;
    position_print(&s->rules, &s->game, &w);
    REQUIRE(!w.cut && position_parse(span_of(words), &r, &g, &error));
    position_print(&r, &g, &a);
    REQUIRE(!strcmp(words, again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct table *table = table_new();
    struct talk *talk = talk_new(table, NULL);
    struct span rest = {(const char *)data, size};
    REQUIRE(table && talk);
    while (rest.len) {
        struct span line = span_until(&rest, '\n');
        struct text out = TEXT_IN(answer);
        struct span rest_of_line = line, verb = span_word(&rest_of_line);
        before = *table_now(table);
        if (span_is(verb, "advise")) { /* solving takes seconds, so test only the parsing */
            struct goal goal;
            goal_parse(rest_of_line, &goal, &out);
            continue;
        }
        if (span_is(verb, "why") && before.rules.book) {
            struct action instead;
            action_parse(&before.rules, rest_of_line, &instead, &out);
            continue;
        }
        if (span_is(verb, "judge") && before.rules.book) {
            struct warning warning;
            struct action action;
            if (warning_parse(span_word(&rest_of_line), &warning, &out))
                action_parse(&before.rules, rest_of_line, &action, &out);
            continue;
        }
        if (span_is(verb, "practice") || span_is(verb, "daily")) {
            struct rules rules;
            int day;
            rules_parse(span_word(&rest_of_line), &rules, &out);
            REQUIRE(!day_parse(rest_of_line, &day) || (day >= 0 && day <= DAY_MAX));
            continue;
        }
        if ((span_is(verb, "bot") || span_is(verb, "analyse")) && before.rules.book) {
            double fraction;
            span_word(&rest_of_line);
            REQUIRE(!span_fraction(rest_of_line, &fraction) || (fraction >= 0 && fraction < 1));
            continue;
        }
        if (!talk_line(talk, line, &out))
            break;
        REQUIRE(!out.cut && out.len >= 2 && answer[0] == '{' && answer[out.len - 1] == '}');
        REQUIRE(!strchr(answer, '\n'));
        if (!strncmp(answer, "{\"error\"", 8))
            REQUIRE(same_state(&before, table_now(table)));
        check_state(table_now(table));
    }
    talk_free(talk);
    table_free(table);
    return 0;
}
