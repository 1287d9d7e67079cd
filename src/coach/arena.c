#include "coach/arena.h"

#include <inttypes.h>
#include <pthread.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "core/say.h"
#include "play/dice_source.h"
#include "play/record.h"
#include "solve/parallel.h"

enum { TURNS_MAX = 10000, PATH_BYTES = 4096 };

static const char program_prefix[] = "program:";

bool contestant_parse(const char *words, struct contestant *ret, struct text *error) {
    struct span all = span_of(words);
    const char *names[32];
    int n = 0;
    *ret = (struct contestant){.words = words};
    if (all.len >= CONTESTANT_MAX || !span_clean(all))
        return say_fail(error, coach_contestant_bytes, .most = CONTESTANT_MAX - 1);
    if (!strncmp(words, program_prefix, strlen(program_prefix))) {
        ret->command = words + strlen(program_prefix);
        if (span_trim(span_of(ret->command)).len)
            return true;
        return say_fail(error, coach_program_needs_command);
    }
    ret->level = bot_find(all);
    if (ret->level)
        return true;
    for (; bot_levels[n].name; n++)
        names[n] = bot_levels[n].name;
    names[n++] = "program";
    names[n] = NULL;
    const char *near = nearest_word(all, names), *program = WORDS(coach_program_command);
    LOCAL_TEXT(levels, 128);
    for (int i = 0; bot_levels[i].name; i++)
        text_add(&levels, "%s%s", i ? ", " : "", bot_levels[i].name);
    if (near)
        return say_fail(error, coach_no_contestant_near, .word = SHOWN(all),
                        .near = strcmp(near, "program") ? near : program, .levels = levels.data,
                        .program = program);
    return say_fail(error, coach_no_contestant, .word = SHOWN(all), .levels = levels.data,
                    .program = program);
}

/* The seed for the dice of a game or of a set of games. */
static uint64_t dice_seed(uint64_t seed, int64_t number) {
    uint64_t stream = random_mix(seed + RANDOM_STEP) + (uint64_t)number * 0xD1B54A32D192ED03u;
    return random_next(&stream);
}

/* ---- one thread ---- */

struct pool; /* shared by all threads */

struct bench {
    struct arena_result result;
    struct outside *outside[ARENA_MAX];
    struct text lines; /* lines of the record in progress */
    struct arena_game set[ARENA_MAX];
};

struct pool {
    const struct arena_plan *plan;
    struct adviser *adviser;
    struct work *work;
    bool one_at_a_time; /* the adviser may have to solve something to answer */
    pthread_mutex_t lock;
    bool failed; /* guarded by the lock, like the error */
    struct text *error;
    struct bench **benches;
};

static void fail(struct pool *h, const char *words) {
    pthread_mutex_lock(&h->lock);
    if (!h->failed)
        say_decode(h->error, span_of(words), say_spoken());
    h->failed = true;
    pthread_mutex_unlock(&h->lock);
    atomic_store(&h->work->cancel, true);
}

static bool cancelled(const struct pool *h) {
    return atomic_load_explicit(&h->work->cancel, memory_order_relaxed);
}

/* ---- records ---- */

static void add_line(struct text *lines, const char *line) {
    text_put(lines, line);
    text_put(lines, "\n");
}

/* "Perfect", "Perfect 2", "Program": seats at a table need distinct names. */
static void seat_name(const struct arena_plan *plan, int c, struct text *out) {
    const struct contestant *own = &plan->contestants[c];
    const char *name = own->level ? own->level->name : "program";
    int same = 1;
    for (int i = 0; i < c; i++)
        same += plan->contestants[i].level == own->level;
    text_add(out, "%c%s", name[0] - 'a' + 'A', name + 1);
    if (same > 1)
        text_add(out, " %d", same);
}

static void begin_record(const struct arena_plan *plan, struct text *lines, int64_t number,
                         uint64_t seed, const int *contestant_at) {
    LOCAL_TEXT(w, CONTESTANT_MAX + RULES_TEXT_MAX);
    text_clear(lines);
    add_line(lines, "yardstick 1");
    text_add(&w, "# arena game %" PRId64 ", seed %" PRIu64 "%s", number + 1, plan->seed,
             plan->duplicate ? ", duplicate dice" : "");
    add_line(lines, w.data);
    text_clear(&w);
    text_put(&w, "rules ");
    rules_print(&plan->rules, &w);
    add_line(lines, w.data);
    for (int seat = 0; seat < plan->count; seat++) {
        const struct contestant *c = &plan->contestants[contestant_at[seat]];
        text_clear(&w);
        text_put(&w, "seat ");
        seat_name(plan, contestant_at[seat], &w);
        text_add(&w, " bot %s", c->level ? c->level->name : "program");
        add_line(lines, w.data);
        if (!c->level) {
            text_clear(&w);
            text_put(&w, "# ");
            seat_name(plan, contestant_at[seat], &w);
            text_add(&w, " is %s", c->words);
            add_line(lines, w.data);
        }
    }
    text_clear(&w);
    if (plan->duplicate) /* the dice depend on round and roll, which a seed cannot express */
        text_put(&w, "dice physical");
    else
        text_add(&w, "dice seed %" PRIu64, seed);
    add_line(lines, w.data);
    add_line(lines, "start 1");
}

static void keep_record(struct pool *h, struct text *lines, const struct arena_game *game) {
    char path[PATH_BYTES], words[PATH_BYTES + 256];
    struct text p = TEXT_IN(path), error = TEXT_IN(words);
    if (game->forfeit) {
        struct text w = TEXT_IN(words);
        text_put(&w, "# ");
        seat_name(h->plan, game->forfeiter, &w);
        text_add(&w, " forfeits (%s): ", forfeit_words[game->forfeit]);
        say_decode(&w, span_of(game->why), languages[0]); /* records are in English */
        add_line(lines, words);
        text_clear(&error);
    }
    text_add(&p, "%s/%08" PRId64 ".yard", h->plan->records, game->number + 1);
    struct record *rec =
        p.cut ? NULL : record_create(path, (struct span){lines->data, lines->len}, &error);
    if (!rec)
        fail(h, p.cut ? words_of(M_coach_folder_name_long) : words);
    record_close(rec);
}

/* ---- a game ---- */

/* A bot's choice. If it cannot make one, reports why and returns false. */
static bool bot_chooses(struct pool *h, const struct contestant *c, const struct game *g,
                        uint64_t *stream, struct action *ret) {
    LOCAL_TEXT(error, 512);
    double random = random_unit(stream);
    if (h->one_at_a_time)
        pthread_mutex_lock(&h->lock);
    bool good = bot_choose(h->adviser, c->level, &h->plan->rules, g, random, NULL, ret, &error);
    if (h->one_at_a_time)
        pthread_mutex_unlock(&h->lock);
    if (!good)
        fail(h, error.data);
    return good;
}

static enum forfeit choose(struct pool *h, struct bench *b, int c, const struct game *g,
                           uint64_t *stream, struct action *ret, struct text *why) {
    const struct contestant *contestant = &h->plan->contestants[c];
    if (g->turns[g->seat] >= TURNS_MAX) {
        say(why, coach_no_end, .turns = TURNS_MAX);
        return FORFEIT_ENDLESS;
    }
    if (contestant->level)
        return bot_chooses(h, contestant, g, stream, ret) ? FORFEIT_NONE : FORFEIT_ENDED;
    return outside_choose(b->outside[c], &h->plan->rules, g, h->work, ret, why);
}

static void forfeit_game(const struct arena_plan *plan, struct arena_game *game,
                         enum forfeit forfeit, int c) {
    game->forfeit = forfeit;
    game->forfeiter = c;
    game->winners = set_without(set_below(plan->count), c);
}

/* The position in the stream of dice. With duplicate dice it is the round and the number of the
 * throw within the turn, regardless of the seat; otherwise the number of the throw within the game,
 * as in a record. */
static uint32_t throw_place(bool duplicate, const struct game *g, uint32_t throws, uint32_t rolls) {
    return duplicate ? (uint32_t)g->turns[g->seat] << 16 | (rolls & 0xFFFF) : throws;
}

static void play_game(struct pool *h, struct bench *b, struct arena_game *game) {
    const struct arena_plan *plan = h->plan;
    const struct rules *r = &plan->rules;
    int64_t deal = plan->duplicate ? game->number / plan->count : game->number;
    uint64_t seed = dice_seed(plan->seed, deal);
    uint64_t stream[ARENA_MAX];
    int contestant_at[ARENA_MAX] = {0};
    struct text why = TEXT_IN(game->why);
    struct game g;
    for (int seat = 0; seat < plan->count; seat++) {
        int c = (int)((seat + game->number) % plan->count);
        contestant_at[seat] = c;
        stream[seat] = random_mix(dice_seed(~plan->seed, game->number) + (uint64_t)c);
    }
    for (int c = 0; c < plan->count && !game->forfeit; c++) {
        enum forfeit forfeit = b->outside[c] ? outside_ready(b->outside[c], &why) : FORFEIT_NONE;
        if (forfeit)
            forfeit_game(plan, game, forfeit, c);
    }
    if (plan->records)
        begin_record(plan, &b->lines, game->number, seed, contestant_at);
    game_start(r, &g, plan->count, 0);
    uint32_t throws = 0, rolls = 0;
    while (g.phase != PHASE_OVER && !game->forfeit && !cancelled(h)) {
        struct action a = {.act = ACT_ROLL};
        int seat = g.seat;
        unsigned turn = g.turns[seat];
        if (g.phase == PHASE_ROLL) {
            uint32_t place = throw_place(plan->duplicate, &g, throws++, rolls++);
            a.dice = seeded_dice(seed, place, g.falling);
        } else {
            enum forfeit forfeit = choose(h, b, contestant_at[seat], &g, &stream[seat], &a, &why);
            if (forfeit) {
                forfeit_game(plan, game, forfeit, contestant_at[seat]);
                break;
            }
        }
        if (game_apply(r, &g, a) != ALLOWED)
            abort(); /* outside_choose() accepts only legal moves, and bots make no others */
        rolls = g.turns[seat] == turn ? rolls : 0;
        if (plan->records) {
            LOCAL_TEXT(w, 64);
            action_print(r, a, &w);
            add_line(&b->lines, w.data);
        }
    }
    struct set winners = game_winners(r, &g);
    for (int seat = 0; seat < plan->count; seat++) {
        int c = contestant_at[seat];
        game->totals[c] = game_total(r, &g, seat);
        game->turns[c] = g.turns[seat];
        if (set_has(winners, seat))
            game->winners = set_with(game->winners, c);
    }
    if (plan->records && !cancelled(h))
        keep_record(h, &b->lines, game);
}

/* ---- all games ---- */

static int set_size(const struct arena_plan *plan) {
    return plan->duplicate ? plan->count : 1;
}

/* The number of samples in this shard, for work->total. */
static int64_t arena_samples(const struct arena_plan *plan) {
    int64_t all = plan->games / set_size(plan), first = plan->shard - 1;
    return all <= first ? 0 : (all - first - 1) / plan->shards + 1;
}

static void describe(const struct arena_plan *plan, struct arena_result *r) {
    memset(r, 0, sizeof *r);
    r->rules = plan->rules;
    r->count = plan->count;
    for (int c = 0; c < plan->count; c++) {
        text_put(TEXT_OVER(r->contestants[c]), plan->contestants[c].words);
    }
    r->seed = plan->seed;
    r->games = plan->games;
    r->duplicate = plan->duplicate;
    r->shard = plan->shard;
    r->shards = plan->shards;
}

static struct bench *bench_of(struct pool *h, int thread) {
    struct bench *b = h->benches[thread];
    if (b)
        return b;
    b = h->benches[thread] = grab(1, sizeof *b);
    b->lines = text_on_heap();
    describe(h->plan, &b->result);
    for (int c = 0; c < h->plan->count; c++) {
        const struct contestant *contestant = &h->plan->contestants[c];
        if (!contestant->level)
            b->outside[c] = outside_new(contestant->command, h->plan->patience);
    }
    return b;
}

static void play_sample(void *user, int thread, int i) {
    struct pool *h = user;
    struct bench *b = bench_of(h, thread);
    int64_t sample = (int64_t)i * h->plan->shards + h->plan->shard - 1;
    int size = set_size(h->plan);
    for (int k = 0; k < size && !cancelled(h); k++) {
        memset(&b->set[k], 0, sizeof b->set[k]);
        b->set[k].number = sample * size + k;
        play_game(h, b, &b->set[k]);
    }
    if (!cancelled(h))
        result_add(&b->result, b->set);
}

static bool has_bots(const struct arena_plan *plan) {
    for (int c = 0; c < plan->count; c++) {
        if (plan->contestants[c].level)
            return true;
    }
    return false;
}

static struct goal usual_goal(const struct arena_plan *plan) {
    struct game g;
    game_start(&plan->rules, &g, plan->count, 0);
    return goal_of_game(&plan->rules, &g, (struct goal){.kind = GOAL_USUAL});
}

bool arena_prepare(const struct arena_plan *plan, struct adviser *a, struct work *work,
                   struct text *error) {
    return !has_bots(plan) ||
           adviser_prepare(a, &plan->rules, plan->count, usual_goal(plan), work, error);
}

bool arena_play(const struct arena_plan *plan, struct adviser *a, struct work *work,
                struct arena_result *ret, struct text *error) {
    struct pool h = {.plan = plan, .adviser = a, .work = work, .error = error};
    int threads = plan->threads > 0 ? plan->threads : parallel_threads();
    h.one_at_a_time = plan->rules.book->family == FAMILY_PRESS && plan->count > 2;
    h.benches = grab(THREADS_MAX, sizeof *h.benches);
    pthread_mutex_init(&h.lock, NULL);
    atomic_store(&work->done, 0);
    atomic_store(&work->total, (uint64_t)arena_samples(plan));
    /* Reasons for forfeits are shown in the language of the process but recorded in English, so
     * encode messages while playing. */
    say_in_code(true);
    bool good = parallel((int)arena_samples(plan), threads, work, play_sample, &h);
    say_in_code(false);
    describe(plan, ret);
    for (int i = 0; i < THREADS_MAX; i++) {
        struct bench *b = h.benches[i];
        if (!b)
            continue;
        result_join(ret, &b->result);
        for (int c = 0; c < plan->count; c++)
            outside_free(b->outside[c]);
        free(b->lines.data);
        free(b);
    }
    free(h.benches);
    pthread_mutex_destroy(&h.lock);
    if (!good && !h.failed)
        say(error, coach_cancelled);
    return good;
}
