/* Anything typed at a prompt becomes a line for the table or gets an error message. The first byte
 * selects the position. */
#include <string.h>

#include "fuzz/fuzz.h"
#include "play/shorthand.h"
#include "play/table.h"

static const char *const moments[][2] = {
    {"position yardzee - 1 ?5 0", "pace throws"},
    {"position yardzee ones=3 1 1,1,3,5,6 2", "pace throws"},
    {"position yatzy - 1 3,3,?3 1", "pace throws"},
    {"position yahtzee five-kind=50 1 2,2,2,2,2 3", "pace throws"},
    {"position yardkle 0/500 1 0 ?6", "pace throws"},
    {"position yardkle 0/500 1 100 1,1,5,5,2", "pace throws"},
    {"position farkle 950/500 2 1000 1,2,3,4,5,6", "pace throws"},
    {"position yahtzee five-kind=50 1 ?5 0", "pace points"},
    {"position yardzee ones=3 1 ?5 0", "pace last"},
    {"position yatzy - 1 3,3,?3 1", "pace last"},
    {"position yardkle 0/500 1 0 ?6", "pace points"},
    {"position yardkle 0/500 1 0 ?6", "pace last"},
    {"position farkle 950/500 2 1000 ?4", "pace last"},
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { MOMENTS = sizeof moments / sizeof *moments };
    if (!size)
        return 0;
    char words[2048];
    struct text error = TEXT_IN(words);
    struct table *t = table_new();
    static struct meaning meaning;
    const char *const *moment = moments[data[0] % MOMENTS];
    REQUIRE(t && table_say(t, span_of(moment[0]), &error) &&
            table_say(t, span_of(moment[1]), &error));
    struct span typed = {(const char *)data + 1, size - 1};
    if (size < LINE_MAX_BYTES / 4) { /* prompts limit the length of a line */
        if (!shorthand(table_now(t), typed, &meaning, &error))
            REQUIRE(error.len > 0);
        else if (!table_say(t, span_of(meaning.line), &error))
            REQUIRE(error.len > 0);
    }
    table_free(t);
    return 0;
}
