/* Invalid settings are reported and preserved, and written settings read back the same. */
#include <string.h>

#include "fuzz/fuzz.h"
#include "tui/settings.h"

static bool same_warning(struct warning a, struct warning b) {
    char one[32], other[32];
    struct text o = TEXT_IN(one), p = TEXT_IN(other);
    warning_print(a, &o);
    warning_print(b, &p);
    return !strcmp(one, other);
}

static bool same(const struct settings *a, const struct settings *b) {
    return !strcmp(a->name, b->name) && a->speed == b->speed && a->ascii == b->ascii &&
           a->colour == b->colour && a->coach == b->coach && !strcmp(a->rules, b->rules) &&
           !strcmp(a->dice, b->dice) && same_warning(a->warn, b->warn);
}

static int lines(const struct text *t) {
    int n = 0;
    for (size_t i = 0; i < t->len; i++)
        n += t->data[i] == '\n';
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char words[16 << 20], file[SETTINGS_BYTES_MAX + 4096];
    struct text said = TEXT_IN(words), out = TEXT_IN(file);
    struct settings s, again;
    if (size > SETTINGS_BYTES_MAX)
        return 0;
    settings_start(&s);
    settings_parse(&s, (struct span){(const char *)data, size}, &said);
    settings_print(&s, &out);
    REQUIRE(!out.cut && !said.cut);
    int complaints = lines(&said);
    settings_start(&again);
    struct text said_again = TEXT_IN(words);
    settings_parse(&again, (struct span){file, out.len}, &said_again);
    REQUIRE(same(&s, &again));
    REQUIRE(lines(&said_again) == complaints); /* no invalid line was lost */
    settings_free(&s);
    settings_free(&again);
    return 0;
}
