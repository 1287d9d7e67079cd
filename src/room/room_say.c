/* Who may say what. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "room/room_parts.h"
#include "talk/answers.h"
#include "talk/questions.h"

/* ---- whose turn it is ---- */

bool seat_is_served(const struct state *s, int seat) {
    const char *bot = s->seats[seat].bot;
    return bot[0] && strcmp(bot, BOT_PROGRAM) != 0;
}

const struct room_place *room_at_hand(const struct room *r, const struct state *view) {
    int seat = state_seat(view);
    if (seat < 0)
        return NULL;
    struct span person = state_person(view, seat);
    for (int i = 0; i < r->members.place_count; i++) {
        const struct room_place *p = &r->members.places[i];
        if (p->seat == seat && span_is(person, p->name))
            return p;
    }
    return NULL;
}

bool room_may_act(const struct room *r, const struct state *view, const struct room_place *who) {
    int seat = state_seat(view);
    if (seat < 0 || seat_is_served(view, seat))
        return false;
    if (r->members.options.keeper)
        return true;
    const struct room_place *p = room_at_hand(r, view);
    return p && (p == who || (who->seat == seat && !p->held));
}

bool room_bot_needs_throw(const struct state *view) {
    int seat = state_seat(view);
    return view->dice.kind == DICE_PHYSICAL && seat >= 0 && seat_is_served(view, seat);
}

bool room_plays(const struct room *r, const struct room_place *who) {
    return who->seat >= 0 || r->members.options.keeper;
}

bool room_past_is_settled(const struct room *r) {
    const struct room_options *o = &r->members.options;
    return o->dice.kind != DICE_PHYSICAL && !o->keeper;
}

static enum room_refusal not_yours(const struct state *view, struct text *error) {
    int seat = state_seat(view);
    if (seat < 0) {
        say(error, room_game_over);
        return ROOM_PHASE;
    }
    struct span person = state_person(view, seat);
    LOCAL_TEXT(name, SEAT_NAME_MAX);
    text_put_n(&name, person.at, person.len);
    say(error, room_turn_of, .name = name.data);
    return ROOM_TURN;
}

/* ---- entries ---- */

struct said {
    struct room *room;
    const struct room_place *who;
    const struct state *view;
    const struct entry *entry;
    struct text *error;
};

static enum room_refusal refuse(const struct said *s, enum room_refusal why, enum message message) {
    say_message(s->error, message, NULL);
    return why;
}

static enum room_refusal may_say_action(const struct said *s) {
    bool roll = s->entry->action.act == ACT_ROLL;
    bool for_bot = roll && room_bot_needs_throw(s->view) && room_plays(s->room, s->who);
    if (!room_may_act(s->room, s->view, s->who) && !for_bot)
        return not_yours(s->view, s->error);
    if (roll && s->view->dice.kind != DICE_PHYSICAL && s->entry->action.dice.bits)
        return refuse(s, ROOM_RULES, M_room_dice_rolled);
    return ROOM_OK;
}

static enum room_refusal may_say_pace(const struct said *s) {
    /* Elsewhere it says nothing, but would restart the player's time. */
    if (s->view->dice.kind != DICE_PHYSICAL)
        return refuse(s, ROOM_RULES, M_play_pace_real_dice);
    return room_may_act(s->room, s->view, s->who) ? ROOM_OK : not_yours(s->view, s->error);
}

static enum room_refusal may_say_hint(const struct said *s) {
    if (!room_may_act(s->room, s->view, s->who))
        return not_yours(s->view, s->error);
    if (table_hinted(s->room->table))
        return refuse(s, ROOM_PHASE, M_room_hint_given);
    return ROOM_OK;
}

static enum room_refusal may_say_undo(const struct said *s) {
    const struct room *r = s->room;
    if (room_past_is_settled(r))
        return refuse(s, ROOM_RULES, M_room_undo_real_dice);
    if (!r->author_count)
        return ROOM_OK; /* the table refuses it and says why */
    int author = r->authors[r->author_count - 1];
    if (author == BY_ROOM)
        return refuse(s, ROOM_PHASE, M_room_seat_changed);
    if (r->members.options.keeper)
        return ROOM_OK;
    bool own = author == BY_ANYBODY || author == s->who->seat;
    bool last = r->spoke == BY_ANYBODY || r->spoke == author || author == BY_ANYBODY;
    if (!own || !last)
        return refuse(s, ROOM_TURN, M_room_undo_own_line);
    return ROOM_OK;
}

static enum room_refusal may_say_correction(const struct said *s) {
    if (s->entry->kind == ENTRY_SEAT)
        return refuse(s, ROOM_RULES, M_room_names_stay);
    if (room_past_is_settled(s->room))
        return refuse(s, ROOM_RULES, M_room_correct_real_dice);
    return ROOM_OK;
}

static enum room_refusal may_say_gift(const struct said *s) {
    const struct gift *g = &s->entry->gift;
    const struct state *now = table_now(s->room->table);
    if (s->view->dice.kind != DICE_FAIR || g->seat >= now->seat_count)
        return ROOM_OK; /* the table refuses it and says why */
    bool own = s->who->seat == g->seat || s->room->members.options.keeper;
    if (!own || seat_is_served(now, g->seat)) {
        say(s->error, room_share_of_other, .seat = g->seat + 1);
        return ROOM_TURN;
    }
    if (s->entry->kind == ENTRY_SHARE && !room_share_in_order(s->room, g, s->error))
        return ROOM_PHASE;
    /* An unpledged share must be the last one: otherwise its seat does not seal the dice
     * (doc/fairness.md). */
    bool alone = s->entry->kind == ENTRY_SHARE && !g->nothing && !set_any(now->fair.pledged);
    struct set missing = fair_missing(&now->fair, now->seat_count);
    if (alone && set_any(set_without(missing, g->seat)))
        return refuse(s, ROOM_PHASE, M_room_passed_over_first);
    return ROOM_OK;
}

/* A seat leaves the game by the word of the only player who holds it or, if nobody does, of
 * anybody. For a player who is only away, the others can ask for a bot. */
static enum room_refusal may_say_leave(const struct said *s) {
    const struct membership *m = &s->room->members;
    int seat = s->entry->leaver;
    if (m->options.keeper || seat >= s->view->seat_count)
        return ROOM_OK; /* the table refuses a seat that is not there */
    struct set holders = members_holders(m, set_one(seat));
    if (set_any(set_without(holders, s->who->place - 1)))
        return refuse(s, ROOM_TURN, M_room_leave_own_seat);
    return ROOM_OK;
}

static enum room_refusal may_say(const struct said *s) {
    bool meddles =
        s->entry->corrects || s->entry->kind == ENTRY_UNDO || s->entry->kind == ENTRY_LEAVE;
    if (meddles && !room_plays(s->room, s->who))
        return refuse(s, ROOM_PLACE, M_room_sits_out);
    if (s->entry->corrects)
        return may_say_correction(s);
    switch (s->entry->kind) {
    case ENTRY_ACTION:
        return may_say_action(s);
    case ENTRY_PACE:
        return may_say_pace(s);
    case ENTRY_HINT:
        return may_say_hint(s);
    case ENTRY_UNDO:
        return may_say_undo(s);
    case ENTRY_PLEDGE:
    case ENTRY_SHARE:
        return may_say_gift(s);
    case ENTRY_LEAVE:
        return may_say_leave(s);
    case ENTRY_REMATCH:
        return ROOM_OK; /* anybody may ask for one */
    default:
        return refuse(s, ROOM_WORDS, M_room_server_says_that);
    }
}

/* Why the table refused the entry: it is against the rules, or comes at the wrong time. */
static enum room_refusal table_refusal(const struct entry *e) {
    bool played =
        e->kind == ENTRY_ACTION || e->kind == ENTRY_PACE || e->kind == ENTRY_UNDO || e->corrects;
    return played ? ROOM_RULES : ROOM_PHASE;
}

static enum room_refusal say_entry(struct room *r, const struct room_place *who, struct span words,
                                   struct room_plan *ret, struct refusal *refusal) {
    struct text *error = refusal->words;
    struct state view;
    struct entry e;
    const struct state *now = table_now(r->table);
    if (r->members.phase != MEMBERS_GAME) {
        say(error, room_not_begun);
        return ROOM_PHASE;
    }
    if (!entry_parse(&now->rules, words, &e, error))
        return ROOM_WORDS;
    state_view(now, &view);
    struct said said = {r, who, &view, &e, error};
    enum room_refusal why = may_say(&said);
    if (why != ROOM_OK)
        return why;
    if (e.kind == ENTRY_REMATCH)
        return plan_again(r, who->place, ret, refusal);
    return plan_entry(r, &e, ret, refusal) ? ROOM_OK : table_refusal(&e);
}

/* ---- words ---- */

/* Explains why the word cannot be used here: it is unknown, only the server may use it, the server
 * does not answer it, or it is a question sent as a command or the reverse. */
static void unknown_words(struct span verb, struct text *error) {
    enum word word = word_find(verb, AN_ENTRY | A_QUESTION | AN_ORDER);
    enum word_speaker speaker = (enum word_speaker)vocabulary[word].speaker;
    if ((word && speaker == SPEAKER_SERVER) || (verb.len && verb.at[0] == '#')) {
        say(error, room_server_says, .word = SHOWN(verb));
        return;
    }
    if (word && speaker == SPEAKER_NOBODY) {
        say(error, room_worked_out_elsewhere, .word = SHOWN(verb));
        return;
    }
    if (!word)
        word_unknown_to_server(verb, error);
    else if (vocabulary[word].uses & (AN_ENTRY | AN_ORDER))
        say(error, room_no_question, .word = SHOWN(verb));
    else
        say(error, room_only_question, .word = SHOWN(verb));
}

/* The word, if it begins a command or an entry that players may say; else WORD_NONE. */
static enum word word_of_people(struct span verb) {
    enum word word = word_find(verb, AN_ENTRY | AN_ORDER);
    return vocabulary[word].speaker == SPEAKER_SERVER ? WORD_NONE : word;
}

enum room_refusal room_plan_say(struct room *r, int place, struct set here, struct span words,
                                struct room_plan *ret, struct refusal *refusal) {
    struct text *error = refusal->words;
    enum { KEPT_FOR_THE_SERVER = 1000 };
    const struct room_place *who = members_place(&r->members, place);
    words = span_trim(words);
    struct span rest = words, verb = span_word(&rest);
    enum word word = word_of_people(verb);
    plan_start(ret);
    if (words.len >= ROOM_LINE_MAX) {
        say(error, room_line_too_long);
        return ROOM_WORDS;
    }
    if (!span_clean(words)) {
        say(error, room_line_unclean);
        return ROOM_WORDS;
    }
    if (!word) {
        unknown_words(verb, error);
        return ROOM_WORDS;
    }
    if (!who || !who->held) {
        say_message(error, place ? M_room_nobody_holds : M_room_you_look_on, NULL);
        return ROOM_PLACE;
    }
    if (room_lines(r) > ROOM_LOG_MAX - KEPT_FOR_THE_SERVER && word != WORD_LEAVE) {
        say(error, room_enough_games);
        return ROOM_PHASE;
    }
    bool entry = word == WORD_LEAVE && rest.len; /* `leave 2` is about a seat, not about a place */
    enum room_refusal why = (vocabulary[word].uses & AN_ORDER) && !entry
                                ? room_plan_order(r, place, here, word, rest, ret, error)
                                : say_entry(r, who, words, ret, refusal);
    if (why != ROOM_OK)
        room_plan_clear(ret);
    return why;
}

/* ---- bots ---- */

const char *room_choosing_level(const struct room *r, const struct state *view) {
    int seat = state_seat(view);
    if (r->members.phase != MEMBERS_GAME || seat < 0 || state_falling(view))
        return NULL;
    if (seat_is_served(view, seat))
        return view->seats[seat].bot;
    return r->members.late ? ROOM_LATE_LEVEL : NULL;
}

bool room_bot_chooses(const struct room *r) {
    struct state view;
    state_view(table_now(r->table), &view);
    return room_choosing_level(r, &view) != NULL;
}

enum room_refusal room_plan_bot(struct room *r, struct span words, bool hurried,
                                struct room_plan *ret, struct text *error) {
    struct state view;
    struct entry e;
    plan_start(ret);
    state_view(table_now(r->table), &view);
    if (!room_choosing_level(r, &view)) {
        say(error, room_no_bot_to_choose);
        return ROOM_TURN;
    }
    if (words.len >= ROOM_LINE_MAX || !entry_parse(&view.rules, words, &e, error))
        return ROOM_WORDS;
    if (e.kind != ENTRY_ACTION || e.corrects) {
        say(error, room_bot_makes_choice);
        return ROOM_WORDS;
    }
    struct room_change c = {.kind = WORD_HURRIED, .seat = state_seat(&view)};
    if (hurried)
        plan_add_change(ret, &c);
    if (plan_entry(r, &e, ret, &(struct refusal){.words = error}))
        return ROOM_OK;
    room_plan_clear(ret);
    return ROOM_RULES;
}

/* ---- questions ---- */

/* A command takes precedence over a question of the same name, and questions that only the server
 * may ask do not count. */
static enum word question_in(struct span verb) {
    enum word word = word_find(verb, A_QUESTION);
    bool other = (vocabulary[word].uses & AN_ORDER) || vocabulary[word].speaker == SPEAKER_SERVER;
    return other ? WORD_NONE : word;
}

bool room_is_question(struct span words) {
    return question_in(span_word(&words)) != WORD_NONE;
}

/* These questions take several milliseconds if the log is long, and every follower may ask them. */
static bool is_costly(enum word word) {
    return word == WORD_VERIFY || word == WORD_SHEET;
}

static bool answer_is_kept(const struct room *r, struct span words) {
    return r->kept.words && r->kept.lines == room_lines(r) && span_is(words, r->kept.words);
}

static void keep_answer(struct room *r, struct span words, const struct text *answer) {
    free(r->kept.words);
    free(r->kept.answer);
    r->kept.words = must(strndup(words.at, words.len));
    r->kept.answer = must(strndup(answer->data, answer->len));
    r->kept.lines = room_lines(r);
}

enum room_refusal room_ask(struct room *r, struct span words, struct text *out) {
    struct span rest = words, verb = span_word(&rest);
    enum word word = question_in(verb);
    text_clear(out);
    if (!word || vocabulary[word].speaker == SPEAKER_NOBODY) {
        LOCAL_TEXT(w, 512);
        unknown_words(verb, &w);
        answer_error(out, w.data);
        return ROOM_WORDS;
    }
    if (answer_is_kept(r, words)) {
        text_put(out, r->kept.answer);
        if (!out->cut)
            return ROOM_OK;
        text_clear(out);
    }
    struct talk *talk = talk_new(r->table, NULL);
    /* One page at most: the log may be long, and others are waiting. */
    bool whole = !span_trim(rest).len;
    if (whole && word == WORD_LOG)
        words = span_of("log 0");
    else if (whole && word == WORD_RESULTS)
        words = span_of("results 0");
    talk_line(talk, words, out);
    talk_free(talk);
    table_forget_steps(r->table);
    static const char refused[] = "{\"error\"";
    bool good = strncmp(out->data, refused, sizeof refused - 1);
    if (good && is_costly(word))
        keep_answer(r, words, out);
    return good ? ROOM_OK : ROOM_WORDS;
}
