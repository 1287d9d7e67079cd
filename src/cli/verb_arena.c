/* Many games between bots and programs: who is better, by how much, and how certain that is. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "coach/arena.h"
#include "core/memory.h"
#include "solve/parallel.h"

enum { RESULT_FILE_MAX = 1 << 20 };

struct request {
    struct arena_plan plan;
    int patience;
    bool json, merge, progress;
    struct many names; /* contestants, or result files */
};

/* ---- progress, on stderr ---- */

static struct work work; /* one run per process; global for the signal handler */

static void interrupted(int number) {
    (void)number;
    atomic_store(&work.cancel, true);
}

/* The first signal cancels; a second one kills. */
static void heed_interrupts(void) {
    struct sigaction act = {.sa_handler = interrupted, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    signal(SIGPIPE, SIG_IGN); /* a contestant may exit while we write to it */
}

struct watch {
    pthread_t thread;
    bool bar, running;
    const char *doing;
    atomic_bool done;
    double start;
};

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void duration_words(double left, struct text *out) {
    long s = (long)(left + 0.5);
    if (s >= 3600)
        text_add(out, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    else
        text_add(out, "%ld:%02ld", s / 60, s % 60);
}

static void show_progress(const struct watch *w) {
    enum { WIDTH = 30 };
    uint64_t done = atomic_load(&work.done), total = atomic_load(&work.total);
    char words[256], bar[WIDTH + 1];
    struct text t = TEXT_IN(words);
    double part = total ? (double)done / (double)total : 0, past = seconds() - w->start;
    part = part > 1 ? 1 : part;
    for (int i = 0; i < WIDTH; i++)
        bar[i] = i < (int)(part * WIDTH) ? '#' : '.';
    bar[WIDTH] = '\0';
    text_add(&t, "%s ", w->doing);
    if (w->bar)
        text_add(&t, "[%s] ", bar);
    text_add(&t, "%3.0f %%", 100 * part);
    if (part > 0 && past > 1) {
        text_put(&t, ", ");
        duration_words(past / part - past, &t);
        text_put(&t, " left");
    }
    fprintf(stderr, w->bar ? "\r%-78s" : "%s\n", words);
    fflush(stderr);
}

static void *watch_work(void *argument) {
    struct watch *w = argument;
    double each = w->bar ? 0.25 : 5, next = w->start + each;
    while (!atomic_load(&w->done)) {
        struct timespec pause = {.tv_nsec = 50000000};
        nanosleep(&pause, NULL);
        if (seconds() >= next) {
            show_progress(w);
            next = seconds() + each;
        }
    }
    return NULL;
}

static void watch_begin(struct watch *w, const char *doing, bool asked) {
    *w = (struct watch){.bar = isatty(STDERR_FILENO), .doing = doing, .start = seconds()};
    atomic_store(&work.done, 0);
    if (w->bar || asked)
        w->running = pthread_create(&w->thread, NULL, watch_work, w) == 0;
}

static void watch_end(struct watch *w) {
    if (!w->running)
        return;
    atomic_store(&w->done, true);
    pthread_join(w->thread, NULL);
    if (w->bar)
        fprintf(stderr, "\r%-78s\r", "");
}

/* ---- results ---- */

enum { NAME_COLUMNS = 28 };

static void print_name(const char *name) {
    LOCAL_TEXT(w, CONTESTANT_MAX);
    text_put(&w, name);
    for (int i = (int)w.len; shown_width(w.data) > NAME_COLUMNS && i > 3;) {
        do
            i--;
        while (i > 3 && (w.data[i - 3] & 0xC0) == 0x80); /* don't split a UTF-8 character */
        memcpy(w.data + i - 3, "...", 4);
    }
    fputs(w.data, stdout);
    for (int i = shown_width(w.data); i < NAME_COLUMNS; i++)
        putchar(' ');
}

/* format: "share", "lead", or "" for a plain number. */
static void number_words(struct text *out, const char *format, double value) {
    if (!isfinite(value))
        text_put(out, "-");
    else if (!strcmp(format, "share"))
        text_add(out, "%.2f %%", 100 * value);
    else
        text_add(out, !strcmp(format, "lead") ? "%+.2f" : "%.2f", value);
}

static void print_cell(int width, const char *format, double value) {
    LOCAL_TEXT(w, 64);
    number_words(&w, format, value);
    printf("  %*s", width, w.data);
}

static void print_interval(int width, const char *format, double low, double high) {
    LOCAL_TEXT(w, 64);
    if (isfinite(low) && isfinite(high)) {
        double scale = strcmp(format, "share") ? 1 : 100;
        text_add(&w, !strcmp(format, "lead") ? "%+.2f to %+.2f" : "%.2f to %.2f", scale * low,
                 scale * high);
    } else {
        text_put(&w, "-");
    }
    printf("  %*s", width, w.data);
}

/* Two tables, so that each fits a terminal: wins, then totals. */
static void print_many(const struct arena_result *r) {
    printf("%-*s  %10s  %9s  %16s  %8s\n", NAME_COLUMNS, "contestant", "wins", "share",
           "95 % interval", "forfeits");
    for (int c = 0; c < r->count; c++) {
        struct arena_standing s = result_standing_of(r, c);
        print_name(r->contestants[c]);
        print_cell(10, "", s.wins);
        print_cell(9, "share", s.share.mean);
        print_interval(16, "share", s.share.low, s.share.high);
        printf("  %8" PRId64 "\n", s.forfeits);
    }
    printf("\n%-*s  %10s  %7s  %9s  %20s\n", NAME_COLUMNS, "", "mean total", "error", "lead",
           "95 % interval");
    for (int c = 0; c < r->count; c++) {
        struct arena_standing s = result_standing_of(r, c);
        print_name(r->contestants[c]);
        print_cell(10, "", s.total.mean);
        print_cell(7, "", s.total.error);
        print_cell(9, "lead", s.lead.mean);
        print_interval(20, "lead", s.lead.low, s.lead.high);
        putchar('\n');
    }
}

static void print_alone(const struct arena_result *r) {
    struct arena_standing s = result_standing_of(r, 0);
    bool press = r->rules.book->family == FAMILY_PRESS;
    printf("%-*s  %-6s  %9s  %9s  %7s  %20s  %8s\n", NAME_COLUMNS, "contestant", "", "mean",
           "deviation", "error", "95 % interval", "forfeits");
    for (int row = 0; row <= press; row++) {
        struct estimate e = press && !row ? s.turns : s.total;
        print_name(row ? "" : r->contestants[0]);
        printf("  %-6s", press && !row ? "turns" : "total");
        print_cell(9, "", e.mean);
        print_cell(9, "", press && !row ? s.turns_deviation : s.deviation);
        print_cell(7, "", e.error);
        print_interval(20, "", e.low, e.high);
        if (!row)
            printf("  %8" PRId64, s.forfeits);
        putchar('\n');
    }
}

static void print_forfeits(const struct arena_result *r) {
    for (int c = 0; c < r->count; c++) {
        for (int f = 0; f < FORFEITS; f++) {
            int64_t count = r->sums[c].forfeits[f].count;
            if (count)
                printf("%s forfeits %" PRId64 " game%s (%s); in game %" PRId64 ": %s\n",
                       r->contestants[c], count, count == 1 ? "" : "s", forfeit_words[f],
                       r->sums[c].forfeits[f].first_game, r->sums[c].forfeits[f].why);
        }
    }
}

static int print_result(const struct arena_result *r, bool json) {
    static char buffer[RESULT_TEXT_MAX];
    struct text out = TEXT_IN(buffer);
    if (json) {
        result_print_json(r, &out);
        if (out.cut)
            return problem("the result is too long");
        puts(buffer);
        return EXIT_FINE;
    }
    rules_print(&r->rules, &out);
    int64_t played = r->samples * arena_set_size(r);
    printf("%s: %" PRId64 " game%s, seed %" PRIu64, buffer, played, played == 1 ? "" : "s",
           r->seed);
    if (r->shards > 1)
        printf(", shard %d/%d of %" PRId64 " games", r->shard, r->shards, r->games);
    if (r->duplicate)
        printf(", duplicate dice: %" PRId64 " sample%s of %d games", r->samples,
               r->samples == 1 ? "" : "s", r->count);
    else
        printf(", each a sample");
    puts("\n");
    if (r->count == 1)
        print_alone(r);
    else
        print_many(r);
    if (r->count > 1)
        puts("\nlead: mean difference of totals to the others");
    print_forfeits(r);
    if (r->whole_samples < r->samples)
        printf("Totals are of the %" PRId64 " samples without a forfeit.\n", r->whole_samples);
    return EXIT_FINE;
}

/* ---- merging ---- */

static bool read_result(const char *path, struct arena_result *ret) {
    LOCAL_TEXT(error, 1024);
    FILE *file = strcmp(path, "-") ? fopen(path, "re") : stdin;
    if (!file) {
        problem("cannot open %s: %s", path, strerror(errno));
        return false;
    }
    char *data = must(malloc(RESULT_FILE_MAX));
    size_t size = fread(data, 1, RESULT_FILE_MAX, file);
    bool good = !ferror(file);
    if (!good)
        problem("cannot read %s: %s", path, strerror(errno));
    if (file != stdin)
        fclose(file);
    if (good &&
        (size == RESULT_FILE_MAX || !result_read_json((struct span){data, size}, ret, &error))) {
        problem("%s: %s", path, size == RESULT_FILE_MAX ? "too large for a result" : error.data);
        good = false;
    }
    free(data);
    return good;
}

static int merge(const struct many *results, bool json) {
    LOCAL_TEXT(error, 1024);
    static struct arena_result result;
    int count = results->count;
    if (!count)
        return wrong_usage("name the results to merge");
    if (count > SHARDS_MAX)
        return wrong_usage("at most %d results can be merged", SHARDS_MAX);
    struct arena_result *parts = grab((size_t)count, sizeof *parts);
    bool good = true;
    for (int i = 0; good && i < count; i++)
        good = read_result(results->list[i], &parts[i]);
    if (good && !result_merge(parts, (const char *const *)results->list, count, &result, &error)) {
        problem("%s", error.data);
        good = false;
    }
    free(parts);
    return good ? print_result(&result, json) : EXIT_PROBLEM;
}

/* ---- playing ---- */

static int play(const struct request *q) {
    char words[1024], doing[64];
    struct text error = TEXT_IN(words), d = TEXT_IN(doing);
    static struct arena_result result;
    struct watch w;
    struct adviser *a = adviser_new(q->plan.threads);
    heed_interrupts();
    if (q->plan.records)
        mkdir(q->plan.records, 0777); /* if this fails, writing the first record reports why */
    text_add(&d, "solving %s", q->plan.rules.book->name);
    watch_begin(&w, doing, q->progress);
    bool good = arena_prepare(&q->plan, a, &work, &error);
    watch_end(&w);
    if (good) {
        watch_begin(&w, "playing", q->progress);
        good = arena_play(&q->plan, a, &work, &result, &error);
        watch_end(&w);
    }
    adviser_free(a);
    return good ? print_result(&result, q->json) : problem("%s", words);
}

static bool read_shard(const char *typed, void *ret, struct text *error) {
    struct arena_plan *plan = ret;
    struct span rest = span_of(typed);
    struct span first = span_until(&rest, '/');
    int64_t shard, shards;
    (void)error;
    if (!span_number(rest, 1, SHARDS_MAX, &shards) || !span_number(first, 1, shards, &shard))
        return false;
    plan->shard = (int)shard;
    plan->shards = (int)shards;
    return true;
}

static int run(void *request) {
    struct request *q = request;
    struct arena_plan *plan = &q->plan;
    LOCAL_TEXT(error, 1024);
    bool seeded = is_given("seed"), ruled = is_given("rules");
    if (q->merge && (ruled || seeded || plan->records || plan->duplicate || plan->shards > 1))
        return wrong_usage("--merge plays nothing: only --json goes with it");
    if (q->merge)
        return merge(&q->names, q->json);
    plan->patience = q->patience;
    plan->count = q->names.count;
    if (plan->count < 1 || plan->count > SEATS_MAX)
        return wrong_usage("name from 1 to %d contestants", SEATS_MAX);
    for (int i = 0; i < plan->count; i++) {
        if (!contestant_parse(q->names.list[i], &plan->contestants[i], &error))
            return wrong_usage("%s", error.data);
    }
    if (!ruled)
        return wrong_usage("name the rules, such as --rules yardzee");
    if (plan->duplicate && plan->games % plan->count)
        return wrong_usage("with duplicate dice everybody plays every deal: --games must be a "
                           "multiple of %d, the number of contestants",
                           plan->count);
    if (plan->shards > 1 && !seeded)
        return wrong_usage("all shards need the same --seed");
    if (!seeded) {
        uint32_t seed;
        if (getentropy(&seed, sizeof seed) != 0)
            return problem("the system gives no random numbers: %s", strerror(errno));
        plan->seed = seed;
    }
    return play(q);
}

static const char *const others[] = {"program:", NULL};

const struct verb verb_arena = {
    .name = "arena",
    .summary = "let bots and programs play many games, and measure them",
    .about =
        "Says who wins how often, with what totals, and how sure that is: means with standard "
        "errors and 95 % intervals. Everybody starts equally often; a single contestant plays "
        "alone.\n"
        "A contestant is a bot (perfect, expert, club, family, novice) or program:COMMAND, which "
        "the shell runs. For each choice a program is told 'position ...' and 'advise', and "
        "answers each by a line of JSON, as 'yard engine' does: the first 'do' of the 'actions' "
        "in the second answer counts. A program that breaks the rules, fails or is silent for too "
        "long forfeits the game and is started again for the next. The others share the win, and "
        "the totals of that game do not count.",
    .examples = "yard arena perfect club --rules yardzee --games 200 --seed 7\n"
                "yard arena expert club family --rules yatzy --games 300 --duplicate-dice\n"
                "yard arena club 'program:yard engine' --rules yardzee --games 4 --patience 60\n"
                "yard arena perfect --rules yahtzee --games 200 --json",
    ARGUMENTS("CONTESTANT", names, 0, INT_MAX, NULL),
    .takes = KIND_BOT,
    .words = others,
    .options = OPTIONS(
        {"rules", KIND_RULES, "RULES", "rule set, such as yardzee; needed to play", TO(plan.rules)},
        {"games", KIND_NUMBER, "N", "number of games", TO(plan.games), .min = 1, .max = INT32_MAX,
         .usual = "1000"},
        {"seed", KIND_NUMBER, "N",
         "the same seed gives the same games on any number of processors; by default random",
         TO(plan.seed), .max = INT64_MAX},
        {"duplicate-dice",
         .help = "play every deal once in each seating, with the same dice for every seat in "
                 "each round; the games of a deal are one sample, which makes the intervals "
                 "narrower",
         TO(plan.duplicate)},
        {"shard", KIND_OTHER, "I/N",
         "play only part I of N of the games, so that several machines share the work", TO(plan),
         .usual = "1/1", .shape = "such as 2/8, the second of eight", .read = read_shard},
        {"merge",
         .help = "read the results of all shards, written by --json, and print that "
                 "of the whole",
         TO(merge), .takes_files = true},
        {"records", KIND_FOLDER, "FOLDER",
         "write one record a game into this folder; those of duplicate dice name the dice as "
         "real ones",
         TO(plan.records)},
        {"patience", KIND_NUMBER, "SECONDS", "time a program may take for a choice", TO(patience),
         .min = 1, .max = 86400, .usual = "10"},
        {"threads", KIND_NUMBER, "N", "number of games at a time; by default one a processor",
         TO(plan.threads), .min = 1, .max = THREADS_MAX},
        {"progress", .help = "report progress also where standard error is no terminal",
         TO(progress)},
        OPTION_JSON("one JSON object, with all sums")),
    RUNS(run),
};
