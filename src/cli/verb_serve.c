#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "server/addresses.h"
#include "server/hosts.h"
#include "server/qr.h"
#include "server/server.h"

enum { HOSTS_MAX = 16 };

struct request {
    struct server_options server;
    const char *hosts[HOSTS_MAX + 1];
    int host_count;
    bool no_browser;
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

static void print_lan(int port) {
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
        printf("  http://%s:%d/\n", found[i].host, port);
    text_add(&t, "http://%s:%d/", found[0].host, port);
    print_code(first);
}

static int serve(const struct request *q) {
    char words[512], address[64];
    struct text error = TEXT_IN(words), a = TEXT_IN(address);
    struct server *server = server_open(&q->server, &error);
    if (!server)
        return problem("%s", words);
    int port = server_port(server);
    text_add(&a, "http://localhost:%d/", port);
    if (q->server.port < 0 && port != SERVER_PORT)
        printf("Port %d is in use, so this is on port %d.\n", SERVER_PORT, port);
    printf("Yardstick is at %s\n", address);
    if (q->server.lan)
        print_lan(port);
    puts("Ctrl-C ends it.");
    bool said = fflush(stdout) == 0; /* main() says why not */
    if (said && wants_browser(q))
        open_browser(address);
    if (said)
        server_run(server);
    server_close(server);
    return EXIT_FINE;
}

static int run(const struct verb *verb, int argc, char **argv) {
    static const struct option options[] = {{"port", required_argument, NULL, 'p'},
                                            {"lan", no_argument, NULL, 'l'},
                                            {"host", required_argument, NULL, 'n'},
                                            {"no-browser", no_argument, NULL, 'b'},
                                            {0}};
    struct request q = {.server.port = -1};
    int64_t port;
    int code, option;
    while ((option = next_option(verb, argc, argv, options, &code)) != -1) {
        switch (option) {
        case 'p':
            if (!span_number(span_of(optarg), 0, 65535, &port))
                return wrong_usage(verb, "--port is a number from 0 to 65535, not '%s'", optarg);
            q.server.port = (int)port;
            break;
        case 'l':
            q.server.lan = true;
            break;
        case 'n':
            if (!host_is_name(span_of(optarg)))
                return wrong_usage(verb, "--host is a name such as games.example, not '%s'",
                                   optarg);
            if (q.host_count == HOSTS_MAX)
                return wrong_usage(verb, "at most %d times --host", HOSTS_MAX);
            q.hosts[q.host_count++] = optarg;
            break;
        case 'b':
            q.no_browser = true;
            break;
        default:
            return code;
        }
    }
    if (optind < argc)
        return wrong_usage(verb, "there is nothing to do with '%s'", argv[optind]);
    q.server.hosts = q.hosts;
    return serve(&q);
}

const struct verb verb_serve = {
    .name = "serve",
    .summary = "play in a browser: serve the page from this machine",
    .synopsis = "[--port N] [--lan] [--host NAME]... [--no-browser]",
    .help = "Prints the address, and opens a browser where there is one. Everything happens in\n"
            "the browser then; games are kept there. Ctrl-C ends it.\n"
            "  --port N        listen there; without it on 8080, or the next that is free;\n"
            "                  0 is any that is free\n"
            "  --lan           for others in your network, too: prints the addresses, and a QR\n"
            "                  code for phones; without it only this machine can ask\n"
            "  --host NAME     answer to this name as well, such as that of a proxy in front\n"
            "  --no-browser    open no browser\n"
            "\n"
            "examples:\n"
            "  yard serve\n"
            "  yard serve --lan --no-browser\n"
            "  yard serve --port 9000 --host games.example\n",
    .run = run,
};
