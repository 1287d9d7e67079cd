/* What scores: conditions and points of boxes and sets, from their patterns. */
#include <string.h>

#include "core/say.h"
#include "rules/guide_parts.h"
#include "rules/press.h"
#include "rules/sheet.h"

void guide_offer(struct text *list, const struct box *box, int points) {
    text_add(list, "%s%s %d", list->len ? ", " : "", words_of(box->label), points);
}

/* ---- the boxes of a sheet ---- */

/* `n` faces in sequence. */
static struct dice run_from(int low, int n) {
    struct dice run = {0};
    for (int i = 0; i < n; i++)
        run = dice_with(run, low + i, 1);
    return run;
}

static void condition_words(const struct book *book, const struct box *box, struct text *out) {
    switch (box->pattern) {
    case PATTERN_FACE:
    case PATTERN_ANY:
        say(out, guide_any);
        break;
    case PATTERN_KIND:
        if (box->n == book->dice)
            say(out, guide_kind_all, .count = box->n);
        else
            say(out, guide_kind, .count = box->n);
        break;
    case PATTERN_PAIRS:
        say(out, guide_pairs, .n = box->n);
        break;
    case PATTERN_HOUSE:
        say(out, guide_house);
        break;
    case PATTERN_RUN:
        if (box->from || box->n == FACES)
            text_dice(out, run_from(box->from ? box->from : 1, box->n), "-");
        else
            say(out, guide_run, .count = box->n, .dice = DICE(run_from(1, box->n), "-"));
        break;
    }
}

/* The number of dice that form the pattern. */
static int pattern_dice(const struct box *box) {
    return box->pattern == PATTERN_PAIRS ? 2 * box->n : box->pattern == PATTERN_HOUSE ? 5 : box->n;
}

static void pays_words(const struct box *box, struct text *out) {
    if (box->pays == PAYS_ALL)
        say(out, guide_pays_all);
    else if (box->pays == PAYS_FIXED)
        say(out, guide_points, .n = box->points);
    else
        say(out, guide_pays_matched, .count = pattern_dice(box));
}

static void box_item(const struct guide *g, const struct box *box) {
    LOCAL_TEXT(condition, 512);
    LOCAL_TEXT(pays, 512);
    LOCAL_TEXT(w, GUIDE_WORDS);
    condition_words(g->r->book, box, &condition);
    pays_words(box, &pays);
    if (box_is_upper(box))
        say(&w, guide_face, .face = box->n);
    else
        say(&w, guide_condition, .condition = condition.data, .points = pays.data);
    guide_item(g, words_of(box->label), w.data);
}

static bool box_items(const struct guide *g, bool upper) {
    const struct book *book = g->r->book;
    bool any = false;
    for (int i = 0; i < book->box_count; i++) {
        if (box_is_upper(&book->boxes[i]) != upper)
            continue;
        if (!any) {
            guide_heading(g, words_of(upper ? M_rules_upper_section : M_rules_lower_section));
            guide_text(g, words_of(upper ? M_guide_upper : M_guide_lower), NULL);
        }
        any = true;
        box_item(g, &book->boxes[i]);
    }
    return any;
}

/* "63 is 3 of each number": if the total needed for the bonus is that. */
static void par_text(const struct guide *g) {
    int sum = 0, par = g->r->params.upper_par;
    for (int i = 0; i < g->r->book->box_count; i++)
        sum += box_is_upper(&g->r->book->boxes[i]) ? g->r->book->boxes[i].n : 0;
    if (!g->r->params.upper_bonus || !sum || par % sum)
        return;
    LOCAL_TEXT(w, GUIDE_WORDS);
    say(&w, guide_par, .total = par, .count = par / sum);
    guide_text(g, w.data, NULL);
}

/* ---- five of a kind: what the referee allows at each stage of a card ---- */

static void fill(const struct book *book, struct card *card, int box, int points) {
    if (box < 0 || box >= book->box_count)
        return;
    card->filled |= 1u << box;
    card->points[box] = (int16_t)points;
}

static void fill_lower(const struct book *book, struct card *card) {
    for (int i = 0; i < book->box_count; i++) {
        if (!box_is_upper(&book->boxes[i]) && !(card->filled >> i & 1))
            fill(book, card, i, 0);
    }
}

static void offers_words(const struct rules *r, const struct card *card, struct dice d,
                         struct text *out) {
    LOCAL_TEXT(offers, 1024);
    bool zeros = false, refused = false;
    for (int i = 0; i < r->book->box_count; i++) {
        struct claim claim = sheet_claim(r, card, d, i);
        if (claim.refusal == REFUSED_BOX_FILLED)
            continue;
        if (claim.refusal != ALLOWED)
            refused = true;
        else if (claim.points)
            guide_offer(&offers, &r->book->boxes[i], claim.points);
        else
            zeros = true;
    }
    if (!offers.len)
        say(out, guide_five_zero);
    else if (refused)
        say(out, guide_five_only, .offers = offers.data);
    else if (zeros)
        say(out, guide_five_any, .offers = offers.data);
    else
        text_put(out, offers.data);
}

enum stage { STAGE_OWN_OPEN, STAGE_OWN_FILLED, STAGE_LOWER_FILLED };

static void stage_label(const char *five, const char *own, enum stage stage, struct text *out) {
    if (stage == STAGE_OWN_OPEN)
        say(out, guide_five_own_open, .box = five, .upper = own);
    else if (stage == STAGE_OWN_FILLED)
        say(out, guide_five_own_filled, .box = five, .upper = own);
    else
        say(out, guide_five_lower_filled, .box = five, .upper = own);
}

static void stage_offers(const struct rules *r, struct dice d, int own, enum stage stage,
                         int in_five_box, struct text *out) {
    struct card card = {0};
    fill(r->book, &card, sheet_five_box(r->book), in_five_box);
    if (stage >= STAGE_OWN_FILLED)
        fill(r->book, &card, own, 0);
    if (stage == STAGE_LOWER_FILLED)
        fill_lower(r->book, &card);
    offers_words(r, &card, d, out);
}

/* One line if it makes no difference whether the five-of-a-kind box holds points or a zero. */
static void stage_items(const struct guide *g, struct dice d, int own, enum stage stage) {
    const struct book *book = g->r->book;
    const struct box *box = &book->boxes[sheet_five_box(book)];
    const char *upper = words_of(book->boxes[own].label);
    int full = box_points(box, d);
    LOCAL_TEXT(holds, 1024);
    LOCAL_TEXT(zero, 1024);
    stage_offers(g->r, d, own, stage, full, &holds);
    stage_offers(g->r, d, own, stage, 0, &zero);
    bool same = !strcmp(holds.data, zero.data);
    for (int i = 0; i < (same ? 1 : 2); i++) {
        LOCAL_TEXT(five, 256);
        LOCAL_TEXT(label, 512);
        text_put(&five, words_of(box->label));
        if (!same)
            text_add(&five, " (%d)", i ? 0 : full);
        stage_label(five.data, upper, stage, &label);
        guide_item(g, label.data, i ? zero.data : holds.data);
    }
}

static void five_of_a_kind(const struct guide *g) {
    enum { FACE_SHOWN = 4 };
    const struct book *book = g->r->book;
    int five = sheet_five_box(book), own = sheet_face_box(book, FACE_SHOWN);
    if (five < 0)
        return;
    struct dice d = dice_with((struct dice){0}, FACE_SHOWN, book->dice);
    guide_heading(
        g, WORDS(guide_title_five, .box = words_of(book->boxes[five].label), .count = book->dice));
    guide_rule(g, RULE_FIVE_BONUS, false);
    guide_rule(g, RULE_JOKER, false);
    if (own < 0)
        return;
    guide_text(g, WORDS(guide_five_shown, .dice = DICE(d, " ")), NULL);
    LOCAL_TEXT(offers, 1024);
    offers_words(g->r, &(struct card){0}, d, &offers);
    guide_item(g, WORDS(guide_five_open, .box = words_of(book->boxes[five].label)), offers.data);
    for (int stage = STAGE_OWN_OPEN; stage <= STAGE_LOWER_FILLED; stage++)
        stage_items(g, d, own, (enum stage)stage);
}

void guide_boxes(const struct guide *g) {
    if (box_items(g, true)) {
        guide_rule(g, RULE_UPPER_BONUS, false);
        par_text(g);
    }
    box_items(g, false);
    five_of_a_kind(g);
}

/* ---- the sets of a press game ---- */

static void set_item(const struct guide *g, const char *label, int points) {
    LOCAL_TEXT(w, GUIDE_WORDS);
    say(&w, guide_points, .n = points);
    guide_item(g, label, w.data);
}

static bool same_for_all_faces(const struct book *book, int n) {
    for (int face = 2; face <= FACES; face++) {
        if (book->of_a_kind[face][n] != book->of_a_kind[1][n])
            return false;
    }
    return book->of_a_kind[1][n] != 0;
}

/* n of a kind that have no points of their own count as smaller sets: shows one that scores in full
 * and one of which only a part does. */
static void split_item(const struct guide *g, int n) {
    const struct book *book = g->r->book;
    LOCAL_TEXT(w, GUIDE_WORDS);
    bool whole = false, part = false;
    for (int face = 1; face <= FACES; face++) {
        struct dice d = dice_with((struct dice){0}, face, n), set = press_largest(book, d);
        int points = press_points(book, set);
        if (book->of_a_kind[face][n])
            return;
        if (!set.bits || (dice_same(set, d) ? whole : part))
            continue;
        text_put(&w, w.len ? " " : "");
        if (dice_same(set, d))
            say(&w, guide_split_whole, .dice = DICE(d, "-"), .points = points);
        else
            say(&w, guide_split_part, .dice = DICE(d, "-"), .set = DICE(set, "-"),
                .points = points);
        text_put(&w, OUR_MARK);
        whole |= dice_same(set, d);
        part |= !dice_same(set, d);
    }
    if (w.len)
        guide_item(g, WORDS(guide_kind_all, .count = n), w.data);
}

void guide_sets(const struct guide *g) {
    const struct book *book = g->r->book;
    guide_heading(g, words_of(M_guide_title_scores));
    guide_text(g, words_of(M_guide_sets), guide_cite(book->topic_cites[TOPIC_SCORES]));
    for (int n = 1; n <= book->dice; n++) {
        if (same_for_all_faces(book, n)) {
            set_item(g, WORDS(guide_kind_all, .count = n), book->of_a_kind[1][n]);
            continue;
        }
        for (int face = 1; face <= FACES; face++) {
            if (book->of_a_kind[face][n])
                set_item(g, DICE(dice_with((struct dice){0}, face, n), "-"),
                         book->of_a_kind[face][n]);
        }
        if (n > 3)
            split_item(g, n);
    }
    if (!book->hands[0].label)
        return;
    LOCAL_TEXT(w, GUIDE_WORDS);
    say(&w, guide_all_dice, .dice = book->dice);
    guide_text(g, w.data, NULL);
    for (const struct hand *hand = book->hands; hand->label; hand++)
        set_item(g, words_of(hand->label), hand->points);
}
