#include "play/results.h"

#include "rules/press.h"
#include "rules/sheet.h"

static int total_of(const struct state *s, int seat) {
    return s->stage == STAGE_PLAY ? game_total(&s->rules, &s->game, seat) : 0;
}

void result_totals(const struct state *s, struct text *out) {
    for (int seat = 0; seat < s->seat_count; seat++)
        text_add(out, "%s%s %d", seat ? ", " : "", s->seats[seat].name, total_of(s, seat));
}

void result_winners(const struct state *s, struct text *out) {
    uint32_t winners = game_winners(&s->rules, &s->game);
    int left = __builtin_popcount(winners);
    bool shared = left > 1;
    for (int seat = 0; seat < s->seat_count; seat++) {
        if (!(winners >> seat & 1))
            continue;
        text_put(out, s->seats[seat].name);
        left--;
        text_put(out, left > 1 ? ", " : left == 1 ? " and " : "");
    }
    text_put(out, shared ? " share the win" : " wins");
}

void result_standing(const struct state *s, struct text *out) {
    if (state_over(s) && s->seat_count == 1) {
        text_put(out, "finished");
        if (s->rules.book->family == FAMILY_PRESS)
            text_add(out, " in %d turns", s->game.turns[0]);
    } else if (state_over(s)) {
        text_put(out, "finished, ");
        result_winners(s, out);
    } else if (s->stage == STAGE_PLAY) {
        struct span person = state_person(s, s->game.seat);
        text_add(out, "round %d, %.*s to play", game_round(&s->game), (int)person.len, person.at);
    } else {
        text_put(out, s->stage == STAGE_OPENING ? "rolling for who starts" : "not begun");
    }
}

void person_words(const struct state *s, int seat, struct text *out) {
    struct span person = state_person(s, seat);
    text_put_n(out, person.at, person.len);
    if (seat_people(&s->seats[seat]) > 1)
        text_add(out, " (%s)", s->seats[seat].name);
}

static void opening_words(const struct state *before, const struct state *now,
                          const struct action *a, const char *who, struct text *out) {
    text_add(out, "%s rolls ", who);
    text_dice(out, a->dice, " ");
    text_add(out, ": %d", dice_sum(a->dice));
    if (now->stage == STAGE_PLAY)
        text_add(out, "\n%s starts.", now->seats[now->first].name);
    else if (now->opening.round > before->opening.round)
        text_put(out, "\nA tie for the highest: those who tied roll again.");
}

static void take_words(const struct state *before, const struct state *now, const struct action *a,
                       const char *who, struct text *out) {
    const struct game *g = &before->game;
    int points = press_points(before->rules.book, a->dice);
    if (a->act == ACT_TAKE_ROLL) {
        text_add(out, "%s sets aside ", who);
        text_dice(out, a->dice, " ");
        text_add(out, " for %d; %d points at risk.", points, now->game.turn_points);
        return;
    }
    text_add(out, "%s banks %d; total %d.", who, g->turn_points + points, now->game.total[g->seat]);
    if (!g->ender && now->game.ender && now->game.phase != PHASE_OVER)
        text_add(out, "\n%d reached: everybody else has one more turn.", before->rules.params.goal);
}

void step_words(const struct state *before, const struct state *now, const struct action *a,
                struct text *out) {
    const struct game *g = &before->game;
    LOCAL_TEXT(who, 256);
    person_words(before, state_seat(before), &who);
    if (before->stage == STAGE_OPENING) {
        opening_words(before, now, a, who.data, out);
    } else if (a->act == ACT_SCORE) {
        struct claim claim = sheet_claim(&before->rules, &g->card[g->seat], g->dice, a->box);
        text_add(out, "%s scores %d in %s", who.data, claim.points,
                 before->rules.book->boxes[a->box].label);
        if (claim.bonus)
            text_add(out, " and %d bonus", claim.bonus);
        text_add(out, "; total %d.", game_total(&now->rules, &now->game, g->seat));
    } else if (a->act == ACT_TAKE_ROLL || a->act == ACT_TAKE_STOP) {
        take_words(before, now, a, who.data, out);
    } else if (a->act == ACT_ROLL && now->rules.book->family == FAMILY_PRESS &&
               now->game.phase != PHASE_CHOOSE) {
        text_put(out, "dice: ");
        text_dice(out, a->dice, " ");
        text_add(out, "\nNo scoring die: a %s. %s loses %d points.", now->rules.book->bust,
                 who.data, g->turn_points);
    }
}

void result_json(struct json *j, const char *path, const struct table *t) {
    const struct state *s = table_now(t);
    LOCAL_TEXT(w, RULES_TEXT_MAX);
    rules_print(&s->rules, &w);
    json_open(j, NULL, '{');
    json_string(j, "record", path);
    json_string(j, "date", table_date(t));
    json_string(j, "rules", w.data);
    json_bool(j, "finished", state_over(s));
    json_int(j, "games", s->games);
    json_int(j, "lines", table_lines(t));
    json_open(j, "seats", '[');
    uint32_t winners = s->stage == STAGE_PLAY ? game_winners(&s->rules, &s->game) : 0;
    for (int seat = 0; seat < s->seat_count; seat++) {
        json_open(j, NULL, '{');
        json_string(j, "name", s->seats[seat].name);
        json_int(j, "total", total_of(s, seat));
        json_bool(j, "won", winners >> seat & 1);
        json_int(j, "ledger", s->ledger[seat]);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}
