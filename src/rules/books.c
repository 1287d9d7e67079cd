/* The list of all rule books, in menu order. A new book needs its table in books/, a line
 * here, and its words in lang/en.po; meson.build reads this list to find the sources. */
#include "rules/books.h"

/* clang-format off */
#define BOOKS \
    BOOK(yardzee) \
    BOOK(yardkle) \
    BOOK(yahtzee) \
    BOOK(yahtzee_classic) \
    BOOK(yatzy) \
    BOOK(farkle)
/* clang-format on */

#define BOOK(name) extern const struct book book_##name;
BOOKS
#undef BOOK

#define BOOK(name) &book_##name,
const struct book *const books[] = {BOOKS NULL};
