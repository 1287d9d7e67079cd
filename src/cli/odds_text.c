#include "cli/odds_show.h"
#include "core/columns.h"
#include "core/say.h"

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

/* The probability of at least n bonuses. */
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

enum { PERCENT_BYTES = 32, PERCENT_COLUMNS = 8 };

/* "12.34 %", with more digits or an exponent for tiny values. */
static const char *percent(double chance, char words[PERCENT_BYTES]) {
    struct text out = text_start(words, PERCENT_BYTES);
    double p = chance * 100;
    if (p >= 0.01 || p < 1e-18) {
        say(&out, cli_percent_hundredths, .share = p);
    } else if (p >= 0.0001) {
        say(&out, cli_percent_finer, .share = p);
    } else {
        char tiny[16];
        snprintf(tiny, sizeof tiny, "%.0e", p);
        say(&out, cli_percent_tiny, .share = tiny);
    }
    return words;
}

static void put_blanks(FILE *out, int count) {
    fprintf(out, "%*s", count > 0 ? count : 0, "");
}

static void put_left(FILE *out, const char *words, int width) {
    fputs(words, out);
    put_blanks(out, width - shown_width(words));
}

static void put_right(FILE *out, const char *words, int width) {
    put_blanks(out, width - shown_width(words));
    fputs(words, out);
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
    fprintf(out, "\n%s\n", words_of(M_cli_odds_totals));
    for (int at = first; at <= high; at += step) {
        char label[32], words[PERCENT_BYTES];
        double chance = odds_between(odds, at, at + step - 1);
        if (step > 1)
            snprintf(label, sizeof label, "%d-%d", at, at + step - 1);
        else
            snprintf(label, sizeof label, "%d", at);
        fprintf(out, "%9s ", label);
        put_right(out, percent(chance, words), PERCENT_COLUMNS);
        fputc(' ', out);
        print_bar(out, chance / most * (width - LABELS), plain);
    }
}

/* ---- the tables ---- */

static void print_box_line(FILE *out, const char *box, const char *average, const char *zero) {
    put_left(out, box, 18);
    fputc(' ', out);
    put_right(out, average, 9);
    fputc(' ', out);
    put_right(out, zero, 11);
    fputc('\n', out);
}

static void print_boxes(FILE *out, const struct odds_view *view) {
    const struct book *book = view->rules->book;
    char words[PERCENT_BYTES];
    fputc('\n', out);
    print_box_line(out, words_of(M_cli_odds_box), words_of(M_cli_odds_average),
                   words_of(M_cli_odds_zero));
    for (int box = 0; box < book->box_count; box++) {
        const char *label = words_of(book->boxes[box].label);
        LOCAL_TEXT(average, 32);
        if (view->card->filled >> box & 1) {
            text_add(&average, "%d", view->card->points[box]);
            print_box_line(out, label, average.data, words_of(M_cli_odds_filled));
        } else {
            say(&average, cli_number_hundredths, .number = view->odds->box_mean[box]);
            print_box_line(out, label, average.data, percent(view->odds->box_zero[box], words));
        }
    }
}

static void print_bonuses(FILE *out, const struct odds_view *view) {
    const struct sheet_odds *odds = view->odds;
    char words[4][PERCENT_BYTES];
    if (view->rules->params.upper_bonus)
        fprintf(out, "\n%s\n",
                WORDS(cli_odds_upper_bonus, .points = view->rules->params.upper_bonus,
                      .chance = percent(odds->upper_bonus, words[0])));
    if (view->rules->params.bonus)
        fprintf(out, "%s\n",
                WORDS(cli_odds_five_of_a_kind, .none = percent(odds->bonuses[0], words[0]),
                      .one = percent(odds->bonuses[1], words[1]),
                      .two = percent(odds->bonuses[2], words[2]),
                      .more = percent(bonuses_from(odds, 3), words[3])));
}

/* The row labels for percentiles and chances, aligned in one column. */
enum { PERCENTILE, PERCENTILE_TOTAL, AT_LEAST, CHANCE, HEADS };

static void print_head(FILE *out, int head) {
    static const enum message heads[HEADS] = {M_cli_odds_percentile, M_cli_odds_total,
                                              M_cli_odds_at_least, M_cli_odds_chance};
    int width = 0;
    for (int i = 0; i < HEADS; i++) {
        int columns = shown_width(words_of(heads[i]));
        width = columns > width ? columns : width;
    }
    put_left(out, words_of(heads[head]), width);
}

void odds_print(FILE *out, const struct odds_view *view, int width, bool plain) {
    const struct sheet_odds *odds = view->odds;
    char words[PERCENT_BYTES];
    fprintf(out, "%s\n\n", WORDS(cli_odds_played_perfectly, .where = view->where));
    fprintf(out, "%s\n\n",
            WORDS(cli_odds_mean, .mean = odds->mean, .deviation = odds->deviation,
                  .total = likeliest(odds)));
    print_head(out, PERCENTILE);
    for (int i = 0; i < PERCENTILES; i++)
        fprintf(out, " %5d", percentiles[i]);
    fputc('\n', out);
    print_head(out, PERCENTILE_TOTAL);
    for (int i = 0; i < PERCENTILES; i++)
        fprintf(out, " %5d", sheet_odds_percentile(odds, percentiles[i] / 100.0));
    fputs("\n\n", out);
    print_head(out, AT_LEAST);
    for (int i = 0; i < REACHES; i++)
        fprintf(out, " %8d", reaches[i]);
    fputc('\n', out);
    print_head(out, CHANCE);
    for (int i = 0; i < REACHES; i++) {
        fputc(' ', out);
        put_right(out, percent(sheet_odds_reach(odds, reaches[i]), words), PERCENT_COLUMNS);
    }
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
