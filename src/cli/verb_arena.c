/* Plays many games between bots and programs to find out which play better, by how much, and
 * how certain that is. */
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

#include "cli/arena_program.h"
#include "cli/cli.h"
#include "coach/arena.h"
#include "core/errors.h"
#include "core/memory.h"
#include "solve/parallel.h"

enum { RESULT_FILE_MAX = 1 << 20, LINE_COLUMNS = 78 };

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

/* The first signal cancels the run; a second one of the same kind kills the process. */
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

/* The number of spaces that pad the words to this width. */
static int blanks_after(const char *words, int width) {
    int shown = shown_width(words);
    return shown < width ? width - shown : 0;
}

static void show_progress(const struct watch *w) {
    enum { WIDTH = 30 };
    uint64_t done = atomic_load(&work.done), total = atomic_load(&work.total);
    char bar[WIDTH + 1];
    LOCAL_TEXT(t, 256);
    LOCAL_TEXT(shown, 256);
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
        LOCAL_TEXT(left, 32);
        duration_words(past / part - past, &left);
        text_put(&t, ", ");
        say(&t, cli_arena_time_left, .time = left.data);
    }
    say_decode(&shown, span_of(t.data), say_spoken()); /* encoded during arena_play() */
    if (w->bar)
        fprintf(stderr, "\r%s%*s", shown.data, blanks_after(shown.data, LINE_COLUMNS), "");
    else
        fprintf(stderr, "%s\n", shown.data);
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
        fprintf(stderr, "\r%*s\r", LINE_COLUMNS, "");
}

/* ---- results ---- */

enum { NAME_COLUMNS = 26 };

/* Prints a left-aligned cell, truncated if it is too long. */
static void print_name(int width, const char *name) {
    LOCAL_TEXT(w, CONTESTANT_MAX);
    text_put(&w, name);
    for (int i = (int)w.len; shown_width(w.data) > width && i > 3;) {
        do
            i--;
        while (i > 3 && (w.data[i - 3] & 0xC0) == 0x80); /* don't split a UTF-8 character */
        memcpy(w.data + i - 3, "...", 4);
    }
    printf("%s%*s", w.data, blanks_after(w.data, width), "");
}

/* Prints a right-aligned cell. */
static void print_words(int width, const char *words) {
    printf("  %*s%s", blanks_after(words, width), "", words);
}

/* format: "share", "lead", or "" for a plain number. */
static void number_words(struct text *out, const char *format, double value) {
    if (!isfinite(value))
        text_put(out, "-");
    else if (!strcmp(format, "share"))
        say(out, cli_arena_percent, .x = 100 * value);
    else if (!strcmp(format, "lead"))
        say(out, cli_arena_signed, .x = value);
    else
        say(out, cli_arena_number, .x = value);
}

static void print_cell(int width, const char *format, double value) {
    LOCAL_TEXT(w, 64);
    number_words(&w, format, value);
    print_words(width, w.data);
}

static void print_interval(int width, const char *format, double low, double high) {
    LOCAL_TEXT(w, 64);
    double scale = strcmp(format, "share") ? 1 : 100;
    if (!isfinite(low) || !isfinite(high))
        text_put(&w, "-");
    else if (!strcmp(format, "lead"))
        say(&w, cli_arena_signed_interval, .low = low, .high = high);
    else
        say(&w, cli_arena_interval, .low = scale * low, .high = scale * high);
    print_words(width, w.data);
}

/* Two tables, so that each fits a terminal: wins, then totals. */
static void print_many(const struct arena_result *r) {
    print_name(NAME_COLUMNS, words_of(M_cli_arena_contestant));
    print_words(10, words_of(M_cli_arena_wins));
    print_words(9, words_of(M_cli_arena_share));
    print_words(16, words_of(M_cli_arena_interval_heading));
    print_words(8, words_of(M_cli_arena_forfeits_heading));
    putchar('\n');
    for (int c = 0; c < r->count; c++) {
        struct arena_standing s = result_standing_of(r, c);
        print_name(NAME_COLUMNS, r->contestants[c]);
        print_cell(10, "", s.wins);
        print_cell(9, "share", s.share.mean);
        print_interval(16, "share", s.share.low, s.share.high);
        printf("  %8" PRId64 "\n", s.forfeits);
    }
    putchar('\n');
    print_name(NAME_COLUMNS, "");
    print_words(10, words_of(M_cli_arena_mean_total));
    print_words(7, words_of(M_cli_arena_error));
    print_words(9, words_of(M_cli_arena_lead));
    print_words(20, words_of(M_cli_arena_interval_heading));
    putchar('\n');
    for (int c = 0; c < r->count; c++) {
        struct arena_standing s = result_standing_of(r, c);
        print_name(NAME_COLUMNS, r->contestants[c]);
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
    enum { LABEL_COLUMNS = 8 };
    print_lines(0, r->contestants[0]);
    print_name(LABEL_COLUMNS, "");
    print_words(9, words_of(M_cli_arena_mean));
    print_words(9, words_of(M_cli_arena_deviation));
    print_words(7, words_of(M_cli_arena_error));
    print_words(20, words_of(M_cli_arena_interval_heading));
    print_words(8, words_of(M_cli_arena_forfeits_heading));
    putchar('\n');
    for (int row = 0; row <= press; row++) {
        struct estimate e = press && !row ? s.turns : s.total;
        print_name(LABEL_COLUMNS, words_of(press && !row ? M_cli_arena_turns : M_cli_arena_total));
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
                tell_line(cli_arena_forfeits, .contestant = r->contestants[c], .n = count,
                          .game = r->sums[c].forfeits[f].first_game,
                          .why = r->sums[c].forfeits[f].why);
        }
    }
}

static int print_result(const struct arena_result *r, bool json) {
    static char buffer[RESULT_TEXT_MAX];
    struct text out = TEXT_IN(buffer);
    if (json) {
        result_print_json(r, &out);
        if (out.cut)
            return complain(cli_arena_result_too_long);
        puts(buffer);
        return EXIT_FINE;
    }
    rules_print(&r->rules, &out);
    int64_t played = r->samples * arena_set_size(r);
    text_put(&out, ": ");
    say(&out, cli_arena_games, .n = played, .seed = (long long)r->seed);
    if (r->shards > 1) {
        text_put(&out, ", ");
        say(&out, cli_arena_shard, .shard = r->shard, .shards = r->shards, .games = r->games);
    }
    text_put(&out, ", ");
    if (r->duplicate)
        say(&out, cli_arena_duplicate_dice, .n = r->samples, .games = r->count);
    else
        say(&out, cli_arena_each_a_sample);
    print_lines(0, buffer);
    putchar('\n');
    if (r->count == 1)
        print_alone(r);
    else
        print_many(r);
    if (r->count > 1) {
        putchar('\n');
        tell_line(cli_arena_lead_means);
    }
    print_forfeits(r);
    if (r->whole_samples < r->samples)
        tell_line(cli_arena_whole_samples, .n = r->whole_samples);
    return EXIT_FINE;
}

/* ---- merging ---- */

static bool read_result(const char *path, struct arena_result *ret) {
    LOCAL_TEXT(error, 1024);
    FILE *file = strcmp(path, "-") ? fopen(path, "re") : stdin;
    if (!file) {
        complain(cli_main_cannot_open, .file = path, .reason = error_words(errno));
        return false;
    }
    char *data = must(malloc(RESULT_FILE_MAX));
    size_t size = fread(data, 1, RESULT_FILE_MAX, file);
    bool good = !ferror(file);
    if (!good)
        complain(cli_main_cannot_read, .file = path, .reason = error_words(errno));
    if (file != stdin)
        fclose(file);
    if (good &&
        (size == RESULT_FILE_MAX || !result_read_json((struct span){data, size}, ret, &error))) {
        problem("%s: %s", path,
                size == RESULT_FILE_MAX ? words_of(M_cli_arena_too_large) : error.data);
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
        return misused(cli_arena_name_results);
    if (count > SHARDS_MAX)
        return misused(cli_arena_too_many_results, .n = SHARDS_MAX);
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
    char words[1024];
    struct text error = TEXT_IN(words);
    static struct arena_result result;
    struct watch w;
    struct adviser *a = adviser_new(q->plan.threads);
    heed_interrupts();
    if (q->plan.records)
        mkdir(q->plan.records, 0777); /* if this fails, writing the first record reports why */
    watch_begin(&w, WORDS(cli_arena_solving, .game = q->plan.rules.book->name), q->progress);
    bool good = arena_prepare(&q->plan, a, &work, &error);
    watch_end(&w);
    if (good) {
        watch_begin(&w, words_of(M_cli_arena_playing), q->progress);
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
        return misused(cli_arena_merge_plays_nothing);
    if (q->merge)
        return merge(&q->names, q->json);
    plan->patience = q->patience;
    plan->count = q->names.count;
    if (plan->count < 1 || plan->count > ARENA_MAX)
        return misused(cli_arena_name_contestants, .n = ARENA_MAX);
    for (int i = 0; i < plan->count; i++) {
        if (!contestant_parse(q->names.list[i], &plan->contestants[i], &error))
            return wrong_usage("%s", error.data);
    }
    if (!ruled)
        return misused(cli_arena_name_rules);
    if (plan->duplicate && plan->games % plan->count)
        return misused(cli_arena_no_multiple, .n = plan->count);
    if (plan->shards > 1 && !seeded)
        return misused(cli_arena_same_seed);
    if (!seeded) {
        uint32_t seed;
        if (getentropy(&seed, sizeof seed) != 0)
            return complain(cli_arena_no_random_numbers, .reason = error_words(errno));
        plan->seed = seed;
    }
    return play(q);
}

static const char *const others[] = {"program:", NULL};

const struct verb verb_arena = {
    .name = "arena",
    .summary = M_cli_verb_arena_summary,
    .about = M_cli_verb_arena_about,
    .examples = "yard arena perfect club --rules yardzee --games 200 --seed 7\n"
                "yard arena expert club family --rules yatzy --games 300 --duplicate-dice\n"
                "yard arena club 'program:yard engine' --rules yardzee --games 4 --patience 60\n"
                "yard arena perfect --rules yahtzee --games 200 --json",
    .program_about = M_cli_verb_arena_program,
    .program = arena_program,
    ARGUMENTS("CONTESTANT", names, 0, INT_MAX, M_NONE),
    .takes = KIND_BOT,
    .words = others,
    .options = OPTIONS(
        {"rules", KIND_RULES, "RULES", M_cli_option_arena_rules, TO(plan.rules)},
        {"games", KIND_NUMBER, "N", M_cli_option_arena_games, TO(plan.games), .min = 1,
         .max = INT32_MAX, .usual = "1000"},
        {"seed", KIND_NUMBER, "N", M_cli_option_arena_seed, TO(plan.seed), .max = INT64_MAX},
        {"duplicate-dice", .help = M_cli_option_arena_duplicate_dice, TO(plan.duplicate)},
        {"shard", KIND_OTHER, "I/N", M_cli_option_arena_shard, TO(plan), .usual = "1/1",
         .shape = M_cli_option_arena_shard_shape, .read = read_shard},
        {"merge", .help = M_cli_option_arena_merge, TO(merge), .takes_files = true},
        {"records", KIND_FOLDER, "FOLDER", M_cli_option_arena_records, TO(plan.records)},
        {"patience", KIND_NUMBER, "SECONDS", M_cli_option_arena_patience, TO(patience), .min = 1,
         .max = 86400, .usual = "10"},
        {"threads", KIND_NUMBER, "N", M_cli_option_arena_threads, TO(plan.threads), .min = 1,
         .max = THREADS_MAX},
        {"progress", .help = M_cli_option_arena_progress, TO(progress)},
        OPTION_JSON(M_cli_option_arena_json)),
    RUNS(run),
};
