/* Tests real dice for bias. */

#include <float.h>
#include <math.h>

#include "cli/cli.h"
#include "coach/dice_check.h"
#include "core/json.h"

/* Values of "verdict" in the JSON output. */
static const char *const verdicts[] = {
    [DICE_TOO_FEW] = "not enough rolls to say",
    [DICE_EVEN] = "no sign of uneven dice",
    [DICE_UNEVEN] = "uneven dice",
};

/* The dice of a what-if game were already counted in the game it starts from. */
static bool is_physical(const struct table *t) {
    return table_now(t)->dice.kind == DICE_PHYSICAL && !table_what_if(t);
}

static int count_shelf(struct dice_check *c, int *ret_records) {
    struct shelf shelf;
    LOCAL_TEXT(error, 1024);
    int code = EXIT_FINE;
    if (!shelf_open(&shelf, &error))
        return problem("%s", error.data);
    for (int i = 0; i < shelf.count; i++) {
        const struct shelf_item *item = &shelf.items[i];
        if (!item->table) {
            code = problem("%s", item->error);
        } else if (is_physical(item->table)) {
            dice_check_add(c, item->table);
            ++*ret_records;
        }
    }
    shelf_close(&shelf);
    return code;
}

static int count_named(struct dice_check *c, const struct many *records, int *ret_records) {
    int code = EXIT_FINE;
    for (int i = 0; i < records->count; i++) {
        bool cut;
        struct table *t = read_table(records->list[i], &cut);
        if (!t || cut)
            code = EXIT_PROBLEM;
        if (t && !is_physical(t))
            code = complain(cli_dice_not_counted, .file = records->list[i]);
        if (t && is_physical(t)) {
            dice_check_add(c, t);
            ++*ret_records;
        }
        table_free(t);
    }
    return code;
}

static void print_json(const struct dice_check *c, int records) {
    LOCAL_TEXT(out, 1024);
    struct json j = json_begin(&out);
    json_int(&j, "records", records);
    json_int(&j, "rolls", c->rolls);
    json_int(&j, "dice", c->dice);
    json_open(&j, "counts", '[');
    for (int face = 1; face <= FACES; face++)
        json_int(&j, NULL, c->counts[face]);
    json_close(&j, ']');
    if (c->dice) {
        json_double(&j, "chi_square", c->chi_square);
        json_double(&j, "p", c->p);
        json_double(&j, "evidence", fmin(c->evidence, DBL_MAX));
        json_double(&j, "findable", c->findable);
    }
    json_int(&j, "needed", c->needed);
    json_string(&j, "verdict", verdicts[c->verdict]);
    json_close(&j, '}');
    puts(out.data);
}

static void print_counts(const struct dice_check *c, int records) {
    tell_line(cli_dice_counted, .n = c->dice, .rolls = WORDS(cli_dice_in_rolls, .n = c->rolls),
              .records = WORDS(cli_dice_of_records, .n = records));
    for (int face = 1; face <= FACES; face++) {
        double share = (double)c->counts[face] / (double)c->dice;
        printf("  %d: %6lld  %7s  ", face, (long long)c->counts[face],
               WORDS(cli_percent_tenths, .share = 100 * share));
        tell_line(cli_dice_off_share, .share = 100 * (FACES * share - 1));
    }
    if (c->p < 1e-6)
        tell_line(cli_chi_square_rare, .value = c->chi_square, .freedom = FACES - 1);
    else if (c->p < 0.001)
        tell_line(cli_chi_square_small, .value = c->chi_square, .freedom = FACES - 1, .p = c->p);
    else
        tell_line(cli_chi_square, .value = c->chi_square, .freedom = FACES - 1, .p = c->p);
}

static void print_verdict(const struct dice_check *c) {
    switch (c->verdict) {
    case DICE_TOO_FEW:
        tell_line(cli_dice_too_few, .bias = 100 * DICE_CHECK_BIAS, .needed = c->needed);
        if (c->findable < 5) /* a face can come up at most six times as often as it should */
            tell_line(cli_dice_findable, .n = c->dice, .bias = 100 * c->findable);
        if (c->p < DICE_CHECK_LEVEL / 10)
            tell_line(cli_dice_rare_so_far);
        break;
    case DICE_EVEN:
        tell_line(cli_dice_even, .bias = 100 * c->findable);
        break;
    case DICE_UNEVEN:
        if (c->dice < c->needed)
            tell_line(cli_dice_uneven_early, .n = c->dice, .times = DICE_CHECK_EVIDENCE);
        else
            tell_line(cli_dice_uneven);
    }
}

struct request {
    bool json;
    struct many records;
};

static int run(void *request) {
    const struct request *q = request;
    struct dice_check c = {0};
    int records = 0;
    int code =
        q->records.count ? count_named(&c, &q->records, &records) : count_shelf(&c, &records);
    dice_check_judge(&c);
    if (code != EXIT_FINE && !records)
        return code;
    if (q->json) {
        print_json(&c, records);
    } else if (!c.dice) {
        fprintf(stderr, "%s\n", words_of(M_cli_no_real_roll));
    } else {
        print_counts(&c, records);
        print_verdict(&c);
    }
    return code;
}

const struct verb verb_dice = {
    .name = "dice",
    .summary = M_cli_verb_dice_summary,
    .about = M_cli_verb_dice_about,
    .examples = "yard dice\n"
                "yard dice --json\n"
                "yard dice lawn.yard",
    ARGUMENT_RECORDS(0, INT_MAX, M_NONE),
    .options = OPTIONS(OPTION_JSON(M_cli_option_dice_json)),
    RUNS(run),
};
