/* Tests real dice for bias. */

#include "cli/cli.h"
#include "coach/dice_check.h"
#include "core/json.h"

static const char *const verdicts[] = {
    [DICE_TOO_FEW] = "not enough rolls to say",
    [DICE_EVEN] = "no sign of uneven dice",
    [DICE_UNEVEN] = "uneven dice",
};

static bool is_physical(const struct table *t) {
    return table_now(t)->dice.kind == DICE_PHYSICAL;
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
            code = problem("%s is not counted: its dice are no real ones ('dice physical')",
                           records->list[i]);
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
        json_double(&j, "findable", c->findable);
    }
    json_int(&j, "needed", c->needed);
    json_string(&j, "verdict", verdicts[c->verdict]);
    json_close(&j, '}');
    puts(out.data);
}

static void print_counts(const struct dice_check *c, int records) {
    printf("%lld dice in %lld roll%s of %d record%s.\n", (long long)c->dice, (long long)c->rolls,
           c->rolls == 1 ? "" : "s", records, records == 1 ? "" : "s");
    for (int face = 1; face <= FACES; face++) {
        double share = (double)c->counts[face] / (double)c->dice;
        printf("  %d: %6lld  %5.1f %%  (%+.1f %% of its share)\n", face, (long long)c->counts[face],
               100 * share, 100 * (FACES * share - 1));
    }
    printf("Chi-square %.2f with %d degrees of freedom: fair dice are at least so uneven with\n"
           "probability %.*f.\n",
           c->chi_square, FACES - 1, c->p < 0.001 ? 6 : 3, c->p);
}

static void print_verdict(const struct dice_check *c) {
    switch (c->verdict) {
    case DICE_TOO_FEW:
        printf(
            "Not enough rolls to say. A face that comes up %.0f %% too often or too seldom takes\n"
            "%lld dice to be found (in four cases of five, with one false alarm in a hundred).\n",
            100 * DICE_CHECK_BIAS, (long long)c->needed);
        if (c->findable < 5) /* a face can come up at most six times as often as it should */
            printf("With %lld dice only one that is off by %.0f %% would be found so well.\n",
                   (long long)c->dice, 100 * c->findable);
        if (c->p < DICE_CHECK_LEVEL / 10)
            puts("What fell so far would be rare with fair dice, though: go on counting.");
        break;
    case DICE_EVEN:
        printf(
            "No sign of uneven dice. A face that is off by %.0f %% would have been found in four\n"
            "cases of five; smaller differences may be there.\n",
            100 * c->findable);
        break;
    case DICE_UNEVEN:
        puts("These dice are uneven: fair ones would look like this less than once in a hundred\n"
             "times.");
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
        fputs("No roll of real dice has been kept yet.\n", stderr);
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
