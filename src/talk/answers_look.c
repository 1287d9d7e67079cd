/* The answer to `look`: what a screen at the table shows besides the state. How far the game is,
 * what every choice brings, and in a few words why a choice is not allowed. */
#include "core/say.h"
#include "rules/press.h"
#include "rules/sheet.h"
#include "talk/answers_parts.h"

enum {
    MOVES_SHOWN = 3,
    /* To take the lead after having been this far behind is a comeback. */
    COMEBACK_SHEET = 50,
    COMEBACK_PRESS = 5, /* a fifth of the goal */
};

static void json_dice(struct json *j, struct dice d) {
    json_open(j, "dice", '[');
    for (int face = 1; face <= FACES; face++) {
        for (int i = 0; i < dice_count(d, face); i++)
            json_int(j, NULL, face);
    }
    json_close(j, ']');
}

static void json_seats(struct json *j, const char *key, struct set seats) {
    json_open(j, key, '[');
    SET_EACH(seat, seats) {
        json_int(j, NULL, seat + 1);
    }
    json_close(j, ']');
}

static void json_brief(struct json *j, const char *key, const struct state *s, struct action a,
                       enum refused why) {
    LOCAL_TEXT(w, SAY_ROOM_BYTES);
    refusal_brief(&s->rules, &s->game, a, why, &w);
    json_string(j, key, w.data);
}

/* ---- sheet games ---- */

/* Returns the bonus that the dice earn in every box. */
static int json_boxes(struct json *j, const struct state *s) {
    const struct game *g = &s->game;
    const struct card *card = &g->card[g->seat];
    int bonus = 0;
    json_open(j, "boxes", '[');
    for (int box = 0; box < s->rules.book->box_count; box++) {
        struct claim claim = sheet_claim(&s->rules, card, g->dice, box);
        if (claim.refusal == REFUSED_BOX_FILLED)
            continue;
        bonus = claim.bonus;
        struct action a = {.act = ACT_SCORE, .box = (uint8_t)box};
        json_open(j, NULL, '{');
        json_string(j, "box", s->rules.book->boxes[box].key);
        if (claim.refusal != ALLOWED) {
            json_brief(j, "why", s, a, claim.refusal);
        } else {
            struct game after = *g;
            game_apply(&s->rules, &after, a);
            json_int(j, "points", claim.points);
            json_int(j, "gain",
                     game_total(&s->rules, &after, g->seat) - game_total(&s->rules, g, g->seat));
            if (sheet_makes(&s->rules, card, g->dice, box))
                json_bool(j, "made", true);
        }
        json_close(j, '}');
    }
    json_close(j, ']');
    return bonus;
}

/* Five of a kind: its box, what it earns there or as a bonus, and whether it is a joker. */
static void json_five(struct json *j, const struct state *s, int bonus) {
    const struct rules *r = &s->rules;
    const struct game *g = &s->game;
    const struct card *card = &g->card[g->seat];
    int five = sheet_five_box(r->book), points = 0;
    if (five >= 0)
        points = box_points(&r->book->boxes[five], g->dice);
    if (!points)
        return;
    bool again = sheet_is_joker(r, card, g->dice);
    int own = sheet_face_box(r->book, dice_commonest(g->dice));
    bool own_filled = own < 0 || card->filled >> own & 1;
    json_open(j, "five", '{');
    json_string(j, "box", r->book->boxes[five].key);
    json_int(j, "points", again ? bonus : points);
    if (again)
        json_bool(j, "again", true);
    if (again && own_filled && r->params.joker != JOKER_NONE)
        json_bool(j, "joker", true);
    json_close(j, '}');
}

static void look_sheet(struct json *j, const struct state *s) {
    const struct rules *r = &s->rules;
    const struct game *g = &s->game;
    json_int(j, "rounds", r->book->box_count);
    json_int(j, "rolls", r->book->rolls);
    if (r->params.upper_bonus) {
        json_open(j, "upper", '{');
        json_int(j, "points", r->params.upper_bonus);
        json_int(j, "at", r->params.upper_par);
        json_close(j, '}');
    }
    if (s->stage != STAGE_PLAY)
        return;
    json_open(j, "seats", '[');
    for (int seat = 0; seat < g->seats; seat++) {
        const struct card *card = &g->card[seat];
        json_open(j, NULL, '{');
        json_int(j, "upper", card_upper(r->book, card));
        if (r->params.upper_bonus) {
            bool made = card_upper_bonus(r, card) > 0;
            json_int(j, "ahead", card_upper_ahead(r, card));
            json_int(j, "to_go", made ? 0 : r->params.upper_par - card_upper(r->book, card));
            if (card_upper_most(r->book, card) < r->params.upper_par)
                json_bool(j, "out_of_reach", true);
        }
        if (card->bonuses)
            json_int(j, "extra", card->bonuses * r->params.bonus);
        json_close(j, '}');
    }
    json_close(j, ']');
    if (g->phase == PHASE_CHOOSE) {
        struct action keep = {.act = ACT_KEEP, .dice = g->dice};
        json_five(j, s, json_boxes(j, s));
        json_brief(j, "why", s, keep, game_check(r, g, keep));
    }
}

/* ---- press games ---- */

/* The sets aside in this turn that are still on the table, and the number of throws made. Dice
 * that were thrown again are no longer aside. Of throws that are not entered, the number of dice
 * left says how many lie aside. */
static void json_aside(struct json *j, const struct table *t, const struct state *s) {
    const struct book *book = s->rules.book;
    struct dice aside[DICE_MAX];
    struct entry e = {0};
    int count = 0, throws = 0, falling = s->game.falling;
    int lying = falling < book->dice ? book->dice - falling : book->dice;
    bool on_table = true;
    for (int i = table_steps(t) - 1; i >= 0 && table_step_kind(t, i) == ENTRY_ACTION; i--) {
        table_step_entry(t, i, &e);
        struct action a = e.action;
        bool bust = a.act == ACT_ROLL && !press_largest(book, a.dice).bits;
        if (a.act == ACT_TAKE_STOP || a.act == ACT_BANK || a.act == ACT_BUST || bust)
            break; /* the turn before */
        bool entered = a.act == ACT_ASIDE && lying > 0;
        if ((a.act == ACT_TAKE_ROLL || entered) && on_table && count < DICE_MAX)
            aside[count++] = a.dice;
        if (a.act == ACT_ASIDE)
            lying -= dice_size(a.dice);
        throws += a.act == ACT_ROLL || a.act == ACT_ASIDE;
        if (a.act != ACT_ROLL)
            continue;
        if (dice_size(a.dice) < book->dice)
            continue;
        on_table = false;
        if (i > 0)
            table_step_entry(t, i - 1, &e);
        if (i == 0 || table_step_kind(t, i - 1) != ENTRY_ACTION || e.action.act != ACT_TAKE_ROLL)
            break; /* the first throw of the turn */
    }
    json_int(j, "throws", throws);
    json_open(j, "aside", '[');
    while (count--) {
        json_open(j, NULL, '{');
        json_dice(j, aside[count]);
        json_int(j, "points", press_points(book, aside[count]));
        json_close(j, '}');
    }
    json_close(j, ']');
}

/* Who is first, and by how much; nobody while all have the same total. */
static void json_lead(struct json *j, const struct rules *r, const struct game *g) {
    struct set first = set_none();
    int most = -1, next = -1;
    SET_EACH(seat, game_contenders(g)) {
        int total = game_total(r, g, seat);
        if (total > most) {
            next = most;
            most = total;
            first = set_none();
        } else if (total < most && total > next) {
            next = total;
        }
        if (total == most)
            first = set_with(first, seat);
    }
    if (next < 0)
        return;
    json_open(j, "lead", '{');
    json_seats(j, "seats", first);
    json_int(j, "by", set_count(first) > 1 ? 0 : most - next);
    json_close(j, '}');
}

/* The winners if the seat to move banked this many points now and nobody else scored. */
static struct set winners_with(const struct rules *r, const struct game *g, int points) {
    struct game then = *g;
    then.total[g->seat] += points;
    then.raised = points ? g->ender == g->seat + 1 : g->raised;
    then.phase = PHASE_OVER;
    return game_winners(r, &then);
}

/* In the final round: what the seat to move has to bank to win, and to share the win. */
static void json_needs(struct json *j, const struct rules *r, const struct game *g) {
    struct set alone = set_one(g->seat), others = set_minus(game_contenders(g), alone);
    int most = 0, own = g->total[g->seat], unit = press_unit(r->book);
    SET_EACH(seat, others) {
        most = g->total[seat] > most ? g->total[seat] : most;
    }
    struct set against = set_none();
    SET_EACH(seat, others) {
        against = g->total[seat] == most ? set_with(against, seat) : against;
    }
    int level = most - own;
    bool wins = level < 0 || set_same(winners_with(r, g, level), alone);
    json_open(j, "needs", '{');
    json_int(j, "win", level < 0 ? 0 : wins ? level : level + unit);
    if (!wins && set_has(winners_with(r, g, level), g->seat))
        json_int(j, "share", level);
    json_seats(j, "against", against);
    json_int(j, "total", most);
    json_close(j, '}');
}

/* What stopping with this set brings, or why it is not allowed. */
static void json_stop(struct json *j, const struct state *s, struct dice set) {
    const struct game *g = &s->game;
    struct action stop = {.act = ACT_TAKE_STOP, .dice = set};
    struct game after = *g;
    enum refused why = game_apply(&s->rules, &after, stop);
    if (why != ALLOWED) {
        json_brief(j, "why", s, stop, why);
        return;
    }
    json_int(j, "total", after.total[g->seat]);
    if (!after.ender || g->seats < 2)
        return;
    if (after.phase == PHASE_OVER) {
        json_bool(j, "over", true);
        json_seats(j, "winners", game_winners(&s->rules, &after));
    }
    json_lead(j, &s->rules, &after);
}

static void json_sets(struct json *j, const struct state *s) {
    const struct book *book = s->rules.book;
    const struct game *g = &s->game;
    struct dice part = {0};
    json_open(j, "sets", '[');
    while (dice_next_part(g->dice, &part)) {
        struct action a = {.act = ACT_TAKE_ROLL, .dice = part};
        struct game after = *g;
        if (game_apply(&s->rules, &after, a) != ALLOWED)
            continue;
        json_open(j, NULL, '{');
        json_dice(j, part);
        json_int(j, "points", press_points(book, part));
        json_int(j, "turn_points", after.turn_points);
        json_int(j, "falling", after.falling);
        json_double(j, "bust", press_bust(book, after.falling));
        if (dice_same(part, g->dice))
            json_bool(j, "hot", true);
        json_stop(j, s, part);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_brief(j, "why", s, (struct action){.act = ACT_TAKE_ROLL}, REFUSED_TAKES_NOTHING);
}

static void look_press(struct json *j, const struct table *t, const struct state *s) {
    const struct rules *r = &s->rules;
    const struct game *g = &s->game;
    json_int(j, "goal", r->params.goal);
    json_string(j, "bust_name", r->book->bust);
    if (r->params.entry)
        json_int(j, "entry", r->params.entry);
    if (s->stage != STAGE_PLAY)
        return;
    if (r->params.entry) {
        json_open(j, "outside", '[');
        for (int seat = 0; seat < g->seats; seat++) {
            if (!g->total[seat])
                json_int(j, NULL, seat + 1);
        }
        json_close(j, ']');
    }
    json_lead(j, r, g);
    if (g->phase == PHASE_OVER)
        return;
    json_aside(j, t, s);
    if (g->ender && g->seats > 1)
        json_needs(j, r, g);
    if (g->phase == PHASE_CHOOSE)
        json_sets(j, s);
    else
        json_double(j, "bust", press_bust(r->book, g->falling));
}

/* ---- both ---- */

/* The last turns of this game, newest first. */
static void json_moves(struct json *j, const struct table *t, int game) {
    int shown = 0;
    json_open(j, "moves", '[');
    for (int i = table_steps(t) - 1; i >= 0 && shown < MOVES_SHOWN; i--) {
        struct entry e;
        if (table_step_kind(t, i) != ENTRY_ACTION)
            continue;
        table_step_entry(t, i, &e);
        enum act act = e.action.act;
        if (act == ACT_KEEP || act == ACT_TAKE_ROLL || act == ACT_LAST || act == ACT_ASIDE)
            continue;
        const struct step *step = table_step(t, i);
        struct state view; /* the first line of a game may be a whole turn */
        const struct state *before = &step->before;
        if (before->stage == STAGE_SETUP && act != ACT_ROLL) {
            state_view(before, &view);
            before = &view;
        }
        const struct game *g = &before->game;
        if (before->games != game || before->stage != STAGE_PLAY)
            break;
        const struct book *book = before->rules.book;
        bool press = book->family == FAMILY_PRESS;
        if (act == ACT_ROLL && (!press || press_largest(book, e.action.dice).bits))
            continue;
        json_open(j, NULL, '{');
        json_int(j, "seat", g->seat + 1);
        if (act == ACT_SCORE) {
            struct claim claim = sheet_score(&before->rules, g, e.action);
            json_string(j, "box", book->boxes[e.action.box].key);
            json_int(j, "points", claim.points);
        } else if (act == ACT_TAKE_STOP) {
            json_int(j, "points", g->turn_points + press_points(book, e.action.dice));
        } else if (act == ACT_BANK) {
            json_int(j, "points", e.action.points ? e.action.points : g->turn_points);
        } else {
            json_bool(j, "bust", true);
            json_int(j, "points", g->turn_points);
        }
        json_close(j, '}');
        shown++;
    }
    json_close(j, ']');
}

/* How far this seat is behind the best of the others; 0 or less: it is first. */
static int behind(const struct state *s, int seat) {
    const struct game *g = &s->game;
    int most = 0;
    SET_EACH(other, set_minus(game_contenders(g), set_one(seat))) {
        int total = game_total(&s->rules, g, other);
        most = total > most ? total : most;
    }
    return most - game_total(&s->rules, g, seat);
}

/* Whether the turn that has just ended put its seat alone in the lead, after it had been far
 * behind at the end of its turns since it last led. */
static void json_comeback(struct json *j, const struct table *t, const struct state *now) {
    int last = table_steps(t) - 1, game = now->games - state_over(now), most = 0;
    if (last < 0 || now->game.seats < 2 || table_step_kind(t, last) != ENTRY_ACTION)
        return;
    struct state before;
    table_last_before(t, &before);
    int seat = before.game.seat, next = state_over(now) ? -1 : now->game.seat, then = -1;
    if (before.stage != STAGE_PLAY || before.games != game || next == seat ||
        behind(now, seat) >= 0)
        return;
    for (int i = last; i >= 0; i--) {
        if (table_step_kind(t, i) != ENTRY_ACTION)
            continue;
        const struct state *s = &table_step(t, i)->before;
        if (s->stage != STAGE_PLAY || s->games != game)
            break;
        int far = behind(s, seat);
        if (s->game.seat == seat && next != seat && then > most)
            most = then;
        if (far <= 0)
            break;
        if (i == 0 || table_step_kind(t, i - 1) != ENTRY_ACTION) /* where the game began */
            most = far > most ? far : most;
        next = s->game.seat;
        then = far;
    }
    const struct rules *r = &now->rules;
    bool press = r->book->family == FAMILY_PRESS;
    if (most < (press ? r->params.goal / COMEBACK_PRESS : COMEBACK_SHEET))
        return;
    json_open(j, "comeback", '{');
    json_int(j, "seat", seat + 1);
    json_int(j, "from", most);
    json_close(j, '}');
}

void answer_look(struct text *out, const struct table *t) {
    struct state s;
    state_view(table_now(t), &s);
    struct json j = json_begin(out);
    if (state_seat(&s) >= 0)
        json_int(&j, "seat", state_seat(&s) + 1);
    if (state_falling(&s))
        json_int(&j, "falling", state_falling(&s));
    if (s.rules.book && s.rules.book->family == FAMILY_SHEET)
        look_sheet(&j, &s);
    else if (s.rules.book)
        look_press(&j, t, &s);
    if (s.rules.book && s.stage == STAGE_PLAY)
        json_moves(&j, t, s.games - state_over(&s));
    if (s.rules.book && s.stage == STAGE_PLAY)
        json_comeback(&j, t, &s);
    json_close(&j, '}');
}
