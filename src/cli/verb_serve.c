#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "coach/cache.h"
#include "net/addresses.h"
#include "play/folder.h"
#include "server/qr.h"
#include "server/service.h"

enum { PATH_BYTES = 4096 };

struct request {
    struct service_options service;
    struct many hosts;
    int bot_seconds;
    bool no_browser, no_tables;
    bool usual_store; /* the default store, not one named by the user */
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

/* Opens it in a detached process and ignores failure. */
static void open_browser(const char *address) {
    static const char *const openers[] = {"xdg-open", "sensible-browser", "open"};
    pid_t child = fork();
    if (child > 0)
        waitpid(child, NULL, 0); /* exits at once, leaving its child to init */
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

/* ---- messages ---- */

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
    LOCAL_TEXT(t, ADDRESS_BYTES + 32);
    int n = addresses_find(found);
    if (!n) {
        puts("This machine has no address in a network; only it can play.");
        return;
    }
    puts(n == 1 ? "In your network it is at:" : "In your network it is at one of:");
    for (int i = 0; i < n; i++)
        printf("  %s://%s:%d/\n", scheme, found[i].host, port);
    text_add(&t, "%s://%s:%d/", scheme, found[0].host, port);
    print_code(t.data);
}

/* Unless a store is named, tables go into the user's data folder. */
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
    LOCAL_TEXT(why, 1024);
    struct service *s = find_store(q, error) ? service_open(&q->service, error) : NULL;
    if (s || !q->usual_store)
        return s;
    /* The default store may be in use by another yard: serve without tables, for local play. */
    text_put(&why, error->data);
    text_clear(error);
    q->service.store = NULL;
    s = service_open(&q->service, error);
    if (s) /* otherwise the store was not the problem */
        fprintf(stderr, "yard: no tables for others here: %s\n", why.data);
    return s;
}

/* Tells players how long their games are kept. */
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
    bool said = fflush(stdout) == 0; /* main() reports why not */
    if (said && wants_browser(q))
        open_browser(address);
    if (said)
        service_run(service);
    service_close(service);
    return EXIT_FINE;
}

static int run(void *request) {
    struct request *q = request;
    struct server_options *o = &q->service.server;
    if (!o->certificate != !o->key)
        return wrong_usage("--tls-cert and --tls-key go together");
    if (q->no_tables && (q->service.store || q->service.key || is_given("keep")))
        return wrong_usage("--no-tables needs no --store, no --keep and no --key");
    if (q->no_tables && (is_given("disk") || is_given("disk-per-address")))
        return wrong_usage("--no-tables needs no --disk and no --disk-per-address");
    if (!is_given("port"))
        o->port = -1; /* the default port or the next free one */
    if (is_given("connections-per-address") && !o->connections_per_address)
        o->connections_per_address = -1; /* no limit */
    o->hosts = (const char *const *)q->hosts.list;
    q->service.bot_ms = q->bot_seconds * 1000;
    return serve(q);
}

static const char *const logs[] = {"none", "json", NULL}, *const rates[] = {"off", "on", NULL};

const struct verb verb_serve = {
    .name = "serve",
    .summary = "play in a browser: serve the page and tables for people elsewhere",
    .about = "Prints the address, and opens a browser where there is a terminal and a display. "
             "Your own games are kept in the browser. Tables for people elsewhere are kept by the "
             "server, and each line is stored for good before anybody hears of it. Ctrl-C ends "
             "it: players are told, and resume when it, or another server of the same store, is "
             "back.",
    .examples = "yard serve\n"
                "yard serve --lan --no-browser\n"
                "yard serve --port 9000 --host games.example --proxy --store games.db",
    .options = OPTIONS(
        {"port", KIND_NUMBER, "N",
         "port to listen on, 0 for any that is free; by default 8080 or, if that is in use, "
         "one of the next nine",
         TO(service.server.port), .max = 65535},
        {"lan",
         .help = "let others in your network play, too: prints the addresses, and a QR code "
                 "for phones; by default only this machine can connect",
         TO(service.server.lan)},
        OPTION_HOST("answer to this name as well, such as that of a proxy in front; other "
                    "names are refused, so that no page elsewhere can use the server under "
                    "a name of its own"),
        {"no-browser", .help = "open no browser", TO(no_browser)},
        {"store", KIND_STORE, "WHERE",
         "where tables are kept: a file, or 'postgres://...' for several servers at once; by "
         "default what the environment variable YARD_STORE says, else a file in your data "
         "folder",
         TO(service.store)},
        {"keep", KIND_NUMBER, "DAYS",
         "delete tables for good after so many days without a move; 0 keeps them for ever",
         TO(service.keep_days), .max = 36500, .usual = "365"},
        {"disk", KIND_SIZE, "SIZE",
         "open no new tables once the store has this size; games that have begun go on; a "
         "size is a number of bytes, or has k, M or G after it; 0 is any size",
         TO(service.disk_max), .usual = "10G"},
        {"disk-per-address", KIND_SIZE, "SIZE",
         "store at most this much a day from one address; 0 is any amount",
         TO(service.disk_per_address), .usual = "50M"},
        {"no-tables", .help = "the page alone", TO(no_tables)},
        {"key", KIND_FILE, "FILE",
         "key that seals the secrets of dice in the store: 64 hexadecimal digits in a file "
         "that nobody else may read; by default a file next to the store, created together "
         "with it. A store that holds games needs its own key; all servers of one database "
         "need the same",
         TO(service.key)},
        {"new-key",
         .help = "create a key if there is none, and start even if it does not open the dice "
                 "of the store: unfinished games with fair dice cannot go on then",
         TO(service.new_key)},
        {"tls-cert", KIND_FILE, "FILE",
         "speak TLS with this certificate (PEM, followed by those between it and its root); "
         "SIGHUP reads it and its key again",
         TO(service.server.certificate)},
        {"tls-key", KIND_FILE, "FILE", "key of the certificate (PEM)", TO(service.server.key)},
        {"proxy",
         .help = "a proxy in front says who asks (X-Forwarded-For, X-Forwarded-Proto); without "
                 "a proxy anybody could claim that",
         TO(service.proxy)},
        {"log", KIND_CHOICE, "FORMAT", "log on standard error, one JSON object a line",
         TO(service.journal), .words = logs, .usual = "none"},
        {"connections", KIND_NUMBER, "N",
         "connections at a time; by default 12000, or fewer where not so many files may be "
         "open",
         TO(service.server.connections), .min = 1, .max = 1000000},
        {"connections-per-address", KIND_NUMBER, "N",
         "connections at a time from one address, 0 for any number; by default 64 with --lan. "
         "Behind a proxy it counts the WebSockets and streams of each client",
         TO(service.server.connections_per_address), .max = 1000000},
        {"rates", KIND_CHOICE, "WORD", "limits on requests, processor time and disk by address",
         TO(service.rates), .words = rates, .usual = "on"},
        {"bot-pause", KIND_NUMBER, "MS", "milliseconds that bots wait before they move",
         TO(service.bot_pause_ms), .max = 60000, .usual = "700"},
        {"bot-seconds", KIND_NUMBER, "N",
         "time limit for a bot's choice; after that it takes a quick one, and the record shows "
         "that it did",
         TO(bot_seconds), .min = 1, .max = 60, .usual = "2"},
        {"bot-budget", KIND_NUMBER, "N",
         "processor seconds for solving a rule set; bots are refused for rules that would take "
         "more, such as a goal of 200,000",
         TO(service.bot_budget), .min = 1, .max = 1000000, .usual = "30"}),
    RUNS(run),
};
