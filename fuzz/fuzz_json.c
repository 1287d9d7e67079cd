/* Arena results: any text is parsed, or refused with an error. */
#include "coach/arena_result.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char words[1024];
    struct text error = TEXT_IN(words);
    static struct arena_result result;
    if (!result_read_json((struct span){(const char *)data, size}, &result, &error))
        REQUIRE(error.len > 0);
    return 0;
}
