/* What programs answer and what results are read back from: any text is valid JSON or is not, and
 * looking inside never leaves it. */
#include <string.h>

#include "coach/arena_result.h"
#include "core/json_read.h"
#include "fuzz/fuzz.h"

static void look_inside(struct span value, int depth) {
    char words[64];
    struct text out = TEXT_IN(words);
    struct span inner, rest = json_items(value);
    json_text(value, &out);
    for (int n = 0; n < 50 && json_item(&rest, &inner); n++) {
        REQUIRE(inner.at >= value.at && inner.at + inner.len <= value.at + value.len);
        if (depth < 8)
            look_inside(inner, depth + 1);
    }
    static const char *const keys[] = {"actions", "do", "a", ""};
    for (int i = 0; i < 4 && depth < 8; i++) {
        if (json_member(value, keys[i], &inner)) {
            REQUIRE(inner.at >= value.at && inner.at + inner.len <= value.at + value.len);
            look_inside(inner, depth + 1);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct span text = {(const char *)data, size};
    char words[1024];
    struct text error = TEXT_IN(words);
    static struct arena_result result;
    if (json_valid(text))
        look_inside(span_trim(text), 0);
    if (!result_read_json(text, &result, &error))
        REQUIRE(error.len > 0);
    return 0;
}
