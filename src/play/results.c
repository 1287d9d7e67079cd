#include "play/results.h"

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

void result_json(struct json *j, const char *path, const struct table *t) {
    const struct state *s = table_now(t);
    char words[RULES_TEXT_MAX];
    struct text w = TEXT_IN(words);
    rules_print(&s->rules, &w);
    json_open(j, NULL, '{');
    json_string(j, "record", path);
    json_string(j, "date", table_date(t));
    json_string(j, "rules", words);
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
