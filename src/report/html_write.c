#include <math.h>
#include <string.h>

#include "report/html.h"

/* First strong isolate and pop directional isolate: <bdi> for plain text. */
#define ISOLATE "\xe2\x81\xa8"
#define ISOLATE_END "\xe2\x81\xa9"

static void put_escaped(struct page *p, const char *words, size_t length) {
    for (size_t i = 0; i < length; i++) {
        switch (words[i]) {
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
            fputc(words[i], p->out);
        }
    }
}

void html_text(struct page *p, const char *words) {
    put_escaped(p, words, strlen(words));
}

/* ---- numbers ---- */

void html_number(struct page *p, const char *words) {
    for (; *words; words++) {
        if (*words == '-')
            fputs("\xe2\x88\x92", p->out); /* minus */
        else if (*words == ' ')
            fputs("&nbsp;", p->out);
        else
            fputc(*words, p->out);
    }
}

void html_value(struct page *p, double value) {
    LOCAL_TEXT(w, 48);
    unit_print(p->game->unit, value, &w);
    html_number(p, w.data);
}

void html_signed(struct page *p, double difference) {
    LOCAL_TEXT(w, 48);
    unit_print_signed(p->game->unit, difference, &w);
    html_number(p, w.data);
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

const struct state *html_names(const struct page *p) {
    return table_now(p->analysis->table);
}

static void put_name(struct page *p, struct span name, bool plain) {
    fputs(plain ? ISOLATE : "<bdi>", p->out);
    put_escaped(p, name.at, name.len);
    fputs(plain ? ISOLATE_END : "</bdi>", p->out);
}

static const struct seat *seat_of(const struct page *p, int seat) {
    return analysis_seat(p->analysis, seat);
}

void html_person(struct page *p, int seat, int person, bool plain) {
    put_name(p, seat_person(seat_of(p, seat), person), plain);
}

void html_seat(struct page *p, int seat, bool plain) {
    const struct seat *s = seat_of(p, seat);
    for (int i = 0; i < seat_people(s); i++) {
        fputs(i ? " + " : "", p->out);
        put_name(p, seat_person(s, i), plain);
    }
}

bool html_has_partners(const struct page *p) {
    for (int seat = 0; seat < p->game->seats; seat++) {
        if (seat_people(seat_of(p, seat)) > 1)
            return true;
    }
    return false;
}

/* ---- dice and grades ---- */

static void put_die(struct page *p, int face, bool marked) {
    fprintf(p->out, "<svg class=\"die%s\"><use href=\"#die%d\"/></svg>", marked ? " marked" : "",
            face);
}

void html_dice(struct page *p, struct dice dice, struct dice marked) {
    LOCAL_TEXT(w, 32);
    text_dice(&w, dice, " ");
    fprintf(p->out, "<span class=\"dice\" role=\"img\" aria-label=\"%s\">", w.data);
    for (int face = 1; face <= FACES; face++) {
        for (int i = 0; i < dice_count(dice, face); i++)
            put_die(p, face, i < dice_count(marked, face));
    }
    fputs("</span>", p->out);
}

void html_grade(struct page *p, int grade) {
    static const char *const shapes[GRADES] = {
        [GRADE_BEST] = "\xe2\x97\x8f",       /* filled circle */
        [GRADE_GOOD] = "\xe2\x97\x8b",       /* empty circle */
        [GRADE_INACCURACY] = "\xe2\x96\xb3", /* triangle */
        [GRADE_MISTAKE] = "\xe2\x97\x86",    /* diamond */
        [GRADE_BLUNDER] = "\xe2\x96\xa0",    /* square */
    };
    fprintf(p->out, "<span class=\"grade %s\"><span aria-hidden=\"true\">%s</span> %s</span>",
            grade_word(grade), shapes[grade], grade_word(grade));
}

const char *html_grade_count(int grade, int count, char buffer[GRADE_COUNT_MAX]) {
    static const char *const many[GRADES] = {"best", "good", "inaccuracies", "mistakes",
                                             "blunders"};
    struct text w = text_start(buffer, GRADE_COUNT_MAX);
    text_add(&w, "%d %s", count, count == 1 ? grade_word(grade) : many[grade]);
    return buffer;
}

/* ---- structure ---- */

void html_heading(struct page *p, int deeper, const char *words) {
    fprintf(p->out, "<h%d>", p->level + deeper);
    html_text(p, words);
    fprintf(p->out, "</h%d>\n", p->level + deeper);
}

void html_scroll_open(struct page *p, const char *label, int seat) {
    fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", p->out);
    html_text(p, label);
    if (seat >= 0) {
        fputs(", ", p->out);
        html_seat(p, seat, true);
    }
    if (p->level > 2) /* in a series */
        fprintf(p->out, ", game %d", p->game->game + 1);
    fputs("\">\n", p->out);
}

void html_scroll_close(struct page *p) {
    fputs("</div>\n", p->out);
}

void html_moment_id(struct page *p, int moment) {
    fprintf(p->out, "g%dm%d", p->game->game + 1, moment);
}

/* Counts the rolls of a turn from the moments: only sheet games keep a count. */
int html_roll_number(const struct page *p, int moment) {
    const struct moment *list = p->game->moments, *m = &list[moment];
    int rolls = 0;
    for (int i = moment; i >= 0 && list[i].seat == m->seat && list[i].turn == m->turn; i--)
        rolls += !list[i].decision;
    return rolls;
}
