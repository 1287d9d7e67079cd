/* Encoded messages: any bytes decode to some text, on their own and inside a JSON answer. */
#include <string.h>

#include "core/json.h"
#include "core/say.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char words[1 << 20], answer[1 << 16], result[1 << 20];
    struct span coded = {(const char *)data, size < 4096 ? size : 4096};
    for (int i = 0; languages[i]; i++) {
        struct text out = TEXT_IN(words);
        say_decode(&out, coded, languages[i]);
        REQUIRE(out.len < sizeof words);
    }
    struct text in = TEXT_IN(answer), out = TEXT_IN(result);
    struct json j = json_begin(&in);
    json_string_n(&j, "error", coded.at, coded.len);
    json_close(&j, '}');
    say_answer(&out, answer);
    REQUIRE(out.len >= 2 && out.data[0] == '{');
    return 0;
}
