/* report: what an analysis says: as text for people, and as JSON. Writing fails silently, as with
 * printf: whoever opened the stream looks at ferror(). */
#pragma once

#include <stdio.h>

#include "coach/history.h"

/* An object with the ledgers and every decision; doc/coach.md names the fields. An analysis without
 * a name is of no record. It may be long: use a text that grows. */
void report_json(struct text *out, const struct analysis *a);

/* For reading; with `all` every decision is listed, else what stands out. */
void report_text(FILE *out, const struct analysis *a, bool all);

/* A page for the browser that needs nothing else: no network, no script, no font. The adviser is
 * asked again about every decision, for its best choices and the reasons; it has solved the rules
 * (ledger_prepare()), and nobody else may use it meanwhile. */
void report_html(FILE *out, const struct analysis *a, struct adviser *adviser);

/* Over many records, after history_sort(): what each person gives away, how that has changed, of
 * which kinds the mistakes are, and the luck. A name: only this person. */
void report_history(FILE *out, const struct history *h, struct span name);

/* One line a person and game, with a heading. */
void report_csv(FILE *out, const struct history *h, struct span name);
