/* Anything typed at a prompt becomes a line for the table or gets an error message. The first byte
 * selects the position. */
#include <string.h>

#include "fuzz/fuzz.h"
#include "play/shorthand.h"
#include "play/table.h"

static const char *const moments[] = {
    "position yardzee - 1 ?5 0",
    "position yardzee ones=3 1 1,1,3,5,6 2",
    "position yatzy - 1 3,3,?3 1",
    "position yahtzee five-kind=50 1 2,2,2,2,2 3",
    "position yardkle 0/500 1 0 ?6",
    "position yardkle 0/500 1 100 1,1,5,5,2",
    "position farkle 950/500 2 1000 1,2,3,4,5,6",
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { MOMENTS = sizeof moments / sizeof *moments };
    if (!size)
        return 0;
    char words[2048];
    struct text error = TEXT_IN(words);
    struct table *t = table_new();
    static struct meaning meaning;
    REQUIRE(t && table_say(t, span_of(moments[data[0] % MOMENTS]), &error));
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
