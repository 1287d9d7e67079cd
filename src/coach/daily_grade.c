#include "coach/daily_grade.h"

#include <math.h>
#include <string.h>

#include "coach/practice.h"
#include "core/say.h"

static int mark_of(int grade) {
    return grade == GRADE_BEST ? MARK_BEST : grade == GRADE_GOOD ? MARK_GOOD : MARK_MISSED;
}

bool daily_grade(const struct solved_tables *tables, const struct table *t, struct daily_grade *ret,
                 struct text *error) {
    struct ledger l;
    if (!ledger_of(tables, t, 0, &l, error))
        return false;
    *ret = (struct daily_grade){.unit = l.unit,
                                .accuracy = l.seat[0].accuracy,
                                .decisions = l.seat[0].decisions,
                                .best = l.seat[0].grades[GRADE_BEST]};
    for (int i = 0; i < l.count; i++) {
        const struct moment *m = &l.moments[i];
        if (!m->decision)
            continue;
        ret->cost += m->cost;
        if (m->turn > DAILY_MARKS)
            continue;
        ret->turns = m->turn; /* a turn without a decision, a bust at once, counts as best */
        if (mark_of(m->grade) > ret->marks[m->turn - 1])
            ret->marks[m->turn - 1] = (uint8_t)mark_of(m->grade);
    }
    ret->cost = round(ret->cost * 1e4) / 1e4; /* without the noise that depends on the compiler */
    ledger_free(&l);
    return true;
}

/* ---- share texts ---- */

static const char *const signs[MARKS] = {[MARK_BEST] = "★", [MARK_GOOD] = "○", [MARK_MISSED] = "–"};

static void end_line(struct text *out) {
    text_put(out, "\n");
}

static void share_streak(int streak, struct text *out) {
    if (streak < 2)
        return;
    say(out, coach_daily_streak, .n = streak);
    end_line(out);
}

void daily_share(const struct daily_result *result, const struct daily_grade *grade, int streak,
                 struct text *out) {
    LOCAL_TEXT(cost, SAY_ROOM_BYTES);
    say(out, coach_daily_game_title, .number = daily_number(result->day),
        .book = result->book->name);
    end_line(out);
    for (int i = 0; i < grade->turns; i++)
        text_put(out, signs[grade->marks[i]]);
    end_line(out);
    unit_print(grade->unit, grade->cost, &cost);
    if (grade->unit == UNIT_TURNS)
        say(out, coach_daily_turns, .n = result->turns, .cost = cost.data);
    else
        say(out, coach_daily_points, .n = result->points, .cost = cost.data);
    end_line(out);
    if (result->hints) {
        say(out, coach_daily_hints, .n = result->hints);
        end_line(out);
    }
    share_streak(streak, out);
}

static void share_week(struct span week, struct text *out) {
    for (size_t i = 0; i < week.len; i++) {
        static const char letters[] = "bgm";
        const char *at = strchr(letters, week.at[i]);
        text_put(out, at && *at ? signs[at - letters] : "·");
    }
    if (week.len)
        end_line(out);
}

void daily_share_position(const struct daily_answer *answer, struct text *out) {
    const char *level = words_of(practice_level_message(answer->level));
    int mark = mark_of(answer->grade);
    say(out, coach_daily_title, .number = daily_number(answer->day), .book = answer->book->name);
    end_line(out);
    share_week(answer->week, out);
    if (mark == MARK_BEST)
        say(out, coach_daily_best, .level = level);
    else if (mark == MARK_GOOD)
        say(out, coach_daily_good, .level = level);
    else
        say(out, coach_daily_missed, .level = level);
    end_line(out);
    share_streak(answer->streak, out);
}
