#include "cli/progress.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

enum { FRAME_MS = 100, PATIENCE_FRAMES = 4, BAR = 30, LINE = 79 };

static atomic_bool *to_cancel;
static struct sigaction before;

static void interrupted(int signal_number) {
    (void)signal_number;
    atomic_store(to_cancel, true);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* One write per frame, so that other output cannot interleave; padded to erase a longer previous
 * line. */
static void show(const char *line) {
    char frame[LINE + 8];
    int n = snprintf(frame, sizeof frame, "\r%-*.*s\r", LINE, LINE, line);
    (void)!write(STDERR_FILENO, frame, (size_t)n);
}

static void draw(const struct progress *p, uint64_t done, uint64_t total, double elapsed) {
    char line[256], bar[BAR + 1];
    struct text out = TEXT_IN(line);
    double part = total && done < total ? (double)done / (double)total : total ? 1 : 0;
    for (int i = 0; i < BAR; i++)
        bar[i] = i < part * BAR ? '#' : '.';
    bar[BAR] = '\0';
    text_add(&out, "%.*s [%s] %3.0f %%", (int)shown_fit(p->label, 24), p->label, bar,
             floor(part * 100));
    if (part > 0.02) {
        double left = ceil(elapsed * (1 - part) / part);
        text_put(&out, ", ");
        if (left >= 100)
            say(&out, cli_minutes_left, .n = (long long)ceil(left / 60));
        else
            say(&out, cli_seconds_left, .n = (long long)left);
    }
    show(line);
}

static void *watch(void *user) {
    struct progress *p = user;
    struct timespec frame = {.tv_nsec = FRAME_MS * 1000000L};
    double start = seconds();
    uint64_t last = 0;
    bool shown = false;
    for (int i = 0; !atomic_load(&p->over); i++) {
        uint64_t done = atomic_load(&p->work.done), total = atomic_load(&p->work.total);
        if (done < last)
            start = seconds(); /* the next task has begun */
        last = done;
        if (i >= PATIENCE_FRAMES && total) {
            draw(p, done, total, seconds() - start);
            shown = true;
        }
        nanosleep(&frame, NULL);
    }
    if (shown)
        show("");
    return NULL;
}

void progress_begin(struct progress *p, const char *label) {
    struct sigaction action;
    memset(p, 0, sizeof *p);
    p->label = label;
    to_cancel = &p->work.cancel;
    memset(&action, 0, sizeof action);
    action.sa_handler = interrupted;
    action.sa_flags = (int)SA_RESETHAND | SA_RESTART;
    sigaction(SIGINT, NULL, &before);
    if (before.sa_handler != SIG_IGN) /* background jobs ignore SIGINT: leave that alone */
        sigaction(SIGINT, &action, NULL);
    p->watched = isatty(STDERR_FILENO) && pthread_create(&p->watcher, NULL, watch, p) == 0;
}

bool progress_end(struct progress *p) {
    sigaction(SIGINT, &before, NULL);
    atomic_store(&p->over, true);
    if (p->watched)
        pthread_join(p->watcher, NULL);
    if (!atomic_load(&p->work.cancel))
        return true;
    complain(cli_cancelled);
    return false;
}
