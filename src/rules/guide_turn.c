/* An example turn. The dice are fixed, as if somebody had rolled them; everything else follows from
 * the rules in force: what the referee allows, what the dice score, when the turn ends. */
#include "core/say.h"
#include "rules/guide_parts.h"
#include "rules/press.h"
#include "rules/sheet.h"

/* Faces in the order in which they fall. They end with dice that score nothing in most press games,
 * so that a turn that never may stop ends all the same. */
static const uint8_t sheet_faces[] = {2, 3, 3, 5, 6, 3, 4, 6, 6, 6, 1, 2};
static const uint8_t press_faces[] = {1, 3, 3, 4, 6, 6, 2, 4, 4, 4, 6, 1, 5, 2,
                                      5, 5, 5, 3, 6, 4, 2, 6, 2, 3, 4, 6, 2, 3};

enum { EXAMPLE_ROLLS_MAX = 8, WORTH_STOPPING = 300 };

struct faces {
    const uint8_t *list;
    size_t count, next;
};

static struct dice fall(struct faces *f, int dice) {
    struct dice thrown = {0};
    for (int i = 0; i < dice; i++) {
        thrown = dice_with(thrown, f->list[f->next], 1);
        f->next = (f->next + 1) % f->count;
    }
    return thrown;
}

static void roll(const struct rules *r, struct game *game, struct faces *f) {
    game_apply(r, game, (struct action){.act = ACT_ROLL, .dice = fall(f, game->falling)});
}

/* ---- sheet games: keep the most frequent face, then fill the box with the most points ---- */

static struct dice commonest_only(struct dice d) {
    int face = dice_commonest(d);
    return dice_with((struct dice){0}, face, dice_count(d, face));
}

static int best_box(const struct rules *r, const struct game *game, struct text *offers) {
    int best = 0, most = -1;
    for (int i = 0; i < r->book->box_count; i++) {
        struct claim claim = sheet_claim(r, &game->card[0], game->dice, i);
        if (claim.refusal == ALLOWED && claim.points)
            guide_offer(offers, &r->book->boxes[i], claim.points);
        if (claim.refusal == ALLOWED && claim.points > most) {
            most = claim.points;
            best = i;
        }
    }
    return best;
}

static void sheet_example(const struct guide *g, struct game *game) {
    const struct rules *r = g->r;
    struct faces faces = {sheet_faces, sizeof sheet_faces, 0};
    LOCAL_TEXT(w, GUIDE_WORDS);
    LOCAL_TEXT(offers, 1024);
    roll(r, game, &faces);
    for (struct action keep = {.act = ACT_KEEP, .dice = commonest_only(game->dice)};
         game_check(r, game, keep) == ALLOWED; keep.dice = commonest_only(game->dice)) {
        struct dice dice = game->dice;
        int number = game->rolls;
        game_apply(r, game, keep);
        text_clear(&w);
        say(&w, guide_example_keep, .roll = number, .dice = DICE(dice, " "),
            .kept = DICE(keep.dice, " "), .n = game->falling);
        guide_step(g, dice, w.data);
        roll(r, game, &faces);
    }
    int box = best_box(r, game, &offers);
    text_clear(&w);
    say(&w, guide_example_offers, .roll = game->rolls, .dice = DICE(game->dice, " "),
        .offers = offers.data);
    text_put(&w, " ");
    say(&w, guide_example_score, .box = words_of(r->book->boxes[box].label),
        .points = sheet_claim(r, &game->card[0], game->dice, box).points);
    guide_step(g, game->dice, w.data);
    game_apply(r, game, (struct action){.act = ACT_SCORE, .box = (uint8_t)box});
}

/* ---- press games: set aside all that scores, stop as soon as it is allowed and worth it ---- */

static void goes_on(const struct rules *r, const struct game *game, enum refused stopping,
                    bool all_aside, struct text *out) {
    if (all_aside)
        say(out, guide_example_hot, .dice = r->book->dice);
    else if (stopping == REFUSED_ENTRY)
        say(out, guide_example_short, .entry = r->params.entry, .n = game->falling);
    else
        say(out, guide_example_on, .n = game->falling);
}

static void press_step(const struct guide *g, struct game *game, int number) {
    const struct rules *r = g->r;
    struct dice thrown = game->dice;
    struct action take = {.act = ACT_TAKE_STOP, .dice = press_largest(r->book, thrown)};
    int points = press_points(r->book, take.dice), total = game->turn_points + points;
    bool all_aside = dice_same(take.dice, thrown);
    enum refused stopping = game_check(r, game, take);
    struct game on = *game;
    LOCAL_TEXT(w, GUIDE_WORDS);
    say(&w, guide_example_aside, .roll = number, .dice = DICE(thrown, " "),
        .set = DICE(take.dice, " "), .points = points, .total = total);
    text_put(&w, " ");
    take.act = ACT_TAKE_ROLL;
    game_apply(r, &on, take);
    if (stopping == ALLOWED && total >= WORTH_STOPPING) {
        say(&w, guide_example_stop, .points = total, .n = on.falling);
        take.act = ACT_TAKE_STOP;
        game_apply(r, game, take);
    } else {
        goes_on(r, &on, stopping, all_aside, &w);
        *game = on;
    }
    guide_step(g, thrown, w.data);
}

static void press_example(const struct guide *g, struct game *game) {
    const struct rules *r = g->r;
    struct faces faces = {press_faces, sizeof press_faces, 0};
    for (int number = 1; number <= EXAMPLE_ROLLS_MAX && !game->turns[0]; number++) {
        int at_risk = game->turn_points;
        struct dice thrown = fall(&faces, game->falling);
        game_apply(r, game, (struct action){.act = ACT_ROLL, .dice = thrown});
        if (!game->turns[0]) {
            press_step(g, game, number);
            continue;
        }
        LOCAL_TEXT(w, GUIDE_WORDS);
        say(&w, guide_example_bust, .roll = number, .dice = DICE(thrown, " "),
            .bust = r->book->bust, .points = at_risk);
        guide_step(g, thrown, w.data);
    }
}

void guide_example(const struct guide *g) {
    struct game game;
    game_start(g->r, &game, 2, 0);
    guide_heading(g, words_of(M_guide_title_example));
    if (g->r->book->family == FAMILY_SHEET)
        sheet_example(g, &game);
    else
        press_example(g, &game);
}
