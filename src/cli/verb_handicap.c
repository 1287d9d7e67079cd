#include <pthread.h>
#include <stdlib.h>

#include "cli/cached_adviser.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "coach/handicap.h"
#include "coach/study.h"
#include "core/json.h"
#include "core/memory.h"
#include "solve/parallel.h"

struct request {
    struct many names; /* two players, then records */
    struct rules rules;
    bool json, uncached;
    int threads;
    struct many records; /* if none are given and a person is named: those on the shelf */
};

/* ---- histories ---- */

struct reading {
    const struct request *request;
    pthread_mutex_t lock;
    struct history history;
    bool problems;
};

static void studied(void *user, const struct studied *s) {
    struct reading *reading = user;
    pthread_mutex_lock(&reading->lock);
    if (s->warning)
        problem("%s", s->warning);
    if (s->error)
        problem("%s", s->error);
    reading->problems = reading->problems || s->warning || s->error;
    if (s->analysis)
        history_add(&reading->history, s->analysis);
    pthread_mutex_unlock(&reading->lock);
}

static bool read_records(const struct request *q, const char *const *paths, int count,
                         struct adviser *a, struct history *ret, bool *ret_problems) {
    struct reading reading = {.request = q};
    struct progress progress;
    int threads = q->threads ? q->threads : parallel_threads();
    pthread_mutex_init(&reading.lock, NULL);
    progress_begin(&progress, words_of(M_cli_reading_records));
    bool good = study(paths, count, a, threads, &progress.work, studied, &reading);
    good = progress_end(&progress) && good;
    pthread_mutex_destroy(&reading.lock);
    *ret = reading.history;
    *ret_problems = reading.problems;
    return good;
}

/* Reads the records on the shelf that have the requested rules, skipping unreadable ones. */
static bool read_shelf(const struct request *q, struct adviser *a, struct shelf *shelf,
                       struct history *ret, bool *ret_problems) {
    LOCAL_TEXT(error, 1024);
    if (!shelf_open(shelf, &error)) {
        problem("%s", error.data);
        return false;
    }
    const char **paths = grab((size_t)shelf->count + 1, sizeof *paths);
    int count = 0;
    for (int i = shelf->count - 1; i >= 0; i--) {
        struct shelf_item *item = &shelf->items[i];
        if (item->table && rules_same(&table_now(item->table)->rules, &q->rules))
            paths[count++] = item->path;
        table_free(item->table); /* study() reads the record again */
        item->table = NULL;
    }
    bool good = !count || read_records(q, paths, count, a, ret, ret_problems);
    free(paths);
    return good;
}

/* ---- output ---- */

/* Points, or percentage points of win probability. */
static void print_loss(double loss, bool sheet, struct text *out) {
    unit_print(UNIT_POINTS, sheet ? loss : loss * 100, out);
}

static void bot_play(const struct handicap_side *side, bool sheet, struct text *out) {
    LOCAL_TEXT(loss, 64);
    print_loss(side->loss, sheet, &loss);
    if (side->temperature == 0)
        say(out, cli_bot_gives_nothing);
    else if (sheet)
        say(out, cli_bot_gives_points, .loss = loss.data);
    else
        say(out, cli_bot_gives_chance, .loss = loss.data);
}

static void person_play(const struct strength *s, bool sheet, struct text *out) {
    LOCAL_TEXT(loss, 64);
    LOCAL_TEXT(error, 64);
    LOCAL_TEXT(words, 512);
    print_loss(s->loss.mean, sheet, &loss);
    print_loss(s->uncertainty, sheet, &error);
    if (sheet)
        say(&words, cli_person_gives_points, .loss = loss.data, .error = error.data,
            .n = s->loss.games);
    else
        say(&words, cli_person_gives_chance, .loss = loss.data, .error = error.data,
            .n = s->loss.games);
    if (s->hints)
        say(out, cli_person_with_hints, .play = words.data, .n = s->hints);
    else
        text_put(out, words.data);
}

static void print_side(const struct request *q, const struct handicap_side *side) {
    const struct strength *s = &side->strength;
    bool sheet = q->rules.book->family == FAMILY_SHEET;
    LOCAL_TEXT(play, 512);
    if (s->level)
        bot_play(side, sheet, &play);
    else
        person_play(s, sheet, &play);
    if (sheet)
        tell_line(cli_side_with_totals, .player = s->name, .play = play.data, .mean = side->mean,
                  .deviation = side->deviation);
    else
        tell_line(cli_side, .player = s->name, .play = play.data);
}

/* The i-th head start to show around the proposed one; -1 if out of range. */
static int around(const struct handicap *h, int i) {
    int apart = h->step == 1 ? 5 : 5 * h->step, at = h->head_start + (i - 4) * apart;
    return at < 0 || at / h->step >= h->count ? -1 : at;
}

static void print_text(const struct request *q, const struct handicap *h) {
    const char *to = h->side[h->to].strength.name;
    bool sheet = q->rules.book->family == FAMILY_SHEET;
    double chance = 100 * handicap_chance(h, h->head_start);
    print_side(q, &h->side[0]);
    print_side(q, &h->side[1]);
    tell_line(cli_without_head_start, .player = to, .chance = 100 * h->chance[0]);
    if (h->head_start && sheet)
        tell_line(cli_with_points, .n = h->head_start, .chance = chance);
    else if (h->head_start)
        tell_line(cli_with_points_on_sheet, .n = h->head_start, .chance = chance);
    else
        tell_line(cli_no_head_start);
    if (h->uncertainty > 0)
        tell_line(cli_head_start_range, .low = h->lowest, .high = h->highest);
    const char *head = words_of(M_cli_head_start);
    printf("\n%s  ", head);
    tell_line(cli_player_wins, .player = to);
    for (int i = 0; i < 9; i++) {
        int at = around(h, i);
        if (at >= 0)
            printf("%*d  %8s%s\n", shown_width(head), at,
                   WORDS(cli_percent_hundredths, .share = 100 * handicap_chance(h, at)),
                   at == h->head_start ? "  <-" : "");
    }
    bool bots = h->side[0].strength.level && h->side[1].strength.level;
    const char *note = words_of(sheet ? M_cli_shared_win : M_cli_each_begins);
    putchar('\n');
    if (bots)
        tell_line(cli_exact, .note = note);
    else
        tell_line(cli_exact_for_bots, .note = note);
}

static void side_json(struct json *j, const struct handicap_side *side, bool sheet) {
    const struct strength *s = &side->strength;
    json_open(j, NULL, '{');
    json_string(j, "name", s->name);
    json_bool(j, "bot", s->level != NULL);
    json_double(j, "temperature", side->temperature);
    json_double(j, "loss", side->loss);
    if (sheet) {
        json_double(j, "mean", side->mean);
        json_double(j, "deviation", side->deviation);
    }
    if (!s->level) {
        json_int(j, "games", s->loss.games);
        json_double(j, "given_away", s->loss.mean);
        json_double(j, "standard_error", s->loss.error);
        json_int(j, "hints", s->hints);
    }
    json_close(j, '}');
}

static void print_json(const struct request *q, const struct handicap *h) {
    static char buffer[1 << 14];
    char rules[RULES_TEXT_MAX];
    struct text out = TEXT_IN(buffer), r = TEXT_IN(rules);
    struct json j = json_begin(&out);
    rules_print(&q->rules, &r);
    json_string(&j, "rules", rules);
    json_open(&j, "players", '[');
    side_json(&j, &h->side[0], q->rules.book->family == FAMILY_SHEET);
    side_json(&j, &h->side[1], q->rules.book->family == FAMILY_SHEET);
    json_close(&j, ']');
    json_string(&j, "to", h->side[h->to].strength.name);
    json_int(&j, "head_start", h->head_start);
    json_double(&j, "chance", handicap_chance(h, h->head_start));
    json_double(&j, "chance_without", h->chance[0]);
    json_double(&j, "uncertainty", h->uncertainty);
    json_int(&j, "lowest", h->lowest);
    json_int(&j, "highest", h->highest);
    json_open(&j, "table", '[');
    for (int i = 0; i < 9; i++) {
        int at = around(h, i);
        if (at < 0)
            continue;
        json_open(&j, NULL, '{');
        json_int(&j, "head_start", at);
        json_double(&j, "chance", handicap_chance(h, at));
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    puts(buffer);
}

/* ---- the verb ---- */

static int work_out(const struct request *q, struct adviser *a, const struct history *history) {
    LOCAL_TEXT(error, 1024);
    struct strength sides[2];
    struct handicap h;
    for (int i = 0; i < 2; i++) {
        if (!strength_of(history, &q->rules, span_of(q->names.list[i]), &sides[i], &error))
            return problem("%s", error.data);
    }
    struct progress progress;
    progress_begin(&progress, words_of(M_cli_head_start));
    bool good = handicap_of(a, &q->rules, sides, &progress.work, &h, &error);
    if (!progress_end(&progress))
        return EXIT_PROBLEM;
    if (!good)
        return problem("%s", error.data);
    if (q->json)
        print_json(q, &h);
    else
        print_text(q, &h);
    handicap_free(&h);
    return EXIT_FINE;
}

static int find_head_start(const struct request *q) {
    struct adviser *a = cached_adviser_new(q->threads, !q->uncached, false);
    struct history history = {0};
    struct shelf shelf = {0};
    bool persons = !bot_find(span_of(q->names.list[0])) || !bot_find(span_of(q->names.list[1]));
    bool good = true, problems = false;
    if (q->records.count)
        good = read_records(q, (const char *const *)q->records.list, q->records.count, a, &history,
                            &problems);
    else if (persons)
        good = read_shelf(q, a, &shelf, &history, &problems);
    int code = good ? work_out(q, a, &history) : EXIT_PROBLEM;
    code = problems ? EXIT_PROBLEM : code;
    history_free(&history);
    shelf_close(&shelf);
    adviser_free(a);
    return code;
}

static int run(void *request) {
    struct request *q = request;
    /* Once the shell expands "--records *.yard", all files but the first are arguments. */
    if (q->names.count < 2 || (q->names.count > 2 && !q->records.count))
        return wrong_usage("%s", words_of(M_cli_name_two_players));
    for (int i = 2; i < q->names.count; i++)
        q->records.list[q->records.count++] = q->names.list[i];
    return find_head_start(q);
}

const struct verb verb_handicap = {
    .name = "handicap",
    .summary = M_cli_verb_handicap_summary,
    .about = M_cli_verb_handicap_about,
    .examples = "yard handicap perfect family --rules yardkle:goal=500\n"
                "yard handicap expert novice --rules yardkle:goal=500 --json",
    ARGUMENTS("A B", names, 2, INT_MAX, M_cli_verb_handicap_miscount),
    .takes = KIND_BOT,
    .options = OPTIONS(OPTION_RULES(M_cli_option_handicap_rules, .usual = "yardzee"),
                       {"records", KIND_FILE, "RECORD", M_cli_option_handicap_records, TO(records),
                        .most = INT_MAX, .ending = "yard"},
                       OPTION_JSON(M_cli_option_handicap_json), OPTION_NO_CACHE, OPTION_THREADS),
    RUNS(run),
};
