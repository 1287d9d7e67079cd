#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "coach/cache.h"
#include "net/addresses.h"
#include "net/hosts.h"
#include "play/folder.h"
#include "server/qr.h"
#include "server/service.h"

enum {
    HOSTS_MAX = 16,
    PATH_BYTES = 4096,
    BOT_PAUSE_MS = 700,
    KEEP_DAYS = 365,
};

/* Bytes of the store, in all and from one address a day. */
static const int64_t usual_disk = INT64_C(10000000000), usual_disk_per_address = 50000000;

struct request {
    struct service_options service;
    const char *hosts[HOSTS_MAX + 1];
    int host_count;
    bool no_browser, no_tables;
    bool usual_store; /* nobody has asked for it by name */
    bool keeps;       /* --keep was given */
    bool limits_disk; /* --disk or --disk-per-address was given */
};

/* ---- the browser ---- */

static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value && value[0];
}

static bool wants_browser(const struct request *q) {
    return !q->no_browser && isatty(STDOUT_FILENO) && !is_set("CI") &&
           (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY"));
}

/* In a process of its own that nobody waits for; whether there is a browser shows there. */
static void open_browser(const char *address) {
    static const char *const openers[] = {"xdg-open", "sensible-browser", "open"};
    pid_t child = fork();
    if (child > 0)
        waitpid(child, NULL, 0); /* it ends at once, and its own child is nobody's then */
    if (child != 0)
        return;
    if (fork() != 0)
        _exit(0);
    setsid();
    int nowhere = open("/dev/null", O_RDWR);
    for (int fd = STDIN_FILENO; nowhere >= 0 && fd <= STDERR_FILENO; fd++)
        dup2(nowhere, fd);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++)
        execlp(openers[i], openers[i], address, (char *)NULL);
    _exit(1);
}

/* ---- words ---- */

static void print_code(const char *address) {
    static char code[32 * 1024];
    struct text c = TEXT_IN(code);
    const char *term = getenv("TERM");
    bool colour = isatty(STDOUT_FILENO) && !is_set("NO_COLOR") && term && strcmp(term, "dumb");
    if (qr_draw(address, colour, &c))
        printf("A phone finds it by this picture (%s):\n%s", address, code);
}

static void print_lan(const char *scheme, int port) {
    struct address found[ADDRESSES_MAX];
    char first[ADDRESS_BYTES + 32];
    struct text t = TEXT_IN(first);
    int n = addresses_find(found);
    if (!n) {
        puts("This machine has no address in a network; only it can play.");
        return;
    }
    puts(n == 1 ? "In your network it is at:" : "In your network it is at one of:");
    for (int i = 0; i < n; i++)
        printf("  %s://%s:%d/\n", scheme, found[i].host, port);
    text_add(&t, "%s://%s:%d/", scheme, found[0].host, port);
    print_code(first);
}

/* Tables are kept where everything of a person is, unless somebody said where. */
static bool find_store(struct request *q, struct text *error) {
    static char path[PATH_BYTES], folder[PATH_BYTES], cache[PATH_BYTES];
    struct text p = TEXT_IN(path), f = TEXT_IN(folder), c = TEXT_IN(cache);
    if (cache_folder(&c))
        q->service.cache = cache;
    if (q->no_tables) {
        q->service.store = NULL;
        return true;
    }
    if (!q->service.store && is_set("YARD_STORE"))
        q->service.store = getenv("YARD_STORE");
    if (q->service.store)
        return true;
    if (!folder_of_data("tables", "tables", &f, error))
        return false;
    text_add(&p, "%s/tables.db", folder);
    q->service.store = path;
    q->service.folder = folder;
    q->usual_store = true;
    return true;
}

static struct service *open_service(struct request *q, struct text *error) {
    char words[1024];
    struct text why = TEXT_IN(words);
    struct service *s = find_store(q, error) ? service_open(&q->service, error) : NULL;
    if (s || !q->usual_store)
        return s;
    /* Somebody who wants to play on this machine can do without: another yard may have them. */
    text_put(&why, error->data);
    text_clear(error);
    q->service.store = NULL;
    s = service_open(&q->service, error);
    if (s) /* or it was not for the tables */
        fprintf(stderr, "yard: no tables for others here: %s\n", words);
    return s;
}

/* People should know how long their games stay, and whoever runs the server what it may take up. */
static void print_kept(const struct service_options *o) {
    if (!o->store)
        return;
    if (o->keep_days)
        printf("Tables are deleted after %d days without a move (--keep).\n", o->keep_days);
    else
        puts("Tables are kept for ever (--keep).");
}

static int serve(struct request *q) {
    char words[1024], address[64];
    struct text error = TEXT_IN(words), a = TEXT_IN(address);
    struct service *service = open_service(q, &error);
    const struct server_options *o = &q->service.server;
    if (!service)
        return problem("%s", words);
    int port = service_port(service);
    text_add(&a, "%s://localhost:%d/", o->certificate ? "https" : "http", port);
    if (o->port < 0 && port != SERVER_PORT)
        printf("Port %d is in use, so this is on port %d.\n", SERVER_PORT, port);
    printf("Yardstick is at %s\n", address);
    if (o->lan)
        print_lan(o->certificate ? "https" : "http", port);
    print_kept(&q->service);
    puts("Ctrl-C ends it.");
    bool said = fflush(stdout) == 0; /* main() says why not */
    if (said && wants_browser(q))
        open_browser(address);
    if (said)
        service_run(service);
    service_close(service);
    return EXIT_FINE;
}

/* ---- options ---- */

static bool is_count(const char *word, int64_t max, int *ret) {
    int64_t number;
    if (!span_number(span_of(word), 0, max, &number))
        return false;
    *ret = (int)number;
    return true;
}

/* "10G", "50M", "300k", or bytes. */
static bool is_size(const char *word, int64_t *ret) {
    static const struct {
        char letter;
        int64_t bytes;
    } units[] = {{'k', 1000}, {'M', 1000000}, {'G', 1000000000}};
    struct span digits = span_of(word);
    int64_t unit = 1;
    for (int i = 0; i < 3 && digits.len; i++) {
        if (word[digits.len - 1] != units[i].letter)
            continue;
        unit = units[i].bytes;
        digits.len--;
        break;
    }
    if (!span_number(digits, 0, INT64_C(1000000000000000) / unit, ret))
        return false;
    *ret *= unit;
    return true;
}

static const struct option options[] = {{"port", required_argument, NULL, 'p'},
                                        {"lan", no_argument, NULL, 'l'},
                                        {"host", required_argument, NULL, 'n'},
                                        {"no-browser", no_argument, NULL, 'b'},
                                        {"store", required_argument, NULL, 's'},
                                        {"no-tables", no_argument, NULL, 't'},
                                        {"keep", required_argument, NULL, 'd'},
                                        {"disk", required_argument, NULL, 'i'},
                                        {"disk-per-address", required_argument, NULL, 'f'},
                                        {"key", required_argument, NULL, 'k'},
                                        {"new-key", no_argument, NULL, 'K'},
                                        {"tls-cert", required_argument, NULL, 'c'},
                                        {"tls-key", required_argument, NULL, 'e'},
                                        {"proxy", no_argument, NULL, 'x'},
                                        {"log", required_argument, NULL, 'g'},
                                        {"connections", required_argument, NULL, 'm'},
                                        {"connections-per-address", required_argument, NULL, 'a'},
                                        {"rates", required_argument, NULL, 'r'},
                                        {"bot-pause", required_argument, NULL, 'u'},
                                        {"bot-seconds", required_argument, NULL, 'w'},
                                        {"bot-budget", required_argument, NULL, 'y'},
                                        {0}};

/* One option; 0, or the exit code of a wrong one. */
static int take_option(const struct verb *verb, int option, struct request *q) {
    struct service_options *o = &q->service;
    switch (option) {
    case 'p':
        if (!is_count(optarg, 65535, &o->server.port))
            return wrong_usage(verb, "--port is a number from 0 to 65535, not '%s'", optarg);
        break;
    case 'l':
        o->server.lan = true;
        break;
    case 'n':
        if (!host_is_name(span_of(optarg)))
            return wrong_usage(verb, "--host is a name such as games.example, not '%s'", optarg);
        if (q->host_count == HOSTS_MAX)
            return wrong_usage(verb, "at most %d times --host", HOSTS_MAX);
        q->hosts[q->host_count++] = optarg;
        break;
    case 'b':
        q->no_browser = true;
        break;
    case 's':
        o->store = take_store(optarg);
        break;
    case 't':
        q->no_tables = true;
        break;
    case 'd':
        q->keeps = true;
        if (!is_count(optarg, 36500, &o->keep_days))
            return wrong_usage(verb, "--keep is a number of days up to 36500, or 0, not '%s'",
                               optarg);
        break;
    case 'i':
        q->limits_disk = true;
        if (!is_size(optarg, &o->disk_max))
            return wrong_usage(verb, "--disk is a size such as 500M or 10G, or 0, not '%s'",
                               optarg);
        break;
    case 'f':
        q->limits_disk = true;
        if (!is_size(optarg, &o->disk_per_address))
            return wrong_usage(
                verb, "--disk-per-address is a size such as 500k or 50M, or 0, not '%s'", optarg);
        break;
    case 'k':
        o->key = optarg;
        break;
    case 'K':
        o->new_key = true;
        break;
    case 'c':
        o->server.certificate = optarg;
        break;
    case 'e':
        o->server.key = optarg;
        break;
    case 'x':
        o->proxy = true;
        break;
    case 'g':
        o->journal = !strcmp(optarg, "json");
        if (!o->journal && strcmp(optarg, "none"))
            return wrong_usage(verb, "--log is json or none, not '%s'", optarg);
        break;
    case 'm':
        if (!is_count(optarg, 1000000, &o->server.connections) || !o->server.connections)
            return wrong_usage(verb, "--connections is a number above 0, not '%s'", optarg);
        break;
    case 'a':
        if (!is_count(optarg, 1000000, &o->server.connections_per_address))
            return wrong_usage(verb, "--connections-per-address is a number, not '%s'", optarg);
        if (!o->server.connections_per_address)
            o->server.connections_per_address = -1; /* any number */
        break;
    case 'r':
        o->rates = !strcmp(optarg, "on");
        if (!o->rates && strcmp(optarg, "off"))
            return wrong_usage(verb, "--rates is on or off, not '%s'", optarg);
        break;
    case 'w':
        if (!is_count(optarg, 60, &o->bot_ms) || !o->bot_ms)
            return wrong_usage(verb, "--bot-seconds is a number from 1 to 60, not '%s'", optarg);
        o->bot_ms *= 1000;
        break;
    case 'y':
        if (!is_count(optarg, 1000000, &o->bot_budget) || !o->bot_budget)
            return wrong_usage(verb, "--bot-budget is a number from 1 to 1000000, not '%s'",
                               optarg);
        break;
    default:
        if (!is_count(optarg, 60000, &o->bot_pause_ms))
            return wrong_usage(verb, "--bot-pause is in milliseconds, not '%s'", optarg);
    }
    return 0;
}

static int run(const struct verb *verb, int argc, char **argv) {
    struct request q = {.service = {.server.port = -1,
                                    .rates = true,
                                    .bot_pause_ms = BOT_PAUSE_MS,
                                    .keep_days = KEEP_DAYS,
                                    .disk_max = usual_disk,
                                    .disk_per_address = usual_disk_per_address}};
    int code, option;
    while ((option = next_option(verb, argc, argv, options, &code)) != -1) {
        if (option == OPTION_DONE)
            return code;
        code = take_option(verb, option, &q);
        if (code)
            return code;
    }
    if (optind < argc)
        return wrong_usage(verb, "there is nothing to do with '%s'", argv[optind]);
    if (!q.service.server.certificate != !q.service.server.key)
        return wrong_usage(verb, "--tls-cert and --tls-key go together");
    if (q.no_tables && (q.service.store || q.service.key || q.keeps))
        return wrong_usage(verb, "--no-tables needs no --store, no --keep and no --key");
    if (q.no_tables && q.limits_disk)
        return wrong_usage(verb, "--no-tables needs no --disk and no --disk-per-address");
    q.service.server.hosts = q.hosts;
    return serve(&q);
}

const struct verb verb_serve = {
    .name = "serve",
    .summary = "play in a browser: serve the page and tables for people elsewhere",
    .synopsis = "[--port N] [--lan] [--host NAME]... [--store WHERE] [OPTION]...",
    .help = "Prints the address, and opens a browser where there is one. A game of one's own\n"
            "happens in the browser and is kept there; tables for people elsewhere are kept\n"
            "by the server. Ctrl-C ends it: whoever plays is told, and can go on when it is\n"
            "back.\n"
            "  --port N        listen there; without it on 8080, or the next that is free;\n"
            "                  0 is any that is free\n"
            "  --lan           for others in your network, too: prints the addresses, and a QR\n"
            "                  code for phones; without it only this machine can ask\n"
            "  --host NAME     answer to this name as well, such as that of a proxy in front\n"
            "  --no-browser    open no browser\n"
            "  --store WHERE   where tables are kept: a file, or postgres://... for several\n"
            "                  servers at once; without it what the environment variable\n"
            "                  YARD_STORE says, or a file in your data folder\n"
            "  --keep DAYS     delete tables for good after so many days without a move\n"
            "                  (default: 365); 0 keeps them for ever\n"
            "  --disk SIZE     open no new tables once the store has this size (default: 10G);\n"
            "                  games that have begun go on; 0 is any size\n"
            "  --disk-per-address SIZE\n"
            "                  store this much a day from one address (default: 50M); 0 is\n"
            "                  any amount\n"
            "  --no-tables     the page alone\n"
            "  --key FILE      the key that seals the secrets of dice in the store: 64\n"
            "                  hexadecimal digits; without it a file beside the store. All\n"
            "                  servers of one database need the same\n"
            "  --new-key       make a key if there is none, and start with one that does not\n"
            "                  open the dice of the store: games with fair dice that are not\n"
            "                  over cannot go on then\n"
            "  --tls-cert FILE speak TLS with this certificate; SIGHUP reads it again\n"
            "  --tls-key FILE  and this key\n"
            "  --proxy         a proxy in front says who asks (X-Forwarded-For, -Proto)\n"
            "  --log json      one JSON object a line on standard error; none is usual\n"
            "  --connections N at most so many; 12000 without it\n"
            "  --connections-per-address N\n"
            "                  0 is any number (default: 64 in a network). Behind a\n"
            "                  proxy it counts the WebSockets and streams of each client\n"
            "  --rates off     no limits on requests, processor time and disk by address;\n"
            "                  for tests (default: on)\n"
            "  --bot-pause MS  how long bots wait before they do something; 700\n"
            "  --bot-seconds N time limit for a bot's choice; then it takes a quick one, which\n"
            "                  the record shows (default: 2)\n"
            "  --bot-budget N  processor seconds for solving a rule set; bots are refused for\n"
            "                  rules that would take more (default: 30)\n"
            "\n"
            "examples:\n"
            "  yard serve\n"
            "  yard serve --lan --no-browser\n"
            "  yard serve --port 9000 --host games.example --proxy --store games.db\n",
    .run = run,
};
