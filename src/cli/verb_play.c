#include <string.h>

#include "cli/cli.h"
#include "cli/plain.h"
#include "coach/bot_seat.h"
#include "tui/tui.h"

struct request {
    struct tui_start on_screen; /* the setup; plain mode uses it too */
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
    print_ended_lines(farewell);
    return EXIT_FINE;
}

static int play_in_lines(const struct request *q) {
    const struct tui_start *given = &q->on_screen;
    struct setup setup = {.rules = given->rules,
                          .seat_count = given->seat_count,
                          .dice = given->dice,
                          .start = given->start,
                          .pace = given->pace};
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
            problem("%s", error.data);
            return complain(cli_play_record_elsewhere);
        }
    }
    code = plain_play(&p);
    record_close(p.record);
    table_free(p.table);
    return code;
}

/* Whether "WORD TYPED" is a valid setup line of the table language. */
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
        say(error, cli_play_no_fair_dice);
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
        return misused(cli_play_too_many_seats, .n = SEATS_MAX);
    given->seat_count = q->seats.count;
    for (int i = 0; i < q->seats.count; i++)
        given->seats[i] = q->seats.list[i];
    if (given->pace && !given->dice && strcmp(given->pace, pace_words[PACE_THROWS]) != 0)
        given->dice = "physical"; /* only for real dice can throws be left out */
    given->warn = is_given("warn") ? &q->warning : NULL;
    given->play = given->rules || given->seat_count || given->dice || given->start || given->pace ||
                  given->record || given->unrecorded;
    return !q->plain && tui_possible() ? play_on_screen(q) : play_in_lines(q);
}

static const char *const dice[] = {"system", "physical", "seed\\ ", NULL};
static const char *const starts[] = {"roll", "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",
                                     "9",    "10", "11", "12", "13", "14", "15", "16", NULL};
static const char *const warnings[] = {"off", "inaccuracy", "mistake", "blunder", NULL};

const struct verb verb_play = {
    .name = "play",
    .summary = M_cli_verb_play_summary,
    .about = M_cli_verb_play_about,
    .examples = "yard play\n"
                "yard play --rules yardzee --seat Ann --seat Bea --dice physical --start roll\n"
                "yard play --rules yardkle --seat Ann --dice 'seed 42' --no-record\n"
                "yard play --rules yardzee --seat Ann --seat 'Robo bot club' --start 1\n"
                "yard play --rules yahtzee --seat Ann --dice system --warn mistake",
    .miscount = M_cli_verb_play_miscount,
    .options = OPTIONS({"rules", KIND_RULES, "RULES", M_cli_option_play_rules, TO(on_screen.rules)},
                       {"seat", KIND_TEXT, "NAME", M_cli_option_play_seat, TO(seats),
                        .most = INT_MAX, .read = read_seat},
                       {"dice", KIND_TEXT, "SOURCE", M_cli_option_play_dice, TO(on_screen.dice),
                        .words = dice, .read = read_dice},
                       {"pace", KIND_CHOICE, "WORD", M_cli_option_play_pace, TO(on_screen.pace),
                        .words = pace_words},
                       {"start", KIND_TEXT, "WHO", M_cli_option_play_start, TO(on_screen.start),
                        .words = starts, .read = read_start},
                       {"record", KIND_FILE, "FILE", M_cli_option_play_record, TO(on_screen.record),
                        .ending = "yard"},
                       {"no-record", .help = M_cli_option_play_no_record, TO(on_screen.unrecorded)},
                       {"warn", KIND_OTHER, "HOW", M_cli_option_play_warn, TO(warning),
                        .words = warnings, .read = read_warning},
                       OPTIONS_SCREEN),
    RUNS(run),
};
