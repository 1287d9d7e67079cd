#include <string.h>

#include "cli/cli.h"
#include "cli/plain.h"
#include "coach/bot_seat.h"
#include "tui/tui.h"

struct request {
    struct tui_start on_screen; /* the set-up; plain mode uses it too */
    struct many seats;
    struct warning warning;
    bool plain;
};

static int play_on_screen(const struct request *q) {
    char words[1024], farewell[PATH_MAX_BYTES + 256];
    struct text error = TEXT_IN(words), f = TEXT_IN(farewell);
    enum tui_end end = tui_run(&q->on_screen, &f, &error);
    if (end != TUI_LEFT) {
        problem("%s", words);
        return end == TUI_SENSELESS ? EXIT_USAGE : EXIT_PROBLEM;
    }
    fputs(farewell, stdout);
    return EXIT_FINE;
}

static int play_in_lines(const struct request *q) {
    const struct tui_start *given = &q->on_screen;
    struct setup setup = {.rules = given->rules,
                          .seat_count = given->seat_count,
                          .dice = given->dice,
                          .start = given->start};
    LOCAL_TEXT(error, 1024);
    struct plain p = {.table = table_new(), .warning = q->warning};
    int code;
    memcpy(setup.seats, given->seats, sizeof setup.seats);
    if (!plain_setup(&setup, p.table, &code)) {
        table_free(p.table);
        return code;
    }
    if (!given->unrecorded) {
        char date[32], stamp[32];
        now_date(date, stamp);
        p.record = shelf_keep(p.table, given->record, stamp, &error);
        if (!p.record) {
            table_free(p.table);
            return problem(
                "%s\nyard: --record FILE keeps the game elsewhere, --no-record not at all",
                error.data);
        }
    }
    code = plain_play(&p);
    record_close(p.record);
    table_free(p.table);
    return code;
}

/* Whether "WORD TYPED" is a valid set-up line of the table language. */
static bool is_line(const char *word, const char *typed, struct text *error) {
    LOCAL_TEXT(l, LINE_MAX_BYTES);
    struct entry entry;
    text_add(&l, "%s %s", word, typed);
    return entry_parse(NULL, span_of(l.data), &entry, error);
}

static bool read_seat(const char *typed, void *ret, struct text *error) {
    (void)ret;
    return bot_seat_known(span_of(typed), error) && is_line("seat", typed, error);
}

static bool read_dice(const char *typed, void *ret, struct text *error) {
    (void)ret;
    if (!strncmp(typed, "fair", 4))
        text_put(error, "fair dice are thrown by a server; here there are system, physical and "
                        "seed N");
    return !error->len && is_line("dice", typed, error);
}

static bool read_start(const char *typed, void *ret, struct text *error) {
    (void)ret;
    return is_line("start", typed, error);
}

static bool read_warning(const char *typed, void *ret, struct text *error) {
    return warning_parse(span_of(typed), ret, error);
}

static int run(void *request) {
    struct request *q = request;
    struct tui_start *given = &q->on_screen;
    if (q->seats.count > SEATS_MAX)
        return wrong_usage("a table has at most %d seats", SEATS_MAX);
    given->seat_count = q->seats.count;
    for (int i = 0; i < q->seats.count; i++)
        given->seats[i] = q->seats.list[i];
    given->warn = is_given("warn") ? &q->warning : NULL;
    given->play = given->rules || given->seat_count || given->dice || given->start ||
                  given->record || given->unrecorded;
    return !q->plain && tui_possible() ? play_on_screen(q) : play_in_lines(q);
}

static const char *const dice[] = {"system", "physical", "seed\\ ", NULL};
static const char *const starts[] = {"roll", "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",
                                     "9",    "10", "11", "12", "13", "14", "15", "16", NULL};
static const char *const warnings[] = {"off", "inaccuracy", "mistake", "blunder", NULL};

const struct verb verb_play = {
    .name = "play",
    .summary = "play a game, or referee one played with real dice",
    .about = "On a terminal: a full screen; '?' lists its keys, and the mouse works, too. "
             "Elsewhere, or with --plain: lines; 'help' at any prompt says what can be done "
             "there, and 'quit' or the end of the input leaves the game. What is not given is "
             "asked; with no options at all the full screen begins with a menu. Every step is "
             "written to disk before it counts; see 'yard resume' and 'yard list'.",
    .examples = "yard play\n"
                "yard play --rules yardzee --seat Ann --seat Bea --dice physical --start roll\n"
                "yard play --rules yardkle --seat Ann --dice 'seed 42' --no-record\n"
                "yard play --rules yardzee --seat Ann --seat 'Robo bot club' --start 1\n"
                "yard play --rules yahtzee --seat Ann --dice system --warn mistake",
    .miscount = "; 'yard resume' goes on with a record",
    .options = OPTIONS(
        {"rules", KIND_RULES, "RULES", "rule set, such as yardzee or yardkle:set-aside=all",
         TO(on_screen.rules)},
        {"seat", KIND_TEXT, "NAME",
         "once for each seat; 'Ann+Bea' are partners who share a column; 'Robo bot club' is a "
         "bot (perfect, expert, club, family, novice), which moves by itself",
         TO(seats), .most = INT_MAX, .read = read_seat},
        {"dice", KIND_TEXT, "SOURCE",
         "where dice come from: system (rolled here), physical (you throw real dice and type the "
         "faces), or 'seed 42' (the same dice for everybody who names the same number)",
         TO(on_screen.dice), .words = dice, .read = read_dice},
        {"start", KIND_TEXT, "WHO", "roll for it, or the number of the seat that starts",
         TO(on_screen.start), .words = starts, .read = read_start},
        {"record", KIND_FILE, "FILE", "keep the game in this file, which must not exist yet",
         TO(on_screen.record), .ending = "yard"},
        {"no-record", .help = "do not keep the game", TO(on_screen.unrecorded)},
        {"warn", KIND_OTHER, "HOW",
         "ask before a choice that gives much away: inaccuracy, mistake, blunder, a number "
         "(points, or per cent of the chance to win), or off; by default off in lines, and "
         "as set on the full screen",
         TO(warning), .words = warnings, .read = read_warning},
        OPTIONS_SCREEN),
    RUNS(run),
};
