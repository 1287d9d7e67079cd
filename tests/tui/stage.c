#define NCURSES_NOMACROS
#include "stage.h"

#include <curses.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "core/memory.h"
#include "core/random.h"

static char folder[] = "/tmp/yard-keys-XXXXXX";
static FILE *out, *in;

void stage_clear(void) {
    char command[256];
    snprintf(command, sizeof command, "rm -rf %s/yardstick", folder);
    if (system(command) != 0)
        abort();
}

static struct answer *pretend(const struct question *q) {
    static uint64_t random = 7;
    struct answer *a = calloc(1, sizeof *a);
    assert_non_null(a);
    struct action list[ACTIONS_MAX];
    int n = game_legal(&q->rules, &q->game, list);
    a->kind = q->kind;
    a->id = q->id;
    a->game = q->game;
    a->good = q->kind != QUESTION_LEDGER && random_below(&random, 20) > 0;
    if (!a->good)
        memcpy(a->error, "a reason", sizeof "a reason");
    for (int i = 0; i < n; i++) {
        a->advice.actions[i] =
            (struct valued_action){.action = list[i], .value = 10 * random_unit(&random)};
    }
    a->advice.count = n;
    advice_sort(&a->advice, false);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        a->value[seat] = random_below(&random, 4) ? 300 * random_unit(&random) : NAN;
    a->action = n ? list[random_below(&random, (uint32_t)n)] : (struct action){.act = ACT_ROLL};
    if (q->kind == QUESTION_PRACTICE) { /* a first roll that leaves a choice */
        struct dice d = dice_with((struct dice){0}, 1, q->rules.book->dice);
        game_start(&q->rules, &a->practice.game, practice_seats(&q->rules), 0);
        game_apply(&q->rules, &a->practice.game, (struct action){.act = ACT_ROLL, .dice = d});
        n = game_legal(&q->rules, &a->practice.game, list);
        for (int i = 0; i < n; i++)
            a->practice.advice.actions[i] = (struct valued_action){.action = list[i], .value = -i};
        a->practice.advice.count = n;
    }
    a->reasons.count = a->good ? 1 : 0;
    memcpy(a->reasons.sentence[0], "It is best.", sizeof "It is best.");
    if (q->kind == QUESTION_ODDS && a->good)
        a->odds = calloc(1, sizeof *a->odds);
    return a;
}

struct app *stage_open(void) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct app *app = calloc(1, sizeof *app);
    out = fopen("/dev/null", "w");
    in = fopen("/dev/null", "r");
    assert_true(app && out && in);
    settings_start(&app->settings);
    app->worker = worker_new_at_once(pretend);
    if (!term_open((struct term_look){.colour = true}, "xterm-256color", out, in, &error))
        fail_msg("%s", words);
    return app;
}

void stage_close(struct app *app) {
    app_end(app);
    worker_free(app->worker);
    settings_free(&app->settings);
    term_close();
    free(app);
    fclose(out);
    fclose(in);
}

void stage_answers(struct app *app) {
    struct answer *a;
    while ((a = worker_answer(app->worker)))
        app_answer(app, a);
}

char *stage_screen(const struct app *app) {
    struct text t = text_on_heap();
    app_draw(app);
    for (int y = 0; y < LINES; y++) {
        char words[4096] = "";
        mvinnstr(y, 0, words, (int)sizeof words - 1);
        text_add(&t, "%s\n", words);
    }
    return t.data;
}

int stage_run(void) {
    setlocale(LC_CTYPE, "C.UTF-8");
    if (!mkdtemp(folder))
        return 1;
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("XDG_CONFIG_HOME", folder, 1);
    setenv("XDG_CACHE_HOME", folder, 1);
    int failed = run_claims(NULL, NULL);
    stage_clear();
    rmdir(folder);
    return failed;
}
