/* Answers about rules and bot levels, which do not change. */
#include "core/say.h"
#include "rules/guide.h"
#include "talk/answers.h"

static void json_boxes(struct json *j, const struct book *book) {
    json_open(j, "boxes", '[');
    for (const struct box *box = book->boxes; box < book->boxes + book->box_count; box++) {
        json_open(j, NULL, '{');
        json_string(j, "key", box->key);
        json_string(j, "label", words_of(box->label));
        json_string(j, "how", BOX_HOW(box));
        json_bool(j, "upper", box->pattern == PATTERN_FACE);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void json_set(struct json *j, const char *words, int points) {
    json_open(j, NULL, '{');
    json_string(j, "set", words);
    json_int(j, "points", points);
    json_close(j, '}');
}

static void json_sets(struct json *j, const struct book *book) {
    json_open(j, "sets", '[');
    for (int n = 1; n <= DICE_MAX; n++) {
        for (int face = 1; face <= FACES; face++) {
            LOCAL_TEXT(d, 32);
            text_dice(&d, dice_with((struct dice){0}, face, n), " ");
            if (book->of_a_kind[face][n])
                json_set(j, d.data, book->of_a_kind[face][n]);
        }
    }
    for (const struct hand *hand = book->hands; hand->label; hand++)
        json_set(j, words_of(hand->label), hand->points);
    json_close(j, ']');
}

/* A numeric parameter: its value, the book's default, and its range. */
static void json_number(struct json *j, const struct rules *r, int offset, int min, int max,
                        int step) {
    json_int(j, "value", param_value(&r->params, offset));
    json_int(j, "default", param_value(&r->book->params, offset));
    json_int(j, "min", min);
    json_int(j, "max", max);
    json_int(j, "step", step);
}

static void json_option(struct json *j, const struct rules *r, const struct param *p) {
    json_open(j, NULL, '{');
    json_string(j, "key", p->name);
    json_string(j, "label", words_of(p->label));
    json_string(j, "about", words_of(p->meaning));
    if (p->words) {
        json_string(j, "value", p->words[param_value(&r->params, p->first)]);
        json_string(j, "default", p->words[param_value(&r->book->params, p->first)]);
        json_open(j, "choices", '[');
        for (int i = 0; p->words[i]; i++) {
            json_open(j, NULL, '{');
            json_string(j, "value", p->words[i]);
            json_string(j, "about", words_of(p->choices[i]));
            json_close(j, '}');
        }
        json_close(j, ']');
    } else {
        json_number(j, r, p->first, p->min, p->max, p->step);
    }
    if (p->second >= 0) {
        json_open(j, "second", '{');
        json_string(j, "label", words_of(p->second_label));
        json_number(j, r, p->second, p->second_min, param_second_max(r->book), 1);
        json_close(j, '}');
    }
    json_close(j, '}');
}

void json_book(struct json *j, const struct rules *r) {
    LOCAL_TEXT(w, 1024);
    const struct book *book = r->book;
    rules_print(r, &w);
    json_open(j, NULL, '{');
    json_string(j, "key", w.data); /* not "id", which WebSocket clients use for their own ids */
    json_string(j, "name", book->name);
    json_string(j, "about", words_of(book->about));
    json_string(j, "source", words_of(book->source));
    json_string(j, "family", book->family == FAMILY_SHEET ? "sheet" : "press");
    json_int(j, "dice", book->dice);
    json_open(j, "rules", '{');
    for (int rule = 0; rule < RULES_COUNT; rule++) {
        text_clear(&w);
        if (rule_words(r, (enum rule)rule, &w))
            json_string(j, rule_name((enum rule)rule), w.data);
    }
    json_close(j, '}');
    json_open(j, "titles", '{');
    for (int rule = 0; rule < RULES_COUNT; rule++) {
        text_clear(&w);
        if (rule_words(r, (enum rule)rule, &w))
            json_string(j, rule_name((enum rule)rule), rule_title(book, (enum rule)rule));
    }
    json_close(j, '}');
    if (book->family == FAMILY_SHEET)
        json_boxes(j, book);
    else
        json_sets(j, book);
    json_open(j, "parameters", '[');
    for (const struct param *p = params; p->name; p++) {
        if (p->family != book->family)
            continue;
        text_clear(&w);
        param_print(p, &r->params, &w);
        json_string(j, NULL, w.data);
    }
    json_close(j, ']');
    json_open(j, "options", '[');
    for (const struct param *p = params; p->name; p++) {
        if (p->family == book->family)
            json_option(j, r, p);
    }
    json_close(j, ']');
    json_close(j, '}');
}

void answer_book(struct text *out, const struct rules *r) {
    struct json j = json_start(out);
    json_book(&j, r);
}

static void json_part(void *arg, const struct guide_part *part) {
    static const char *const kinds[] = {[GUIDE_HEADING] = "heading",
                                        [GUIDE_TEXT] = "text",
                                        [GUIDE_ITEM] = "item",
                                        [GUIDE_STEP] = "step"};
    struct json *j = arg;
    json_open(j, NULL, '{');
    json_string(j, "kind", kinds[part->kind]);
    if (part->label)
        json_string(j, "label", part->label);
    if (part->dice.bits) {
        LOCAL_TEXT(d, 32);
        text_dice(&d, part->dice, " ");
        json_string(j, "dice", d.data);
    }
    json_string(j, "words", part->words);
    if (part->cite)
        json_string(j, "cite", part->cite);
    json_close(j, '}');
}

void answer_guide(struct text *out, const struct rules *r) {
    LOCAL_TEXT(w, RULES_TEXT_MAX);
    struct json j = json_begin(out);
    rules_print(r, &w);
    json_string(&j, "key", w.data);
    json_open(&j, "guide", '[');
    rules_guide(r, json_part, &j);
    json_close(&j, ']');
    json_close(&j, '}');
}

void answer_levels(struct text *out) {
    struct json j = json_begin(out);
    json_open(&j, "levels", '[');
    for (const struct bot_level *level = bot_levels; level->name; level++) {
        LOCAL_TEXT(w, 256);
        bot_words(level, &w);
        json_open(&j, NULL, '{');
        json_string(&j, "level", level->name);
        json_string(&j, "about", w.data);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
}

void answer_bot(struct text *out, const struct rules *r, const struct bot_level *level,
                struct action action) {
    LOCAL_TEXT(w, 64);
    struct json j = json_begin(out);
    action_print(r, action, &w);
    json_string(&j, "bot", level->name);
    json_string(&j, "do", w.data);
    json_close(&j, '}');
}
