/* talk: the table language. One line of words in, one JSON object out. It knows no files and no
 * sockets of its own, so the same conversation runs on stdin, in a page and over a network. */
#pragma once

#include "coach/adviser.h"
#include "play/record.h"

/* Room for every answer except that of `analyse`, which is as long as the games were. */
enum { ANSWER_MAX = 64 << 10 };

struct talk;

/* With a record every entry is written there before it is answered; the table is the record's and
 * cannot be exchanged for another by `rules`, `position` or `new`. Neither is taken over; both may
 * be NULL, and then there is a table of its own and no record. */
struct talk *talk_new(struct table *table, struct record *record);
void talk_free(struct talk *talk); /* NULL is fine */

/* Advice comes from this adviser, which is taken over; without one, from a new one when first
 * asked.
 */
void talk_use_adviser(struct talk *talk, struct adviser *adviser);

/* Takes its adviser out again, for another conversation; NULL when it has none. */
struct adviser *talk_take_adviser(struct talk *talk);

/* Long advice reports its progress here, and ends when it is cancelled there; NULL: nowhere. */
void talk_use_work(struct talk *talk, struct work *work);

/* Answers one line, without its newline. An answer that `out` has no room for, and that it does not
 * grow for, becomes an error. False when it was `quit`: there is nothing to answer. */
bool talk_line(struct talk *talk, struct span line, struct text *out);
