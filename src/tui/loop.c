#include "tui/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Self-pipe: the worker and signal handlers write to it to wake the loop. */
static int pipe_in = -1, pipe_out = -1;
static volatile sig_atomic_t told_to_end;

static void wake(void *user) {
    int saved = errno;
    (void)user;
    (void)!write(pipe_in, "w", 1); /* if the pipe is full, a wake-up is already pending */
    errno = saved;
}

static void told(int signal_number) {
    (void)signal_number;
    told_to_end = 1;
    wake(NULL);
}

static void open_pipe(void) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        abort();
    pipe_out = ends[0];
    pipe_in = ends[1];
}

static void drain_pipe(void) {
    char bytes[64];
    while (read(pipe_out, bytes, sizeof bytes) > 0)
        ;
}

static const int ending_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof *ending_signals };

static void catch_signals(struct sigaction before[ENDING_SIGNALS]) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = told;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < ENDING_SIGNALS; i++)
        sigaction(ending_signals[i], &action, &before[i]);
}

static void tell_time(struct app *app) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    app->now = (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
    app->date = (int64_t)time(NULL);
}

/* Redraws after each key: a click refers to what is on the screen. */
static void take_keys(struct app *app) {
    int key;
    while (!app_over(app) && !told_to_end && (key = term_key()) != KEY_NOTHING) {
        app_key(app, key);
        app_draw(app);
    }
}

static void take_answers(struct app *app) {
    struct answer *a;
    while ((a = worker_answer(app->worker)))
        app_answer(app, a);
}

bool loop_begin(struct app *app) {
    told_to_end = 0;
    open_pipe();
    app->worker = worker_new(wake, NULL);
    tell_time(app);
    return true;
}

void loop_end(struct app *app) {
    worker_free(app->worker);
    app->worker = NULL;
    if (pipe_in >= 0) {
        close(pipe_in);
        close(pipe_out);
    }
    pipe_in = pipe_out = -1;
}

void loop_run(struct app *app) {
    struct sigaction before[ENDING_SIGNALS];
    catch_signals(before);
    while (!app_over(app) && !told_to_end) {
        take_answers(app);
        int patience = app_pulse(app); /* after the answers, which may make something due */
        app_draw(app);
        struct pollfd waits[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                                 {.fd = pipe_out, .events = POLLIN}};
        int ready = poll(waits, 2, patience);
        tell_time(app);
        drain_pipe();
        if (ready > 0 && waits[0].revents & (POLLHUP | POLLERR | POLLNVAL))
            break;      /* the terminal is gone; every recorded line is on disk */
        take_keys(app); /* even if poll was interrupted: the window may have been resized */
    }
    app_end(app);
    for (int i = 0; i < ENDING_SIGNALS; i++)
        sigaction(ending_signals[i], &before[i], NULL);
}
