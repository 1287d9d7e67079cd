/* Random moments from random games of every book, with what the coach says about each: in English,
 * and as keys and values, so that tests can find the figures whatever the wording. */
#ifndef YARD_TESTS_COACH_REASON_MOMENTS_H
#define YARD_TESTS_COACH_REASON_MOMENTS_H

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "coach/reason.h"
#include "core/json.h"
#include "core/say.h"
#include "rules/press.h"

static struct adviser *adviser; /* solves each book once for all tests */

enum { MOMENTS = 1500, SAID_MAX = 6144 }; /* moments per book; bytes per moment */

/* A moment with a choice, and what the coach says about it. */
struct moment {
    struct rules rules;
    struct game game;
    struct advice advice;
    struct reasons why;
    char said[SAID_MAX]; /* say_json() of each sentence, in an array */
    struct draw *draw;
};

/* Returns how often the subject of the check came up. */
typedef int check_moment(const struct moment *m);

static void say_all(const struct moment *m) {
    char words[POSITION_TEXT_MAX];
    struct text w = TEXT_IN(words);
    position_print(&m->rules, &m->game, &w);
    print_error("# position %s\n", words);
    for (int i = 0; i < m->why.count; i++)
        print_error("# - %s\n", m->why.sentence[i]);
    print_error("# %s\n", m->said);
}

#define HOLDS(m, good)                                                                             \
    do {                                                                                           \
        if (!(good)) {                                                                             \
            say_all(m);                                                                            \
            fail_msg("%s", #good);                                                                 \
        }                                                                                          \
    } while (0)

/* ---- keys and values ---- */

static const char *key_of(enum message message) {
    return message_shapes.bytes + message_shapes.at[message - 1] + 1; /* after "p" or "-" */
}

/* The first message with one of these keys, as a pointer to its key; NULL if there is none. It may
 * be nested in another message. */
static const char *find_message(const char *json, const enum message *keys) {
    const char *first = NULL;
    for (; *keys; keys++) {
        char member[96];
        snprintf(member, sizeof member, "\"key\":\"%s\"", key_of(*keys));
        const char *at = strstr(json, member);
        first = at && (!first || at < first) ? at : first;
    }
    return first;
}

#define KEYS(...) ((const enum message[]){__VA_ARGS__, M_NONE})
#define FIND(json, ...) find_message((json), KEYS(__VA_ARGS__))
#define SAID(m, ...) FIND((m)->said, __VA_ARGS__)

static const char *string_end(const char *quote) {
    const char *s = quote + 1;
    for (; *s != '"'; s++)
        s += *s == '\\';
    return s;
}

/* The end of the JSON value that begins here. */
static const char *value_end(const char *value) {
    const char *s = value;
    int depth = 0;
    do {
        s = *s == '"' ? string_end(s) : s;
        depth += *s == '{' || *s == '[';
        depth -= *s == '}' || *s == ']';
        s++;
    } while (*s && (depth || !strchr(",}]", *s)));
    return s;
}

/* The JSON value of a placeholder in a message. */
static const char *place(const char *message, const char *name) {
    size_t n = strlen(name);
    for (const char *s = message; *s == '"';) {
        const char *end = string_end(s), *value = end + 2;
        if ((size_t)(end - s) == n + 1 && !strncmp(s + 1, name, n))
            return value;
        s = value_end(value);
        s += *s == ',';
    }
    fail_msg("there is no place '%s': %s", name, message);
    return NULL;
}

/* The number in a value, even if the value is a message that contains one. NAN if there is none. */
static double number(const char *message, const char *name) {
    const char *value = place(message, name), *end = value_end(value);
    const char *under =
        FIND(value, M_coach_percent_under, M_coach_amount_under, M_coach_chance_under);
    const char *over = FIND(value, M_coach_percent_over, M_coach_chance_over);
    if (under && under < end)
        return 0;
    if (over && over < end)
        return 100;
    for (const char *s = value; s < end; s++) {
        s = *s == '"' ? string_end(s) : s;
        if (isdigit((unsigned char)*s) || *s == '-')
            return strtod(s, NULL);
    }
    return NAN;
}

/* Whether a value is this message, which has no placeholders itself. */
static bool is_message(const char *message, const char *name, enum message expected) {
    const char *value = place(message, name);
    return FIND(value, expected) == value + 1;
}

/* Whether a value is this JSON. */
static bool is_json(const char *message, const char *name, const char *expected) {
    const char *value = place(message, name);
    size_t n = strlen(expected);
    return (size_t)(value_end(value) - value) == n && !strncmp(value, expected, n);
}

static bool near(double a, double b, double within) {
    return fabs(a - b) <= within;
}

/* ---- random moments ---- */

static struct dice random_dice(struct draw *draw, int n) {
    struct dice d = {0};
    for (int i = 0; i < n; i++)
        d = dice_with(d, 1 + draw_below(draw, FACES), 1);
    return d;
}

static void roll_on(const struct rules *r, struct game *g, struct draw *draw) {
    while (g->phase == PHASE_ROLL) {
        struct action roll = {.act = ACT_ROLL, .dice = random_dice(draw, g->falling)};
        assert_int_equal(game_apply(r, g, roll), ALLOWED);
    }
}

/* A press game in progress: random totals, sometimes in the final round. */
static void random_totals(const struct rules *r, struct game *g, struct draw *draw) {
    int goal = r->params.goal, unit = press_unit(r->book);
    int low = draw_below(draw, 2) ? 0 : goal * 8 / 10;
    for (int i = 0; i < g->seats; i++)
        g->total[i] = draw_below(draw, 6) ? low + draw_below(draw, (goal - low) / unit) * unit : 0;
    if (g->seats > 1 && draw_below(draw, 3) == 0) {
        int ender = (g->seat + 1 + draw_below(draw, g->seats - 1)) % g->seats;
        g->total[ender] = goal + draw_below(draw, 20) * unit;
        g->ender = (uint8_t)(ender + 1);
    }
}

static void take(struct moment *m) {
    struct action a = draw_below(m->draw, 2)
                          ? m->advice.actions[0].action
                          : m->advice.actions[draw_below(m->draw, m->advice.count)].action;
    assert_int_equal(game_apply(&m->rules, &m->game, a), ALLOWED);
    roll_on(&m->rules, &m->game, m->draw);
}

/* The coach's encoded sentences must decode to its English ones. */
static void write_said(struct moment *m, const struct reasons *coded) {
    struct text out = TEXT_IN(m->said);
    struct json j = json_start(&out);
    HOLDS(m, coded->count == m->why.count);
    json_open(&j, NULL, '[');
    for (int i = 0; i < coded->count; i++) {
        LOCAL_TEXT(words, REASON_TEXT_MAX);
        say_decode(&words, span_of(coded->sentence[i]), languages[0]);
        HOLDS(m, !strcmp(words.data, m->why.sentence[i]));
        say_json(&j, NULL, span_of(coded->sentence[i]));
    }
    json_close(&j, ']');
    HOLDS(m, !out.cut);
}

static void ask(struct moment *m, const struct action *instead) {
    char words[512] = "";
    struct text error = TEXT_IN(words);
    struct refusal refusal = {.words = &error};
    struct goal usual = {.kind = GOAL_USUAL};
    struct reasons coded;
    if (!adviser_advise(adviser, &m->rules, &m->game, usual, NULL, &m->advice, &error) ||
        !reason_of(adviser, &m->rules, &m->game, instead, NULL, &m->why, &refusal))
        fail_msg("%s", words);
    say_in_code(true);
    bool good = reason_of(adviser, &m->rules, &m->game, instead, NULL, &coded, &refusal);
    say_in_code(false);
    assert_true(good);
    write_said(m, &coded);
}

/* Press games for three players are slow to solve, so they are rare. */
static int random_seats(const struct book *book, struct draw *draw) {
    return book->family == FAMILY_PRESS && draw_below(draw, 12) ? 1 + draw_below(draw, 2)
                                                                : 1 + draw_below(draw, 3);
}

static void begin(struct moment *m) {
    int seats = random_seats(m->rules.book, m->draw);
    game_start(&m->rules, &m->game, seats, draw_below(m->draw, seats));
    if (m->rules.book->family == FAMILY_PRESS)
        random_totals(&m->rules, &m->game, m->draw);
    roll_on(&m->rules, &m->game, m->draw);
}

/* Plays at random and asks the coach at every choice. */
static void collect(struct rules rules, uint64_t seed, struct moment *list, int count) {
    struct draw *draw = malloc(sizeof *draw); /* the moments keep using it */
    assert_non_null(draw);
    draw->state = seed;
    struct moment m = {.rules = rules, .draw = draw};
    char words[128];
    struct text error = TEXT_IN(words);
    if (rules.book->family == FAMILY_PRESS) /* solves all totals at once, not piecemeal */
        assert_non_null(adviser_press(adviser, &m.rules, NULL, &error));
    m.game.phase = PHASE_OVER;
    for (int i = 0; i < count; i++) {
        while (m.game.phase == PHASE_OVER)
            begin(&m);
        ask(&m, NULL);
        list[i] = m;
        take(&m);
        if (rules.book->family == FAMILY_PRESS && draw_below(draw, 4) == 0)
            m.game.phase = PHASE_OVER; /* move on to other totals */
    }
}

static struct moment *all_moments;
static int moment_count;

/* Checks all moments of a family (-1: any); returns how often the subject came up. */
static int in_all_books(int family, check_moment *check) {
    int met = 0;
    for (int i = 0; i < moment_count; i++) {
        if (family < 0 || (int)all_moments[i].rules.book->family == family)
            met += check(&all_moments[i]);
    }
    return met;
}

/* Sanitizer runs use one book of each family, and a short press game. */
static int set_up(void **state) {
    (void)state;
    int count = 0, each = how_many(MOMENTS, SANITIZED ? MOMENTS : MOMENTS / 5);
    while (books[count])
        count++;
    count = SANITIZED ? 2 : count; /* Yardzee and Yardkle come first */
    adviser = adviser_new(0);
    all_moments = calloc((size_t)(count * each), sizeof *all_moments);
    assert_non_null(all_moments);
    for (int i = 0; i < count; i++, moment_count += each) {
        struct rules rules = rules_of(books[i]);
        rules.params.goal = SANITIZED ? 2000 : rules.params.goal;
        collect(rules, 20261115 + (uint64_t)i, &all_moments[moment_count], each);
    }
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    for (int i = 0; i < moment_count; i++) {
        if (i == 0 || all_moments[i].draw != all_moments[i - 1].draw)
            free(all_moments[i].draw);
    }
    free(all_moments);
    adviser_free(adviser);
    return 0;
}

#endif
