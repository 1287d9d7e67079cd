#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/plain.h"
#include "tui/tui.h"

struct request {
    struct setup setup;
    const char *record;
    bool unrecorded;
    struct warning warning;
    bool warned; /* it is given */
    bool plain, ascii;
    const char *speed;
};

static int play_on_screen(const struct request *q, bool given) {
    char words[1024], farewell[PATH_MAX_BYTES + 256];
    struct text error = TEXT_IN(words), f = TEXT_IN(farewell);
    struct tui_start start = {.ascii = q->ascii,
                              .speed = q->speed,
                              .warn = q->warned ? &q->warning : NULL,
                              .play = given,
                              .rules = q->setup.rules,
                              .dice = q->setup.dice,
                              .start = q->setup.start,
                              .seat_count = q->setup.seat_count,
                              .record = q->record,
                              .unrecorded = q->unrecorded};
    memcpy(start.seats, q->setup.seats, sizeof start.seats);
    enum tui_end end = tui_run(&start, &f, &error);
    if (end != TUI_LEFT) {
        problem("%s", words);
        return end == TUI_SENSELESS ? EXIT_USAGE : EXIT_PROBLEM;
    }
    fputs(farewell, stdout);
    return EXIT_FINE;
}

static int play_new(const struct request *q) {
    char words[1024];
    struct text error = TEXT_IN(words);
    struct plain p = {.table = table_new(), .warning = q->warning};
    int code;
    if (!p.table)
        abort();
    if (!plain_setup(&q->setup, p.table, &code)) {
        table_free(p.table);
        return code;
    }
    if (!q->unrecorded) {
        char date[32], stamp[32];
        now_date(date, stamp);
        p.record = shelf_keep(p.table, q->record, stamp, &error);
        if (!p.record) {
            table_free(p.table);
            return problem(
                "%s\nyard: --record FILE keeps the game elsewhere, --no-record not at all", words);
        }
    }
    code = plain_play(&p);
    record_close(p.record);
    table_free(p.table);
    return code;
}

static int run(const struct verb *verb, int argc, char **argv) {
    static const struct option options[] = {{"rules", required_argument, NULL, 'r'},
                                            {"seat", required_argument, NULL, 's'},
                                            {"dice", required_argument, NULL, 'd'},
                                            {"start", required_argument, NULL, 'b'},
                                            {"record", required_argument, NULL, 'o'},
                                            {"no-record", no_argument, NULL, 'n'},
                                            {"warn", required_argument, NULL, 'w'},
                                            {"plain", no_argument, NULL, 'p'},
                                            {"ascii", no_argument, NULL, 'a'},
                                            {"speed", required_argument, NULL, 'v'},
                                            {0}};
    struct request q = {0};
    char words[512];
    struct text error = TEXT_IN(words);
    int code, option;
    while ((option = next_option(verb, argc, argv, options, &code)) != -1) {
        switch (option) {
        case 'r':
            q.setup.rules = optarg;
            break;
        case 's':
            if (q.setup.seat_count == SEATS_MAX)
                return wrong_usage(verb, "a table has at most %d seats", SEATS_MAX);
            q.setup.seats[q.setup.seat_count++] = optarg;
            break;
        case 'd':
            if (!strncmp(optarg, "fair", 4))
                return wrong_usage(verb, "fair dice are thrown by a server; here there are "
                                         "system, physical and seed N");
            q.setup.dice = optarg;
            break;
        case 'b':
            q.setup.start = optarg;
            break;
        case 'o':
            q.record = optarg;
            break;
        case 'n':
            q.unrecorded = true;
            break;
        case 'w':
            if (!warning_parse(span_of(optarg), &q.warning, &error))
                return wrong_usage(verb, "%s", words);
            q.warned = true;
            break;
        case 'p':
            q.plain = true;
            break;
        case 'a':
            q.ascii = true;
            break;
        case 'v':
            if (!tui_speed_known(optarg))
                return wrong_usage(verb, "--speed is off, slow, normal or fast, not '%s'", optarg);
            q.speed = optarg;
            break;
        default:
            return code;
        }
    }
    if (optind < argc)
        return wrong_usage(verb,
                           "there is nothing to do with '%s'; 'yard resume' goes on with a "
                           "record",
                           argv[optind]);
    bool given = q.setup.rules || q.setup.seat_count || q.setup.dice || q.setup.start || q.record ||
                 q.unrecorded;
    return !q.plain && tui_possible() ? play_on_screen(&q, given) : play_new(&q);
}

const struct verb verb_play = {
    .name = "play",
    .summary = "play a game, or referee one played with real dice",
    .synopsis = "[--rules RULES] [--seat NAME]... [--dice SOURCE] [--start WHO]",
    .help =
        "On a terminal: a full screen, '?' lists its keys, the mouse works, too. Elsewhere, or\n"
        "with --plain: lines, in which 'help' at any prompt says what can be done there.\n"
        "What is not given is asked.\n"
        "  --rules RULES    such as yardzee or yardkle:set-aside=all\n"
        "  --seat NAME      once a seat; Ann+Bea are partners sharing a column;\n"
        "                   'Robo bot club' is a bot (perfect, expert, club, family, novice)\n"
        "  --dice SOURCE    system, physical (you throw and type), or 'seed 42'\n"
        "  --start WHO      roll, or the number of the seat that starts\n"
        "  --record FILE    keep the game in this file\n"
        "  --no-record      do not keep it\n"
        "  --warn HOW       ask before a choice that gives much away: inaccuracy, mistake,\n"
        "                   blunder, a number (points, or per cent of winning), or off\n"
        "  --plain          plain lines\n"
        "  --ascii          a full screen without line drawing\n"
        "  --speed WORD     of rolling dice and bots: off, slow, normal, fast\n"
        "Every step is written to disk before it counts; see 'yard resume' and 'yard list'.\n"
        "\n"
        "examples:\n"
        "  yard play\n"
        "  yard play --rules yardzee --seat Ann --seat Bea --dice physical --start roll\n"
        "  yard play --rules yardkle --seat Ann --dice 'seed 42' --no-record\n"
        "  yard play --rules yardzee --seat Ann --seat 'Robo bot club' --dice system --start 1\n"
        "  yard play --rules yahtzee --seat Ann --dice system --warn mistake\n",
    .run = run,
};
