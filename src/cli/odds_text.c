#include <string.h>

#include "cli/odds_show.h"

enum { PERCENTILES = 9, REACHES = 7 };
static const int percentiles[PERCENTILES] = {1, 5, 10, 25, 50, 75, 90, 95, 99};
/* Totals players ask about. */
static const int reaches[REACHES] = {150, 200, 250, 300, 350, 400, 500};

static int likeliest(const struct sheet_odds *odds) {
    int best = odds->low;
    for (int total = odds->low; total <= odds->high; total++) {
        if (odds->chance[total - odds->low] > odds->chance[best - odds->low])
            best = total;
    }
    return best;
}

double odds_between(const struct sheet_odds *odds, int low, int high) {
    double sum = 0;
    for (int total = low; total <= high; total++) {
        if (total >= odds->low && total <= odds->high)
            sum += odds->chance[total - odds->low];
    }
    return sum;
}

/* The probability of at least n. */
static double bonuses_from(const struct sheet_odds *odds, int n) {
    double sum = 0;
    for (int i = BOXES_MAX - 1; i >= n; i--)
        sum += odds->bonuses[i];
    return sum;
}

void odds_range(const struct sheet_odds *odds, int *ret_low, int *ret_high) {
    *ret_low = sheet_odds_percentile(odds, 0.001);
    *ret_high = sheet_odds_percentile(odds, 0.999);
}

/* "12.34 %", with more digits for tiny values; always eight columns. */
static const char *percent(double chance, char words[16]) {
    double p = chance * 100;
    if (p >= 0.01 || p < 1e-18)
        snprintf(words, 16, "%6.2f %%", p);
    else
        snprintf(words, 16, p >= 0.0001 ? "%6.4f %%" : "%6.0e %%", p);
    return words;
}

/* The same without padding. */
static const char *percent_said(double chance, char words[16]) {
    percent(chance, words);
    return words + strspn(words, " ");
}

/* ---- the histogram: one line per range of totals ---- */

enum { LINES_MAX = 26, LABELS = 20 };

static int stretch_of(int low, int high) {
    static const int steps[] = {1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (high / steps[i] - low / steps[i] < LINES_MAX)
            return steps[i];
    }
    return 2000;
}

/* With Unicode, the resolution is an eighth of a column. */
static void print_bar(FILE *out, double columns, bool plain) {
    static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int eighths = (int)(columns * 8 + 0.5);
    for (int i = 0; i < (plain ? (int)(columns + 0.5) : eighths / 8); i++)
        fputs(plain ? "#" : "█", out);
    if (!plain)
        fputs(parts[eighths % 8], out);
    fputc('\n', out);
}

static void print_histogram(FILE *out, const struct odds_view *view, int width, bool plain) {
    const struct sheet_odds *odds = view->odds;
    int low, high;
    double most = 0;
    odds_range(odds, &low, &high);
    int step = stretch_of(low, high), first = low / step * step;
    for (int at = first; at <= high; at += step) {
        double chance = odds_between(odds, at, at + step - 1);
        most = chance > most ? chance : most;
    }
    fputs("\nTotals, and how likely they are:\n", out);
    for (int at = first; at <= high; at += step) {
        char label[32], words[16];
        double chance = odds_between(odds, at, at + step - 1);
        if (step > 1)
            snprintf(label, sizeof label, "%d-%d", at, at + step - 1);
        else
            snprintf(label, sizeof label, "%d", at);
        fprintf(out, "%9s %s ", label, percent(chance, words));
        print_bar(out, chance / most * (width - LABELS), plain);
    }
}

/* ---- the tables ---- */

static void print_boxes(FILE *out, const struct odds_view *view) {
    const struct book *book = view->rules->book;
    char words[16];
    fprintf(out, "\n%-18s %9s %11s\n", "Box", "average", "zero");
    for (int box = 0; box < book->box_count; box++) {
        const char *label = book->boxes[box].label;
        if (view->card->filled >> box & 1)
            fprintf(out, "%-18s %9d %11s\n", label, view->card->points[box], "filled");
        else
            fprintf(out, "%-18s %9.2f %11s\n", label, view->odds->box_mean[box],
                    percent(view->odds->box_zero[box], words));
    }
}

static void print_bonuses(FILE *out, const struct odds_view *view) {
    const struct sheet_odds *odds = view->odds;
    char words[16];
    if (view->rules->params.upper_bonus)
        fprintf(out, "\nUpper bonus of %d: %s\n", view->rules->params.upper_bonus,
                percent_said(odds->upper_bonus, words));
    if (!view->rules->params.bonus)
        return;
    static const char *const counts[] = {"none", "one", "two", "more"};
    fputs("Further five-alikes:", out);
    for (int n = 0; n < 4; n++)
        fprintf(out, "%s %s %s", n ? "," : "", counts[n],
                percent_said(n == 3 ? bonuses_from(odds, 3) : odds->bonuses[n], words));
    fputc('\n', out);
}

void odds_print(FILE *out, const struct odds_view *view, int width, bool plain) {
    const struct sheet_odds *odds = view->odds;
    char words[16];
    fprintf(out, "%s, played perfectly for points\n\n", view->where);
    fprintf(out, "mean %.4f, standard deviation %.4f, most likely total %d\n\n", odds->mean,
            odds->deviation, likeliest(odds));
    fputs("percentile", out);
    for (int i = 0; i < PERCENTILES; i++)
        fprintf(out, " %5d", percentiles[i]);
    fputs("\ntotal     ", out);
    for (int i = 0; i < PERCENTILES; i++)
        fprintf(out, " %5d", sheet_odds_percentile(odds, percentiles[i] / 100.0));
    fputs("\n\nat least  ", out);
    for (int i = 0; i < REACHES; i++)
        fprintf(out, " %8d", reaches[i]);
    fputs("\nchance    ", out);
    for (int i = 0; i < REACHES; i++)
        fprintf(out, " %8s", percent(sheet_odds_reach(odds, reaches[i]), words));
    fputc('\n', out);
    print_bonuses(out, view);
    print_boxes(out, view);
    print_histogram(out, view, width, plain);
}

/* ---- JSON ---- */

static void json_boxes(struct json *j, const struct odds_view *view) {
    const struct book *book = view->rules->book;
    json_open(j, "boxes", '[');
    for (int box = 0; box < book->box_count; box++) {
        json_open(j, NULL, '{');
        json_string(j, "box", book->boxes[box].key);
        json_bool(j, "filled", view->card->filled >> box & 1);
        json_double(j, "mean", view->odds->box_mean[box]);
        json_double(j, "zero", view->odds->box_zero[box]);
        json_close(j, '}');
    }
    json_close(j, ']');
}

void odds_json(struct json *j, const struct odds_view *view) {
    const struct sheet_odds *odds = view->odds;
    char key[16];
    json_double(j, "mean", odds->mean);
    json_double(j, "deviation", odds->deviation);
    json_int(j, "likeliest", likeliest(odds));
    json_open(j, "percentiles", '{');
    for (int i = 0; i < PERCENTILES; i++) {
        snprintf(key, sizeof key, "%d", percentiles[i]);
        json_int(j, key, sheet_odds_percentile(odds, percentiles[i] / 100.0));
    }
    json_close(j, '}');
    json_open(j, "at_least", '{');
    for (int i = 0; i < REACHES; i++) {
        snprintf(key, sizeof key, "%d", reaches[i]);
        json_double(j, key, sheet_odds_reach(odds, reaches[i]));
    }
    json_close(j, '}');
    json_double(j, "upper_bonus", odds->upper_bonus);
    json_open(j, "further_five_alikes", '[');
    for (int n = 0; n <= view->rules->book->box_count && n < BOXES_MAX; n++)
        json_double(j, NULL, odds->bonuses[n]);
    json_close(j, ']');
    json_boxes(j, view);
    json_int(j, "lowest", odds->low);
    json_open(j, "chances", '[');
    for (int total = odds->low; total <= odds->high; total++)
        json_double(j, NULL, odds->chance[total - odds->low]);
    json_close(j, ']');
}
