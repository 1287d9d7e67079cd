/* The cache returns exactly what was saved and never mistakes anything else for it. */
#include "check.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "coach/handicap.h"
#include "coach/stock.h"
#include "rules/books.h"
#include "solve/press_solver.h"
#include "support.h"

struct place {
    char folder[64];
    struct rules rules;
    struct cache_key key;
    char path[CACHE_PATH_MAX];
};

static const double payload[] = {1, 2, 3, 4.5, -6, 1e300, 0};

static int begin(void **state) {
    struct place *p = calloc(1, sizeof *p);
    assert_non_null(p);
    strcpy(p->folder, "/tmp/yard-cache-XXXXXX");
    assert_non_null(mkdtemp(p->folder));
    p->rules = rules_named("yahtzee:joker=free,bonus=0");
    p->key = (struct cache_key){.kind = "test", .rules = &p->rules, .shape = {1, 2, 3, 4}};
    struct text path = TEXT_IN(p->path);
    cache_path(p->folder, &p->key, &path);
    *state = p;
    return 0;
}

static int end(void **state) {
    struct place *p = *state;
    char command[128];
    chmod(p->folder, 0700);
    snprintf(command, sizeof command, "rm -rf %s", p->folder);
    assert_int_equal(system(command), 0);
    free(p);
    return 0;
}

static void save(struct place *p) {
    char words[CACHE_PATH_MAX + 256];
    struct text warning = TEXT_IN(words);
    assert_true(cache_save(p->folder, &p->key, payload, sizeof payload, &warning));
    assert_int_equal(warning.len, 0);
}

/* Checks that opening the cached table fails with a warning that contains `why` and the file's
 * name. */
static void refused(struct place *p, const struct cache_key *key, const char *why) {
    char words[CACHE_PATH_MAX + 256];
    struct text warning = TEXT_IN(words);
    struct cached c;
    assert_false(cache_open(p->folder, key, &c, &warning));
    assert_null(c.data);
    assert_non_null(strstr(words, p->path));
    if (!strstr(words, why))
        fail_msg("'%s' does not say '%s'", words, why);
}

static size_t file_size(const char *path) {
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    return (size_t)st.st_size;
}

static void flip(const char *path, size_t at, int bits) {
    unsigned char byte;
    int fd = open(path, O_RDWR);
    assert_true(fd >= 0);
    assert_int_equal(pread(fd, &byte, 1, (off_t)at), 1);
    byte ^= (unsigned char)bits;
    assert_int_equal(pwrite(fd, &byte, 1, (off_t)at), 1);
    close(fd);
}

CLAIM_WITH(a_saved_table_is_read_back, begin, end) {
    struct place *p = *state;
    char words[256];
    struct text warning = TEXT_IN(words);
    struct cached c;
    assert_false(cache_open(p->folder, &p->key, &c, &warning)); /* no file: no warning */
    assert_int_equal(warning.len, 0);
    save(p);
    save(p); /* overwrites the file */
    assert_true(cache_open(p->folder, &p->key, &c, &warning));
    assert_int_equal(c.size, sizeof payload);
    assert_memory_equal(c.data, payload, sizeof payload);
    cache_close(&c);
    assert_int_equal(warning.len, 0);
}

CLAIM_WITH(damage_to_any_byte_is_detected, begin, end) {
    struct place *p = *state;
    save(p);
    size_t size = file_size(p->path);
    for (size_t at = 0; at < size; at++) {
        int bits = 1 << at % 8;
        flip(p->path, at, bits);
        refused(p, &p->key,
                at < 8    ? "it isn't a table made by this program"
                : at < 16 ? "version"
                          : "it");
        flip(p->path, at, bits);
    }
    refused(p, &(struct cache_key){.kind = "test", .rules = &p->rules, .shape = {1, 2, 3, 5}},
            "wrong dimensions");
}

CLAIM_WITH(a_truncated_or_extended_file_is_refused, begin, end) {
    struct place *p = *state;
    save(p);
    size_t size = file_size(p->path);
    assert_int_equal(truncate(p->path, (off_t)size + 1), 0);
    refused(p, &p->key, "too long");
    while (size-- > 0) {
        assert_int_equal(truncate(p->path, (off_t)size), 0);
        refused(p, &p->key, "it's incomplete");
    }
}

CLAIM_WITH(a_table_for_other_rules_or_of_another_kind_is_refused_even_if_renamed, begin, end) {
    struct place *p = *state;
    struct rules other_rules = rules_named("yahtzee:joker=none,bonus=0");
    struct cache_key other[] = {p->key, p->key};
    other[0].rules = &other_rules;
    other[1].kind = "other";
    static const char *const why[] = {"different rules", "a different kind of table"};
    for (int i = 0; i < 2; i++) {
        char theirs[CACHE_PATH_MAX], words[256];
        struct text path = TEXT_IN(theirs), warning = TEXT_IN(words);
        assert_true(cache_save(p->folder, &other[i], payload, sizeof payload, &warning));
        cache_path(p->folder, &other[i], &path);
        assert_string_not_equal(theirs, p->path);
        assert_int_equal(rename(theirs, p->path), 0);
        refused(p, &p->key, why[i]);
    }
}

CLAIM_WITH(a_folder_in_place_of_the_file_is_refused, begin, end) {
    struct place *p = *state;
    char words[CACHE_PATH_MAX + 256];
    struct text warning = TEXT_IN(words);
    assert_int_equal(mkdir(p->path, 0700), 0);
    refused(p, &p->key, "it isn't a regular file");
    assert_false(cache_save(p->folder, &p->key, payload, sizeof payload, &warning));
    assert_non_null(strstr(words, "Can't write "));
}

CLAIM_WITH(failure_to_create_the_folder_is_only_a_warning, begin, end) {
    struct place *p = *state;
    char words[CACHE_PATH_MAX + 256], folder[CACHE_PATH_MAX + 8];
    struct text warning = TEXT_IN(words);
    save(p);
    snprintf(folder, sizeof folder, "%s/x", p->path); /* below a file */
    assert_false(cache_save(folder, &p->key, payload, sizeof payload, &warning));
    assert_non_null(strstr(words, "Can't write "));
}

/* ---- tables ---- */

static void count_warning(void *user, const char *words) {
    (void)words;
    ++*(int *)user;
}

static struct stock stock_in(const struct place *p, int *warnings) {
    struct stock stock = {.keep_sheets = true, .warn = count_warning, .user = warnings};
    struct text folder = TEXT_IN(stock.folder);
    text_put(&folder, p->folder);
    return stock;
}

CLAIM_WITH(a_cached_sheet_table_has_the_same_signature_as_a_solved_one, begin, end) {
    struct place *p = *state;
    int warnings = 0;
    struct stock stock = stock_in(p, &warnings);
    bool cached;
    uint64_t signature[3];
    for (int i = 0; i < 3; i++) {
        struct sheet_solver *s = stock_sheet(&stock, &p->rules, &cached);
        assert_int_equal(cached, i == 1); /* the third round finds a damaged file */
        assert_true(sheet_solver_reach(s, 0, 2, NULL));
        if (!cached)
            stock_keep_sheet(&stock, s);
        signature[i] = sheet_solver_signature(s);
        sheet_solver_free(s);
        char path[CACHE_PATH_MAX];
        struct text t = TEXT_IN(path);
        struct cache_key key = {.kind = "sheet", .rules = &p->rules};
        cache_path(p->folder, &key, &t);
        if (i == 1)
            flip(path, file_size(path) / 2, 1);
    }
    assert_int_equal(warnings, 1);
    assert_true(signature[0] == signature[1] && signature[0] == signature[2]);
}

CLAIM_WITH(a_cached_press_table_has_the_values_of_a_solved_one, begin, end) {
    struct place *p = *state;
    int warnings = 0;
    struct stock stock = stock_in(p, &warnings);
    struct rules r = rules_named("farkle:goal=1000");
    struct press_solver *solved = press_solver_new(&r), *read = press_solver_new(&r);
    assert_false(stock_press(&stock, &r, read)); /* nothing is stored yet */
    assert_true(press_solve_from(solved, 500, 500, 1, NULL));
    stock_keep_press(&stock, &r, solved); /* part of a table is not stored */
    assert_false(stock_press(&stock, &r, read));
    assert_true(press_solve_from(solved, 0, 0, 2, NULL));
    stock_keep_press(&stock, &r, solved);
    assert_true(stock_press(&stock, &r, read));
    assert_true(press_signature(read) == press_signature(solved));
    assert_true(press_counts(read).states == press_counts(solved).states);
    assert_int_equal(warnings, 0);

    size_t size;
    double *other = press_payload(solved, &size), value;
    assert_true(press_adopt(read, other, size));
    assert_false(press_adopt(read, other, size - sizeof *other));
    assert_true(press_win(read, 0, 0, &value)); /* a wrong size changes nothing */
    for (size_t i = 3; i < size / sizeof *other; i++)
        other[i] *= 0.9999; /* as if from a solver with other rules */
    assert_false(press_adopt(read, other, size));
    assert_false(press_win(read, 0, 0, &value));
    free(other);
    press_solver_free(solved);
    press_solver_free(read);
}

CLAIM_WITH(values_from_another_solver_are_refused, begin, end) {
    struct place *p = *state;
    struct sheet_solver *s = sheet_solve(&p->rules, 2, NULL);
    size_t size;
    const void *data = sheet_solver_payload(s, &size);
    double *other = malloc(size);
    assert_non_null(other);
    memcpy(other, data, size);
    for (size_t i = 0; i < size / sizeof *other; i++)
        other[i] *= 1.0001;
    assert_null(sheet_solver_from_payload(&p->rules, other, size, NULL, NULL));
    assert_null(sheet_solver_from_payload(&p->rules, data, size - 8, NULL, NULL));
    free(other);
    sheet_solver_free(s);
}

CLAIM_WITH(cached_odds_are_identical_to_computed_ones, begin, end) {
    struct place *p = *state;
    struct rules r = rules_of(&book_template);
    int warnings = 0;
    struct stock stock = stock_in(p, &warnings);
    struct sheet_solver *s = sheet_solve(&r, 1, NULL);
    struct sheet_odds *first = stock_odds(&stock, s, 1, NULL);
    struct work cancelled = {.cancel = true}; /* so that the odds can only come from the file */
    struct sheet_odds *again = stock_odds(&stock, s, 1, &cancelled);
    assert_non_null(again);
    assert_int_equal(first->low, again->low);
    assert_int_equal(first->high, again->high);
    assert_memory_equal(first->chance, again->chance,
                        (size_t)(first->high - first->low + 1) * sizeof *first->chance);
    assert_memory_equal(first->box_mean, again->box_mean, sizeof first->box_mean);
    assert_memory_equal(first->bonuses, again->bonuses, sizeof first->bonuses);
    assert_int_equal(warnings, 0);
    sheet_odds_free(first);
    sheet_odds_free(again);
    sheet_solver_free(s);
}

/* ---- books that change ---- */

/* Offsets of all strings in a book. All other bytes are ints (numbers and messages), or padding
 * known to is_padding(). */
static int texts_of_book(size_t ret[]) {
    static const size_t own[] = {offsetof(struct book, id), offsetof(struct book, name),
                                 offsetof(struct book, five), offsetof(struct book, bust)};
    int n = 0;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        ret[n++] = own[i];
    for (int i = 0; i < BOXES_MAX; i++)
        ret[n++] = offsetof(struct book, boxes) + (size_t)i * sizeof(struct box) +
                   offsetof(struct box, key);
    return n;
}

static bool is_padding(size_t at) {
    if (at >= offsetof(struct book, bonus) + sizeof(int) && at < offsetof(struct book, bust))
        return true;
    if (at >= offsetof(struct book, box_count) + sizeof(int) && at < offsetof(struct book, boxes))
        return true;
    size_t box = at - offsetof(struct book, boxes);
    if (at >= offsetof(struct book, boxes) && box < sizeof((struct book *)0)->boxes)
        return box % sizeof(struct box) >= offsetof(struct box, points) + sizeof(int);
    return at >= offsetof(struct book, hands) + sizeof((struct book *)0)->hands;
}

static bool is_text(size_t at, const size_t *texts, int count) {
    for (int i = 0; i < count; i++) {
        if (at >= texts[i] && at < texts[i] + sizeof(char *))
            return true;
    }
    return false;
}

/* Whether the table saved for p->key.rules is found for `other`. */
static bool found_for(struct place *p, const struct rules *other) {
    struct cache_key key = p->key;
    struct cached c;
    char words[CACHE_PATH_MAX + 256];
    struct text warning = TEXT_IN(words);
    key.rules = other;
    bool found = cache_open(p->folder, &key, &c, &warning);
    cache_close(&c);
    assert_int_equal(warning.len, 0); /* a plain miss */
    return found;
}

CLAIM_WITH(a_book_with_any_field_changed_is_not_found_in_the_cache, begin, end) {
    struct place *p = *state;
    size_t texts[4 + BOXES_MAX];
    int text_count = texts_of_book(texts), numbers = 0, of_books = 0;
    assert_int_equal(text_count, sizeof texts / sizeof *texts);
    for (int i = 0; books[i]; i++) {
        struct book book = *books[i];
        struct rules r = rules_of(&book);
        p->key.rules = &r;
        save(p);
        assert_true(found_for(p, &r));
        for (size_t at = 0; at < sizeof book; at += sizeof(int)) {
            struct book other = book;
            struct rules changed = {.book = &other, .params = r.params};
            int number;
            if (is_padding(at) || is_text(at, texts, text_count))
                continue;
            memcpy(&number, (char *)&other + at, sizeof number);
            number ^= 1; /* of a bool, the other value */
            memcpy((char *)&other + at, &number, sizeof number);
            if (found_for(p, &changed))
                fail_msg("a change at %zu of the book %s goes unnoticed", at, book.id);
            numbers++;
        }
        for (int k = 0; k < text_count; k++) {
            struct book other = book;
            struct rules changed = {.book = &other, .params = r.params};
            const char *words;
            memcpy(&words, (char *)&other + texts[k], sizeof words);
            words = texts[k] == offsetof(struct book, id) ? "other" : words ? NULL : "";
            memcpy((char *)&other + texts[k], &words, sizeof words);
            if (found_for(p, &changed))
                fail_msg("a change of text %d of the book %s goes unnoticed", k, book.id);
        }
        struct book copy = book; /* an equal book at another address counts as the same */
        struct rules same = rules_of(&copy);
        assert_true(found_for(p, &same));
        for (size_t at = 0; at < sizeof(struct params); at += sizeof(int)) {
            struct rules changed = r;
            int *value = (int *)((char *)&changed.params + at);
            *value = *value ? 0 : 1;
            assert_false(found_for(p, &changed));
        }
        p->key.rules = &p->rules;
        of_books++;
    }
    print_message("# %d numbers and %d texts of each book\n", numbers / of_books, text_count);
}

/* The handicap between an expert and a novice; `folder` NULL: no cache. */
static struct handicap even_out(const struct book *book, const char *folder) {
    struct rules r = rules_of(book);
    struct adviser *a = adviser_new(2);
    struct strength sides[2] = {{.level = bot_find(span_of("expert"))},
                                {.level = bot_find(span_of("novice"))}};
    struct handicap h = {0};
    char words[256];
    struct text error = TEXT_IN(words);
    adviser_use_cache(a, folder, true, NULL, NULL);
    if (!handicap_of(a, &r, sides, NULL, &h, &error))
        fail_msg("%s", words);
    adviser_free(a);
    return h;
}

static void same_handicap(const struct handicap *a, const struct handicap *b) {
    assert_int_equal(a->head_start, b->head_start);
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->chance, b->chance, (size_t)a->count * sizeof *a->chance);
}

/* Fills the cache with the old book, and checks that the changed book gets the same handicap with
 * this cache as without any. */
static void change_with_a_cache(struct place *p, const struct book *old, const struct book *new) {
    struct handicap before = even_out(old, p->folder), again = even_out(old, p->folder);
    struct handicap right = even_out(new, NULL), found = even_out(new, p->folder);
    same_handicap(&before, &again);
    same_handicap(&right, &found);
    print_message("# %s: head start %d before, %d after\n", old->id, before.head_start,
                  right.head_start);
    assert_true(before.count != right.count || before.chance[0] != right.chance[0]);
    handicap_free(&before);
    handicap_free(&again);
    handicap_free(&right);
    handicap_free(&found);
}

CLAIM_WITH(a_changed_sheet_book_gets_the_right_handicap_despite_an_old_cache, begin, end) {
    struct book new = book_template;
    new.boxes[1].pays = PAYS_FIXED; /* chance pays 90 for three of a kind */
    new.boxes[1].points = 90;
    new.boxes[1].pattern = PATTERN_KIND;
    new.boxes[1].n = 3;
    change_with_a_cache(*state, &book_template, &new);
}

CLAIM_WITH(a_changed_press_book_gets_the_right_handicap_despite_an_old_cache, begin, end) {
    struct book old = *book_find(span_of("farkle")), new;
    old.params.goal = 500;
    new = old;
    /* 100 for a 5 and 150 for a 1: same unit and table size, different odds */
    new.of_a_kind[5][1] = 100;
    new.of_a_kind[1][1] = 150;
    change_with_a_cache(*state, &old, &new);
}
