/* web: the table language for a page. The same lines and answers as `yard engine`, through calls
 * instead of pipes: the page puts a line into memory, and web_line() answers it. One table; only
 * the solvers use more than one thread (solve/parallel.c).
 *
 * Built for WebAssembly only (src/web/meson.build); web/core.js is the caller. Strings are UTF-8
 * with explicit lengths. */
#pragma once

#include <stddef.h>

/* Returns a buffer of this many bytes for the next input; NULL if out of memory. */
char *web_space(size_t bytes);

/* Answers the line in the buffer. Returns the length of the answer; 0 for `quit`, which has
 * none. */
size_t web_line(size_t bytes);

/* Replaces the table with the record in the buffer. Answers like `state`; after a failure,
 * answers with an error and leaves the table unchanged. An incomplete last line is dropped. */
size_t web_record(size_t bytes);

/* Replaces the table with a server's table, given all lines known so far. Each line is checked just
 * as on the server's nodes. Answers like `state`; if a line is rejected, answers with an error and
 * the number of that line, and leaves the table unchanged.
 *
 * For a server's table, web_line() also answers `room PLACE HERE SEEN`: what can be seen and done
 * from a place (0: as a spectator), given that the places in HERE have a device connected ("1,3";
 * "?" if unknown) and those in SEEN have had one at some time. */
size_t web_follow(size_t bytes);

/* Adds the next line to the server's table. Answers like web_line(), or with an error like
 * web_follow(). */
size_t web_hear(size_t bytes);

/* The answer, valid until the next call. */
const char *web_answer(void);

/* Imported from the page: reports progress of long work; a nonzero return value cancels it. A
 * canceled question is answered with the error coach_cancelled. */
int web_progress(double done, double total);
