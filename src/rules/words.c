/* The rules in force, and refusals, in our own words. Nothing is decided here: these sentences
 * describe what sheet.c and press.c do under the given parameters. */

#include "core/say.h"
#include "rules/kept.h"
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

const char *rule_title(const struct book *book, enum rule rule) {
    static const enum message titles[RULES_COUNT] = {
        [RULE_TURN] = M_rules_title_turn,
        [RULE_BOX] = M_rules_title_boxes,
        [RULE_UPPER_BONUS] = M_rules_title_upper_bonus,
        [RULE_FIVE_BONUS] =
            M_rules_five_bonus, /* added as a house rule: the book has no name for it */
        [RULE_JOKER] = M_rules_title_joker,
        [RULE_ASIDE] = M_rules_title_set_aside,
        [RULE_HOT_DICE] = M_rules_title_hot_dice,
        [RULE_ENTRY] = M_rules_title_entry,
        [RULE_FINAL_ROUND] = M_rules_title_final_round,
        [RULE_WINNER] = M_rules_title_winner,
        [RULE_START] = M_rules_title_start,
        [RULE_PARTNERS] = M_rules_title_partners,
        [RULE_SETTLEMENT] = M_rules_title_settlement,
    };
    if (rule == RULE_BUST)
        return book->bust;
    if (rule == RULE_FIVE_BONUS && book->bonus)
        return words_of(book->bonus);
    return words_of(titles[rule]);
}

const char *box_how(const struct box *box, char room[]) {
    if (box->pattern == PATTERN_FACE)
        return say_in(room, box->how, &(struct say_book_how_face){.box = words_of(box->label)});
    return say_in(room, box->how, &(struct say_book_how_house){.points = box->points});
}

static const char *five_name(const struct book *book) {
    return book->five ? book->five : words_of(M_rules_five_of_a_kind);
}

/* ---- rules in force ---- */

/* The sentences about one rule, separated by blanks. */
struct sentences {
    struct text *out;
    bool cited;  /* the book says something about this rule */
    bool marked; /* our own rulings get a mark */
    bool any;
};

enum whose { THE_BOOKS, OURS };

static void begin_sentence(struct sentences *s) {
    if (s->any)
        text_put(s->out, " ");
    s->any = true;
}

static void end_sentence(struct sentences *s, enum whose whose) {
    if (s->marked && (whose == OURS || !s->cited))
        text_put(s->out, OUR_MARK);
}

#define book_says(s, key, ...)                                                                     \
    (begin_sentence(s), say((s)->out, key, __VA_ARGS__), end_sentence((s), THE_BOOKS))
#define we_say(s, key, ...)                                                                        \
    (begin_sentence(s), say((s)->out, key, __VA_ARGS__), end_sentence((s), OURS))

static void joker_sentences(const struct rules *r, struct sentences *s) {
    const char *five = five_name(r->book);
    switch (r->params.joker) {
    case JOKER_NONE:
        book_says(s, rules_about_joker_none, .box = five);
        break;
    case JOKER_FREE:
        book_says(s, rules_about_joker_free, .box = five);
        break;
    case JOKER_FORCED:
        book_says(s, rules_about_joker_forced, .box = five);
        break;
    default:
        we_say(s, rules_about_joker_classic, .box = five);
        break;
    }
}

static void sheet_sentences(const struct rules *r, enum rule rule, struct sentences *s) {
    const struct book *book = r->book;
    switch (rule) {
    case RULE_TURN:
        book_says(s, rules_about_turn_sheet, .rolls = book->rolls, .dice = book->dice);
        break;
    case RULE_BOX:
        book_says(s, rules_about_boxes, .boxes = book->box_count);
        break;
    case RULE_UPPER_BONUS:
        if (r->params.upper_bonus)
            book_says(s, rules_about_upper_bonus, .total = r->params.upper_par,
                      .n = r->params.upper_bonus);
        break;
    case RULE_FIVE_BONUS:
        if (r->params.bonus) {
            book_says(s, rules_about_five_bonus, .box = five_name(book), .n = r->params.bonus);
            we_say(s, rules_about_five_bonus_scored, .box = five_name(book));
        }
        break;
    case RULE_JOKER:
        if (r->params.joker != JOKER_NONE || r->book->params.joker)
            joker_sentences(r, s);
        break;
    case RULE_WINNER:
        book_says(s, rules_about_winner_sheet);
        we_say(s, rules_about_tie_share);
        break;
    default:
        break;
    }
}

static void tie_sentence(const struct rules *r, struct sentences *s) {
    if (r->params.tie == TIE_SHARE)
        we_say(s, rules_about_tie_share);
    else if (r->params.tie == TIE_LEADER)
        we_say(s, rules_about_tie_leader);
    else
        we_say(s, rules_about_tie_chaser);
}

static void press_sentences(const struct rules *r, enum rule rule, struct sentences *s) {
    const struct book *book = r->book;
    switch (rule) {
    case RULE_TURN:
        book_says(s, rules_about_turn_press, .dice = book->dice);
        break;
    case RULE_ASIDE:
        if (r->params.set_aside == SET_ASIDE_ALL)
            we_say(s, rules_about_set_aside_all);
        else
            we_say(s, rules_about_set_aside_any);
        book_says(s, rules_about_single_roll);
        we_say(s, rules_about_best_reading);
        break;
    case RULE_BUST:
        book_says(s, rules_about_bust, .bust = book->bust);
        we_say(s, rules_about_bust_pairs, .bust = book->bust);
        break;
    case RULE_HOT_DICE:
        if (r->params.hot_dice == HOT_DICE_MUST)
            book_says(s, rules_about_hot_dice_must, .dice = book->dice);
        else
            book_says(s, rules_about_hot_dice_may, .dice = book->dice);
        break;
    case RULE_ENTRY:
        if (r->params.entry)
            book_says(s, rules_about_entry, .points = r->params.entry);
        break;
    case RULE_FINAL_ROUND:
        if (r->params.final_round == FINAL_EVERYONE)
            we_say(s, rules_about_final_round_everyone, .goal = r->params.goal);
        else if (r->params.final_round == FINAL_REST)
            we_say(s, rules_about_final_round_rest, .goal = r->params.goal);
        else
            we_say(s, rules_about_final_round, .goal = r->params.goal);
        break;
    case RULE_WINNER:
        book_says(s, rules_about_winner_press);
        tie_sentence(r, s);
        break;
    default:
        break;
    }
}

static bool sentences_about(const struct rules *r, enum rule rule, bool marked, struct text *out) {
    struct sentences s = {out, r->book->cites[rule] != M_NONE, marked, false};
    switch (rule) {
    case RULE_START:
        book_says(&s, rules_about_start);
        we_say(&s, rules_about_start_tied);
        break;
    case RULE_PARTNERS:
        if (s.cited) { /* partners may play every game, but other books do not mention them */
            book_says(&s, rules_about_partners);
            we_say(&s, rules_about_partners_turns);
        }
        break;
    case RULE_SETTLEMENT:
        if (r->params.settlement == SETTLEMENT_ON)
            book_says(&s, rules_about_settlement);
        break;
    default:
        if (r->book->family == FAMILY_SHEET)
            sheet_sentences(r, rule, &s);
        else
            press_sentences(r, rule, &s);
        break;
    }
    return s.any;
}

bool rule_words(const struct rules *r, enum rule rule, struct text *out) {
    return sentences_about(r, rule, false, out);
}

bool rule_words_marked(const struct rules *r, enum rule rule, struct text *out) {
    return sentences_about(r, rule, true, out);
}

bool rule_changed(const struct rules *r, enum rule rule) {
    for (const struct param *p = params; p->name; p++) {
        const struct params *own = &r->book->params;
        bool differs =
            param_value(&r->params, p->first) != param_value(own, p->first) ||
            (p->second >= 0 && param_value(&r->params, p->second) != param_value(own, p->second));
        if (differs && p->rule == rule)
            return true;
    }
    return false;
}

/* ---- refusals ---- */

static const struct {
    int rule;           /* -1: no rule to cite */
    enum message words; /* M_NONE: detail() writes the text */
} refusals[] = {
    [REFUSED_OVER] = {-1, M_rules_game_over},
    [REFUSED_ROLL_FIRST] = {-1, M_rules_dice_fall_first},
    [REFUSED_CHOOSE_FIRST] = {-1, M_rules_choose_first},
    [REFUSED_OTHER_FAMILY] = {-1, M_NONE},
    [REFUSED_DICE_COUNT] = {RULE_TURN, M_NONE},
    [REFUSED_NOT_THROWN] = {RULE_TURN, M_NONE},
    [REFUSED_NO_ROLL_LEFT] = {RULE_TURN, M_NONE},
    [REFUSED_KEEPS_ALL] = {RULE_TURN, M_rules_keeps_all_dice},
    [REFUSED_NO_BOX] = {RULE_BOX, M_rules_no_such_box},
    [REFUSED_BOX_FILLED] = {RULE_BOX, M_NONE},
    [REFUSED_JOKER_UPPER] = {RULE_JOKER, M_NONE},
    [REFUSED_JOKER_LOWER] = {RULE_JOKER, M_rules_joker_fills_lower},
    [REFUSED_TAKES_NOTHING] = {RULE_ASIDE, M_rules_set_one_aside},
    [REFUSED_DEAD_DIE] = {RULE_ASIDE, M_NONE},
    [REFUSED_NOT_ALL] = {RULE_ASIDE, M_NONE},
    [REFUSED_HOT_DICE] = {RULE_HOT_DICE, M_NONE},
    [REFUSED_ENTRY] = {RULE_ENTRY, M_NONE},
    [REFUSED_DICE_DECIDE] = {-1, M_NONE},
    [REFUSED_POINTS] = {RULE_BOX, M_NONE},
    [REFUSED_POINTS_JOKER] = {RULE_JOKER, M_NONE},
    [REFUSED_NO_BONUS] = {RULE_FIVE_BONUS, M_NONE},
    [REFUSED_LAST_COUNT] = {RULE_TURN, M_NONE},
    [REFUSED_ASIDE_COUNT] = {RULE_TURN, M_NONE},
    [REFUSED_ASIDE_FIRST] = {-1, M_rules_bank_what},
    [REFUSED_TURN_BEGUN] = {-1, M_rules_turn_begun},
    [REFUSED_BANK_ZERO] = {RULE_BUST, M_NONE},
    [REFUSED_UNIT] = {RULE_ASIDE, M_NONE},
};

/* All points that the seat to move can enter in the box: "0, 6, 12", "0, 5 to 30". */
static void possible_words(const struct rules *r, const struct game *g, int box, struct text *out) {
    int list[POSSIBLE_MAX], n = kept_points(r, &g->card[g->seat], box, BONUS_EITHER, list);
    for (int i = 0; i < n; i++) {
        int end = i;
        while (end + 1 < n && list[end + 1] == list[end] + 1)
            end++;
        text_put(out, i ? ", " : "");
        if (end - i < 2) {
            text_add(out, "%d", list[i]);
        } else {
            say(out, rules_from_to, .first = list[i], .last = list[end]);
            i = end;
        }
    }
}

/* Refusals of turns that are entered without all their throws. */
static void kept_detail(const struct rules *r, const struct game *g, struct action a,
                        enum refused why, struct text *out) {
    const struct book *book = r->book;
    const char *box = book->family == FAMILY_SHEET ? words_of(book->boxes[a.box].label) : "";
    LOCAL_TEXT(list, 256);
    switch (why) {
    case REFUSED_DICE_DECIDE:
        say(out, rules_dice_decide, .name = book->boxes[a.box].key);
        break;
    case REFUSED_POINTS:
        possible_words(r, g, a.box, &list);
        say(out, rules_points_never, .box = box, .points = a.points, .list = list.data);
        break;
    case REFUSED_POINTS_JOKER:
        possible_words(r, g, a.box, &list);
        say(out, rules_points_joker, .box = box, .points = a.points, .list = list.data);
        break;
    case REFUSED_NO_BONUS:
        say(out, rules_points_no_bonus, .box = box, .points = a.points,
            .bonus = rule_title(book, RULE_FIVE_BONUS));
        break;
    case REFUSED_LAST_COUNT:
        say(out, rules_last_dice, .dice = book->dice);
        break;
    case REFUSED_ASIDE_COUNT:
        say(out, rules_aside_count, .n = g->falling, .given = dice_size(a.dice));
        break;
    case REFUSED_BANK_ZERO:
        say(out, rules_bank_zero, .bust = book->bust);
        break;
    case REFUSED_UNIT:
        say(out, rules_turn_unit, .book = book->name, .unit = press_unit(book));
        break;
    default:
        break;
    }
}

static void detail(const struct rules *r, const struct game *g, struct action a, enum refused why,
                   struct refusal *ret, struct text *out) {
    const struct book *book = r->book;
    struct dice dead;
    switch (why) {
    case REFUSED_OTHER_FAMILY:
        if (book->family == FAMILY_SHEET)
            say(out, rules_played_with_keep, .book = book->name);
        else
            say(out, rules_played_with_take, .book = book->name);
        break;
    case REFUSED_DICE_COUNT:
        say(out, rules_dice_fall_now, .n = g->falling, .given = dice_size(a.dice));
        break;
    case REFUSED_NOT_THROWN:
        ret->dice = g->dice;
        for (int face = 1; face <= FACES; face++) {
            int want = dice_count(a.dice, face);
            if (want > dice_count(g->dice, face)) {
                say(out, rules_dice_show, .dice = DICE(ret->dice, " "), .face = face, .n = want);
                return;
            }
        }
        break;
    case REFUSED_NO_ROLL_LEFT:
        say(out, rules_rolls_made, .n = book->rolls);
        break;
    case REFUSED_BOX_FILLED:
        say(out, rules_box_filled, .box = words_of(book->boxes[a.box].label),
            .points = g->card[g->seat].points[a.box]);
        break;
    case REFUSED_JOKER_UPPER:
        say(out, rules_joker_fills_upper,
            .box = words_of(book->boxes[sheet_face_box(book, dice_commonest(g->dice))].label));
        break;
    case REFUSED_DEAD_DIE:
        ret->dice = a.dice;
        dead = dice_minus(a.dice, press_largest(book, a.dice));
        if (g->dice.bits)
            say(out, rules_dead_die, .n = dice_size(dead), .dice = DICE(dead, " "),
                .dice_scoring = DICE(press_largest(book, g->dice), " "));
        else
            say(out, rules_dead_entry, .n = dice_size(dead), .dice = DICE(dead, " "));
        break;
    case REFUSED_NOT_ALL:
        ret->dice = press_largest(book, g->dice);
        say(out, rules_take_all_scoring, .dice = DICE(ret->dice, " "));
        break;
    case REFUSED_HOT_DICE:
        if (a.dice.bits)
            say(out, rules_throw_all_again, .dice = DICE(a.dice, " "), .all = book->dice);
        else
            say(out, rules_all_set_aside, .dice = book->dice);
        break;
    case REFUSED_ENTRY:
        say(out, rules_entry_short,
            .points = g->turn_points + a.points + press_points(book, a.dice),
            .entry = r->params.entry);
        break;
    default:
        kept_detail(r, g, a, why, out);
        break;
    }
}

void refusal_brief(const struct rules *r, const struct game *g, struct action a, enum refused why,
                   struct text *out) {
    const struct book *book = r->book;
    switch (why) {
    case REFUSED_JOKER_UPPER:
        say(out, rules_brief_joker_upper,
            .box = words_of(book->boxes[sheet_face_box(book, dice_commonest(g->dice))].label));
        break;
    case REFUSED_JOKER_LOWER:
        say(out, rules_brief_joker_lower);
        break;
    case REFUSED_KEEPS_ALL:
        say(out, rules_brief_keeps_all);
        break;
    case REFUSED_NO_ROLL_LEFT:
        say(out, rules_brief_no_roll);
        break;
    case REFUSED_TAKES_NOTHING:
        say(out, rules_brief_pick);
        break;
    case REFUSED_HOT_DICE:
        say(out, rules_brief_hot_dice);
        break;
    case REFUSED_ENTRY:
        say(out, rules_brief_entry, .points = g->turn_points + press_points(book, a.dice),
            .entry = r->params.entry);
        break;
    default: {
        LOCAL_TEXT(whole, SAY_ROOM_BYTES);
        refusal_explain(r, g, a, why, &(struct refusal){.words = &whole});
        text_put(out, whole.data);
        break;
    }
    }
}

void refusal_explain(const struct rules *r, const struct game *g, struct action a, enum refused why,
                     struct refusal *ret) {
    LOCAL_TEXT(reason, SAY_ROOM_BYTES);
    if (refusals[why].words)
        text_put(&reason, words_of(refusals[why].words));
    else
        detail(r, g, a, why, ret, &reason);
    if (refusals[why].rule < 0) {
        text_put(ret->words, reason.data);
        return;
    }
    enum message cite = r->book->cites[refusals[why].rule];
    ret->rule = rule_name((enum rule)refusals[why].rule);
    if (cite)
        say(ret->words, rules_reason_cited, .reason = reason.data, .rule = ret->rule,
            .cite = words_of(cite));
    else
        say(ret->words, rules_reason, .reason = reason.data, .rule = ret->rule);
}
