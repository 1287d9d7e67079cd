/* The deck: it reads back what it wrote, loses nothing, and brings missed cards back sooner. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "coach/deck.h"
#include "support.h"

enum { TODAY = 20772 }; /* 2026-11-15 */

static char told[4096];

static void tell(void *user, const char *words) {
    (void)user;
    strncat(told, words, sizeof told - strlen(told) - 2);
    strcat(told, "\n");
}

static void read_deck(struct deck *d, const char *text) {
    char words[512];
    struct text error = TEXT_IN(words);
    told[0] = '\0';
    *d = (struct deck){0};
    assert_true(deck_read_text(span_of(text), "deck", d, tell, NULL, &error));
}

static void prints_as(const struct deck *d, const char *want) {
    size_t size;
    char *data = deck_print(d, &size);
    assert_int_equal(size, strlen(want));
    assert_memory_equal(data, want, size);
    free(data);
}

static const char good[] = "# mine\n"
                           "2026-11-18 2 -+ yardzee ones=3,five-kind=50,bonus=1 1 3,3,3,4,5 2 Ann\n"
                           "\n"
                           "2026-11-15 1 . yardkle:set-aside=all 1500/0 1 350 1,2,2,4,5,5 Ann Lee\n"
                           "2027-01-01 7 +++ yatzy - 1 1,2,3,4,5 1\n";

CLAIM(a_deck_is_written_back_as_it_was_read) {
    struct deck d;
    read_deck(&d, good);
    assert_string_equal(told, "");
    assert_int_equal(d.count, 5);
    assert_null(d.lines[0].card);
    assert_string_equal(d.lines[3].card->name, "Ann Lee");
    assert_string_equal(d.lines[1].card->history, "-+");
    assert_int_equal(d.lines[1].card->due, TODAY + 3);
    assert_string_equal(d.lines[4].card->name, "");
    prints_as(&d, good);
    deck_free(&d);
}

CLAIM(damaged_lines_are_reported_and_kept_in_place) {
    static const struct {
        const char *line, *why;
    } damaged[] = {
        {"2026-11-31 2 - yardzee - 1 1,2,3,4,5 1 Ann", "'2026-11-31' isn't a date."},
        {"tomorrow", "'tomorrow' isn't a date."},
        {"2026-11-15 0 . yardzee - 1 1,2,3,4,5 1 Ann", "'0' isn't a practice box."},
        {"2026-11-15 8 . yardzee - 1 1,2,3,4,5 1 Ann", "'8' isn't a practice box."},
        {"2026-11-15 1 x yardzee - 1 1,2,3,4,5 1 Ann", "'x' isn't a history."},
        {"2026-11-15 1 +++++++++++++++++++++++++ yardzee - 1 1,2,3,4,5 1 Ann", "isn't a history."},
        {"2026-11-15 1 . yardze - 1 1,2,3,4,5 1 Ann", "no rule set called 'yardze'"},
        {"2026-11-15 1 . yardzee - 1 1,2,3,4 1 Ann", "played with 5 dice"},
        {"2026-11-15 1 . yardzee - 1 1,2,3,4,5", "The position is incomplete."},
        {"2026-11-15 1 . yardzee - 1 ?5 0 Ann", "nothing to decide"},
        {"2026-11-15 1 . yardzee - 1 1,2,3,4,5 1 A\1nn", "control characters"},
        {"2026-11-15 1 . yardzee - 1 1,2,3,4,5 1 A\xffnn", "isn't valid UTF-8"},
    };
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        char text[sizeof good + 512];
        struct deck d;
        snprintf(text, sizeof text, "%s%s\n%s", good, damaged[i].line, good);
        read_deck(&d, text);
        if (!strstr(told, "deck, line 6: ") || !strstr(told, damaged[i].why))
            fail_msg("%s: %s", damaged[i].line, told);
        assert_int_equal(d.count, 11);
        prints_as(&d, text);
        deck_free(&d);
    }
}

CLAIM(a_last_line_without_a_newline_is_read) {
    struct deck d;
    read_deck(&d, "2026-11-15 1 . yardzee - 1 1,2,3,4,5 1 Ann");
    assert_string_equal(told, "");
    prints_as(&d, "2026-11-15 1 . yardzee - 1 1,2,3,4,5 1 Ann\n");
    deck_free(&d);
}

CLAIM(the_longest_name_is_kept_in_full) {
    struct rules r;
    struct game g = position_named("yardzee ones=3 1 3,3,3,4,5 2", &r);
    struct deck d = {0}, again;
    char name[PERSON_NAME_MAX + 1] = "";
    while (strlen(name) < PERSON_NAME_MAX)
        strcat(name, "\xf0\x9f\x98\x80");
    size_t size;
    assert_true(deck_add(&d, &r, &g, span_of(name), TODAY));
    char *data = deck_print(&d, &size), text[256];
    snprintf(text, sizeof text, "%.*s", (int)size, data);
    read_deck(&again, text);
    assert_string_equal(told, "");
    assert_string_equal(again.lines[0].card->name, name);
    prints_as(&again, text);
    free(data);
    deck_free(&d);
    deck_free(&again);
}

CLAIM(a_deck_has_each_position_once_per_person) {
    struct rules r;
    struct game g = position_named("yardzee ones=3 1 3,3,3,4,5 2", &r);
    struct deck d = {0};
    assert_true(deck_add(&d, &r, &g, span_of("Ann"), TODAY));
    assert_false(deck_add(&d, &r, &g, span_of("Ann"), TODAY + 1));
    assert_true(deck_add(&d, &r, &g, span_of("Bea"), TODAY));
    g = position_named("yardzee ones=2 1 3,3,3,4,5 2", &r);
    assert_true(deck_add(&d, &r, &g, span_of("Ann"), TODAY));
    prints_as(&d, "2026-11-15 1 . yardzee ones=3 1 3,3,3,4,5 2 Ann\n"
                  "2026-11-15 1 . yardzee ones=3 1 3,3,3,4,5 2 Bea\n"
                  "2026-11-15 1 . yardzee ones=2 1 3,3,3,4,5 2 Ann\n");
    deck_free(&d);
}

CLAIM(missed_cards_return_sooner_than_known_ones) {
    for (int box = 1; box <= DECK_BOXES; box++) {
        struct deck_card known = {.box = box}, missed = {.box = box};
        deck_answered(&known, true, TODAY);
        deck_answered(&missed, false, TODAY);
        assert_int_equal(missed.due, TODAY + 1);
        assert_int_equal(missed.box, 1);
        assert_true(known.due > missed.due);
        assert_int_equal(known.box, box < DECK_BOXES ? box + 1 : DECK_BOXES);
        if (box > 1)
            assert_true(deck_days(box) > deck_days(box - 1));
    }
}

CLAIM(the_history_keeps_the_latest_answers) {
    struct deck_card card = {.box = 1};
    for (int i = 0; i < 2 * DECK_HISTORY; i++)
        deck_answered(&card, i % 3 == 0, DAY_MAX);
    assert_int_equal(strlen(card.history), DECK_HISTORY);
    assert_string_equal(card.history + DECK_HISTORY - 4, "-+--");
    assert_int_equal(card.due, DAY_MAX);
}

/* ---- the file ---- */

struct place {
    char folder[64], path[96];
};

static int begin(void **state) {
    struct place *p = calloc(1, sizeof *p);
    assert_non_null(p);
    strcpy(p->folder, "/tmp/yard-deck-XXXXXX");
    assert_non_null(mkdtemp(p->folder));
    snprintf(p->path, sizeof p->path, "%s/deck.txt", p->folder);
    *state = p;
    return 0;
}

static int end(void **state) {
    char command[128];
    struct place *p = *state;
    snprintf(command, sizeof command, "rm -rf %s", p->folder);
    assert_int_equal(system(command), 0);
    free(p);
    return 0;
}

static struct deck_file *open_at(const struct place *p, struct deck *d, char words[512]) {
    struct text error = text_start(words, 512);
    told[0] = '\0';
    return deck_open(p->folder, d, tell, NULL, &error);
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void holds_file(const char *path, const char *want) {
    char data[4096] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fread(data, 1, sizeof data - 1, file), strlen(want));
    assert_string_equal(data, want);
    fclose(file);
}

CLAIM_WITH(saving_a_deck_keeps_its_damaged_lines, begin, end) {
    const struct place *p = *state;
    char words[512];
    struct text error = TEXT_IN(words);
    struct deck d = {0};
    write_file(p->path, "half a li");
    struct deck_file *file = open_at(p, &d, words);
    assert_non_null(file);
    assert_non_null(
        strstr(told, "deck.txt, line 1: 'half' isn't a date. The line was left unchanged."));
    struct rules r;
    struct game g = position_named("yardkle 0/500 1 0 1,2,2,3,4,6", &r);
    assert_true(deck_add(&d, &r, &g, span_of("Ann"), TODAY));
    assert_true(deck_save(file, &d, &error));
    holds_file(p->path, "half a li\n2026-11-15 1 . yardkle 0/500 1 0 1,2,2,3,4,6 Ann\n");
    deck_close(file);
    deck_free(&d);
}

CLAIM_WITH(a_deck_can_be_open_only_once_at_a_time, begin, end) {
    const struct place *p = *state;
    char words[512];
    struct deck d = {0}, other = {0};
    struct deck_file *file = open_at(p, &d, words);
    assert_non_null(file);
    assert_null(open_at(p, &other, words));
    assert_non_null(strstr(words, "is in use by another copy of yard."));
    deck_close(file);
    file = open_at(p, &other, words);
    assert_non_null(file);
    deck_close(file);
}

CLAIM_WITH(a_failed_save_leaves_the_deck_unchanged, begin, end) {
    const struct place *p = *state;
    char words[512], draft[128];
    struct deck d = {0};
    write_file(p->path, good);
    struct deck_file *file = open_at(p, &d, words);
    assert_non_null(file);
    snprintf(draft, sizeof draft, "%s.new", p->path);
    assert_int_equal(mkdir(draft, 0700), 0); /* blocks the new file */
    deck_answered(d.lines[1].card, true, TODAY);
    struct text error = text_start(words, sizeof words);
    assert_false(deck_save(file, &d, &error));
    assert_non_null(strstr(words, "Can't write "));
    holds_file(p->path, good);
    deck_close(file);
    deck_free(&d);
}

CLAIM_WITH(a_deck_that_is_not_a_regular_file_is_refused, begin, end) {
    const struct place *p = *state;
    char words[512];
    struct deck d = {0};
    assert_int_equal(mkfifo(p->path, 0600), 0);
    assert_null(open_at(p, &d, words));
    assert_non_null(strstr(words, "isn't a regular file"));
}
