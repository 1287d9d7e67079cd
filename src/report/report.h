/* report: an analysis as text, JSON, CSV and HTML. These functions do not report write errors:
 * check ferror() on the stream. */
#pragma once

#include <stdio.h>

#include "coach/history.h"

/* A JSON object with the ledgers and every decision; doc/coach.md lists the fields. The `record`
 * field is left out if the analysis has no name. The output may be long: use a growable text. */
void report_json(struct text *out, const struct analysis *a);

/* A report for people to read. `all` lists every decision that mattered, not only the costliest. */
void report_text(FILE *out, const struct analysis *a, bool all);

/* A self-contained page without network access, scripts or fonts. Asks the adviser again about
 * every decision, for the best choices and the reasons. The adviser must have solved the rules
 * (ledger_prepare()) and must not be in use elsewhere. */
void report_html(FILE *out, const struct analysis *a, struct adviser *adviser);

/* A report on many records: what each person's errors cost, how this cost has changed, the kinds of
 * mistakes, and luck. Call history_sort() first. A nonempty name selects one person. */
void report_history(FILE *out, const struct history *h, struct span name);

/* One line per person and game, after a header line. */
void report_csv(FILE *out, const struct history *h, struct span name);
