/* solve FOLDER: a cache for tests. Sheet games are solved, and the odds of perfect players and
 * novices of the first one worked out, once for all tests, by the layers themselves: it is made
 * anew only when one of them changes. */
#include <stdio.h>

#include "coach/handicap.h"
#include "rules/books.h"

int main(int argc, char **argv) {
    char words[512] = "";
    struct text error = TEXT_IN(words);
    struct strength sides[2];
    struct handicap handicap;
    struct adviser *a = adviser_new(0);
    bool cached, good = argc == 2;
    if (good)
        adviser_use_cache(a, argv[1], true, NULL, NULL);
    for (int i = 0; good && books[i]; i++) {
        struct rules r = rules_of(books[i]);
        good = r.book->family != FAMILY_SHEET || adviser_sheet(a, &r, NULL, &cached);
    }
    struct rules first = rules_of(books[0]);
    good = good &&
           strength_of(&(struct history){0}, &first, span_of("perfect"), &sides[0], &error) &&
           strength_of(&(struct history){0}, &first, span_of("novice"), &sides[1], &error) &&
           handicap_of(a, &first, sides, NULL, &handicap, &error);
    if (good)
        handicap_free(&handicap);
    adviser_free(a);
    puts(good ? "solved" : words);
    return good ? 0 : 1;
}
