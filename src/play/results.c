#include "play/results.h"

#include <inttypes.h>

#include "core/say.h"
#include "rules/press.h"
#include "rules/sheet.h"

static int total_of(const struct state *s, int seat) {
    return s->stage == STAGE_PLAY ? game_total(&s->rules, &s->game, seat) : 0;
}

void result_totals(const struct state *s, struct text *out) {
    for (int seat = 0; seat < s->seat_count; seat++)
        text_add(out, "%s%s %d", seat ? ", " : "", s->seats[seat].name, total_of(s, seat));
}

void result_balances(const struct state *s, struct text *out) {
    const char *comma = "";
    for (int seat = 0; seat < s->seat_count; seat++) {
        if (s->seats[seat].bot[0])
            continue;
        text_add(out, "%s%s %+" PRId64, comma, s->seats[seat].name, s->ledger[seat]);
        comma = ", ";
    }
}

/* "Ann wins", or for partners "Ann and Bea win". */
static void side_wins(const struct seat *seat, struct text *out) {
    LOCAL_TEXT(others, SEAT_NAME_MAX + PEOPLE_MAX);
    int people = seat_people(seat);
    for (int i = 0; i < people - 1; i++) {
        struct span person = seat_person(seat, i);
        text_put(&others, i ? ", " : "");
        text_put_n(&others, person.at, person.len);
    }
    if (people > 1)
        say(out, play_partners_win, .players = others.data,
            .last = SHOWN(seat_person(seat, people - 1)));
    else
        say(out, play_wins, .player = seat->name);
}

void result_winners(const struct state *s, struct text *out) {
    struct set winners = game_winners(&s->rules, &s->game);
    int left = set_count(winners);
    bool shared = left > 1;
    const char *last = "";
    LOCAL_TEXT(others, RESULT_TEXT_BYTES);
    SET_EACH(seat, winners) {
        if (--left)
            text_add(&others, "%s%s", others.len ? ", " : "", s->seats[seat].name);
        else
            last = s->seats[seat].name;
    }
    if (shared)
        say(out, play_share_the_win, .players = others.data, .last = last);
    else
        side_wins(&s->seats[set_first(winners)], out);
}

void result_standing(const struct state *s, struct text *out) {
    if (state_over(s) && s->seat_count == 1) {
        if (s->rules.book->family == FAMILY_PRESS)
            say(out, play_finished_in_turns, .n = s->game.turns[0]);
        else
            say(out, play_finished);
    } else if (state_over(s)) {
        LOCAL_TEXT(winners, RESULT_TEXT_BYTES);
        result_winners(s, &winners);
        say(out, play_finished_result, .result = winners.data);
    } else if (s->stage == STAGE_PLAY) {
        say(out, play_round_to_play, .round = game_round(&s->game),
            .player = SHOWN(state_person(s, s->game.seat)));
    } else if (s->stage == STAGE_OPENING) {
        say(out, play_rolling_for_start);
    } else {
        say(out, play_not_begun);
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
    say(out, play_rolls_for_start, .player = who, .dice = DICE(a->dice, " "),
        .sum = dice_sum(a->dice));
    if (now->stage == STAGE_PLAY) {
        text_put(out, "\n");
        say(out, play_starts, .player = now->seats[now->first].name);
    } else if (now->opening.round > before->opening.round) {
        text_put(out, "\n");
        say(out, play_tied_for_start);
    }
}

static void take_words(const struct state *before, const struct state *now, const struct action *a,
                       const char *who, struct text *out) {
    const struct game *g = &before->game;
    int points = a->act == ACT_BANK ? a->points : press_points(before->rules.book, a->dice);
    if (a->act == ACT_TAKE_ROLL || a->act == ACT_ASIDE) {
        say(out, play_sets_aside, .player = who, .dice = DICE(a->dice, " "), .points = points,
            .risk = now->game.turn_points);
        return;
    }
    say(out, play_banks, .player = who, .points = g->turn_points + points,
        .total = now->game.total[g->seat]);
    if (!g->ender && now->game.ender && now->game.phase != PHASE_OVER) {
        int list[SEATS_MAX], goal = before->rules.params.goal;
        text_put(out, "\n");
        if (before->rules.params.final_round == FINAL_EVERYONE)
            say(out, play_goal_reached_everyone, .goal = goal, .player = who);
        else if (before->rules.params.final_round == FINAL_REST)
            say(out, play_goal_reached_rest, .goal = goal,
                .n = 1 + press_to_come(&now->rules, &now->game, list));
        else
            say(out, play_goal_reached, .goal = goal);
    }
}

/* Announces the upper bonus when a box reaches it. */
static void bonus_words(const struct state *before, const struct state *now, const char *who,
                        struct text *out) {
    const struct rules *r = &before->rules;
    int seat = before->game.seat;
    int bonus = card_upper_bonus(r, &now->game.card[seat]);
    if (!bonus || card_upper_bonus(r, &before->game.card[seat]))
        return;
    text_put(out, "\n");
    say(out, play_upper_bonus, .player = who, .upper = card_upper(r->book, &now->game.card[seat]),
        .bonus = bonus);
}

static void score_words(const struct state *before, const struct state *now, const struct action *a,
                        const char *who, struct text *out) {
    const struct game *g = &before->game;
    struct claim claim = sheet_score(&before->rules, g, *a);
    const char *box = words_of(before->rules.book->boxes[a->box].label);
    int total = game_total(&now->rules, &now->game, g->seat);
    int given_up = sheet_given_up(&before->rules, g, *a);
    if (given_up && claim.bonus)
        say(out, play_gives_up_bonus, .player = who, .points = given_up, .box = box,
            .bonus = claim.bonus, .total = total);
    else if (given_up)
        say(out, play_gives_up, .player = who, .points = given_up, .box = box, .total = total);
    else if (claim.bonus)
        say(out, play_scores_bonus, .player = who, .points = claim.points, .box = box,
            .bonus = claim.bonus, .total = total,
            .name = rule_title(before->rules.book, RULE_FIVE_BONUS));
    else
        say(out, play_scores, .player = who, .points = claim.points, .box = box, .total = total);
    bonus_words(before, now, who, out);
}

void step_words(const struct state *before, const struct state *now, const struct action *a,
                struct text *out) {
    const struct game *g = &before->game;
    LOCAL_TEXT(who, 256);
    person_words(before, state_seat(before), &who);
    if (before->stage == STAGE_OPENING) {
        opening_words(before, now, a, who.data, out);
    } else if (a->act == ACT_SCORE) {
        score_words(before, now, a, who.data, out);
    } else if (a->act == ACT_TAKE_ROLL || a->act == ACT_TAKE_STOP || a->act == ACT_ASIDE ||
               a->act == ACT_BANK) {
        take_words(before, now, a, who.data, out);
    } else if (a->act == ACT_BUST && !g->turn_points) {
        say(out, play_bust_entered, .bust = now->rules.book->bust, .player = who.data);
    } else if (a->act == ACT_BUST) {
        say(out, play_no_scoring_die, .bust = now->rules.book->bust, .player = who.data,
            .points = g->turn_points);
    } else if (a->act == ACT_ROLL && now->rules.book->family == FAMILY_PRESS &&
               now->game.phase != PHASE_CHOOSE) {
        say(out, play_dice_fell, .dice = DICE(a->dice, " "));
        text_put(out, "\n");
        if (g->turn_points)
            say(out, play_no_scoring_die, .bust = now->rules.book->bust, .player = who.data,
                .points = g->turn_points);
        else
            say(out, play_no_scoring_die_at_first, .bust = now->rules.book->bust);
    }
}

void result_title(const struct table *t, int game, struct text *out) {
    text_put(out, table_now(t)->rules.book->name);
    if (table_what_if(t)) {
        text_put(out, ", ");
        say(out, play_what_if);
    }
    if (table_games(t) > 1) {
        text_put(out, ", ");
        say(out, play_game_of, .game = game + 1, .games = table_games(t));
    }
}

static void json_seats(struct json *j, const struct state *s, bool ledger) {
    struct set winners = s->stage == STAGE_PLAY ? game_winners(&s->rules, &s->game) : set_none();
    json_open(j, "seats", '[');
    for (int seat = 0; seat < s->seat_count; seat++) {
        json_open(j, NULL, '{');
        json_string(j, "name", s->seats[seat].name);
        json_int(j, "total", total_of(s, seat));
        json_bool(j, "won", set_has(winners, seat));
        if (ledger)
            json_int(j, "ledger", s->ledger[seat]);
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* The games before the last one. */
static void json_earlier(struct json *j, const struct table *t) {
    if (table_games(t) < 2)
        return;
    json_open(j, "earlier", '[');
    for (int game = 0; game + 1 < table_games(t); game++) {
        json_open(j, NULL, '{');
        json_int(j, "game", game + 1);
        json_seats(j, table_game_end(t, game), false);
        json_close(j, '}');
    }
    json_close(j, ']');
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
    if (table_what_if(t))
        json_bool(j, "what_if", true);
    json_seats(j, s, true);
    json_earlier(j, t);
    json_close(j, '}');
}
