/* Whether the dice of records fell as they were committed to. */
#include <stdlib.h>

#include "cli/cli.h"
#include "play/fair_check.h"
#include "play/record.h"
#include "solve/memory.h"

/* What stands in the way of a verdict on dice that are no fair ones. */
static const char *other_dice(const struct table *t) {
    switch (table_now(t)->dice.kind) {
    case DICE_SEEDED:
        return "its dice follow from a seed that all could know; 'yard check' replays them";
    case DICE_SYSTEM:
        return "its dice were rolled by the system, and nothing is left to check them by";
    case DICE_FAIR:
        return "none of its fair dice has fallen yet";
    default:
        return "its dice are real ones, and nothing is left to check them by";
    }
}

static void print_wrong(const char *path, const struct wrong_throw *wrong) {
    char words[128];
    struct text w = TEXT_IN(words);
    text_dice(&w, wrong->said.dice, " ");
    text_put(&w, ", but the secret gives ");
    text_dice(&w, wrong->right, " ");
    printf("%s, line %d: throw %u of game %d is %s\n", path, wrong->said.line,
           (unsigned)wrong->said.throw_number, wrong->game, words);
}

static void print_pending(const char *path, const struct table *t) {
    for (struct fair_deal d = {0}; fair_next_deal(t, &d);) {
        if (!d.reveal && d.throws)
            printf("%s, line %d: the secret of game %d is not revealed; its throws, %d, cannot be "
                   "checked\n",
                   path, d.line, d.game, d.throws);
    }
}

static void print_text(const char *path, const struct table *t, const struct fair_sum *sum) {
    switch (sum->verdict) {
    case FAIR_NONE:
        printf("%s: %s\n", path, other_dice(t));
        break;
    case FAIR_RIGHT:
        printf("%s: all throws, %d, are as committed\n", path, sum->throws);
        break;
    case FAIR_PENDING:
        print_pending(path, t);
        break;
    case FAIR_WRONG:
        print_wrong(path, table_wrong_throw(t));
    }
}

static void print_json(const char *path, const struct table *t) {
    struct text out = text_on_heap();
    struct json j = json_start(&out);
    json_open(&j, NULL, '{');
    json_string(&j, "record", path);
    fair_json(&j, t);
    json_close(&j, '}');
    puts(out.data);
    free(out.data);
}

/* A record cannot be read beyond a wrong throw, which is enough to name it. */
static bool verify(const char *path, bool json) {
    char words[1024];
    struct text error = TEXT_IN(words);
    struct record_tail tail;
    struct table *t = table_new();
    if (!t)
        abort();
    bool whole = record_read(path, t, &tail, &error);
    if (!whole && !table_wrong_throw(t)) {
        problem("%s", words);
        table_free(t);
        return false;
    }
    tell_cut(path, &tail);
    struct fair_sum sum = fair_check(t);
    if (json)
        print_json(path, t);
    else
        print_text(path, t, &sum);
    table_free(t);
    return sum.verdict == FAIR_RIGHT && !tail.found;
}

static int run(const struct verb *verb, int argc, char **argv) {
    return each_record(verb, argc, argv, verify);
}

const struct verb verb_verify = {
    .name = "verify",
    .summary = "check that fair dice fell as they were committed to",
    .synopsis = "[--json] RECORD...",
    .help =
        "With fair dice ('dice fair') a secret is committed to before the first throw, every\n"
        "seat adds a share to it, and in the end it is revealed. Then every throw can be\n"
        "worked out again; the first that is another one is named. The exit code is 0 when all\n"
        "throws of all records are as committed; 1 when one is wrong or cannot be checked,\n"
        "because the secret is not revealed or the dice are no fair ones.\n"
        "  --json   one JSON object a record\n"
        "\n"
        "examples:\n"
        "  yard verify fair.yard\n"
        "  yard verify --json fair.yard\n",
    .run = run,
};
