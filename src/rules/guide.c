#include "rules/guide.h"

#include "core/say.h"
#include "rules/guide_parts.h"
#include "rules/rows.h"
#include "rules/sheet.h"

const char *guide_cite(enum message cite) {
    return cite ? words_of(cite) : NULL;
}

void guide_heading(const struct guide *g, const char *words) {
    g->write(g->arg, &(struct guide_part){.kind = GUIDE_HEADING, .words = words});
}

void guide_text(const struct guide *g, const char *words, const char *cite) {
    g->write(g->arg, &(struct guide_part){.kind = GUIDE_TEXT, .words = words, .cite = cite});
}

void guide_item(const struct guide *g, const char *label, const char *words) {
    g->write(g->arg, &(struct guide_part){.kind = GUIDE_ITEM, .words = words, .label = label});
}

void guide_step(const struct guide *g, struct dice dice, const char *words) {
    g->write(g->arg, &(struct guide_part){.kind = GUIDE_STEP, .words = words, .dice = dice});
}

bool guide_rule(const struct guide *g, enum rule rule, bool headed) {
    LOCAL_TEXT(w, GUIDE_WORDS);
    if (!rule_words_marked(g->r, rule, &w))
        return false;
    bool changed = rule_changed(g->r, rule);
    if (changed) {
        text_put(&w, " ");
        say(&w, guide_house_rule);
    }
    if (headed)
        guide_heading(g, rule_title(g->r->book, rule));
    guide_text(g, w.data, changed ? NULL : guide_cite(g->r->book->cites[rule]));
    return true;
}

/* A sentence about something that is not a rule in play: the book's if it has a citation for it. */
static void topic_text(const struct guide *g, enum topic topic, const char *words) {
    LOCAL_TEXT(w, GUIDE_WORDS);
    enum message cite = g->r->book->topic_cites[topic];
    text_put(&w, words);
    if (!cite)
        text_put(&w, OUR_MARK);
    guide_text(g, w.data, guide_cite(cite));
}

static void beginning(const struct guide *g) {
    const struct book *book = g->r->book;
    bool sheet = book->family == FAMILY_SHEET;
    guide_heading(g, words_of(M_guide_title_needs));
    topic_text(g, TOPIC_NEEDS, WORDS(guide_needs, .dice = book->dice));
    topic_text(g, TOPIC_PLAYERS, words_of(M_guide_players));
    guide_heading(g, words_of(M_guide_title_aim));
    guide_text(g,
               sheet ? WORDS(guide_aim_sheet, .boxes = book->box_count)
                     : WORDS(guide_aim_press, .goal = g->r->params.goal),
               NULL);
    guide_rule(g, RULE_START, true);
    guide_rule(g, RULE_TURN, true);
    guide_rule(g, sheet ? RULE_BOX : RULE_ASIDE, false);
    if (sheet)
        topic_text(g, TOPIC_ZERO, words_of(M_guide_zero));
    guide_example(g);
}

static void totals(const struct guide *g) {
    const struct params *p = &g->r->params;
    const char *upper = words_of(M_rules_upper_total), *lower = words_of(M_rules_lower_total);
    guide_heading(g, words_of(M_guide_title_totals));
    guide_item(g, upper,
               p->upper_bonus ? WORDS(guide_total_upper_bonus, .points = p->upper_bonus)
                              : WORDS(guide_total_upper));
    guide_item(g, lower,
               !p->bonus           ? WORDS(guide_total_lower)
               : g->r->book->chips ? WORDS(guide_total_lower_chips, .points = p->bonus)
                                   : WORDS(guide_total_lower_bonus, .points = p->bonus,
                                           .row = rule_title(g->r->book, RULE_FIVE_BONUS)));
    guide_item(g, words_of(M_rules_grand_total),
               WORDS(guide_total_grand, .upper = upper, .lower = lower));
}

static void ending(const struct guide *g) {
    bool sheet = g->r->book->family == FAMILY_SHEET;
    guide_rule(g, RULE_WINNER, true);
    guide_heading(g, words_of(M_guide_title_solo));
    topic_text(g, TOPIC_SOLO,
               sheet ? WORDS(guide_solo_sheet)
                     : WORDS(guide_solo_press, .goal = g->r->params.goal));
    guide_rule(g, RULE_PARTNERS, true);
    guide_rule(g, RULE_SETTLEMENT, true);
    guide_heading(g, words_of(M_guide_title_cocked));
    LOCAL_TEXT(w, GUIDE_WORDS);
    text_put(&w, words_of(M_guide_cocked));
    text_put(&w, OUR_MARK);
    guide_text(g, w.data, NULL);
    guide_heading(g, words_of(M_guide_title_source));
    guide_text(g, WORDS(guide_source, .source = words_of(g->r->book->source), .mark = OUR_MARK),
               NULL);
}

void rules_guide(const struct rules *r, guide_fn *write, void *arg) {
    static const enum rule press[] = {RULE_BUST, RULE_HOT_DICE, RULE_ENTRY, RULE_FINAL_ROUND};
    struct guide g = {r, write, arg};
    beginning(&g);
    if (r->book->family == FAMILY_SHEET) {
        guide_boxes(&g);
        totals(&g);
    } else {
        guide_sets(&g);
        for (size_t i = 0; i < sizeof press / sizeof *press; i++)
            guide_rule(&g, press[i], true);
    }
    ending(&g);
}
