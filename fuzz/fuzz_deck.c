/* Any text that is not too large is a deck: valid positions are normalized, all other lines are
 * preserved byte for byte, and a printed deck parses and prints the same again. */
#include <string.h>

#include "coach/deck.h"
#include "fuzz/fuzz.h"

static int damage;

static void damaged(void *user, const char *words) {
    (void)user;
    REQUIRE(strstr(words, "input, line "));
    damage++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char words[512];
    struct text error = TEXT_IN(words);
    struct deck d = {0}, again = {0};
    if (!deck_read_text((struct span){(const char *)data, size}, "input", &d, damaged, NULL,
                        &error)) {
        REQUIRE(error.len);
        deck_free(&d);
        return 0;
    }
    size_t printed, reprinted;
    int before = damage;
    damage = 0;
    char *text = deck_print(&d, &printed);
    REQUIRE(deck_read_text((struct span){text, printed}, "input, line ", &again, damaged, NULL,
                           &error));
    REQUIRE(damage == before && again.count == d.count);
    char *same = deck_print(&again, &reprinted);
    REQUIRE(printed == reprinted && (!printed || !memcmp(text, same, printed)));
    const char *at = (const char *)data;
    for (int i = 0; i < d.count; i++) {
        const char *end = memchr(at, '\n', size - (size_t)(at - (const char *)data));
        size_t len = end ? (size_t)(end - at) : size - (size_t)(at - (const char *)data);
        REQUIRE(d.lines[i].card || (d.lines[i].len == len && !memcmp(d.lines[i].text, at, len)));
        if (d.lines[i].card)
            deck_answered(d.lines[i].card, i % 2, d.lines[i].card->due);
        at += len + 1;
    }
    damage = 0;
    free(text);
    free(same);
    deck_free(&d);
    deck_free(&again);
    return 0;
}
