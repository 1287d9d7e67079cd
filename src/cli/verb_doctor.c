#include "cli/cli.h"
#include "cli/examine.h"
#include "core/json.h"
#include "core/memory.h"
#include "net/hosts.h"

/* Words for the grades: in JSON, and for people. */
static const char *const grades[] = {
    [SURVEY_GOOD] = "good", [SURVEY_NOTE] = "note", [SURVEY_BAD] = "wrong"};
static const enum message grade_words[] = {[SURVEY_GOOD] = M_cli_doctor_good,
                                           [SURVEY_NOTE] = M_cli_doctor_note,
                                           [SURVEY_BAD] = M_cli_doctor_wrong};

void print_finding(void *arg, const char *check, enum survey_grade grade, const char *words) {
    (void)arg;
    printf("%-6s %-11s %s\n", words_of(grade_words[grade]), check, words);
}

static void put_finding(void *where, const char *check, enum survey_grade grade,
                        const char *words) {
    struct json *j = where;
    json_open(j, NULL, '{');
    json_string(j, "check", check);
    json_string(j, "grade", grades[grade]);
    json_string(j, "words", words);
    json_close(j, '}');
}

/* Unreadable tables don't make a copy useless; only a damaged store does. */
static bool copy_is_good(void *arg, const char *path, const char *name, struct text *error) {
    struct doctor_report report;
    (void)arg;
    doctor_examine(&(struct doctor_options){.store = path, .name = name, .copy = true}, &report);
    if (report.damaged)
        text_put(error, report.first_wrong);
    else if (report.bad)
        problem("%s", report.first_wrong);
    return !report.damaged;
}

struct store_judge judge_of_copies(void) {
    return (struct store_judge){.good = copy_is_good};
}

static int examine_as_json(struct doctor_options *o) {
    struct text t = text_on_heap();
    LOCAL_TEXT(s, 1024);
    struct json j = json_begin(&t);
    struct doctor_report report;
    store_shown(o->store, &s);
    json_string(&j, "store", s.data);
    json_open(&j, "checks", '[');
    o->finding = put_finding;
    o->arg = &j;
    doctor_examine(o, &report);
    json_close(&j, ']');
    json_bool(&j, "good", !report.bad);
    json_close(&j, '}');
    puts(t.data);
    free(t.data);
    return report.bad ? EXIT_PROBLEM : EXIT_FINE;
}

struct request {
    struct many stores, hosts;
    const char *key;
    bool json;
};

static int run(void *request) {
    const struct request *q = request;
    struct doctor_options o = {.store = take_store(q->stores.list[0]),
                               .key = q->key,
                               .hosts = (const char *const *)q->hosts.list,
                               .finding = print_finding};
    struct doctor_report report;
    if (q->json)
        return examine_as_json(&o);
    doctor_examine(&o, &report);
    return report.bad ? EXIT_PROBLEM : EXIT_FINE;
}

const struct verb verb_doctor = {
    .name = "doctor",
    .summary = M_cli_verb_doctor_summary,
    .about = M_cli_verb_doctor_about,
    .examples = "yard doctor games.db\n"
                "yard doctor games.db --json",
    ARGUMENTS("STORE", stores, 1, 1, M_cli_verb_one_store),
    .takes = KIND_FILE,
    .options = OPTIONS(OPTION_KEY_OF_STORE, OPTION_HOST(M_cli_option_doctor_host),
                       OPTION_JSON(M_cli_option_doctor_json)),
    RUNS(run),
};
