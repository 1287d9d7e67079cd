/* Many games between bots and programs: who is better, by how much, and how sure that is. */
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

enum { GAMES_USUAL = 1000, PATIENCE_USUAL = 10, PATIENCE_MAX = 86400, RESULT_FILE_MAX = 1 << 20 };

struct request {
    struct arena_plan plan;
    bool json, merge, progress, seeded, ruled;
};

/* ---- progress, on stderr ---- */

static struct work work; /* one run a process; the signal handler must find it */

static void interrupted(int number) {
    (void)number;
    atomic_store(&work.cancel, true);
}

/* Once: whoever insists is not kept waiting. */
static void heed_interrupts(void) {
    struct sigaction act = {.sa_handler = interrupted, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    signal(SIGPIPE, SIG_IGN); /* a program that ends while it is told something is no reason to */
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
    for (int tick = 1; !atomic_load(&w->done); tick++) {
        struct timespec pause = {.tv_nsec = 50000000};
        nanosleep(&pause, NULL);
        if (tick % (w->bar ? 5 : 100) == 0) /* four times a second, or every five seconds */
            show_progress(w);
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
    char words[CONTESTANT_MAX];
    struct text w = TEXT_IN(words);
    text_put(&w, name);
    for (int i = (int)w.len; shown_width(words) > NAME_COLUMNS && i > 3;) {
        do
            i--;
        while (i > 3 && (words[i - 3] & 0xC0) == 0x80); /* do not cut a character in two */
        memcpy(words + i - 3, "...", 4);
    }
    fputs(words, stdout);
    for (int i = shown_width(words); i < NAME_COLUMNS; i++)
        putchar(' ');
}

/* The format is "share", "lead" or nothing special. */
static void number_words(struct text *out, const char *format, double value) {
    if (!isfinite(value))
        text_put(out, "-");
    else if (!strcmp(format, "share"))
        text_add(out, "%.2f %%", 100 * value);
    else
        text_add(out, !strcmp(format, "lead") ? "%+.2f" : "%.2f", value);
}

static void print_cell(int width, const char *format, double value) {
    char words[64];
    struct text w = TEXT_IN(words);
    number_words(&w, format, value);
    printf("  %*s", width, words);
}

static void print_interval(int width, const char *format, double low, double high) {
    char words[64];
    struct text w = TEXT_IN(words);
    if (isfinite(low) && isfinite(high)) {
        double scale = strcmp(format, "share") ? 1 : 100;
        text_add(&w, !strcmp(format, "lead") ? "%+.2f to %+.2f" : "%.2f to %.2f", scale * low,
                 scale * high);
    } else {
        text_put(&w, "-");
    }
    printf("  %*s", width, words);
}

/* Two tables, so that both fit a terminal: who wins, and by what totals. */
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
    char words[1024];
    struct text error = TEXT_IN(words);
    FILE *file = strcmp(path, "-") ? fopen(path, "re") : stdin;
    if (!file) {
        problem("cannot open %s: %s", path, strerror(errno));
        return false;
    }
    char *data = malloc(RESULT_FILE_MAX);
    if (!data)
        abort();
    size_t size = fread(data, 1, RESULT_FILE_MAX, file);
    bool good = !ferror(file);
    if (!good)
        problem("cannot read %s: %s", path, strerror(errno));
    if (file != stdin)
        fclose(file);
    if (good &&
        (size == RESULT_FILE_MAX || !result_read_json((struct span){data, size}, ret, &error))) {
        problem("%s: %s", path, size == RESULT_FILE_MAX ? "too large for a result" : words);
        good = false;
    }
    free(data);
    return good;
}

static int merge(const struct verb *verb, char **paths, int count, bool json) {
    char words[1024];
    struct text error = TEXT_IN(words);
    static struct arena_result result;
    if (!count)
        return wrong_usage(verb, "name the results to merge");
    if (count > SHARDS_MAX)
        return wrong_usage(verb, "at most %d results can be merged", SHARDS_MAX);
    struct arena_result *parts = calloc((size_t)count, sizeof *parts);
    if (!parts)
        abort();
    bool good = true;
    for (int i = 0; good && i < count; i++)
        good = read_result(paths[i], &parts[i]);
    if (good && !result_merge(parts, (const char *const *)paths, count, &result, &error)) {
        problem("%s", words);
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
        mkdir(q->plan.records,
              0777); /* where that fails, so will the first record, with the reason */
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

static bool parse_shard(const char *words, struct arena_plan *plan) {
    struct span rest = span_of(words);
    struct span first = span_until(&rest, '/');
    int64_t shard, shards;
    if (!span_number(rest, 1, SHARDS_MAX, &shards) || !span_number(first, 1, shards, &shard))
        return false;
    plan->shard = (int)shard;
    plan->shards = (int)shards;
    return true;
}

/* One option; EXIT_FINE, or what to return. */
static int take_option(const struct verb *verb, struct request *q, int option) {
    char words[1024];
    struct text error = TEXT_IN(words);
    struct arena_plan *plan = &q->plan;
    int64_t number = 0;
    switch (option) {
    case 'g':
        if (!span_number(span_of(optarg), 1, INT32_MAX, &plan->games))
            return wrong_usage(verb, "--games is a number from 1 to %d, not '%s'", INT32_MAX,
                               optarg);
        break;
    case 'r':
        if (!rules_parse(span_of(optarg), &plan->rules, &error))
            return wrong_usage(verb, "%s", words);
        q->ruled = true;
        break;
    case 's':
        if (!span_number(span_of(optarg), 0, INT64_MAX, &number))
            return wrong_usage(verb, "--seed is a whole number below 2^63, not '%s'", optarg);
        plan->seed = (uint64_t)number;
        q->seeded = true;
        break;
    case 'c':
        if (!parse_shard(optarg, plan))
            return wrong_usage(verb, "--shard is such as 2/8: the second of eight, not '%s'",
                               optarg);
        break;
    case 't':
        if (!span_number(span_of(optarg), 1, 64, &number))
            return wrong_usage(verb, "--threads is a number from 1 to 64, not '%s'", optarg);
        plan->threads = (int)number;
        break;
    case 'w':
        if (!span_number(span_of(optarg), 1, PATIENCE_MAX, &number))
            return wrong_usage(verb, "--patience is seconds from 1 to %d, not '%s'", PATIENCE_MAX,
                               optarg);
        plan->patience = (double)number;
        break;
    case 'd':
        plan->duplicate = true;
        break;
    case 'o':
        plan->records = optarg;
        break;
    case 'm':
        q->merge = true;
        break;
    case 'p':
        q->progress = true;
        break;
    default:
        q->json = true;
    }
    return EXIT_FINE;
}

static int run(const struct verb *verb, int argc, char **argv) {
    static const struct option options[] = {
        {"games", required_argument, NULL, 'g'},   {"rules", required_argument, NULL, 'r'},
        {"seed", required_argument, NULL, 's'},    {"shard", required_argument, NULL, 'c'},
        {"threads", required_argument, NULL, 't'}, {"patience", required_argument, NULL, 'w'},
        {"records", required_argument, NULL, 'o'}, {"duplicate-dice", no_argument, NULL, 'd'},
        {"merge", no_argument, NULL, 'm'},         {"progress", no_argument, NULL, 'p'},
        {"json", no_argument, NULL, 'j'},          {0}};
    static struct request q;
    struct arena_plan *plan = &q.plan;
    int code, option;
    char words[1024];
    struct text error = TEXT_IN(words);
    q = (struct request){
        .plan = {.games = GAMES_USUAL, .shard = 1, .shards = 1, .patience = PATIENCE_USUAL}};
    while ((option = next_option(verb, argc, argv, options, &code)) != -1) {
        if (option != OPTION_DONE)
            code = take_option(verb, &q, option);
        if (option == OPTION_DONE || code != EXIT_FINE)
            return code;
    }
    if (q.merge && (q.ruled || q.seeded || plan->records || plan->duplicate || plan->shards > 1))
        return wrong_usage(verb, "--merge plays nothing: only --json goes with it");
    if (q.merge)
        return merge(verb, argv + optind, argc - optind, q.json);
    plan->count = argc - optind;
    if (plan->count < 1 || plan->count > SEATS_MAX)
        return wrong_usage(verb, "name from 1 to %d contestants", SEATS_MAX);
    for (int i = 0; i < plan->count; i++) {
        if (!contestant_parse(argv[optind + i], &plan->contestants[i], &error))
            return wrong_usage(verb, "%s", words);
    }
    if (!q.ruled)
        return wrong_usage(verb, "name the rules, such as --rules yardzee");
    if (plan->duplicate && plan->games % plan->count)
        return wrong_usage(verb,
                           "with duplicate dice everybody plays every deal: --games must be a "
                           "multiple of %d, the number of contestants",
                           plan->count);
    if (plan->shards > 1 && !q.seeded)
        return wrong_usage(verb, "all shards need the same --seed");
    if (!q.seeded) {
        uint32_t seed;
        if (getentropy(&seed, sizeof seed) != 0)
            return problem("the system gives no random numbers: %s", strerror(errno));
        plan->seed = seed;
    }
    return play(&q);
}

const struct verb verb_arena = {
    .name = "arena",
    .summary = "let bots and programs play many games, and measure them",
    .synopsis = "CONTESTANT... --rules RULES [--games N] [--seed S] [--duplicate-dice]\n"
                "       yard arena --merge RESULT...",
    .help =
        "A contestant is a bot (perfect, expert, club, family, novice) or program:COMMAND, a\n"
        "program that is told 'position ...' and 'advise' and answers each by a line of JSON,\n"
        "as 'yard engine' does; the first of its \"actions\" counts. A program that breaks the\n"
        "rules, fails or is silent forfeits the game. Everybody starts equally often.\n"
        "  --rules RULES      such as yardzee or yatzy\n"
        "  --games N          how many games (1000)\n"
        "  --seed S           the same seed gives the same games; without it a random one\n"
        "  --duplicate-dice   every deal is played once in each seating with the same dice for\n"
        "                     every seat; such a set of games is one sample\n"
        "  --shard I/N        play only part I of N of the games; --merge puts parts together\n"
        "  --merge            read results written by --json, which must be all N shards\n"
        "  --records DIR      write the record of each game into this folder\n"
        "  --patience S       seconds a program may take for a choice (10)\n"
        "  --threads N        how many games at a time (as many as there are processors)\n"
        "  --progress         say how far it is, also where stderr is no terminal\n"
        "  --json             one JSON object\n"
        "\n"
        "examples:\n"
        "  yard arena perfect club --rules yardzee --games 200 --seed 7\n"
        "  yard arena expert club family --rules yatzy --games 300 --duplicate-dice\n"
        "  yard arena perfect 'program:yard engine' --rules yardzee --games 4 --patience 60\n"
        "  yard arena perfect --rules yahtzee --games 200 --json\n",
    .run = run,
};
