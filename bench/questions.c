/* questions: the cost of each question to a server when the table's log is nearly full.
 *
 *     questions [LINES]
 *
 * A room with one seat and fair dice plays game after game until its log has LINES lines (default:
 * 19,000). Then the program asks every question and retries old lines, several times each. It
 * prints one JSON object per question or line: the CPU milliseconds of the fastest try (for
 * questions, also those of the first try) and the answer's size. Adding a line, re-reading the log
 * and correcting a line are measured as well. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "room/room.h"
#include "talk/talk.h"

enum { TRIES = 7, MS_A_LINE = 1000, PRESENT = 1 /* only place 1 */ };

static const char *const boxes[] = {"ones",       "twos",           "threes",         "fours",
                                    "fives",      "sixes",          "three-kind",     "four-kind",
                                    "full-house", "small-straight", "large-straight", "five-kind",
                                    "chance"};
enum { BOXES = sizeof boxes / sizeof *boxes };

static int64_t clock_ms;

static double processor_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void die(const char *what, const char *why) {
    fprintf(stderr, "questions: %s: %s\n", what, why);
    exit(1);
}

static void hear(struct room *r, struct room_plan *plan) {
    char words[512] = "";
    struct text error = TEXT_IN(words);
    for (int i = 0; i < plan->count; i++) {
        if (!room_read(r, span_of(plan->lines[i]->text), clock_ms += MS_A_LINE, NULL, &error))
            die(plan->lines[i]->text, words);
    }
    room_plan_clear(plan);
}

static void see_to_duties(struct room *r) {
    for (;;) {
        struct room_duty duty;
        room_duty(r, clock_ms, PRESENT, &duty);
        if (duty.kind != ROOM_DUTY_SAY)
            return;
        hear(r, &duty.plan);
    }
}

static void say(struct room *r, const char *line) {
    char words[512] = "";
    struct text error = TEXT_IN(words);
    struct room_plan plan;
    if (room_plan_say(r, 1, PRESENT, span_of(line), &plan, &(struct refusal){.words = &error}) !=
        ROOM_OK)
        die(line, words);
    hear(r, &plan);
    see_to_duties(r);
}

static struct room *long_room(int lines) {
    static const uint8_t secret[ROOM_SECRET_BYTES] = {4, 2};
    char words[512] = "", line[64];
    struct text error = TEXT_IN(words);
    struct room *r = room_new();
    struct room_plan plan;
    struct room_setup setup = {.rules = span_of("yardzee"), .name = span_of("Ann")};
    if (!r || !room_plan_new(&setup, &plan, &error))
        die("no room", words);
    room_know_secret(r, secret);
    hear(r, &plan);
    say(r, "begin");
    for (;;) {
        say(r, "share 1 0000000000000000000000000000000000000000000000000000000000000001");
        for (int i = 0; i < BOXES; i++) {
            struct text l = TEXT_IN(line);
            say(r, "roll");
            text_add(&l, "score %s", boxes[i]);
            say(r, line);
            if (room_lines(r) >= lines)
                return r;
        }
        say(r, "rematch");
    }
}

static void report(const char *what, double ms, size_t bytes, int lines) {
    printf("{\"bench\":\"questions\",\"lines\":%d,\"question\":\"%s\",\"processor_ms\":%.3f,"
           "\"bytes\":%zu}\n",
           lines, what, ms, bytes);
}

static char answer[1 << 20]; /* large enough here; a server's buffer grows as needed */

static void ask(struct room *r, const char *question) {
    struct text out = TEXT_IN(answer);
    double best = 1e9, first = 0;
    for (int i = 0; i < TRIES; i++) {
        double start = processor_ms(), took;
        text_clear(&out);
        room_ask(r, span_of(question), &out);
        took = processor_ms() - start;
        first = i ? first : took;
        best = took < best ? took : best;
    }
    printf("{\"bench\":\"questions\",\"lines\":%d,\"question\":\"%s\",\"first_ms\":%.3f,"
           "\"processor_ms\":%.3f,\"bytes\":%zu}\n",
           room_lines(r), question, first, best, out.len);
}

static void repeat(struct room *r, int line, const char *what) {
    double best = 1e9;
    struct text out = TEXT_IN(answer);
    for (int i = 0; i < TRIES; i++) {
        double start = processor_ms(), took;
        text_clear(&out);
        room_answer(r, line, &out);
        took = processor_ms() - start;
        best = took < best ? took : best;
    }
    report(what, best, out.len, room_lines(r));
}

/* Measures the correction of a line, which replays the whole log. A server's tables allow
 * corrections only with real dice or a keeper. */
static void correct(int lines) {
    struct room_setup setup = {
        .rules = span_of("yardzee"), .name = span_of("Ann"), .dice = span_of("physical")};
    char words[512] = "", line[64];
    struct text error = TEXT_IN(words);
    struct room *r = room_new();
    struct room_plan plan;
    if (!r || !room_plan_new(&setup, &plan, &error))
        die("no room", words);
    hear(r, &plan);
    say(r, "begin");
    int roll = room_lines(r) + 1;
    for (int turn = 0; room_lines(r) < lines - TRIES; turn++) {
        struct text l = TEXT_IN(line);
        say(r, "roll 1 2 3 4 5");
        text_add(&l, "score %s", boxes[turn % BOXES]);
        say(r, line);
        if (turn % BOXES == BOXES - 1)
            say(r, "rematch");
    }
    double best = 1e9;
    for (int i = 0; i < TRIES; i++) {
        double start = processor_ms(), took;
        struct text l = TEXT_IN(line);
        text_add(&l, "correct %d roll 1 2 3 4 %d", roll, 5 + i % 2);
        say(r, line);
        took = processor_ms() - start;
        best = took < best ? took : best;
    }
    report("a correction, planned and read", best, 0, room_lines(r));
    room_free(r);
}

int main(int argc, char **argv) {
    static const char *const questions[] = {
        "state",     "state 100",    "state 9500",      "legal",     "sheet", "sheet 1",
        "sheet 300", "sheet seat 1", "sheet line 9500", "line 9500", "log",   "log 9500",
        "results",   "book",         "levels",          "verify",    "help"};
    int lines = argc > 1 ? atoi(argv[1]) : 19000;
    double start = processor_ms();
    struct room *r = long_room(lines);
    report("a line, planned and read", (processor_ms() - start) / room_lines(r), 0, room_lines(r));
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        ask(r, questions[i]);
    repeat(r, room_lines(r), "again: the last line");
    repeat(r, room_lines(r) - 1, "again: the line before");
    repeat(r, room_lines(r) / 2, "again: a line in the middle");
    repeat(r, 3, "again: a line at the start");
    start = processor_ms();
    struct room *copy = room_new();
    char words[512];
    struct text error = TEXT_IN(words);
    for (int i = 1; i <= room_lines(r); i++)
        room_read(copy, span_of(table_line(room_table(r), i)), i, NULL, &error);
    report("reading the whole table", processor_ms() - start, room_bytes(copy), room_lines(copy));
    room_free(copy);
    room_free(r);
    correct(lines - TRIES);
    return 0;
}
