/* Printed sheets of every book: blank, finished, crowded, and with names that are difficult for XML
 * and fonts. The output is read back with xmllint and pdftotext where they are installed. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "paper/paper_scorecard.h"
#include "paper/paper_sheet.h"
#include "paper/sheet_files.h"

static char folder[] = "/tmp/paper_test.XXXXXX";

static const char *const few[] = {"Ann", "Bartholomew Cuthbertson-Smythe", "Cy+Di", NULL};
static const char *const hard[] = {"Ελένη",  "Zoë Šťastná", "<b>&", "\"O'Hara\" & co",
                                   "王小明", "さくら",      "🎲",    NULL};
static const char *const crowd[] = {"Ann", "Bea", "Cy",  "Di",  "Ed",  "Flo", "Gus", "Hal", "Ida",
                                    "Jo",  "Kim", "Lee", "Max", "Ned", "Oz",  "Pia", NULL};

/* ---- helpers ---- */

static void say(struct table *t, const char *line) {
    char words[256];
    struct text error = TEXT_IN(words);
    if (!table_say(t, span_of(line), &error))
        fail_msg("'%s': %s", line, words);
}

static uint32_t next_random(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Makes random legal choices until the game is over. */
static void play_out(struct table *t, uint32_t seed) {
    while (!state_over(table_now(t))) {
        const struct state *now = table_now(t);
        struct action list[ACTIONS_MAX];
        char line[128];
        struct text out = TEXT_IN(line);
        int n = game_legal(&now->rules, &now->game, list);
        if (n)
            action_print(&now->rules, list[next_random(&seed) % (uint32_t)n], &out);
        say(t, n ? line : "roll");
    }
}

static struct table *played(const char *rules, const char *const *names, uint32_t seed) {
    char line[256];
    struct table *t = table_new();
    struct text out = TEXT_IN(line);
    assert_non_null(t);
    text_add(&out, "rules %s", rules);
    say(t, line);
    say(t, "date 2026-11-15T08:30:00Z");
    for (int i = 0; names[i]; i++) {
        text_clear(&out);
        text_add(&out, "seat %s", names[i]);
        say(t, line);
    }
    text_clear(&out);
    text_add(&out, "dice seed %u", (unsigned)seed);
    say(t, line);
    say(t, "start 1");
    play_out(t, seed);
    return t;
}

static const char *in_folder(const char *name) {
    static char path[256];
    struct text t = TEXT_IN(path);
    text_add(&t, "%s/%s", folder, name);
    return path;
}

static int files_in_folder(void) {
    char command[128];
    struct text t = TEXT_IN(command);
    int count = -1;
    text_add(&t, "ls -A %s | wc -l", folder);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    assert_int_equal(fscanf(f, "%d", &count), 1);
    pclose(f);
    return count;
}

static bool have(const char *tool) {
    char command[128];
    struct text t = TEXT_IN(command);
    text_add(&t, "command -v %s >/dev/null 2>&1", tool);
    return system(command) == 0;
}

/* A whole file, or all output of a command; the caller frees it. */
static char *read_all(FILE *f) {
    size_t size = 1 << 20, len;
    char *data = malloc(size);
    assert_non_null(f);
    assert_non_null(data);
    len = fread(data, 1, size - 1, f);
    data[len] = '\0';
    return data;
}

static char *read_path(const char *path) {
    FILE *f = fopen(path, "rb");
    char *data = read_all(f);
    fclose(f);
    return data;
}

/* The words of a PDF; pdftotext must not complain about it. */
static char *pdf_words(const char *path) {
    char command[512];
    struct text t = TEXT_IN(command);
    text_add(&t, "pdftotext -layout %s - 2>%s.wrong", path, path);
    FILE *f = popen(command, "r");
    char *words = read_all(f);
    assert_int_equal(pclose(f), 0);
    text_clear(&t);
    text_add(&t, "%s.wrong", path);
    char *wrong = read_path(command);
    assert_string_equal(wrong, "");
    free(wrong);
    unlink(command);
    return words;
}

static void expect_in(const char *all, const char *part) {
    if (!strstr(all, part))
        fail_msg("'%s' is not in:\n%s", part, all);
}

/* ---- checks of one sheet ---- */

/* Checks that the words contain every label and grand total and, if `names`, the names. */
static void check_words(const struct scoresheet *s, const char *words, bool names) {
    for (int line = 0; line < s->lines; line++) {
        expect_in(words, s->line[line].label);
        for (int column = 0; column < s->columns && s->line[line].kind == LINE_GRAND; column++)
            expect_in(words, scoresheet_cell(s, line, column)->text);
    }
    for (int column = 0; names && column < s->columns; column++)
        expect_in(words, s->heads[column]);
}

static void check_svg(const struct scoresheet *s, enum paper_size size, bool names) {
    char words[256], command[512];
    struct text error = TEXT_IN(words), c = TEXT_IN(command);
    const char *path = in_folder("sheet.svg");
    if (!sheet_write_svg(s, path, size, &error))
        fail_msg("%s", words);
    text_add(&c, "xmllint --noout %s", path);
    if (have("xmllint"))
        assert_int_equal(system(command), 0);
    char *svg = read_path(path);
    expect_in(svg, "</svg>\n");
    check_words(s, svg, names);
    free(svg);
    unlink(path);
}

static void check_pdf(const struct scoresheet *s, enum paper_size size, bool names) {
    char words[256];
    struct text error = TEXT_IN(words);
    bool replaced = true;
    const char *path = in_folder("sheet.pdf");
    if (!sheet_write_pdf(s, path, size, &replaced, &error))
        fail_msg("%s", words);
    if (names)
        assert_false(replaced);
    struct stat file;
    assert_int_equal(stat(path, &file), 0);
    assert_in_range(file.st_size, 1000, 60000);
    if (have("pdftotext")) {
        char *text = pdf_words(path);
        expect_in(text, s->title);
        check_words(s, text, names);
        free(text);
    }
    unlink(path);
}

static void check_sheet(struct scoresheet *s, bool names) {
    for (int size = PAPER_A4; size <= PAPER_LETTER; size++) {
        check_svg(s, size, names);
        check_pdf(s, size, names);
    }
    assert_int_equal(files_in_folder(), 0);
    scoresheet_free(s);
}

/* ---- tests ---- */

CLAIM(blank_sheets_of_every_book_can_be_printed) {
    for (int i = 0; books[i]; i++) {
        struct rules r = rules_of(books[i]);
        check_sheet(scoresheet_form(&r, 0, NULL, 0), false);
    }
}

CLAIM(pdfs_of_99_columns_take_less_than_60000_bytes_and_are_always_the_same) {
    const char *names[SHEET_COLUMNS_MAX];
    for (int i = 0; i < SHEET_COLUMNS_MAX; i++)
        names[i] = i % 2 ? "Ελένη" : "Дмитрий";
    for (int i = 0; books[i]; i++) {
        struct rules r = rules_of(books[i]);
        struct scoresheet *s = scoresheet_form(&r, 0, names, SHEET_COLUMNS_MAX);
        struct text error = TEXT_IN((char[256]){0});
        char *data[2];
        size_t sizes[2];
        for (int time = 0; time < 2; time++) {
            bool replaced;
            const char *path = in_folder("many.pdf");
            struct stat file;
            assert_true(sheet_write_pdf(s, path, PAPER_A4, &replaced, &error));
            assert_int_equal(stat(path, &file), 0);
            assert_in_range(file.st_size, 1000, 60000);
            sizes[time] = (size_t)file.st_size;
            data[time] = read_path(path);
            unlink(path);
        }
        assert_int_equal(sizes[0], sizes[1]);
        assert_memory_equal(data[0], data[1], sizes[0]);
        free(data[0]);
        free(data[1]);
        scoresheet_free(s);
    }
}

/* Two tied winners, the settlement of a game, and the totals of a series on the reverse. */
CLAIM(a_finished_sheet_says_who_won_who_began_and_what_they_earned) {
    struct table *t = table_new();
    say(t, "rules yahtzee-classic");
    say(t, "seat Ann");
    say(t, "seat Bea+Cy");
    say(t, "seat Di");
    for (int game = 0; game < 2; game++) {
        say(t, game ? "rematch" : "start 2");
        static const char *const boxes[] = {
            "chance",         "ones",           "twos",       "threes",    "fours",
            "fives",          "sixes",          "three-kind", "four-kind", "full-house",
            "small-straight", "large-straight", "five-kind"};
        for (int turn = 0; turn < 13; turn++) {
            for (int seat = 0; seat < 3; seat++) { /* from Bea+Cy on, then from Di on */
                char line[64];
                struct text out = TEXT_IN(line);
                text_put(&out, "score ");
                text_put(&out, boxes[turn]);
                say(t, seat == 1 && turn == 0 ? "roll 1 1 2 3 4" : "roll 1 1 2 3 6");
                say(t, line);
            }
        }
    }
    struct scoresheet *s = scoresheet_of_game(t, -1);
    scoresheet_add_result(s, t, -1);
    int grand = s->lines - 2;
    assert_string_equal(s->result, "Bea+Cy and Di share the win. Di began.");
    assert_string_equal(s->line[grand].label, "GRAND TOTAL");
    assert_string_equal(s->line[grand + 1].label, "Settlement");
    static const char *const earned[] = {"-4", "+2", "+2"};
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(scoresheet_cell(s, grand, seat)->won, seat > 0);
        assert_string_equal(scoresheet_cell(s, grand + 1, seat)->text, earned[seat]);
    }
    const struct scoresheet *back = s->reverse;
    assert_non_null(back);
    assert_int_equal(back->lines, 2 + 3);
    static const char *const rows[] = {"Game 1", "Game 2", "TOTAL of all games", "Games won",
                                       "Balance"};
    static const char *const cells[][3] = {{"26", "26", "24"},
                                           {"24", "26", "26"},
                                           {"50", "52", "50"},
                                           {"1", "2", "1"},
                                           {"-2", "+4", "-2"}};
    for (int line = 0; line < 5; line++) {
        assert_string_equal(back->line[line].label, rows[line]);
        for (int seat = 0; seat < 3; seat++)
            assert_string_equal(scoresheet_cell(back, line, seat)->text, cells[line][seat]);
    }
    check_sheet(s, true);
    table_free(t);
}

CLAIM(finished_games_of_every_book_can_be_printed) {
    for (int i = 0; books[i]; i++) {
        struct table *t = played(books[i]->id, few, 7);
        check_sheet(scoresheet_of_game(t, -1), false);
        check_sheet(scoresheet_of_series(t, 2), true);
        table_free(t);
    }
}

CLAIM(a_turn_appears_on_the_sheet_once_it_is_over) {
    struct table *t = table_new();
    say(t, "rules yardkle:entry=0");
    say(t, "seat Ann");
    say(t, "seat Bea");
    say(t, "roll 1 2 2 3 4 6");
    say(t, "take 1 roll");
    struct scoresheet *s = scoresheet_of_game(t, -1);
    assert_int_equal(scoresheet_cell(s, 0, 0)->kind, CELL_EMPTY);
    scoresheet_free(s);
    say(t, "roll 1 2 3 4 6");
    say(t, "take 1 stop");
    say(t, "roll 2 2 3 3 4 6");
    s = scoresheet_of_game(t, -1);
    assert_string_equal(scoresheet_cell(s, 0, 0)->text, "+200  200");
    assert_string_equal(scoresheet_cell(s, 0, 1)->text, "-  0");
    assert_int_equal(scoresheet_cell(s, 1, 0)->kind, CELL_EMPTY);
    scoresheet_free(s);
    table_free(t);
}

CLAIM(games_with_sixteen_players_can_be_printed) {
    for (int i = 0; books[i]; i++) {
        struct table *t = played(books[i]->id, crowd, 11);
        check_sheet(scoresheet_of_game(t, -1), true);
        table_free(t);
    }
}

CLAIM(games_with_99_players_can_be_printed) {
    static char names[SEATS_MAX][16];
    const char *all[SEATS_MAX + 1] = {NULL};
    for (int i = 0; i < SEATS_MAX; i++) {
        text_add(TEXT_OVER(names[i]), "P%d", i + 1);
        all[i] = names[i];
    }
    static const char *const rules[] = {"yardzee", "yardkle:entry=0,goal=1000"};
    for (int i = 0; i < 2; i++) {
        struct table *t = played(rules[i], all, 11);
        check_sheet(scoresheet_of_game(t, -1), true);
        table_free(t);
    }
}

CLAIM(a_series_of_twenty_games_can_be_printed) {
    struct table *t = played("yatzy", few, 3);
    for (int i = 0; i < 19; i++) {
        say(t, "rematch");
        if (table_now(t)->stage != STAGE_PLAY)
            say(t, "start 1");
        play_out(t, (uint32_t)i);
    }
    struct scoresheet *s = scoresheet_of_series(t, 0);
    assert_int_equal(s->columns, 20);
    check_sheet(s, true);
    table_free(t);
}

CLAIM(names_with_markup_or_unusual_scripts_can_be_printed) {
    struct table *t = played("yardzee", hard, 5);
    struct scoresheet *s = scoresheet_of_game(t, -1);
    char words[256];
    struct text error = TEXT_IN(words);
    bool replaced = false;

    const char *path = in_folder("hard.svg");
    assert_true(sheet_write_svg(s, path, PAPER_A4, &error));
    char *svg = read_path(path);
    expect_in(svg, "Ελένη");
    expect_in(svg, "王小明");
    expect_in(svg, "🎲");
    expect_in(svg, ">&lt;b&gt;&amp;<");
    expect_in(svg, "&quot;O&#39;Hara&quot;");
    free(svg);
    unlink(path);

    path = in_folder("hard.pdf");
    assert_true(sheet_write_pdf(s, path, PAPER_A4, &replaced, &error));
    assert_true(replaced); /* the die emoji */
    if (have("pdftotext")) {
        char *text = pdf_words(path);
        expect_in(text, "Ελένη");
        expect_in(text, "Šťastná");
        expect_in(text, "<b>&");
        expect_in(text, "王小明");
        free(text);
    }
    unlink(path);
    check_sheet(s, false);
    table_free(t);
}

/* Helvetica lacks some characters; `replaced` reports whether any of those were needed. */
CLAIM(without_fonts_a_pdf_falls_back_to_helvetica) {
    static const char *const latin[] = {"Zoë", "Émile €5", NULL};
    for (int i = 0; i < 2; i++) {
        struct table *t = played("yardkle", i ? hard : latin, 5);
        struct scoresheet *s = scoresheet_of_game(t, -1);
        bool replaced = false;
        struct paper *p = paper_pdf_new(PAPER_A4, s->title, "/nowhere");
        const char *path = in_folder("plain.pdf");
        FILE *f = fopen(path, "wb");
        assert_non_null(f);
        paper_sheet(p, s);
        paper_pdf_save(p, f, &replaced);
        assert_int_equal(fclose(f), 0);
        assert_int_equal(replaced, i == 1);
        if (have("pdftotext")) {
            char *text = pdf_words(path);
            expect_in(text, i ? "Šťastná" + 4 : "Émile €5");
            check_words(s, text, i == 0);
            free(text);
        }
        unlink(path);
        paper_pdf_free(p);
        scoresheet_free(s);
        table_free(t);
    }
}

/* A PDF gets more pages, a picture more height. */
CLAIM(long_games_continue_on_more_pages) {
    struct table *t = played("yardkle:goal=60000", few, 2);
    struct scoresheet *s = scoresheet_of_game(t, -1);
    assert_true(s->lines > 60);
    char last[48];
    struct text words = TEXT_IN(last);
    text_put(&words, s->line[s->lines - 2].label);
    char *svg;
    struct text error = TEXT_IN((char[256]){0});
    const char *path = in_folder("long.svg");
    assert_true(sheet_write_svg(s, path, PAPER_A4, &error));
    svg = read_path(path);
    expect_in(svg, last);
    assert_null(strstr(svg, "height=\"297mm\""));
    free(svg);
    unlink(path);
    check_sheet(s, false);
    table_free(t);
}

static int count_of(const char *all, const char *part) {
    int count = 0;
    for (const char *at = all; (at = strstr(at, part)); at++)
        count++;
    return count;
}

/* How often a shape is drawn on a sheet. */
static int shapes(const struct scoresheet *s, const char *shape) {
    char words[256];
    struct text error = TEXT_IN(words);
    const char *path = in_folder("shapes.svg");
    assert_true(sheet_write_svg(s, path, PAPER_A4, &error));
    char *svg = read_path(path);
    int count = count_of(svg, shape);
    free(svg);
    unlink(path);
    return count;
}

/* Each bonus is drawn as a check mark of two strokes, and their points below, also if there are as
 * many as a card can have in a narrow column. */
CLAIM(boxes_show_dice_and_bonuses_show_check_marks_and_points) {
    struct rules r = rules_of(books[0]);
    struct scoresheet *s = scoresheet_blank(&r, 7);
    int line = 0, lines = shapes(s, "<line");
    assert_int_equal(shapes(s, "<circle"), 21 + 15); /* pips in the boxes and in the title */
    while (strcmp(s->line[line].label, "YARDZEE BONUS") != 0)
        line++;
    static const int counts[] = {3, 12, 0};
    static const char *const points[] = {">300</text>", ">1200</text>", ">0</text>"};
    for (int i = 0; i < 3; i++) {
        struct sheet_cell *cell = &s->cells[line * s->columns + i];
        cell->kind = CELL_NUMBER;
        cell->bonuses = counts[i];
        cell->points = 100 * counts[i];
        text_add(TEXT_OVER(cell->text), "%d", cell->points);
        lines += 2 * counts[i];
        assert_int_equal(shapes(s, "<line"), lines);
        assert_int_equal(shapes(s, points[i]), 1);
    }
    scoresheet_free(s);
}

CLAIM(every_upper_box_shows_its_own_face) {
    static const char *const labels[] = {">Aces<",  ">Twos<",  ">Threes<",
                                         ">Fours<", ">Fives<", ">Sixes<"};
    char words[256];
    struct text error = TEXT_IN(words);
    struct rules r = rules_of(books[0]);
    struct scoresheet *s = scoresheet_blank(&r, 0);
    const char *path = in_folder("faces.svg");
    assert_true(sheet_write_svg(s, path, PAPER_A4, &error));
    char *svg = read_path(path);
    for (int face = 1; face <= 6; face++) {
        char *row = strstr(svg, labels[face - 1]);
        assert_non_null(row);
        char *next = strstr(row, "<text");
        *next = '\0'; /* the die is drawn after its label, before any other text */
        assert_int_equal(count_of(row, "<circle"), face);
        *next = '<';
    }
    free(svg);
    unlink(path);
    scoresheet_free(s);
}

CLAIM(svg_numbers_have_at_most_two_decimals_and_keep_their_sign) {
    const char *path = in_folder("numbers.svg");
    FILE *f = fopen(path, "w");
    struct paper *p = paper_svg_new(f, PAPER_A4, "");
    p->line(p, &(struct paper_line){.x1 = -1.5, .y1 = -0.004, .x2 = -20, .y2 = 3.125});
    paper_svg_end(p);
    assert_int_equal(fclose(f), 0);
    char *svg = read_path(path);
    expect_in(svg, "<line x1=\"-1.50\" y1=\"0\" x2=\"-20\" y2=\"3.13\"");
    free(svg);
    unlink(path);
}

CLAIM(a_dash_means_standard_output) {
    struct rules r = rules_of(books[1]);
    struct scoresheet *s = scoresheet_blank(&r, 0);
    char words[256];
    struct text error = TEXT_IN(words);
    const char *path = in_folder("stdout");
    bool replaced;
    for (int pdf = 0; pdf < 2; pdf++) {
        fflush(stdout);
        int before = dup(STDOUT_FILENO);
        FILE *f = fopen(path, "wb");
        assert_true(before >= 0 && f && dup2(fileno(f), STDOUT_FILENO) >= 0);
        bool good = pdf ? sheet_write_pdf(s, "-", PAPER_A4, &replaced, &error)
                        : sheet_write_svg(s, "-", PAPER_A4, &error);
        dup2(before, STDOUT_FILENO);
        close(before);
        fclose(f);
        assert_true(good);
        char *written = read_path(path);
        assert_int_equal(strncmp(written, pdf ? "%PDF-" : "<?xml", 5), 0);
        free(written);
        unlink(path);
    }
    scoresheet_free(s);
}

CLAIM(only_press_sheets_list_the_points_of_every_combination) {
    for (int i = 0; books[i]; i++) {
        struct scorecard_item items[SCORECARD_MAX];
        int count = scorecard_items(books[i], items), points = 0;
        if (books[i]->family != FAMILY_PRESS) {
            assert_int_equal(count, 0);
            continue;
        }
        assert_true(count > 0);
        for (int item = 0; item < count; item++) {
            assert_true(items[item].points > 0);
            points += strcmp(items[item].label, "2-2-2") == 0 ? items[item].points : 0;
        }
        assert_int_equal(points, books[i]->of_a_kind[2][3]);
    }
}

CLAIM(write_errors_name_the_path_and_the_reason) {
    static const char *const paths[] = {"/nowhere/at/all.x", "/dev/full", "/tmp"};
    static const char *const reasons[] = {"No such file", "No space left", "Is a directory"};
    struct rules r = rules_of(books[0]);
    struct scoresheet *s = scoresheet_blank(&r, 0);
    for (int i = 0; i < 3; i++) {
        for (int pdf = 0; pdf < 2; pdf++) {
            char words[256];
            struct text error = TEXT_IN(words);
            bool replaced;
            assert_false(pdf ? sheet_write_pdf(s, paths[i], PAPER_A4, &replaced, &error)
                             : sheet_write_svg(s, paths[i], PAPER_A4, &error));
            expect_in(words, paths[i]);
            expect_in(words, reasons[i]);
        }
    }
    struct stat full;
    assert_int_equal(stat("/dev/full", &full), 0);
    assert_true(S_ISCHR(full.st_mode)); /* written to, not replaced */
    scoresheet_free(s);
}

CLAIM(a_failed_write_leaves_only_the_old_file) {
    struct rules r = rules_of(books[0]);
    struct scoresheet *s = scoresheet_blank(&r, 0);
    char words[256];
    struct text error = TEXT_IN(words);
    bool replaced;
    const char *path = in_folder("old.pdf");
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs("old", f);
    assert_int_equal(fclose(f), 0);

    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 4096;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool pdf = sheet_write_pdf(s, path, PAPER_A4, &replaced, &error);
    bool svg = sheet_write_svg(s, path, PAPER_A4, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);

    assert_false(pdf);
    assert_false(svg);
    expect_in(words, path);
    char *old = read_path(path);
    assert_string_equal(old, "old");
    free(old);
    assert_int_equal(files_in_folder(), 1);

    /* With enough space the file is replaced and keeps its permissions. */
    struct stat now;
    assert_int_equal(chmod(path, 0640), 0);
    assert_true(sheet_write_pdf(s, path, PAPER_A4, &replaced, &error));
    assert_int_equal(stat(path, &now), 0);
    assert_int_equal(now.st_mode & 0777, 0640);
    assert_true(now.st_size > 4096);
    unlink(path);
    scoresheet_free(s);
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

int main(void) {
    return run_claims(make_folder, remove_folder);
}
