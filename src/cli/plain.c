#include "cli/plain.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/sheet_text.h"
#include "rules/sheet.h"

bool plain_ask(const char *prompt, char *ret, size_t size) {
    char *line = NULL;
    size_t room = 0;
    bool good = false;
    while (!good) {
        fputs(prompt, stdout);
        if (fflush(stdout) != 0)
            break;
        ssize_t n = getline(&line, &room, stdin);
        if (n < 0) {
            putchar('\n');
            break;
        }
        if (n && line[n - 1] == '\n')
            line[--n] = '\0';
        if (!isatty(STDIN_FILENO))
            puts(line); /* echo the input, so that transcripts are complete */
        good = (size_t)n < size && strlen(line) == (size_t)n;
        if (good)
            memcpy(ret, line, (size_t)n + 1);
        else /* ask again: treating a bad line as empty would roll the dice */
            tell_inset(cli_strange_line_typed);
    }
    free(line);
    return good;
}

bool plain_agrees(const char *prompt) {
    char answer[64];
    return plain_ask(prompt, answer, sizeof answer) && answer[0] &&
           strchr(words_of(M_cli_yes_letters), answer[0]);
}

/* ---- commands that are not moves ---- */

static void show_rules(const struct state *s) {
    for (int rule = 0; rule < RULES_COUNT; rule++) {
        char words[1024], label[64];
        struct text w = TEXT_IN(words), l = TEXT_IN(label);
        if (!rule_words(&s->rules, (enum rule)rule, &w))
            continue;
        text_add(&l, "  %s", rule_title(s->rules.book, (enum rule)rule));
        print_wrapped(label, 22, words);
    }
}

/* The rules in force, in a few lines: what the household plays differently from the book. */
static void show_house_rules(const struct rules *r) {
    struct rules own = rules_of(r->book);
    if (rules_same(r, &own)) {
        tell_line(cli_rules_in_force, .game = r->book->name);
        return;
    }
    tell_line(cli_rules_changed, .game = r->book->name);
    for (const struct param *p = params; p->name; p++) {
        LOCAL_TEXT(label, 128);
        LOCAL_TEXT(value, 32);
        if (p->family != r->book->family || param_same(p, &r->params, &own.params))
            continue;
        param_print(p, &r->params, &value);
        text_add(&label, "  %s", value.data);
        print_wrapped(
            label.data, 22,
            words_of(p->words ? p->choices[param_value(&r->params, p->first)] : p->meaning));
    }
}

static void show_sheet(const struct table *t) {
    struct scoresheet *s = scoresheet_of_game(t, -1);
    putchar('\n');
    sheet_print(stdout, s, 80);
    scoresheet_free(s);
}

/* Writes the record so far to a new file and continues there. */
static void save_as(struct plain *p, const char *path) {
    LOCAL_TEXT(error, 1024);
    struct record *fresh = shelf_keep(p->table, path, "", &error);
    if (!fresh) {
        print_lines(2, error.data);
        return;
    }
    record_close(p->record);
    p->record = fresh;
    tell_inset(cli_kept_from_here, .file = path);
}

static void save(struct plain *p, struct span path) {
    if (path.len) {
        LOCAL_TEXT(n, PATH_MAX_BYTES);
        text_put_n(&n, path.at, path.len);
        save_as(p, n.data);
    } else if (p->record) {
        tell_inset(cli_kept_already, .file = record_path(p->record));
    } else {
        tell_inset(cli_not_kept);
    }
}

/* Handles a command that is not a move; returns false if the line is for the table. */
static bool aside(struct plain *p, struct span line) {
    const struct table *t = p->table;
    struct span rest = line;
    struct span verb = span_word(&rest);
    if (same_letters(verb, "help") || same_letters(verb, "?") || same_letters(verb, "h"))
        plain_help(t);
    else if (same_letters(verb, "sheet"))
        show_sheet(t);
    else if (same_letters(verb, "rules") && !rest.len)
        show_rules(table_now(t));
    else if (same_letters(verb, "log"))
        plain_log(t);
    else if (same_letters(verb, "save"))
        save(p, rest);
    else if (same_letters(verb, "hint") && !rest.len)
        plain_hint(p);
    else if (same_letters(verb, "why"))
        plain_why(p, rest);
    else if (same_letters(verb, "warn"))
        plain_warn(p, rest);
    else if (same_letters(verb, "analyse") && !rest.len)
        plain_analyse(p);
    else
        return false;
    return true;
}

/* ---- the referee ---- */

/* If five of a kind would score in this lower box as a joker, but is not one yet: says which of the
 * two boxes that must be filled first is still open. */
static void tell_joker(const struct state *s, int box) {
    const struct box *boxes = s->rules.book->boxes;
    const struct card *card = &s->game.card[s->game.seat];
    int five = sheet_five_box(s->rules.book);
    int own = sheet_face_box(s->rules.book, dice_commonest(s->game.dice));
    if (five < 0 || own < 0 || s->rules.params.joker == JOKER_NONE || box_is_upper(&boxes[box]) ||
        !box_points(&boxes[five], s->game.dice) ||
        box_points(&boxes[box], s->game.dice) == box_joker_points(&boxes[box], s->game.dice))
        return;
    const char *first = words_of(boxes[five].label), *second = words_of(boxes[own].label);
    bool five_open = !(card->filled >> five & 1), own_open = !(card->filled >> own & 1);
    if (five_open && own_open)
        tell_inset(cli_joker_needs_both, .box = first, .other = second);
    else if (five_open || own_open)
        tell_inset(cli_joker_needs, .box = first, .other = second,
                   .open = five_open ? first : second);
}

/* Checks the points claimed, if any, and asks before a zero that may be unintended: a player who
 * scores a full house without having one has probably misread the dice, as has one who enters a
 * zero where the dice would score. */
static bool claim_stands(const struct state *s, const struct meaning *meaning) {
    LOCAL_TEXT(error, 512);
    struct action a;
    if (s->stage != STAGE_PLAY || s->game.phase != PHASE_CHOOSE ||
        !action_parse(&s->rules, span_of(meaning->line), &a, &error) || a.act != ACT_SCORE)
        return true;
    struct claim claim = sheet_claim(&s->rules, &s->game.card[s->game.seat], s->game.dice, a.box);
    const struct box *box = &s->rules.book->boxes[a.box];
    enum message cite = s->rules.book->cites[RULE_BOX];
    if (claim.refusal != ALLOWED)
        return true; /* the table refuses the line and explains why */
    LOCAL_TEXT(prompt, 128);
    if (a.zero) {
        tell_inset(cli_scores_something, .box = words_of(box->label), .points = claim.points);
        text_add(&prompt, "  %s ", words_of(M_cli_zero_instead));
        return plain_agrees(prompt.data);
    }
    if (meaning->claimed >= 0 && meaning->claimed != claim.points) {
        if (cite)
            tell_inset(cli_claim_refused_cited, .box = words_of(box->label), .points = claim.points,
                       .claimed = (int)meaning->claimed, .how = BOX_HOW(box),
                       .rule = rule_name(RULE_BOX), .source = words_of(cite));
        else
            tell_inset(cli_claim_refused, .box = words_of(box->label), .points = claim.points,
                       .claimed = (int)meaning->claimed, .how = BOX_HOW(box),
                       .rule = rule_name(RULE_BOX));
        tell_joker(s, a.box);
        return false;
    }
    if (claim.points || meaning->zero_meant)
        return true;
    tell_inset(cli_scores_nothing, .box = words_of(box->label), .how = BOX_HOW(box));
    tell_joker(s, a.box);
    text_add(&prompt, "  %s ", words_of(M_cli_zero_there));
    return plain_agrees(prompt.data);
}

/* Asks before `stop` leaves out dice that score. */
static bool stop_stands(const struct state *s, const struct meaning *meaning) {
    LOCAL_TEXT(why, 512);
    LOCAL_TEXT(prompt, 256);
    text_put(&prompt, "  ");
    if (!meaning->stop_alone || !stop_words(s, &why, &prompt))
        return true;
    print_lines(2, why.data);
    text_add(&prompt, " %s ", words_of(M_cli_yes_or_no));
    return plain_agrees(prompt.data);
}

void plain_choices(const struct state *s, struct text *out) {
    if (s->rules.book->family != FAMILY_SHEET)
        say(out, cli_take_or_stop);
    else if (s->game.rolls < s->rules.book->rolls)
        say(out, cli_keep_or_score);
    else
        text_put(out, "score"); /* a word of the table language */
}

/* What to type where turns are entered without all their throws. */
static void kept_words(const struct state *s, struct text *out) {
    bool press = s->rules.book->family == FAMILY_PRESS, points = state_pace(s) == PACE_POINTS;
    if (press && points)
        say(out, cli_type_points);
    else if (press && game_turn_begins(&s->game))
        say(out, cli_type_aside);
    else if (press)
        say(out, cli_type_aside_bank);
    else if (points)
        say(out, cli_type_box_points);
    else
        say(out, cli_type_last, .dice = s->rules.book->dice);
}

static void expected_words(const struct state *s, struct text *out) {
    int falling = state_falling(s);
    bool playing = s->stage == STAGE_PLAY;
    if (state_over(s))
        say(out, cli_rematch_or_quit);
    else if (falling && state_pace(s) != PACE_THROWS)
        kept_words(s, out);
    else if (falling && s->dice.kind == DICE_PHYSICAL && playing)
        say(out, cli_throw_and_type, .n = falling);
    else if (falling && s->dice.kind == DICE_PHYSICAL)
        say(out, cli_type_for_start, .n = falling);
    else if (falling && playing)
        say(out, cli_enter_rolls);
    else if (falling)
        say(out, cli_enter_rolls_for_start);
    else
        plain_choices(s, out);
}

static void prompt_words(const struct state *s, struct text *out) {
    int seat = state_seat(s);
    LOCAL_TEXT(expected, 128);
    expected_words(s, &expected);
    if (seat >= 0) {
        struct span person = state_person(s, seat);
        LOCAL_TEXT(player, SEAT_NAME_MAX);
        text_put_n(&player, person.at, person.len);
        say(out, cli_prompt_player, .player = player.data, .expected = expected.data);
    } else {
        text_put(out, expected.data);
    }
    text_put(out, "> ");
}

/* The state in which typed words are read: for a correction, the one before the corrected line. */
static const struct state *state_of_words(const struct table *t, struct span typed,
                                          const struct state *now) {
    static struct state before;
    int64_t line;
    bool corrects = span_is(span_word(&typed), "correct") &&
                    span_number(span_word(&typed), 1, table_lines(t), &line);
    int step = corrects ? table_step_of_line(t, (int)line) : -1;
    if (step < 0)
        return now;
    state_view(&table_step(t, step)->before, &before);
    return &before;
}

/* Plays one typed line; returns true if it was accepted. */
static bool enter(struct plain *p, struct span typed) {
    LOCAL_TEXT(error, 1024);
    static struct meaning meaning;
    static struct state before;
    state_view(table_now(p->table), &before);
    bool rolls_by_itself = state_falling(&before) && before.dice.kind != DICE_PHYSICAL;
    if (!span_trim(typed).len) {
        if (!rolls_by_itself) {
            tell_inset(cli_help_here);
            return false;
        }
        typed = span_of("roll");
    }
    if (!shorthand(state_of_words(p->table, typed, &before), typed, &meaning, &error)) {
        print_lines(2, error.data);
        return false;
    }
    if (!claim_stands(&before, &meaning) || !stop_stands(&before, &meaning) ||
        !plain_choice_stands(p, &before, &meaning))
        return false;
    if (!record_say(p->record, p->table, span_of(meaning.line), NULL,
                    &(struct refusal){.words = &error})) {
        tell_inset(cli_refused, .reason = error.data);
        return false;
    }
    plain_announce(&before, p->table);
    return true;
}

static bool was_undo(const struct table *t) {
    return table_lines(t) && !strcmp(table_line(t, table_lines(t)), "undo");
}

/* Asks for a line and carries it out; returns false if the player leaves. ret_show: whether the
 * table has changed. */
static bool ask_and_say(struct plain *p, const struct state *view, bool *ret_show) {
    char line[LINE_MAX_BYTES], prompt[256];
    struct text words = TEXT_IN(prompt);
    prompt_words(view, &words);
    if (!plain_ask(prompt, line, sizeof line))
        return false;
    struct span typed = span_trim(span_of(line)), rest = typed;
    bool quits = same_letters(span_word(&rest), "quit");
    if ((quits && !rest.len) || same_letters(typed, "q"))
        return false;
    if (quits) { /* not understood for certain, and leaving may be a surprise */
        tell_inset(cli_quit_alone);
        *ret_show = false;
        return true;
    }
    *ret_show = !aside(p, typed) && enter(p, typed);
    if (*ret_show && was_undo(p->table))
        bots_take_back(p);
    return true;
}

static void play(struct plain *p) {
    static struct state view;
    bool show = true, ended = state_over(table_now(p->table));
    for (;;) {
        state_view(table_now(p->table), &view);
        bool bot = bots_move_next(p, &view);
        if (show)
            plain_show(&view, !bot);
        show = true;
        if (bot)
            bots_move(p, &view);
        else if (!ask_and_say(p, &view, &show))
            return;
        bool over = state_over(table_now(p->table));
        if (over && !ended)
            plain_end(p->table);
        if (over && view.dice.kind == DICE_DAILY)
            return; /* no rematch, so there is nothing left to ask */
        ended = over;
    }
}

int plain_play(struct plain *p) {
    const struct state *s = table_now(p->table);
    if (state_over(s))
        plain_end(p->table);
    if (s->stage == STAGE_SETUP) {
        putchar('\n');
        show_house_rules(&s->rules);
        tell_inset(cli_help_anywhere);
    }
    play(p);
    adviser_free(p->adviser);
    p->adviser = NULL;
    if (p->record && !state_over(s))
        tell_line(cli_game_kept_resume, .file = record_path(p->record));
    else if (p->record)
        tell_line(cli_game_kept, .file = record_path(p->record));
    return EXIT_FINE;
}
