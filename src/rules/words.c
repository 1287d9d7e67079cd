/* The rules in force, and refusals, in our own words. Nothing is decided here: these sentences
 * describe what sheet.c and press.c do under the given parameters. */

#include "rules/press.h"
#include "rules/sheet.h"

static const char *const names[RULES_COUNT] = {
    [RULE_TURN] = "turn",
    [RULE_BOX] = "boxes",
    [RULE_UPPER_BONUS] = "upper-bonus",
    [RULE_FIVE_BONUS] = "bonus",
    [RULE_JOKER] = "joker",
    [RULE_ASIDE] = "set-aside",
    [RULE_BUST] = "bust",
    [RULE_HOT_DICE] = "hot-dice",
    [RULE_ENTRY] = "entry",
    [RULE_FINAL_ROUND] = "final-round",
    [RULE_WINNER] = "winner",
    [RULE_START] = "start",
    [RULE_PARTNERS] = "partners",
    [RULE_SETTLEMENT] = "settlement",
};

const char *rule_name(enum rule rule) {
    return names[rule];
}

static const char *five_label(const struct book *book) {
    int five = sheet_five_box(book);
    return five < 0 ? "five-alike" : book->boxes[five].label;
}

static void joker_words(const struct rules *r, struct text *out) {
    const char *five = five_label(r->book);
    const char *forced =
        "it must fill the upper box of its own face while that is open; else it must fill a lower "
        "box, as a joker; with all lower boxes filled it puts a zero in any open upper box";
    const char *free = "it may fill any open box; a lower box scores as a joker once the upper box "
                       "of its own face is filled";
    text_add(out, "Five alike when the %s box is already filled: ", five);
    switch (r->params.joker) {
    case JOKER_NONE:
        text_put(out, "an ordinary roll; it may fill any open box, at its ordinary score.");
        return;
    case JOKER_FREE:
        text_add(out, "%s.", free);
        break;
    case JOKER_FORCED:
        text_add(out, "%s.", forced);
        break;
    default:
        text_add(out, "if the %s box holds points, %s. If it holds a zero, %s.", five, forced,
                 free);
        break;
    }
    text_put(out, " A joker scores a lower box as if its condition were met.");
}

static bool sheet_words(const struct rules *r, enum rule rule, struct text *out) {
    const struct book *book = r->book;
    const char *five = five_label(book);
    switch (rule) {
    case RULE_TURN:
        text_add(out,
                 "A turn is up to %d rolls of %d dice: first all of them, then any or all again, "
                 "also dice kept before. You may stop after any roll.",
                 book->rolls, book->dice);
        return true;
    case RULE_BOX:
        text_add(out,
                 "Each turn fills exactly one open box, with its score or with a zero; a box whose "
                 "condition is not met scores 0. The game ends when all %d boxes of everybody are "
                 "filled.",
                 book->box_count);
        return true;
    case RULE_UPPER_BONUS:
        if (!r->params.upper_bonus)
            return false;
        text_add(out, "An upper section of %d or more earns %d points.", r->params.upper_par,
                 r->params.upper_bonus);
        return true;
    case RULE_FIVE_BONUS:
        if (!r->params.bonus)
            return false;
        text_add(
            out,
            "When the %s box holds points, each further five alike that is scored earns %d "
            "points, whichever box it fills. With a zero in the %s box it earns nothing extra.",
            five, r->params.bonus, five);
        return true;
    case RULE_JOKER:
        if (r->params.joker == JOKER_NONE && !r->book->params.joker)
            return false;
        joker_words(r, out);
        return true;
    case RULE_WINNER:
        text_put(out, "The highest grand total wins; equal totals share the win.");
        return true;
    default:
        return false;
    }
}

static bool press_words(const struct rules *r, enum rule rule, struct text *out) {
    static const char *const tie[] = {"share the win", "are won by the one who was there first",
                                      "are won by the one who caught up"};
    const struct book *book = r->book;
    switch (rule) {
    case RULE_TURN:
        text_add(out,
                 "A turn starts with all %d dice. After each throw set scoring dice aside, then "
                 "throw the rest or stop and bank the points of the turn.",
                 book->dice);
        return true;
    case RULE_ASIDE:
        text_add(out,
                 "%s Every die set aside must score, and a combination counts only within "
                 "one throw; the set counts at its best reading.",
                 r->params.set_aside == SET_ASIDE_ALL
                     ? "After each throw all dice that score are set aside."
                     : "After each throw at least one scoring die or combination is set aside; "
                       "which, you choose.");
        return true;
    case RULE_BUST:
        text_add(out,
                 "A throw without a scoring die is a %s: the points of the turn are lost and the "
                 "turn passes.",
                 book->bust);
        return true;
    case RULE_HOT_DICE:
        text_add(out, "Once all %d dice are set aside, %s", book->dice,
                 r->params.hot_dice == HOT_DICE_MUST
                     ? "all must be thrown again at least once before stopping; the points so far "
                       "stay at risk."
                     : "you may stop, or throw all of them again with the points so far at risk.");
        return true;
    case RULE_ENTRY:
        if (!r->params.entry)
            return false;
        text_add(out, "A player with no score yet may stop only with %d or more in that turn.",
                 r->params.entry);
        return true;
    case RULE_FINAL_ROUND:
        text_add(out,
                 "The first to bank a total of %d or more begins the final round: every other "
                 "player has one more turn. Alone, the game ends there.",
                 r->params.goal);
        return true;
    case RULE_WINNER:
        text_add(out, "The highest total wins; equal highest totals %s.", tie[r->params.tie]);
        return true;
    default:
        return false;
    }
}

bool rule_words(const struct rules *r, enum rule rule, struct text *out) {
    switch (rule) {
    case RULE_START:
        text_put(out, "Everybody rolls all dice; the highest total starts, ties for it roll again. "
                      "Then it goes clockwise.");
        return true;
    case RULE_PARTNERS:
        text_put(out, "Partners share one column and take its turns in order.");
        return true;
    case RULE_SETTLEMENT:
        text_put(out, "The winner earns the difference to each opponent's total; a series adds "
                      "these up.");
        return true;
    default:
        return r->book->family == FAMILY_SHEET ? sheet_words(r, rule, out)
                                               : press_words(r, rule, out);
    }
}

/* ---- refusals ---- */

static const struct {
    int rule; /* -1: not a game rule, just the order of play */
    const char *words;
} refusals[] = {
    [REFUSED_OVER] = {-1, "the game is over"},
    [REFUSED_ROLL_FIRST] = {-1, "the dice have to fall first"},
    [REFUSED_CHOOSE_FIRST] = {-1, "the dice lie; choose what to do with them first"},
    [REFUSED_OTHER_FAMILY] = {-1, NULL},
    [REFUSED_DICE_COUNT] = {RULE_TURN, NULL},
    [REFUSED_NOT_THROWN] = {RULE_TURN, NULL},
    [REFUSED_NO_ROLL_LEFT] = {RULE_TURN, NULL},
    [REFUSED_KEEPS_ALL] = {RULE_TURN, "keeping all dice leaves none to roll; fill a box instead"},
    [REFUSED_NO_BOX] = {RULE_BOX, "there is no such box"},
    [REFUSED_BOX_FILLED] = {RULE_BOX, NULL},
    [REFUSED_JOKER_UPPER] = {RULE_JOKER, NULL},
    [REFUSED_JOKER_LOWER] = {RULE_JOKER, "this five alike must fill a lower box while one is open"},
    [REFUSED_TAKES_NOTHING] = {RULE_ASIDE, "at least one scoring die has to be set aside"},
    [REFUSED_DEAD_DIE] = {RULE_ASIDE, NULL},
    [REFUSED_NOT_ALL] = {RULE_ASIDE, NULL},
    [REFUSED_HOT_DICE] = {RULE_HOT_DICE, NULL},
    [REFUSED_ENTRY] = {RULE_ENTRY, NULL},
};

static void detail(const struct rules *r, const struct game *g, struct action a, enum refused why,
                   struct refusal *ret) {
    const struct book *book = r->book;
    struct text *out = ret->words;
    switch (why) {
    case REFUSED_OTHER_FAMILY:
        text_add(out, "%s is played with %s", book->name,
                 book->family == FAMILY_SHEET ? "keep and score, not take"
                                              : "take, not keep and score");
        break;
    case REFUSED_DICE_COUNT:
        text_add(out, "%d dice fall now, not %d", g->falling, dice_size(a.dice));
        break;
    case REFUSED_NOT_THROWN:
        ret->dice = g->dice;
        for (int face = 1; face <= FACES; face++) {
            int have = dice_count(g->dice, face), want = dice_count(a.dice, face);
            if (want > have) {
                text_add(out, "the dice show ");
                text_dice(out, ret->dice, " ");
                text_add(out, ": %d of face %d, not %d", have, face, want);
                return;
            }
        }
        break;
    case REFUSED_NO_ROLL_LEFT:
        text_add(out, "all %d rolls of this turn are made; fill a box", book->rolls);
        break;
    case REFUSED_BOX_FILLED:
        text_add(out, "%s is filled already, with %d", book->boxes[a.box].label,
                 g->card[g->seat].points[a.box]);
        break;
    case REFUSED_JOKER_UPPER:
        text_add(out, "this five alike must fill %s while it is open",
                 book->boxes[sheet_face_box(book, dice_commonest(g->dice))].label);
        break;
    case REFUSED_DEAD_DIE:
        ret->dice = a.dice;
        text_put(out, "in ");
        text_dice(out, ret->dice, " ");
        text_put(out, " not every die scores");
        break;
    case REFUSED_NOT_ALL:
        ret->dice = press_largest(book, g->dice);
        text_put(out, "all dice that score must be taken: ");
        text_dice(out, ret->dice, " ");
        break;
    case REFUSED_HOT_DICE:
        text_add(out, "all %d dice are set aside, so all must be thrown again", book->dice);
        break;
    case REFUSED_ENTRY:
        text_add(out, "%d points are not yet the %d needed to get on the sheet",
                 g->turn_points + press_points(book, a.dice), r->params.entry);
        break;
    default:
        break;
    }
}

void refusal_explain(const struct rules *r, const struct game *g, struct action a, enum refused why,
                     struct refusal *ret) {
    if (refusals[why].words)
        text_put(ret->words, refusals[why].words);
    else
        detail(r, g, a, why, ret);
    if (refusals[why].rule < 0)
        return;
    const char *cite = r->book->cites[refusals[why].rule];
    ret->rule = rule_name((enum rule)refusals[why].rule);
    text_add(ret->words, " (rule %s%s%s)", ret->rule, cite ? "; " : "", cite ? cite : "");
}
