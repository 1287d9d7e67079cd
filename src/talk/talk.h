/* talk: the table language. One line of words in, one JSON object out. The module uses no files
 * or sockets of its own, so the same conversation works on stdin, in a web page and over a
 * network. */
#pragma once

#include "coach/adviser.h"
#include "play/record.h"

/* Enough for any answer except those that grow with the log, such as `analyse` and `log`. */
enum { ANSWER_MAX = 64 << 10 };

struct talk;

/* With a record, every entry is recorded before it is answered, and `rules`, `position` and `new`
 * cannot replace the table. The caller keeps ownership of the table and the record. Either may be
 * NULL: without a table, the talk has one of its own; without a record, it records nothing. */
struct talk *talk_new(struct table *table, struct record *record);
void talk_free(struct talk *talk); /* NULL is fine */

/* Sets the adviser and takes ownership of it. By default, one is created on first use. */
void talk_use_adviser(struct talk *talk, struct adviser *adviser);

/* Returns the adviser and passes its ownership to the caller, for use in another conversation; NULL
 * if there is none. */
struct adviser *talk_take_adviser(struct talk *talk);

/* Long computations report their progress to `work` and stop if it is canceled. If `work` is NULL,
 * they do neither. */
void talk_use_work(struct talk *talk, struct work *work);

/* Answers one line, without its newline. If the answer does not fit into `out`, it becomes an
 * error. Returns false for `quit`, which has no answer. */
bool talk_line(struct talk *talk, struct span line, struct text *out);
