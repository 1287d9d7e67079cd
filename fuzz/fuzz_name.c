/* Names: two lines of any bytes. The first line is accepted as a name or refused with an error;
 * names_look_alike() is reflexive and symmetric. */
#include <string.h>

#include "core/name.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct span rest = {(const char *)data, size}, a = span_until(&rest, '\n'), b = rest;
    char words[512];
    struct text error = TEXT_IN(words);
    if (!size)
        return 0;
    if (!name_is_clear(a, &error))
        REQUIRE(error.len > 0);
    REQUIRE(names_look_alike(a, a));
    REQUIRE(names_look_alike(a, b) == names_look_alike(b, a));
    return 0;
}
