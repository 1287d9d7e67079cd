#include "coach/analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"

/* Accuracies are means over decisions, so they are weighted by the number of decisions. */
static void add_account(struct account *sum, const struct account *a) {
    int decisions = sum->decisions + a->decisions;
    if (a->decisions)
        sum->accuracy =
            ((sum->decisions ? sum->accuracy * sum->decisions : 0) + a->accuracy * a->decisions) /
            decisions;
    sum->decisions = decisions;
    sum->rolls += a->rolls;
    sum->par += a->par;
    sum->luck += a->luck;
    sum->errors += a->errors;
    sum->others += a->others;
    sum->result += a->result;
    sum->hints += a->hints;
    sum->unknown += a->unknown;
    for (int i = 0; i < PACES; i++)
        sum->kept[i] += a->kept[i];
    for (int i = 0; i < GRADES; i++)
        sum->grades[i] += a->grades[i];
}

int analysis_side(const struct analysis *a, int game, int seat) {
    for (int side = 0; side < a->side_count; side++) {
        if (!strcmp(a->sides[side].name, a->games[game].who[seat].name))
            return side;
    }
    return -1;
}

static void add_up(struct analysis *a) {
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        a->seat[seat].accuracy = NAN;
        for (int i = 0; i < PEOPLE_MAX; i++)
            a->person[seat][i].accuracy = NAN;
    }
    for (int game = a->count - 1; game >= 0; game--) {
        const struct ledger *l = &a->games[game];
        for (int seat = 0; seat < l->seats; seat++) {
            if (analysis_side(a, game, seat) < 0 && a->side_count < SEATS_MAX)
                a->sides[a->side_count++] = l->who[seat];
        }
    }
    for (int game = 0; game < a->count; game++) {
        const struct ledger *l = &a->games[game];
        for (int seat = 0; seat < l->seats; seat++) {
            int side = analysis_side(a, game, seat);
            if (side < 0)
                continue;
            add_account(&a->seat[side], &l->seat[seat]);
            for (int i = 0; i < PEOPLE_MAX; i++)
                add_account(&a->person[side][i], &l->person[seat][i]);
        }
    }
}

bool analysis_of(const struct solved_tables *tables, const struct table *t, const char *name,
                 struct analysis *ret, struct text *error) {
    const struct state *now = table_now(t);
    struct analysis a = {.name = name, .table = t};
    int games = now->games + !state_over(now);
    /* If players are still rolling for who starts the next game of a series, that game is left
     * out. */
    if (games > 1 && now->stage == STAGE_OPENING)
        games--;
    a.games = grab((size_t)games, sizeof *a.games);
    for (; a.count < games; a.count++) {
        LOCAL_TEXT(why, 256);
        if (ledger_of(tables, t, a.count, &a.games[a.count], &why))
            continue;
        if (games > 1)
            say(error, coach_in_game, .game = a.count + 1, .why = why.data);
        else
            text_put(error, why.data);
        analysis_free(&a);
        return false;
    }
    add_up(&a);
    *ret = a;
    return true;
}

void analysis_free(struct analysis *a) {
    for (int i = 0; i < a->count; i++)
        ledger_free(&a->games[i]);
    free(a->games);
    memset(a, 0, sizeof *a);
}
