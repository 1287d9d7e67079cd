/* Questions for the adviser. */
#include "coach/analysis.h"
#include "coach/bot_seat.h"
#include "coach/daily_grade.h"
#include "core/day.h"
#include "core/say.h"
#include "report/report.h"
#include "talk/answers.h"
#include "talk/questions.h"

static struct adviser *adviser_of(struct talk *talk) {
    if (!talk->adviser)
        talk->adviser = adviser_new(0);
    return talk->adviser;
}

/* The game that a question is about; NULL, with an error as the answer, if there is none yet. */
static const struct state *asked_about(struct talk *talk, struct text *out) {
    struct state *view = &talk->before; /* unused between two entries */
    state_view(table_now(talk->table), view);
    if (!view->rules.book || view->stage == STAGE_OPENING) {
        answer_error(out, view->rules.book ? WORDS(talk_opening_decides_nothing)
                                           : WORDS(play_rules_first));
        return NULL;
    }
    adviser_of(talk);
    return view;
}

void ask_advise(struct talk *talk, struct span words, struct text *out) {
    struct advice advice;
    LOCAL_TEXT(error, 512);
    struct goal goal;
    if (!goal_parse(words, &goal, &error)) {
        answer_error(out, error.data);
        return;
    }
    const struct state *view = asked_about(talk, out);
    if (!view)
        return;
    goal = goal_of_game(&view->rules, &view->game, goal);
    if (adviser_advise(talk->adviser, &view->rules, &view->game, goal, talk->work, &advice, &error))
        answer_advice(out, &view->rules, &view->game, goal, &advice);
    else
        answer_error(out, error.data);
}

void ask_why(struct talk *talk, struct span words, struct text *out) {
    struct reasons reasons;
    LOCAL_TEXT(error, 512);
    struct refusal refusal = {.words = &error};
    struct action instead;
    const struct state *view = asked_about(talk, out);
    if (!view)
        return;
    if ((words.len && !action_parse(&view->rules, words, &instead, &error)) ||
        !reason_of(talk->adviser, &view->rules, &view->game, words.len ? &instead : NULL,
                   talk->work, &reasons, &refusal))
        answer_refusal(out, &refusal);
    else
        answer_why(out, &view->rules, &reasons);
}

/* `judge keep 4 5`, or with a warning level: `judge mistake keep 4 5`. */
void ask_judge(struct talk *talk, struct span words, struct text *out) {
    static const char *const actions[] = {"roll", "keep", "score", "take"};
    struct judgement judged;
    LOCAL_TEXT(error, 512);
    struct refusal refusal = {.words = &error};
    struct span rest = words, first = span_word(&rest);
    struct warning warning = {.grade = WARNING_GRADE};
    struct action action;
    bool named = false;
    for (int i = 0; i < 4; i++)
        named = named || span_is(first, actions[i]);
    const struct state *view = asked_about(talk, out);
    if (!view)
        return;
    if (!rest.len)
        say(&error, talk_judge_takes);
    else if ((named || warning_parse(first, &warning, &error)) &&
             action_parse(&view->rules, named ? words : rest, &action, &error) &&
             tutor_judge(talk->adviser, &view->rules, &view->game, action, warning, talk->work,
                         &judged, &refusal)) {
        answer_judge(out, &view->rules, action, &judged);
        return;
    }
    answer_refusal(out, &refusal);
}

void ask_analyse(struct talk *talk, struct span words, struct text *out) {
    (void)words; /* none allowed */
    struct analysis analysis = {0};
    struct solved_tables tables;
    LOCAL_TEXT(error, 512);
    const struct state *view = asked_about(talk, out);
    if (!view)
        return;
    if (ledger_prepare(talk->adviser, &view->rules, talk->work, &tables, &error) &&
        analysis_of(&tables, talk->table, NULL, &analysis, &error))
        report_json(out, &analysis);
    else
        answer_error(out, error.data);
    analysis_free(&analysis);
}

/* The choice of a bot of this level: `bot club`, or with a given random number `bot club 0.25`. */
void ask_bot(struct talk *talk, struct span words, struct text *out) {
    LOCAL_TEXT(error, 512);
    struct span rest = words, name = span_word(&rest);
    const struct bot_level *level = bot_find(name);
    struct action action;
    double random;
    const struct state *view = asked_about(talk, out);
    if (!view)
        return;
    if (!name.len)
        say(&error, talk_bot_takes);
    else if (!level)
        say(&error, talk_no_bot_level, .word = SHOWN(name));
    else if (view->game.phase == PHASE_OVER)
        say(&error, talk_game_over);
    else if (view->stage != STAGE_PLAY || view->game.phase != PHASE_CHOOSE)
        say(&error, talk_dice_fall_first);
    else if (rest.len && !span_fraction(rest, &random))
        say(&error, talk_bot_takes_fraction);
    else if ((rest.len || bot_seat_random(&random, &error)) &&
             bot_choose(talk->adviser, level, &view->rules, &view->game, random, talk->work,
                        &action, &error)) {
        answer_bot(out, &view->rules, level, action);
        return;
    }
    answer_error(out, error.data);
}

/* `practice yardzee easy 7`: the same number gives the same position. */
void ask_practice(struct talk *talk, struct span words, struct text *out) {
    struct practice_question question;
    LOCAL_TEXT(error, 1024);
    struct span number = words, spec = span_word(&number), level_word = span_word(&number);
    int level = practice_level_find(level_word);
    struct rules rules;
    uint64_t stream;
    if (!number.len)
        say(&error, talk_practice_takes);
    else if (!rules_parse(spec, &rules, &error))
        ; /* error is set */
    else if (level < 0)
        say(&error, talk_no_practice_level, .word = SHOWN(level_word));
    else if (!span_u64(number, &stream))
        say(&error, talk_no_whole_number, .word = SHOWN(number));
    else if (practice_generate(adviser_of(talk), &rules, level, &stream, talk->work, &question,
                               &error)) {
        answer_practice(out, &rules, &question);
        return;
    }
    answer_error(out, error.data);
}

/* `daily yardzee 2026-11-15`: the position of a day. */
static void daily_position(struct talk *talk, struct span words, struct text *out) {
    struct practice_question question;
    LOCAL_TEXT(error, 1024);
    struct span date = words, spec = span_word(&date);
    struct rules rules;
    int day;
    if (!date.len)
        say(&error, talk_daily_takes);
    else if (!rules_parse(spec, &rules, &error))
        ; /* error is set */
    else if (!day_parse(date, &day))
        say(&error, talk_no_day, .word = SHOWN(date));
    else if (practice_daily(adviser_of(talk), &rules, day, talk->work, &question, &error)) {
        answer_practice(out, &rules, &question);
        return;
    }
    answer_error(out, error.data);
}

/* The result of a daily game and, if `graded`, how well it was decided. */
static void daily_game(struct talk *talk, bool graded, int streak, struct text *out) {
    LOCAL_TEXT(error, 1024);
    struct daily_result result;
    struct daily_grade grade;
    struct solved_tables tables;
    const struct table *t = talk->table;
    if (!daily_result(t, &result, &error))
        ; /* error is set */
    else if (!graded)
        answer_daily(out, &result, NULL, 0);
    else if (ledger_prepare_alone(adviser_of(talk), &table_now(t)->rules, talk->work, &tables,
                                  &error) &&
             daily_grade(&tables, t, &grade, &error))
        answer_daily(out, &result, &grade, streak);
    if (error.len)
        answer_error(out, error.data);
}

/* `daily player HEX`: what the record of a daily game says about the owner of this token. */
static void daily_hash(struct span hex, struct text *out) {
    uint8_t token[FAIR_BYTES], player[FAIR_BYTES];
    if (!span_hex(hex, token, FAIR_BYTES)) {
        answer_error(out, WORDS(talk_daily_player_takes));
        return;
    }
    daily_player(token, player);
    answer_bytes(out, "player", player);
}

/* `daily share yardzee 2026-11-15 medium best 7 bbgmbbb`: the text to share about the position of a
 * day, with the number of days in a row and the answers of the last days. */
static void daily_text(struct span words, struct text *out) {
    LOCAL_TEXT(error, 1024);
    struct span rest = words, spec = span_word(&rest), date = span_word(&rest);
    struct span level = span_word(&rest), grade = span_word(&rest), streak = span_word(&rest);
    struct daily_answer a = {.week = rest, .level = practice_level_find(level)};
    struct rules rules;
    int64_t n;
    while (a.grade < GRADES && !span_is(grade, grade_word(a.grade)))
        a.grade++;
    if (rules_parse(spec, &rules, &error) && day_parse(date, &a.day) && a.level >= 0 &&
        a.grade < GRADES && span_number(streak, 0, DAY_MAX, &n)) {
        a.book = rules.book;
        a.streak = (int)n;
        answer_daily_position(out, &a);
        return;
    }
    answer_error(out, error.len ? error.data : WORDS(talk_daily_share_takes));
}

void ask_daily(struct talk *talk, struct span words, struct text *out) {
    struct span rest = words, first = span_word(&rest);
    int64_t streak = 0;
    if (!first.len)
        daily_game(talk, false, 0, out);
    else if (span_is(first, "player"))
        daily_hash(rest, out);
    else if (span_is(first, "share"))
        daily_text(rest, out);
    else if (!span_is(first, "grade"))
        daily_position(talk, words, out);
    else if (!rest.len || span_number(rest, 0, DAY_MAX, &streak))
        daily_game(talk, true, (int)streak, out);
    else
        answer_error(out, WORDS(talk_daily_grade_takes));
}
