/* The game of the day and the position of the day, the same for everybody. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cached_adviser.h"
#include "cli/cli.h"
#include "cli/plain.h"
#include "cli/progress.h"
#include "cli/quiz.h"
#include "coach/daily_grade.h"
#include "core/day.h"
#include "core/memory.h"
#include "tui/tui.h"

struct request {
    struct tui_start on_screen;
    struct many sets;
    const char *name;
    bool plain, position, json;
    int day;
    struct rules rules;
};

/* ---- the position ---- */

static void print_share(struct text *share) {
    share->data[share->len ? share->len - 1 : 0] = 0; /* without the last newline */
    putchar('\n');
    tell_line(cli_daily_to_share);
    putchar('\n');
    print_lines(2, share->data);
}

static void share_position(const struct request *q, const struct practice_question *question,
                           struct action answer) {
    LOCAL_TEXT(share, 1024);
    double cost = practice_cost(question, answer);
    daily_share_position(&(struct daily_answer){.day = q->day,
                                                .level = question->level,
                                                .grade = grade_of(question->unit, cost),
                                                .book = q->rules.book},
                         &share);
    print_share(&share);
}

static int ask_position(const struct request *q) {
    static struct practice_question question;
    struct quiz quiz = {.json = q->json, .of = 1};
    struct progress progress;
    struct action answer;
    char words[1024], about[256];
    struct text error = TEXT_IN(words), a = TEXT_IN(about);
    struct adviser *adviser = cached_adviser_new(0, true, false);
    progress_begin(&progress, q->rules.book->id);
    bool good = practice_daily(adviser, &q->rules, q->day, &progress.work, &question, &error);
    bool stays = progress_end(&progress);
    if (stays && good) {
        LOCAL_TEXT(day, 64);
        day_print(q->day, &day);
        say(&a, cli_about_daily, .day = day.data,
            .level = words_of(practice_level_message(question.level)));
        bool answered = quiz_ask(&quiz, &q->rules, &question, about, &answer);
        if (answered)
            quiz_grade(&quiz, adviser, &q->rules, &question, answer, 0);
        quiz_summary(&quiz, NULL);
        if (answered && !q->json)
            share_position(q, &question, answer);
    }
    adviser_free(adviser);
    return stays && good ? EXIT_FINE : stays ? problem("%s", words) : EXIT_PROBLEM;
}

/* ---- the game ---- */

/* The daily games of this person on the shelf. */
struct played {
    char path[PATH_MAX_BYTES]; /* that of this day and book: finished, or else unfinished; or "" */
    bool finished;
    struct streak streak;
};

static bool look_at_shelf(const struct request *q, struct played *ret) {
    LOCAL_TEXT(error, 1024);
    struct shelf shelf;
    memset(ret, 0, sizeof *ret);
    if (!shelf_open(&shelf, &error)) {
        problem("%s", error.data);
        return false;
    }
    int *days = grab((size_t)shelf.count + 1, sizeof *days), count = 0;
    for (int i = 0; i < shelf.count; i++) {
        const struct shelf_item *item = &shelf.items[i];
        struct daily_result r;
        LOCAL_TEXT(why, 256);
        if (!item->table || !daily_result(item->table, &r, &why) || strcmp(r.name, q->name) != 0)
            continue;
        if (r.finished)
            days[count++] = r.day;
        if (r.day != q->day || r.book != q->rules.book || ret->finished ||
            (ret->path[0] && !r.finished))
            continue;
        ret->finished = r.finished;
        text_put(TEXT_OVER(ret->path), item->path);
    }
    ret->streak = daily_streak(days, count, q->day);
    free(days);
    shelf_close(&shelf);
    return true;
}

/* Grades the finished game and prints the text to share. */
static int show_result(const struct request *q, const struct played *played) {
    LOCAL_TEXT(error, 1024);
    LOCAL_TEXT(share, 4096);
    struct daily_result result;
    struct daily_grade grade;
    struct solved_tables tables;
    struct progress progress;
    bool cut;
    struct table *t = read_table(played->path, &cut);
    if (!t)
        return EXIT_PROBLEM;
    struct adviser *adviser = cached_adviser_new(0, true, false);
    progress_begin(&progress, q->rules.book->id);
    bool good = ledger_prepare_alone(adviser, &q->rules, &progress.work, &tables, &error) &&
                daily_grade(&tables, t, &grade, &error) && daily_result(t, &result, &error);
    bool stays = progress_end(&progress);
    if (stays && good) {
        daily_share(&result, &grade, played->streak.now, &share);
        print_share(&share);
        if (played->streak.longest > played->streak.now) {
            putchar('\n');
            tell_line(cli_daily_longest, .n = played->streak.longest);
        }
    }
    adviser_free(adviser);
    table_free(t);
    return stays && good ? EXIT_FINE : stays ? problem("%s", error.data) : EXIT_PROBLEM;
}

static int play_on_screen(struct request *q, const struct played *played) {
    char words[1024], farewell[PATH_MAX_BYTES + 256];
    struct text error = TEXT_IN(words), f = TEXT_IN(farewell);
    q->on_screen.resume = played->path[0] ? played->path : NULL;
    q->on_screen.play = !played->path[0];
    if (tui_run(&q->on_screen, &f, &error) != TUI_LEFT)
        return problem("%s", words);
    fputs(farewell, stdout);
    return EXIT_FINE;
}

static int play_in_lines(const struct request *q, const struct played *played) {
    LOCAL_TEXT(error, 1024);
    struct plain p = {.table = table_new()};
    int code = EXIT_PROBLEM;
    if (played->path[0]) {
        struct record_tail tail;
        p.record = record_open(played->path, p.table, &tail, &error);
    } else {
        char date[32], stamp[32];
        struct setup setup = {.rules = q->on_screen.rules,
                              .seats = {q->name},
                              .seat_count = 1,
                              .dice = q->on_screen.dice};
        now_date(date, stamp);
        if (plain_setup(&setup, p.table, &code))
            p.record = shelf_keep(p.table, NULL, stamp, &error);
    }
    if (p.record)
        code = plain_play(&p);
    else if (error.len)
        code = problem("%s", error.data);
    record_close(p.record);
    table_free(p.table);
    return code;
}

static int play_game(struct request *q) {
    struct rules usual = rules_of(q->rules.book);
    struct played played;
    LOCAL_TEXT(dice, 32);
    if (q->json)
        return misused(cli_daily_json_position);
    if (!rules_same(&q->rules, &usual))
        return wrong_usage("%s", words_of(M_play_daily_by_the_book));
    text_put(&dice, "daily ");
    day_print(q->day, &dice);
    q->on_screen.rules = q->rules.book->id;
    q->on_screen.seats[0] = q->name;
    q->on_screen.seat_count = 1;
    q->on_screen.dice = dice.data;
    if (!look_at_shelf(q, &played))
        return EXIT_PROBLEM;
    if (played.finished) {
        tell_line(cli_daily_played, .file = played.path);
        return show_result(q, &played);
    }
    int code = !q->plain && tui_possible() ? play_on_screen(q, &played) : play_in_lines(q, &played);
    if (code != EXIT_FINE || !look_at_shelf(q, &played))
        return code;
    return played.finished ? show_result(q, &played) : EXIT_FINE;
}

/* ---- the verb ---- */

static bool read_day(const char *typed, void *ret, struct text *error) {
    (void)error;
    return day_parse(span_of(typed), ret);
}

/* A day is a day where the player is. */
static int local_day(void) {
    time_t now = time(NULL);
    struct tm local;
    int day = 0;
    LOCAL_TEXT(date, 64);
    localtime_r(&now, &local);
    text_add(&date, "%04d-%02d-%02d", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday);
    day_parse(span_of(date.data), &day);
    return day;
}

static bool read_name(const char *typed, void *ret, struct text *error) {
    (void)ret;
    struct seat seat;
    return seat_parse(span_of(typed), &seat, error) &&
           ((seat_people(&seat) == 1 && !seat.bot[0]) || say_fail(error, play_daily_one_player));
}

static int run(void *request) {
    struct request *q = request;
    LOCAL_TEXT(error, 1024);
    if (!rules_parse(span_of(q->sets.count ? q->sets.list[0] : "yardzee"), &q->rules, &error))
        return wrong_usage("%s", error.data);
    if (!is_given("date"))
        q->day = local_day();
    if (q->name && q->position)
        return misused(cli_daily_name_game);
    LOCAL_TEXT(name, SEAT_NAME_MAX);
    say(&name, tui_player, .n = 1);
    q->name = q->name ? q->name : name.data;
    return q->position ? ask_position(q) : play_game(q);
}

const struct verb verb_daily = {
    .name = "daily",
    .summary = M_cli_verb_daily_summary,
    .about = M_cli_verb_daily_about,
    .examples = "yard daily\n"
                "yard daily yardkle --name Ann\n"
                "yard daily --position\n"
                "echo 'chance' | yard daily --position --date 2026-11-15 --json",
    ARGUMENT_RULES(0, 1, M_cli_verb_daily_miscount),
    .options =
        OPTIONS({"position", .help = M_cli_option_daily_position, TO(position)},
                {"name", KIND_TEXT, "NAME", M_cli_option_daily_name, TO(name), .read = read_name},
                {"date", KIND_OTHER, "DATE", M_cli_option_daily_date, TO(day),
                 .shape = M_cli_option_practice_date_shape, .read = read_day},
                OPTION_JSON(M_cli_option_daily_json), OPTIONS_SCREEN),
    RUNS(run),
};
