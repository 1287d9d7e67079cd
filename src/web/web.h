/* web: the table language for a page. The same words and answers as `yard engine`, called instead
 * of written: the page puts a line into memory, web_line() answers it. One table, one thread.
 *
 * Built for WebAssembly only (src/web/meson.build); web/core.js is the other side of it. Texts are
 * UTF-8 and come with their length. */
#pragma once

#include <stddef.h>

/* Where the next line is to be put: space for so many bytes. NULL when there is no memory for it.
 */
char *web_space(size_t bytes);

/* Answers the line of so many bytes that was put there. Returns how long the answer is; 0 when the
 * line was `quit`, which there is nothing to answer to. */
size_t web_line(size_t bytes);

/* A record of so many bytes was put there: it takes the place of the table. Answers as the word
 * `state` does, or with an error, and then the table is as it was. A cut-off end is dropped. */
size_t web_record(size_t bytes);

/* The lines of a server's table, as many as are known: it takes the place of the table. Each is
 * checked as the server's own nodes check it. Answers as `state` does, or with an error and the
 * number of the line that cannot stand there, and then the table is as it was.
 *
 * Of such a table web_line() also answers `room PLACE HERE SEEN`: what can be seen and done from a
 * place (0: by somebody who looks on), if these places have a device connected ("1,3"; "?" where
 * nobody knows) and those ever had. */
size_t web_follow(size_t bytes);

/* The next line of that table. Answers as web_line() does, or with an error as web_follow(). */
size_t web_hear(size_t bytes);

/* Where the answer stands, until the next call. */
const char *web_answer(void);

/* The page's own: hears of long work now and then, and ends it by returning something else than 0.
 * A cancelled question is answered by the error "cancelled". */
int web_progress(double done, double total);
