/* A record is read, or refused with a line number; a record written back reads the same. */
#include <string.h>

#include "fuzz/fuzz.h"
#include "play/record.h"
#include "play/scoresheet.h"
#include "tests/same.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char words[2048];
    struct text error = TEXT_IN(words);
    struct record_tail tail;
    size_t whole;
    struct table *t = table_new(), *again = table_new();
    REQUIRE(t && again);
    struct span text = {(const char *)data, size};
    if (!record_read_text(text, "input", t, &whole, &tail, &error)) {
        REQUIRE(strstr(words, "input, line "));
    } else {
        REQUIRE(tail.found == (whole < size));
        size_t room = 1;
        for (int i = 1; i <= table_lines(t); i++)
            room += strlen(table_line(t, i)) + 1;
        char *copy = malloc(room);
        REQUIRE(copy);
        struct text out = text_start(copy, room);
        for (int i = 1; i <= table_lines(t); i++)
            text_add(&out, "%s\n", table_line(t, i));
        REQUIRE(!out.cut);
        REQUIRE(record_read_text((struct span){copy, out.len}, "copy", again, NULL, &tail, &error));
        REQUIRE(!tail.found && same_state(table_now(t), table_now(again)));
        free(copy);
        if (table_now(t)->rules.book) {
            struct scoresheet *s = scoresheet_of_game(t, -1);
            scoresheet_free(s);
        }
    }
    table_free(t);
    table_free(again);
    return 0;
}
