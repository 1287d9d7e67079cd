/* The list of all rule books. A new book is a table in books/ and a line here. */
#include "rules/books.h"

const struct book *const books[] = {
    &book_yardzee, &book_yardkle, &book_yahtzee, &book_yahtzee_classic,
    &book_yatzy,   &book_farkle,  NULL,
};
