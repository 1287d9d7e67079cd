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

/* Opens the address in a browser, from a detached process; ignores failure. */
static void open_browser(const char *address) {
    static const char *const openers[] = {"xdg-open", "sensible-browser", "open"};
    pid_t child = fork();
    if (child > 0)
        waitpid(child, NULL, 0); /* the child exits at once, leaving its own child to init */
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
    if (!qr_draw(address, colour, &c))
        return;
    tell_line(cli_serve_picture, .address = address);
    fputs(code, stdout);
}

static void print_lan(const char *scheme, int port) {
    struct address found[ADDRESSES_MAX];
    LOCAL_TEXT(t, ADDRESS_BYTES + 32);
    int n = addresses_find(found);
    if (!n) {
        tell_line(cli_serve_no_network);
        return;
    }
    puts(words_of(n == 1 ? M_cli_serve_network : M_cli_serve_network_several));
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
    if (!folder_of_data("tables", words_of(M_cli_serve_tables), &f, error))
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
        complain(cli_serve_no_tables, .why = why.data);
    return s;
}

/* Prints how long tables are kept. */
static void print_kept(const struct service_options *o) {
    if (!o->store)
        return;
    if (o->keep_days)
        tell_line(cli_serve_deleted, .n = o->keep_days);
    else
        tell_line(cli_serve_kept);
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
        tell_line(cli_serve_port, .usual = SERVER_PORT, .port = port);
    tell_line(cli_serve_address, .address = address);
    if (o->lan)
        print_lan(o->certificate ? "https" : "http", port);
    print_kept(&q->service);
    tell_line(cli_serve_end);
    bool said = fflush(stdout) == 0; /* main() reports a failure */
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
        return misused(cli_serve_tls_together);
    if (q->no_tables && (q->service.store || q->service.key || is_given("keep")))
        return misused(cli_serve_no_store);
    if (q->no_tables && (is_given("disk") || is_given("disk-per-address")))
        return misused(cli_serve_no_disk);
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
    .summary = M_cli_verb_serve_summary,
    .about = M_cli_verb_serve_about,
    .examples = "yard serve\n"
                "yard serve --lan --no-browser\n"
                "yard serve --port 9000 --host games.example --proxy --store games.db",
    .options = OPTIONS(
        {"port", KIND_NUMBER, "N", M_cli_option_serve_port, TO(service.server.port), .max = 65535},
        {"lan", .help = M_cli_option_serve_lan, TO(service.server.lan)},
        OPTION_HOST(M_cli_option_serve_host),
        {"no-browser", .help = M_cli_option_serve_no_browser, TO(no_browser)},
        {"store", KIND_STORE, "WHERE", M_cli_option_serve_store, TO(service.store)},
        {"keep", KIND_NUMBER, "DAYS", M_cli_option_serve_keep, TO(service.keep_days), .max = 36500,
         .usual = "365"},
        {"disk", KIND_SIZE, "SIZE", M_cli_option_serve_disk, TO(service.disk_max), .usual = "10G"},
        {"disk-per-address", KIND_SIZE, "SIZE", M_cli_option_serve_disk_per_address,
         TO(service.disk_per_address), .usual = "50M"},
        {"no-tables", .help = M_cli_option_serve_no_tables, TO(no_tables)},
        {"key", KIND_FILE, "FILE", M_cli_option_serve_key, TO(service.key)},
        {"new-key", .help = M_cli_option_serve_new_key, TO(service.new_key)},
        {"tls-cert", KIND_FILE, "FILE", M_cli_option_serve_tls_cert,
         TO(service.server.certificate)},
        {"tls-key", KIND_FILE, "FILE", M_cli_option_serve_tls_key, TO(service.server.key)},
        {"proxy", .help = M_cli_option_serve_proxy, TO(service.proxy)},
        {"log", KIND_CHOICE, "FORMAT", M_cli_option_serve_log, TO(service.journal), .words = logs,
         .usual = "none"},
        {"connections", KIND_NUMBER, "N", M_cli_option_serve_connections,
         TO(service.server.connections), .min = 1, .max = 1000000},
        {"connections-per-address", KIND_NUMBER, "N", M_cli_option_serve_connections_per_address,
         TO(service.server.connections_per_address), .max = 1000000},
        {"rates", KIND_CHOICE, "WORD", M_cli_option_serve_rates, TO(service.rates), .words = rates,
         .usual = "on"},
        {"bot-pause", KIND_NUMBER, "MS", M_cli_option_serve_bot_pause, TO(service.bot_pause_ms),
         .max = 60000, .usual = "700"},
        {"bot-seconds", KIND_NUMBER, "N", M_cli_option_serve_bot_seconds, TO(bot_seconds), .min = 1,
         .max = 60, .usual = "2"},
        {"bot-budget", KIND_NUMBER, "N", M_cli_option_serve_bot_budget, TO(service.bot_budget),
         .min = 1, .max = 1000000, .usual = "30"}),
    RUNS(run),
};
