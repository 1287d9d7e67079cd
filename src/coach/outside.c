#include "coach/outside.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/memory.h"
#include "core/say.h"

enum {
    ANSWER_MAX = 1 << 20, /* bytes per line; legitimate answers take at most 1 % of this */
    SLICE = 100,          /* milliseconds between checks for cancellation */
    GRACE = 300,          /* milliseconds the program has to exit after its input ends */
};

const char *const forfeit_words[FORFEITS] = {
    [FORFEIT_NONE] = "none",       [FORFEIT_ILLEGAL] = "illegal", [FORFEIT_GARBLED] = "garbled",
    [FORFEIT_SILENT] = "silent",   [FORFEIT_ENDED] = "ended",     [FORFEIT_FLOOD] = "flood",
    [FORFEIT_START] = "unstarted", [FORFEIT_ENDLESS] = "endless",
};

struct outside {
    double patience;
    pid_t pid; /* also the process group id; 0: not running */
    int to, from;
    size_t held; /* bytes in `heard` not yet consumed */
    char heard[ANSWER_MAX];
    char command[];
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

struct outside *outside_new(const char *command, double patience) {
    size_t n = strlen(command) + 1;
    struct outside *o = grab(1, sizeof *o + n);
    o->patience = patience;
    o->to = o->from = -1;
    memcpy(o->command, command, n);
    return o;
}

/* ---- the process ---- */

static void close_fd(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Whether the process exits within this time. It stays a zombie for now, so that its id still
 * identifies its process group. */
static bool ends_within(pid_t pid, int milliseconds) {
    for (int waited = 0;; waited += 5) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | WNOHANG) != 0)
            return errno != EINTR;
        if (info.si_pid)
            return true;
        if (waited >= milliseconds)
            return false;
        struct timespec pause = {.tv_nsec = 5000000};
        nanosleep(&pause, NULL);
    }
}

/* Terminates the program and the rest of its process group. ret_status (may be NULL) receives
 * waitpid's status, or -1 if the program was not running or had to be killed. */
static void stop(struct outside *o, int grace, int *ret_status) {
    int status = -1;
    close_fd(&o->to);
    if (o->pid) {
        bool ended = ends_within(o->pid, grace);
        kill(-o->pid, SIGKILL);
        while (waitpid(o->pid, &status, 0) < 0 && errno == EINTR)
            ;
        status = ended ? status : -1;
    }
    close_fd(&o->from);
    o->pid = 0;
    o->held = 0;
    if (ret_status)
        *ret_status = status;
}

void outside_free(struct outside *o) {
    if (!o)
        return;
    stop(o, GRACE, NULL);
    free(o);
}

/* In the child process: other threads may have held any lock at the time of the fork, so nothing
 * here may take one. */
static void become(const struct outside *o, int in, int out) {
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    char *const argv[] = {"sh", "-c", (char *)(uintptr_t)o->command, NULL};
    if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
        execv("/bin/sh", argv);
    _exit(127);
}

enum forfeit outside_ready(struct outside *o, struct text *why) {
    if (o->pid && !ends_within(o->pid, 0))
        return FORFEIT_NONE;
    stop(o, 0, NULL);
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    pid_t pid = -1;
    if (pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0) {
        pid = fork();
        if (pid == 0)
            become(o, in[0], out[1]);
    }
    if (pid < 0)
        say(why, coach_not_started, .why = error_words(errno));
    close_fd(&in[0]);
    close_fd(&out[1]);
    if (pid < 0) {
        close_fd(&in[1]);
        close_fd(&out[0]);
        return FORFEIT_START;
    }
    setpgid(pid, pid); /* parent and child both do this, so neither has to wait */
    o->pid = pid;
    o->to = in[1];
    o->from = out[0];
    fcntl(o->to, F_SETFL, O_NONBLOCK);
    fcntl(o->from, F_SETFL, O_NONBLOCK);
    return FORFEIT_NONE;
}

/* ---- talking ---- */

/* Terminates the program and reports how it ended. */
static enum forfeit ended(struct outside *o, struct text *why) {
    int status;
    stop(o, GRACE, &status);
    bool exited = status != -1 && WIFEXITED(status);
    int code = exited ? WEXITSTATUS(status) : 0;
    int number = status != -1 && WIFSIGNALED(status) ? WTERMSIG(status) : code - 128;
    if (number > 0 && number < NSIG) /* a shell reports a signal as an exit code */
        say(why, coach_ended_by_signal, .signal = number, .name = strsignal(number));
    else if (exited && code == 127)
        say(why, coach_no_such_command, .code = code);
    else if (exited)
        say(why, coach_ended_with_code, .code = code);
    else
        say(why, coach_closed_output);
    return FORFEIT_ENDED;
}

static enum forfeit forfeits(struct outside *o, enum forfeit forfeit) {
    stop(o, 0, NULL);
    return forfeit;
}

static enum forfeit silent(struct outside *o, struct text *why) {
    LOCAL_TEXT(seconds, 32);
    text_add(&seconds, "%g", o->patience);
    if (o->patience == 1)
        say(why, coach_no_answer_second);
    else
        say(why, coach_no_answer_seconds, .seconds = seconds.data);
    return forfeits(o, FORFEIT_SILENT);
}

/* Waits until the descriptor is ready; false on timeout, cancellation or error. */
static bool wait_for(int fd, short events, double deadline, struct work *work) {
    for (;;) {
        struct pollfd p = {.fd = fd, .events = events};
        double left = deadline - now();
        if (left <= 0 || (work && atomic_load(&work->cancel)))
            return false;
        int slice = left * 1000 + 1 < SLICE ? (int)(left * 1000) + 1 : SLICE;
        int n = poll(&p, 1, slice);
        if (n > 0)
            return true;
        if (n < 0 && errno != EINTR)
            return false;
    }
}

static enum forfeit send_words(struct outside *o, struct span words, double deadline,
                               struct work *work, struct text *why) {
    while (words.len) {
        ssize_t n = write(o->to, words.at, words.len);
        if (n < 0 && errno == EAGAIN && wait_for(o->to, POLLOUT, deadline, work))
            continue;
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno == EAGAIN ? silent(o, why) : ended(o, why);
        words = (struct span){words.at + n, words.len - (size_t)n};
    }
    return FORFEIT_NONE;
}

/* Receives one line; release it with drop_line(). */
static enum forfeit hear(struct outside *o, double deadline, struct work *work, struct span *ret,
                         struct text *why) {
    size_t searched = 0;
    for (;;) {
        char *end = memchr(o->heard + searched, '\n', o->held - searched);
        if (end) {
            *ret = (struct span){o->heard, (size_t)(end - o->heard)};
            return FORFEIT_NONE;
        }
        searched = o->held;
        if (o->held == ANSWER_MAX) {
            say(why, coach_answer_too_long, .most = ANSWER_MAX);
            return forfeits(o, FORFEIT_FLOOD);
        }
        if (!wait_for(o->from, POLLIN, deadline, work))
            return silent(o, why);
        ssize_t n = read(o->from, o->heard + o->held, ANSWER_MAX - o->held);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
            return ended(o, why);
        o->held += n > 0 ? (size_t)n : 0;
    }
}

static void drop_line(struct outside *o, struct span line) {
    size_t used = line.len + 1;
    o->held -= used;
    memmove(o->heard, o->heard + used, o->held);
}

/* ---- choosing ---- */

/* The beginning of an answer, made safe to print. */
enum { BEGINNING = 60, BEGINNING_BYTES = 4 * BEGINNING + 4 };

static void put_beginning(struct span s, struct text *out) {
    int shown = 0;
    while (s.len && shown++ < BEGINNING) {
        uint32_t c;
        size_t n = span_character(s, &c);
        if (n && !character_is_control(c))
            text_put_n(out, s.at, n);
        else
            text_put(out, "?");
        n = n ? n : 1;
        s = (struct span){s.at + n, s.len - n};
    }
    text_put(out, s.len ? "..." : "");
}

/* No number in an answer is used, so any that fits into a double is accepted. */
static json_t *answer_of(struct span answer) {
    return json_loadb(answer.at, answer.len,
                      JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL | JSON_REJECT_DUPLICATES, NULL);
}

static bool is_error(struct span answer, struct text *why) {
    json_t *said = answer_of(answer);
    const char *error = json_string_value(json_object_get(said, "error"));
    if (error) {
        LOCAL_TEXT(shown, BEGINNING_BYTES);
        put_beginning(span_of(error), &shown);
        say(why, coach_answered_error, .error = shown.data);
    }
    json_decref(said);
    return error;
}

/* {"actions":[{"do":"keep 3 3"},...],...}: the first action is the program's choice. */
static bool first_action(struct span answer, struct text *ret) {
    json_t *said = answer_of(answer);
    const json_t *first = json_array_get(json_object_get(said, "actions"), 0);
    const char *words = json_string_value(json_object_get(first, "do"));
    text_put(ret, words ? words : "");
    json_decref(said);
    return words;
}

static enum forfeit read_choice(const struct rules *r, const struct game *g, struct span answer,
                                struct action *ret, struct text *why) {
    char words[256], reason[512];
    struct text w = TEXT_IN(words), error = TEXT_IN(reason);
    LOCAL_TEXT(shown, BEGINNING_BYTES);
    if (is_error(answer, why))
        return FORFEIT_GARBLED;
    if (!first_action(answer, &w)) {
        put_beginning(answer, &shown);
        say(why, coach_answer_no_action, .answer = shown.data);
        return FORFEIT_GARBLED;
    }
    bool parsed = !w.cut && action_parse(r, span_of(words), ret, &error);
    enum refused refused = parsed ? game_check(r, g, *ret) : ALLOWED;
    if (parsed && refused == ALLOWED && ret->act != ACT_ROLL)
        return FORFEIT_NONE;
    if (parsed)
        refusal_explain(r, g, *ret, refused, &(struct refusal){.words = &error});
    put_beginning(span_of(words), &shown);
    say(why, coach_action_refused, .action = shown.data, .why = reason);
    return FORFEIT_ILLEGAL;
}

enum forfeit outside_choose(struct outside *o, const struct rules *r, const struct game *g,
                            struct work *work, struct action *ret, struct text *why) {
    LOCAL_TEXT(lines, POSITION_TEXT_MAX + 32);
    struct span answer;
    double deadline = now() + o->patience;
    text_put(&lines, "position ");
    position_print(r, g, &lines);
    text_put(&lines, "\nadvise\n");
    if (!o->pid) /* the program was terminated, and the caller has not restarted it */
        return FORFEIT_ENDED;
    enum forfeit forfeit = send_words(o, (struct span){lines.data, lines.len}, deadline, work, why);
    if (!forfeit)
        forfeit = hear(o, deadline, work, &answer, why);
    if (forfeit)
        return forfeit;
    if (is_error(answer, why))
        return forfeits(o, FORFEIT_GARBLED);
    drop_line(o, answer);
    forfeit = hear(o, deadline, work, &answer, why);
    if (forfeit)
        return forfeit;
    forfeit = read_choice(r, g, answer, ret, why);
    drop_line(o, answer);
    return forfeit ? forfeits(o, forfeit) : FORFEIT_NONE;
}
