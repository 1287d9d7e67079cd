#include "cli/cli.h"
#include "cli/examine.h"
#include "core/json.h"
#include "core/memory.h"
#include "net/hosts.h"

static const char *const grades[] = {
    [SURVEY_GOOD] = "good", [SURVEY_NOTE] = "note", [SURVEY_BAD] = "wrong"};

void print_finding(void *arg, const char *check, enum survey_grade grade, const char *words) {
    (void)arg;
    printf("%-6s %-11s %s\n", grades[grade], check, words);
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
    .summary = "check the store of a server, its key and what it needs",
    .about = "STORE is the file or the database ('postgres://...') in which a server keeps its "
             "games. The server may keep running, and nothing is changed. One line a check: the "
             "store itself, the version of its tables, its log, its pages, references, tokens and "
             "events, every game read as a table, the key against the sealed dice, the names a "
             "server answers to, and the free disk. The exit status is 1 if something is wrong.\n"
             "A server runs a short form of this when it starts, and refuses a damaged store; "
             "'yard backup' and 'yard restore' check copies the same way.",
    .examples = "yard doctor games.db\n"
                "yard doctor games.db --json",
    ARGUMENTS("STORE", stores, 1, 1, "it takes one store"),
    .takes = KIND_FILE,
    .options = OPTIONS(OPTION_KEY_OF_STORE, OPTION_HOST("name that the server is given, too"),
                       OPTION_JSON("the same as one JSON object")),
    RUNS(run),
};
