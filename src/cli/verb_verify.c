/* Whether the dice of records fell as they were committed to. */
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/receipt_check.h"
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
    static const struct option options[] = {{"json", no_argument, NULL, 'j'},
                                            {"receipts", required_argument, NULL, 'r'},
                                            {"server-key", required_argument, NULL, 'k'},
                                            {0}};
    const char *receipts = NULL, *server_key = NULL;
    int code, option;
    bool json = false, good = true;
    while ((option = next_option(verb, argc, argv, options, &code)) != -1) {
        if (option == OPTION_DONE)
            return code;
        if (option == 'j')
            json = true;
        else
            *(option == 'r' ? &receipts : &server_key) = optarg;
    }
    if (optind == argc)
        return wrong_usage(verb, "name at least one record");
    if (receipts && argc - optind > 1)
        return wrong_usage(verb, "receipts are of one table: name one record");
    if (server_key && !receipts)
        return wrong_usage(verb, "--server-key goes with --receipts");
    for (int i = optind; i < argc; i++)
        good = verify(argv[i], json) && good;
    if (receipts)
        good = receipts_verify(receipts, argv[optind], server_key, json) && good;
    return good ? EXIT_FINE : EXIT_PROBLEM;
}

const struct verb verb_verify = {
    .name = "verify",
    .summary = "check that fair dice fell as they were committed to",
    .synopsis = "[--json] [--receipts FILE [--server-key HEX]] RECORD...",
    .help =
        "With fair dice ('dice fair') a secret is committed to before the first throw, every\n"
        "seat adds a share to it, and in the end it is revealed. Then every throw can be\n"
        "worked out again; the first that is another one is named. The exit code is 0 when all\n"
        "throws of all records are as committed; 1 when one is wrong or cannot be checked,\n"
        "because the secret is not revealed or the dice are no fair ones.\n"
        "  --json            one JSON object a record\n"
        "  --receipts FILE   also check the receipts that a server signed for this table, one\n"
        "                    JSON object a line: each signature must be good, no two receipts may\n"
        "                    contradict each other, and all must fit the record; if not, the exit\n"
        "                    code is 1, and the words name the line and both hashes\n"
        "  --server-key HEX  the key that must have signed them, as the server shows it at\n"
        "                    /api; by default any one key, which is named\n"
        "\n"
        "examples:\n"
        "  yard verify fair.yard\n"
        "  yard verify --json fair.yard\n"
        "  yard verify --receipts receipts.ndjson fair.yard\n",
    .run = run,
};
