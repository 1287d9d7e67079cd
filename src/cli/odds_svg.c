#include <math.h>

#include "cli/odds_show.h"
#include "core/say.h"

/* In SVG user units; at a width of 600 pixels text is still 12 pixels high. */
enum {
    WIDTH = 800,
    HEIGHT = 480,
    LEFT = 70,
    RIGHT = 780,
    TOP = 104,
    BOTTOM = 410,
};

struct scale {
    int low, high; /* totals at the ends of the axis */
    int step;      /* points per bar */
    double most;   /* probability at the top of the axis */
};

/* The left edge of the bar that starts at this total. */
static double x_of(const struct scale *s, double total) {
    return LEFT + (total - s->low) / (s->high - s->low) * (RIGHT - LEFT);
}

static double y_of(const struct scale *s, double chance) {
    return BOTTOM - chance / s->most * (BOTTOM - TOP);
}

/* A step of 1, 2 or 5 times a power of ten that divides `all` into at most `count` steps. */
static double round_step(double all, int count) {
    double power = pow(10, floor(log10(all / count))), rest = all / count / power;
    return power * (rest <= 1 ? 1 : rest <= 2 ? 2 : rest <= 5 ? 5 : 10);
}

static struct scale scale_of(const struct sheet_odds *odds) {
    struct scale s;
    int low, high;
    odds_range(odds, &low, &high);
    s.step = high - low > 400 ? 10 : 5;
    s.low = low < s.step ? 0 : (low / s.step - 1) * s.step;
    s.high = (high / s.step + 2) * s.step;
    while (s.high - s.low < 8 * s.step) { /* keep a nearly certain total from filling the chart */
        s.low -= s.low >= s.step ? s.step : 0;
        s.high += s.step;
    }
    s.most = 0;
    for (int at = s.low; at < s.high; at += s.step) {
        double chance = odds_between(odds, at, at + s.step - 1);
        s.most = chance > s.most ? chance : s.most;
    }
    double tick = round_step(s.most, 5);
    s.most = fmin(ceil(s.most / tick + 0.2) * tick, fmax(1, s.most));
    return s;
}

static void put_words(FILE *out, const char *words) {
    for (; *words; words++) {
        if (*words == '&')
            fputs("&amp;", out);
        else if (*words == '<')
            fputs("&lt;", out);
        else
            fputc(*words, out);
    }
}

static void put_percent(FILE *out, double percent, int digits) {
    put_words(out, digits == 0   ? WORDS(cli_percent_whole, .share = percent)
                   : digits == 1 ? WORDS(cli_percent_tenths, .share = percent)
                                 : WORDS(cli_percent_hundredths, .share = percent));
}

static void put_axes(FILE *out, const struct scale *s) {
    double tick = round_step(s->most, 5);
    int digits = tick * 100 >= 0.999 ? 0 : tick * 100 >= 0.0999 ? 1 : 2;
    for (int i = 0; i * tick < s->most + tick / 2; i++) {
        double at = i * tick, y = y_of(s, at);
        fprintf(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y, RIGHT);
        fprintf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 8, y + 5);
        put_percent(out, at * 100, digits);
        fputs("</text>\n", out);
    }
    double round = round_step(s->high - s->low, 10);
    int step = round < 5 ? 5 : (int)round;
    for (int at = (s->low + step - 1) / step * step; at <= s->high; at += step) {
        double x = x_of(s, at + 0.5);
        if (x > RIGHT)
            break;
        fprintf(out, "<path class=\"axis\" d=\"M%.1f %dv6\"/>\n", x, BOTTOM);
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x, BOTTOM + 24,
                at);
    }
}

static void put_bars(FILE *out, const struct odds_view *view, const struct scale *s) {
    fputs("<g class=\"bar\">\n", out);
    for (int at = s->low; at < s->high; at += s->step) {
        double chance = odds_between(view->odds, at, at + s->step - 1);
        double x = x_of(s, at), width = x_of(s, at + s->step) - x, y = y_of(s, chance);
        double gap = width > 6 ? 1 : width * 0.12;
        if (BOTTOM - y < 0.05)
            continue;
        fprintf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"><title>",
                x + gap / 2, y, width - gap, BOTTOM - y);
        put_words(
            out, WORDS(cli_chart_bar, .low = at, .high = at + s->step - 1, .chance = chance * 100));
        fputs("</title></rect>\n", out);
    }
    fputs("</g>\n", out);
}

/* A vertical line at a total, labeled above the chart. */
struct mark {
    const char *css_class;
    double total;
    const char *label;
};

static void put_mark(FILE *out, const struct scale *s, const struct mark *m, bool left, int row) {
    double x = x_of(s, m->total + 0.5);
    fprintf(out, "<path class=\"%s\" d=\"M%.2f %dV%d\"/>\n", m->css_class, x, TOP - 12 - row * 18,
            BOTTOM);
    fprintf(out, "<text class=\"%s\" x=\"%.2f\" y=\"%d\" text-anchor=\"%s\">", m->css_class,
            left ? x - 5 : x + 5, TOP - 4 - row * 18, left ? "end" : "start");
    put_words(out, m->label);
    fputs("</text>\n", out);
}

/* Labels go on the outer sides of the two lines; near an end of the axis, one above the other. */
static void put_marks(FILE *out, const struct scale *s, struct mark lower, struct mark higher) {
    enum { ROOM = 100 };
    bool left_end = x_of(s, lower.total) < LEFT + ROOM;
    bool right_end = x_of(s, higher.total) > RIGHT - ROOM;
    put_mark(out, s, &lower, !left_end, left_end ? 1 : 0);
    put_mark(out, s, &higher, right_end, right_end && !left_end ? 1 : 0);
}

void odds_svg(FILE *out, const struct odds_view *view) {
    const struct sheet_odds *odds = view->odds;
    struct scale s = scale_of(odds);
    int middle = sheet_odds_percentile(odds, 0.5);
    struct mark mean = {"mean", odds->mean, WORDS(cli_chart_mean, .total = odds->mean)};
    struct mark median = {"median", middle, WORDS(cli_chart_median, .total = middle)};
    double outside = 1 - odds_between(odds, s.low, s.high - 1);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" font-family=\"sans-serif\" font-size=\"16\" fill=\"#333\">\n"
            "<style>.grid{stroke:#ddd}.axis{stroke:#555;fill:none}.bar{fill:#4a7fb5}"
            "path.mean{stroke:#b3261e;stroke-width:2}"
            "path.median{stroke:#222;stroke-width:2;stroke-dasharray:6 4}"
            "text.mean{fill:#b3261e}text.median{fill:#222}</style>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fdfdfb\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT);
    fprintf(out, "<text x=\"%d\" y=\"30\" font-size=\"20\" font-weight=\"bold\">", LEFT);
    put_words(out, view->where);
    fprintf(out, "</text>\n<text x=\"%d\" y=\"54\">", LEFT);
    put_words(out, WORDS(cli_chart_title, .deviation = odds->deviation));
    fputs("</text>\n", out);
    put_axes(out, &s);
    put_bars(out, view, &s);
    fprintf(out, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP, BOTTOM, RIGHT);
    if (median.total <= mean.total)
        put_marks(out, &s, median, mean);
    else
        put_marks(out, &s, mean, median);
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (LEFT + RIGHT) / 2,
            HEIGHT - 14);
    LOCAL_TEXT(share, 32);
    text_add(&share, "%.2g", outside * 100);
    if (outside > 1e-6)
        put_words(out, WORDS(cli_chart_axis_outside, .n = s.step, .share = share.data));
    else
        put_words(out, WORDS(cli_chart_axis, .n = s.step));
    fputs("</text>\n</svg>\n", out);
}
