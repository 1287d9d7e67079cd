/* answers: the JSON objects returned by the table language. doc/language.md lists them. */
#pragma once

#include "coach/bot.h"
#include "coach/daily_grade.h"
#include "coach/practice.h"
#include "coach/reason.h"
#include "coach/tutor.h"
#include "core/json.h"
#include "play/scoresheet.h"

/* The member `error` and, for an encoded refusal, its parts: the reason, and the citation or the
 * line of a record. */
void json_refused(struct json *j, const char *words);
void answer_error(struct text *out, const char *words);

/* The same, with the broken rule of the game, if any. */
void answer_refusal(struct text *out, const struct refusal *refusal);

/* The answer to an accepted line: the line as logged, and its effect. */
void answer_entry(struct text *out, const char *line, const struct state *before,
                  const struct table *t);

/* The same for an earlier line, from the steps in force: the original answer, unless something up
 * to that line has been undone or corrected since. */
void answer_entry_of_line(struct text *out, const struct table *t, int line);

void answer_legal(struct text *out, const struct state *s);

/* Whether the table would accept this action: with what would come of it, or the reason. */
void answer_possible(struct text *out, const struct state *now, const struct action *a);

void answer_advice(struct text *out, const struct rules *r, const struct game *g, struct goal goal,
                   const struct advice *advice);
void answer_why(struct text *out, const struct rules *r, const struct reasons *reasons);
void answer_judge(struct text *out, const struct rules *r, struct action action,
                  const struct judgement *judged);
void answer_practice(struct text *out, const struct rules *r, const struct practice_question *q);

/* A daily game: its result and, unless NULL, its grade with a text to share. */
void answer_daily(struct text *out, const struct daily_result *result,
                  const struct daily_grade *grade, int streak);
void answer_daily_position(struct text *out, const struct daily_answer *answer);

void answer_bot(struct text *out, const struct rules *r, const struct bot_level *level,
                struct action action);
void answer_levels(struct text *out);

/* How to play, as a list of headings, paragraphs, items and steps (rules/guide.h). */
void answer_guide(struct text *out, const struct rules *r);

/* The rules in words; json_book() writes them as an element of a list. */
void answer_book(struct text *out, const struct rules *r);
void json_book(struct json *j, const struct rules *r);

void answer_state(struct text *out, const struct table *t);

/* What a screen shows besides the state: how far the game is, and what every choice brings. */
void answer_look(struct text *out, const struct table *t);

/* The state after this line of the log (0: before the first), with later corrections applied. */
void answer_state_at(struct text *out, const struct table *t, int line);

void answer_sheet(struct text *out, const struct scoresheet *s);

/* Finished games of the series after number `after`, at most `most`: totals, winners, settlement.
 * If there are more, "next" is the number to continue after. */
void answer_results(struct text *out, const struct table *t, int after, int most);

/* Whether the throws of fair dice match their commitments. */
void answer_verify(struct text *out, const struct table *t);
void answer_bytes(struct text *out, const char *key, const uint8_t bytes[FAIR_BYTES]);

/* The names, rolls, choices and rematches in force after line `after`, at most `most`. If there are
 * more, "next" is the line to continue after. */
void answer_log(struct text *out, const struct table *t, int after, int most);

/* One line of the log: as it was entered, and as it is in force. */
void answer_line(struct text *out, const struct table *t, int line);
