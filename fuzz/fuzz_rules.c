/* A rule string is refused with an error, or keeps its meaning when printed and parsed again. */
#include <stdlib.h>

#include "fuzz/fuzz.h"
#include "rules/rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char words[2048], spelled[RULES_TEXT_MAX];
    struct text error = TEXT_IN(words), out = TEXT_IN(spelled);
    struct rules r, again;
    if (!rules_parse((struct span){(const char *)data, size}, &r, &error)) {
        REQUIRE(error.len > 0 && !error.cut);
        return 0;
    }
    rules_print(&r, &out);
    REQUIRE(!out.cut && rules_parse(span_of(spelled), &again, &error));
    REQUIRE(rules_same(&r, &again));
    for (int rule = 0; rule < RULES_COUNT; rule++) {
        struct text w = TEXT_IN(words);
        if (rule_words(&r, (enum rule)rule, &w))
            REQUIRE(w.len > 0 && !w.cut);
    }
    return 0;
}
