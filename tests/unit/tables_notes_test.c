/* Which lines of a plan add entries to the list of commitments. */
#include <string.h>

#include "check.h"
#include "server/tables_parts.h"

#define HEX "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

/* A table with fair dice whose secret is known, before or after its first turn. */
static struct table *a_table(bool thrown) {
    static const uint8_t secret[FAIR_BYTES] = {7};
    uint8_t commitment[FAIR_BYTES];
    char dice[128], words[256];
    struct text d = TEXT_IN(dice), error = TEXT_IN(words);
    struct table *t = table_new();
    assert_non_null(t);
    fair_commitment(secret, commitment);
    text_put(&d, "dice fair ");
    text_hex(&d, commitment, sizeof commitment);
    table_know_secret(t, secret);
    const char *const lines[] = {"rules yardzee", "seat Ann", "start 1",     dice,
                                 "share 1 " HEX,  "roll",     "score chance"};
    for (int i = 0; i < (thrown ? 7 : 5); i++) {
        if (!table_say(t, span_of(lines[i]), &error))
            fail_msg("%s: %s", lines[i], words);
    }
    return t;
}

/* The notes of a plan with these lines, such as "revealed |committed HEX|". */
static const char *notes_of(bool thrown, const char *first, const char *second) {
    static char ret[512];
    struct text t = TEXT_IN(ret);
    struct table *log = a_table(thrown);
    struct store_note notes[2 * ROOM_LINES_MAX];
    struct planned_line lines[2] = {{.text = (char *)first}, {.text = (char *)second}};
    struct room_plan plan = {.count = second ? 2 : 1, .lines = {&lines[0], &lines[1]}};
    for (int i = 0; i < plan.count; i++) {
        char words[256];
        struct text error = TEXT_IN(words);
        if (!entry_parse(&table_now(log)->rules, span_of(lines[i].text), &lines[i].entry, &error))
            fail_msg("%s: %s", lines[i].text, words);
    }
    int count = tables_notes(log, &plan, notes);
    for (int i = 0; i < count; i++)
        text_add(&t, "%s %s|", notes[i].kind == STORE_COMMITTED ? "committed" : "revealed",
                 notes[i].kind == STORE_COMMITTED ? notes[i].commitment : "");
    table_free(log);
    return ret;
}

CLAIM(commitments_of_both_versions_are_noted) {
    assert_string_equal(notes_of(false, "dice fair " HEX, NULL), "committed " HEX "|");
    assert_string_equal(notes_of(false, "dice fair2 1024 " HEX, "share 2 -"), "committed " HEX "|");
    assert_string_equal(notes_of(false, "start 1", "dice fair2 1 " HEX), "committed " HEX "|");
}

CLAIM(reveals_of_both_versions_are_noted) {
    assert_string_equal(notes_of(true, "reveal " HEX, NULL), "revealed |");
    assert_string_equal(notes_of(true, "reveal " HEX " log 00112233445566778899aabbccddeeff", NULL),
                        "revealed |");
}

CLAIM(a_commitment_after_throws_marks_the_previous_one_as_revealed) {
    assert_string_equal(notes_of(true, "dice fair2 1024 " HEX, NULL),
                        "revealed |committed " HEX "|");
    assert_string_equal(notes_of(true, "reveal " HEX, "dice fair2 1024 " HEX),
                        "revealed |committed " HEX "|");
}

CLAIM(only_commitments_and_reveals_are_noted) {
    static const char *const lines[] = {"roll 1 2 3 4 5", "dice physical",   "dice seed 42",
                                        "# reveal " HEX,  "share 1 " HEX,    "# room: dice fair",
                                        "pledge 1 " HEX,  "# dice fair " HEX};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_string_equal(notes_of(true, lines[i], NULL), "");
}
