/* Checks the dice in records against their commitments, and a record against receipts. */
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/receipt_check.h"
#include "core/memory.h"
#include "play/fair_check.h"
#include "play/record.h"

/* Why dice cannot be verified. */
static enum message other_dice(const struct table *t) {
    switch (table_now(t)->dice.kind) {
    case DICE_SEEDED:
        return M_cli_dice_follow_seed;
    case DICE_DAILY:
        return M_cli_dice_of_the_day;
    case DICE_SYSTEM:
        return M_cli_dice_of_system;
    case DICE_FAIR:
        return M_cli_dice_not_fallen;
    default:
        return M_cli_dice_are_real;
    }
}

/* Says in words what is wrong with a throw. */
static void wrong_words(const struct wrong_throw *wrong, struct text *out) {
    switch (wrong->why) {
    case WRONG_DICE:
        say(out, cli_wrong_dice, .said = DICE(wrong->said.dice, " "),
            .right = DICE(wrong->right, " "));
        break;
    case WRONG_LINK:
        say(out, cli_wrong_link);
        break;
    case WRONG_LOG:
        say(out, cli_wrong_log);
        break;
    case WRONG_SECRET:
        say(out, cli_wrong_secret);
    }
}

static void print_text(const char *path, const struct table *t, const struct fair_sum *sum) {
    const struct wrong_throw *wrong = table_wrong_throw(t);
    char data[512], why[256];
    struct text words = TEXT_IN(data), w = TEXT_IN(why);
    if (sum->verdict == FAIR_NONE) {
        printf("%s: %s\n", path, words_of(other_dice(t)));
        return;
    }
    fair_words(t, sum, &words);
    if (sum->verdict == FAIR_BROKEN) {
        wrong_words(wrong, &w);
        tell_line(cli_dice_broken, .file = path, .line = wrong->said.line, .verdict = data,
                  .game = wrong->game, .reason = why);
        return;
    }
    if (sum->checked)
        tell_line(cli_throws_checked, .file = path, .verdict = data, .checked = sum->checked,
                  .throws = sum->throws);
    else
        tell_line(cli_throws_unchecked, .file = path, .verdict = data, .checked = sum->checked,
                  .throws = sum->throws);
    if (sum->verdict == FAIR_UNSEALED)
        tell_line(cli_dice_without_share, .file = path);
    if (sum->abandoned)
        tell_line(cli_dice_replaced, .file = path);
}

static void print_json(const char *path, const struct table *t) {
    struct text out = text_on_heap();
    struct json j = json_begin(&out);
    json_string(&j, "record", path);
    fair_json(&j, t);
    json_close(&j, '}');
    puts(out.data);
    free(out.data);
}

/* Separate exit codes for verdicts other than sealed and broken, so that scripts need not parse the
 * output. */
enum { EXIT_UNSEALED = 3, EXIT_ABANDONED = 4, EXIT_UNCHECKED = 5 };

static int exit_of(enum fair_verdict verdict) {
    static const int codes[] = {[FAIR_NONE] = EXIT_UNCHECKED,      [FAIR_SEALED] = EXIT_FINE,
                                [FAIR_ABANDONED] = EXIT_ABANDONED, [FAIR_UNSEALED] = EXIT_UNSEALED,
                                [FAIR_PENDING] = EXIT_UNCHECKED,   [FAIR_BROKEN] = EXIT_PROBLEM};
    return codes[verdict];
}

/* For several records: the lowest nonzero code is the most serious. */
static int worse(int a, int b) {
    return !a || (b && b < a) ? b : a;
}

/* Reading a record stops at a wrong throw, but gets far enough to report it. */
static int verify(const char *path, bool json) {
    LOCAL_TEXT(error, 1024);
    struct record_tail tail;
    struct table *t = table_new();
    bool whole = record_read(path, t, &tail, &error);
    if (!whole && !table_wrong_throw(t)) {
        problem("%s", error.data);
        table_free(t);
        return EXIT_PROBLEM;
    }
    tell_cut(path, &tail);
    struct fair_sum sum = fair_check(t);
    if (json)
        print_json(path, t);
    else
        print_text(path, t, &sum);
    table_free(t);
    return worse(exit_of(sum.verdict), tail.found ? EXIT_PROBLEM : EXIT_FINE);
}

struct request {
    bool json;
    const char *receipts, *server_key;
    struct many records;
};

static int run(void *request) {
    const struct request *q = request;
    int worst = EXIT_FINE;
    if (q->receipts && q->records.count > 1)
        return wrong_usage("%s", words_of(M_cli_receipts_one_record));
    if (q->server_key && !q->receipts)
        return wrong_usage("%s", words_of(M_cli_key_with_receipts));
    for (int i = 0; i < q->records.count; i++)
        worst = worse(worst, verify(q->records.list[i], q->json));
    if (q->receipts && !receipts_verify(q->receipts, q->records.list[0], q->server_key, q->json))
        worst = EXIT_PROBLEM;
    return worst;
}

const struct verb verb_verify = {
    .name = "verify",
    .summary = M_cli_verb_verify_summary,
    .about = M_cli_verb_verify_about,
    .examples = "yard verify fair.yard\n"
                "yard verify --json fair.yard\n"
                "yard verify --receipts receipts.ndjson fair.yard",
    ARGUMENT_RECORDS(1, INT_MAX, M_cli_verb_least_one_record),
    .options =
        OPTIONS(OPTION_JSON(M_cli_option_json_records),
                {"receipts", KIND_FILE, "FILE", M_cli_option_verify_receipts, TO(receipts),
                 .ending = "ndjson"},
                {"server-key", KIND_TEXT, "HEX", M_cli_option_verify_server_key, TO(server_key)}),
    RUNS(run),
};
