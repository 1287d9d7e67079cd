/* solve FOLDER: fills a cache that all tests share. It solves every game, press games for two
 * players, and computes the handicap between a perfect player and a novice in the first of them.
 * It links only the layers it needs, so the cache is rebuilt only when one of those changes. */
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
        good = r.book->family == FAMILY_SHEET ? adviser_sheet(a, &r, NULL, &cached) != NULL
                                              : adviser_press(a, &r, NULL, &error) != NULL;
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
