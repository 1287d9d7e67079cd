#include "rules/rows.h"

#include "core/say.h"
#include "rules/sheet.h"

static struct row *add(struct row **next, enum row_kind kind, const char *label) {
    struct row *row = (*next)++;
    *row = (struct row){.kind = kind, .box = -1, .label = label, .printed = label};
    return row;
}

static struct row *add_sum(struct row **next, enum row_kind kind, enum message label,
                           enum message printed) {
    struct row *row = add(next, kind, words_of(label));
    row->printed = words_of(printed);
    return row;
}

static void add_boxes(const struct book *book, bool upper, struct row **next) {
    for (int i = 0; i < book->box_count; i++) {
        const struct box *box = &book->boxes[i];
        if (box_is_upper(box) != upper)
            continue;
        struct row *row = add(next, ROW_BOX, words_of(box->label));
        row->box = i;
        text_put(TEXT_OVER(row->how), BOX_HOW(box));
    }
}

int sheet_rows(const struct rules *r, struct row rows[ROWS_MAX]) {
    struct row *next = rows;
    struct text how;
    add(&next, ROW_HEADING, words_of(M_rules_upper_section));
    add_boxes(r->book, true, &next);
    add_sum(&next, ROW_UPPER_SUM, M_rules_upper_sum, M_rules_printed_upper_sum);
    if (r->params.upper_bonus) {
        struct row *row =
            add_sum(&next, ROW_UPPER_BONUS, M_rules_upper_bonus, M_rules_printed_upper_bonus);
        how = TEXT_IN(row->how);
        say(&how, rules_upper_bonus_how, .points = r->params.upper_bonus,
            .total = r->params.upper_par);
        add_sum(&next, ROW_UPPER_TOTAL, M_rules_upper_total, M_rules_printed_upper_total);
    }
    add(&next, ROW_HEADING, words_of(M_rules_lower_section));
    add_boxes(r->book, false, &next);
    if (r->params.bonus) {
        struct row *row = add(&next, ROW_FIVE_BONUS, rule_title(r->book, RULE_FIVE_BONUS));
        how = TEXT_IN(row->how);
        if (r->book->chips)
            say(&how, rules_chips_how, .points = r->params.bonus);
        else
            say(&how, rules_five_bonus_how, .points = r->params.bonus);
    }
    add_sum(&next, ROW_LOWER_TOTAL, M_rules_lower_total, M_rules_printed_lower_total);
    add_sum(&next, ROW_UPPER_AGAIN, M_rules_upper_total, M_rules_printed_upper_total);
    add(&next, ROW_GRAND_TOTAL, words_of(M_rules_grand_total));
    return (int)(next - rows);
}

const char *row_word(enum row_kind kind) {
    static const char *const words[] = {
        [ROW_HEADING] = "heading",         [ROW_BOX] = "box",
        [ROW_UPPER_SUM] = "upper-sum",     [ROW_UPPER_BONUS] = "upper-bonus",
        [ROW_UPPER_TOTAL] = "upper-total", [ROW_FIVE_BONUS] = "five-bonus",
        [ROW_LOWER_TOTAL] = "lower-total", [ROW_UPPER_AGAIN] = "upper-again",
        [ROW_GRAND_TOTAL] = "grand",
    };
    return words[kind];
}

/* As on paper, a section's total is filled in once the section is complete, and a bonus as soon as
 * it is earned; the upper sum and the grand total are running totals. */
static bool section_full(const struct book *book, const struct card *card, bool upper) {
    for (int i = 0; i < book->box_count; i++) {
        if (box_is_upper(&book->boxes[i]) == upper && !(card->filled >> i & 1))
            return false;
    }
    return true;
}

bool row_value(const struct rules *r, const struct card *card, const struct row *row, int *ret) {
    const struct book *book = r->book;
    int upper = card_upper(book, card), bonus = card_upper_bonus(r, card);
    switch (row->kind) {
    case ROW_HEADING:
        return false;
    case ROW_BOX:
        *ret = card->points[row->box];
        return card->filled >> row->box & 1;
    case ROW_UPPER_SUM:
        *ret = upper;
        return card->filled != 0;
    case ROW_UPPER_BONUS:
        *ret = bonus;
        return bonus || section_full(book, card, true);
    case ROW_UPPER_TOTAL:
    case ROW_UPPER_AGAIN:
        *ret = upper + bonus;
        return section_full(book, card, true);
    case ROW_FIVE_BONUS:
        *ret = card->bonuses * r->params.bonus;
        return card->bonuses || section_full(book, card, false);
    case ROW_LOWER_TOTAL:
        *ret = card_lower(r, card);
        return section_full(book, card, false);
    case ROW_GRAND_TOTAL:
        *ret = upper + bonus + card_lower(r, card);
        return card->filled != 0;
    }
    return false;
}
