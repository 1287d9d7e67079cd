#include <math.h>
#include <string.h>

#include "report/html.h"

/* First strong isolate and pop directional isolate: the equivalent of <bdi> in plain text. */
#define ISOLATE "\xe2\x81\xa8"
#define ISOLATE_END "\xe2\x81\xa9"

static void put_escaped(struct page *p, char c) {
    switch (c) {
    case '&':
        fputs("&amp;", p->out);
        break;
    case '<':
        fputs("&lt;", p->out);
        break;
    case '>':
        fputs("&gt;", p->out);
        break;
    case '"':
        fputs("&quot;", p->out);
        break;
    case '\'':
        fputs("&#39;", p->out);
        break;
    default:
        fputc(c, p->out);
    }
}

void html_text(struct page *p, const char *words) {
    for (; *words; words++)
        put_escaped(p, *words);
}

/* ---- messages ---- */

/* A message is escaped as a whole, after its placeholders are filled in. Markup in a value
 * therefore has control characters in place of its special characters: character 1 stands for the
 * first of `specials`. Player names have no control characters. */
static const char specials[] = "<>\"&";

static void put_markup(struct text *out, const char *markup) {
    for (; *markup; markup++) {
        const char *special = strchr(specials, *markup);
        text_put_n(out, special ? &(char){(char)(special - specials + 1)} : markup, 1);
    }
}

static bool is_mark(char c) {
    return c >= 1 && c < (char)sizeof specials;
}

void html_marked(struct page *p, const char *marked) {
    for (; *marked; marked++) {
        if (is_mark(*marked))
            fputc(specials[*marked - 1], p->out);
        else
            put_escaped(p, *marked);
    }
}

void html_message(struct page *p, enum message message, const void *places) {
    LOCAL_TEXT(words, SIDES_TEXT_MAX + 1024);
    say_message(&words, message, places);
    html_marked(p, words.data);
}

void html_words(struct page *p, enum message message) {
    html_text(p, words_of(message));
}

const char *html_bold_in(char room[SAY_ROOM_BYTES], const char *words) {
    struct text out = text_start(room, SAY_ROOM_BYTES);
    put_markup(&out, "<strong>");
    text_put(&out, words);
    put_markup(&out, "</strong>");
    return room;
}

/* ---- numbers ---- */

static void put_number(struct text *out, const char *words) {
    for (; *words; words++) {
        if (*words == '-')
            text_put(out, "\xe2\x88\x92"); /* minus */
        else if (*words == '.')
            text_put(out, words_of(M_number_point));
        else if (*words == ' ')
            put_markup(out, "&nbsp;");
        else
            text_put_n(out, words, 1);
    }
}

void html_number(struct page *p, const char *words) {
    LOCAL_TEXT(out, 128);
    put_number(&out, words);
    html_marked(p, out.data);
}

const char *html_value_in(char room[SAY_ROOM_BYTES], const struct page *p, double value) {
    struct text out = text_start(room, SAY_ROOM_BYTES);
    LOCAL_TEXT(w, 48);
    unit_print(p->game->unit, value, &w);
    put_number(&out, w.data);
    return room;
}

const char *html_signed_in(char room[SAY_ROOM_BYTES], const struct page *p, double difference) {
    struct text out = text_start(room, SAY_ROOM_BYTES);
    LOCAL_TEXT(w, 48);
    unit_print_signed(p->game->unit, difference, &w);
    put_number(&out, w.data);
    return room;
}

void html_value(struct page *p, double value) {
    html_marked(p, VALUE(p, value));
}

void html_signed(struct page *p, double difference) {
    html_marked(p, SIGNED(p, difference));
}

void html_exact(struct page *p, double value, bool is_difference) {
    LOCAL_TEXT(w, 48);
    bool win = p->game->unit == UNIT_WIN;
    double shown = value * (win ? 100 : 1);
    int digits = p->game->unit == UNIT_TURNS ? 4 : 3;
    if (fabs(shown) < 0.5 * pow(10, -digits))
        text_put(&w, is_difference ? "0" : "0.000");
    else
        text_add(&w, is_difference ? "%+.*f" : "%.*f", digits, shown);
    text_put(&w, win ? " %" : "");
    html_number(p, w.data);
}

double html_good_sign(const struct page *p) {
    return p->game->unit == UNIT_TURNS ? -1 : 1;
}

/* ---- names ---- */

static void put_name(struct text *out, struct span name, bool plain) {
    put_markup(out, plain ? ISOLATE : "<bdi>");
    for (size_t i = 0; i < name.len; i++) {
        if (!is_mark(name.at[i])) /* player names have no marks, but file names may */
            text_put_n(out, &name.at[i], 1);
    }
    put_markup(out, plain ? ISOLATE_END : "</bdi>");
}

static const struct seat *seat_of(const struct page *p, int seat) {
    return &p->game->who[seat];
}

const char *html_name_in(char room[SAY_ROOM_BYTES], const char *name) {
    struct text out = text_start(room, SAY_ROOM_BYTES);
    put_name(&out, span_of(name), false);
    return room;
}

const char *html_person_in(char room[SAY_ROOM_BYTES], const struct page *p, int seat, int person) {
    struct text out = text_start(room, SAY_ROOM_BYTES);
    put_name(&out, seat_person(seat_of(p, seat), person), false);
    return room;
}

const char *html_seat_in(char room[SAY_ROOM_BYTES], const struct page *p, int seat, bool plain) {
    struct text out = text_start(room, SAY_ROOM_BYTES);
    const struct seat *s = seat_of(p, seat);
    for (int i = 0; i < seat_people(s); i++) {
        text_put(&out, i ? " + " : "");
        put_name(&out, seat_person(s, i), plain);
    }
    return room;
}

void html_person(struct page *p, int seat, int person) {
    html_marked(p, PERSON(p, seat, person));
}

void html_seat(struct page *p, int seat) {
    html_marked(p, SIDE(p, seat));
}

bool html_has_partners(const struct page *p) {
    for (int seat = 0; seat < p->game->seats; seat++) {
        if (seat_people(seat_of(p, seat)) > 1)
            return true;
    }
    return false;
}

/* ---- dice and grades ---- */

const char *html_dice_in(char room[SAY_ROOM_BYTES], struct dice dice, struct dice marked) {
    LOCAL_TEXT(w, SAY_ROOM_BYTES);
    text_put(&w, "<span class=\"dice\" role=\"img\" aria-label=\"");
    text_dice(&w, dice, " ");
    text_put(&w, "\">");
    for (int face = 1; face <= FACES; face++) {
        for (int i = 0; i < dice_count(dice, face); i++)
            text_add(&w, "<svg class=\"die%s\"><use href=\"#die%d\"/></svg>",
                     i < dice_count(marked, face) ? " marked" : "", face);
    }
    text_put(&w, "</span>");
    struct text out = text_start(room, SAY_ROOM_BYTES);
    put_markup(&out, w.data);
    return room;
}

void html_dice(struct page *p, struct dice dice, struct dice marked) {
    html_marked(p, html_dice_in(SAY_ROOM, dice, marked));
}

const char *html_grade_in(char room[SAY_ROOM_BYTES], int grade) {
    static const char *const shapes[GRADES] = {
        [GRADE_BEST] = "\xe2\x97\x8f",       /* filled circle */
        [GRADE_GOOD] = "\xe2\x97\x8b",       /* empty circle */
        [GRADE_INACCURACY] = "\xe2\x96\xb3", /* triangle */
        [GRADE_MISTAKE] = "\xe2\x97\x86",    /* diamond */
        [GRADE_BLUNDER] = "\xe2\x96\xa0",    /* square */
    };
    LOCAL_TEXT(w, 128);
    text_add(&w, "<span class=\"grade %s\"><span aria-hidden=\"true\">%s</span> ",
             grade_word(grade), shapes[grade]);
    struct text out = text_start(room, SAY_ROOM_BYTES);
    put_markup(&out, w.data);
    text_put(&out, words_of(grade_message(grade)));
    put_markup(&out, "</span>");
    return room;
}

void html_grade(struct page *p, int grade) {
    html_marked(p, GRADE(grade));
}

/* ---- structure ---- */

void html_heading(struct page *p, int deeper, enum message words) {
    fprintf(p->out, "<h%d>", p->level + deeper);
    html_words(p, words);
    fprintf(p->out, "</h%d>\n", p->level + deeper);
}

void html_scroll_open(struct page *p, const char *label, int seat) {
    fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", p->out);
    html_text(p, label);
    if (seat >= 0) {
        fputs(", ", p->out);
        html_marked(p, PLAIN_SIDE(p, seat));
    }
    if (p->level > 2) { /* in a series */
        fputs(", ", p->out);
        html_say(p, report_game_in_label, .n = p->game->game + 1);
    }
    fputs("\">\n", p->out);
}

void html_scroll_close(struct page *p) {
    fputs("</div>\n", p->out);
}

void html_table_head(struct page *p, const enum message *names) {
    fputs("<thead><tr>", p->out);
    for (; *names; names++) {
        fputs("<th scope=\"col\">", p->out);
        html_words(p, *names);
        fputs("</th>", p->out);
    }
    fputs("</tr></thead>\n<tbody>\n", p->out);
}

void html_moment_id(struct page *p, int moment) {
    fprintf(p->out, "g%dm%d", p->game->game + 1, moment);
}

bool html_is_last(const struct page *p, const struct moment *m) {
    return m->decision && m->pace == PACE_LAST && p->game->rules.book->family == FAMILY_SHEET;
}

/* Counts the rolls of a turn from the moments: only sheet games keep a count. Dice set aside from a
 * throw that is not known stand for that throw. */
int html_roll_number(const struct page *p, int moment) {
    const struct moment *list = p->game->moments, *m = &list[moment];
    int rolls = 0;
    for (int i = moment; i >= 0 && list[i].seat == m->seat && list[i].turn == m->turn; i--)
        rolls += !list[i].decision && (!list[i].unknown || list[i].action.act == ACT_ASIDE);
    return rolls;
}
