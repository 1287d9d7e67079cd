#include "cli/cli.h"
#include "cli/examine.h"
#include "core/json.h"
#include "net/hosts.h"
#include "solve/memory.h"

enum { HOSTS_MAX = 16 };

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

/* A copy of a store in which a table cannot be read is still a copy: it is what there is. */
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
    char shown[1024];
    struct text s = TEXT_IN(shown);
    struct json j = json_start(&t);
    struct doctor_report report;
    store_shown(o->store, &s);
    json_open(&j, NULL, '{');
    json_string(&j, "store", shown);
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

static int run(const struct verb *verb, int argc, char **argv) {
    static const struct option options[] = {{"key", required_argument, NULL, 'k'},
                                            {"host", required_argument, NULL, 'n'},
                                            {"json", no_argument, NULL, 'j'},
                                            {0}};
    const char *hosts[HOSTS_MAX + 1] = {0};
    struct doctor_options o = {.hosts = hosts, .finding = print_finding};
    struct doctor_report report;
    bool json = false;
    int code, option, host_count = 0;
    while ((option = next_option(verb, argc, argv, options, &code)) != -1) {
        if (option == OPTION_DONE)
            return code;
        if (option == 'k')
            o.key = optarg;
        else if (option == 'j')
            json = true;
        else if (!host_is_name(span_of(optarg)))
            return wrong_usage(verb, "--host is a name such as games.example, not '%s'", optarg);
        else if (host_count == HOSTS_MAX)
            return wrong_usage(verb, "at most %d times --host", HOSTS_MAX);
        else
            hosts[host_count++] = optarg;
    }
    if (argc - optind != 1)
        return wrong_usage(verb, "it takes one store");
    o.store = take_store(argv[optind]);
    if (json)
        return examine_as_json(&o);
    doctor_examine(&o, &report);
    return report.bad ? EXIT_PROBLEM : EXIT_FINE;
}

const struct verb verb_doctor = {
    .name = "doctor",
    .summary = "check the store of a server, its key and what it needs",
    .synopsis = "STORE [--key FILE] [--host NAME]... [--json]",
    .help = "STORE is the file or the database (postgres://...) in which a server keeps its\n"
            "games; the server may run meanwhile, and nothing is changed. One line a check: the\n"
            "store itself, its tables, its log, every page, every event, every game read as a\n"
            "table, the key, the names a server answers to, and the disk. The exit code is 1 if\n"
            "something is wrong.\n"
            "  --key FILE      the key of the server (default: the file next to the store)\n"
            "  --host NAME     a name that the server is given, too\n"
            "  --json          the same as one JSON object\n"
            "\n"
            "A server runs a short form of it when it starts; 'yard backup' and 'yard restore'\n"
            "run it on every copy.\n"
            "\n"
            "examples:\n"
            "  yard doctor games.db\n"
            "  yard doctor games.db --json\n",
    .run = run,
};
