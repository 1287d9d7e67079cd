#include "play/shorthand.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/say.h"
#include "rules/press.h"
#include "rules/sheet.h"

/* ---- boxes ---- */

static const struct {
    const char *typed, *key;
} abbreviations[] = {
    {"1s", "ones"},
    {"2s", "twos"},
    {"3s", "threes"},
    {"4s", "fours"},
    {"5s", "fives"},
    {"6s", "sixes"},
    {"aces", "ones"},
    {"3k", "three-kind"},
    {"4k", "four-kind"},
    {"5k", "five-kind"},
    {"fh", "full-house"},
    {"ss", "small-straight"},
    {"ls", "large-straight"},
    {"low", "small-straight"},
    {"high", "large-straight"},
    {"1p", "one-pair"},
    {"2p", "two-pairs"},
    {"pair", "one-pair"},
};

bool same_letters(struct span s, const char *word) {
    return strlen(word) == s.len && strncasecmp(s.at, word, s.len) == 0;
}

/* A box by key, label, common abbreviation or unique prefix; -1 if none. */
static int box_by_any_name(const struct book *book, struct span name) {
    int found = -1;
    for (int i = 0; i < book->box_count; i++) {
        if (same_letters(name, book->boxes[i].key) ||
            same_letters(name, words_of(book->boxes[i].label)) ||
            same_letters(name, words_in(book->boxes[i].label, languages[0])))
            return i;
    }
    for (size_t a = 0; a < sizeof abbreviations / sizeof *abbreviations; a++) {
        if (!same_letters(name, abbreviations[a].typed))
            continue;
        for (int i = 0; i < book->box_count; i++) {
            if (!strcmp(book->boxes[i].key, abbreviations[a].key))
                return i;
        }
    }
    for (int i = 0; i < book->box_count && name.len >= 2; i++) {
        if (strncasecmp(book->boxes[i].key, name.at, name.len) == 0) {
            if (found >= 0)
                return -1; /* ambiguous */
            found = i;
        }
    }
    return found;
}

/* ---- faces ---- */

/* Parses faces, separated or not ("113", "1 1 3", "1,1,3"), and appends them as " 1 1 3". */
static bool put_faces(struct span s, struct text *out) {
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] == ' ' || s.at[i] == ',' || s.at[i] == '\t')
            continue;
        if (s.at[i] < '0' || s.at[i] > '9')
            return false;
        text_add(out, " %c", s.at[i]);
    }
    return s.len > 0;
}

static bool all_digits(struct span s) {
    bool digit = false;
    for (size_t i = 0; i < s.len; i++) {
        if (isdigit((unsigned char)s.at[i]))
            digit = true;
        else if (s.at[i] != ' ' && s.at[i] != ',')
            return false;
    }
    return digit;
}

static struct span last_word(struct span *s) {
    size_t n = s->len;
    while (n && s->at[n - 1] != ' ')
        n--;
    struct span word = {s->at + n, s->len - n};
    *s = span_trim((struct span){s->at, n});
    return word;
}

/* ---- sentences ---- */

static bool with_faces(const char *verb, struct span faces, struct meaning *ret,
                       struct text *error) {
    struct text line = TEXT_IN(ret->line);
    text_put(&line, verb);
    if (put_faces(faces, &line))
        return true;
    return say_fail(error, play_are_no_dice, .word = SHOWN(faces));
}

/* A player who kept dice may type the whole hand after the throw; the kept dice are left out. */
static bool without_kept(const struct state *s, struct meaning *ret) {
    LOCAL_TEXT(ignored, 64);
    struct dice typed;
    if (s->stage != STAGE_PLAY || !s->game.dice.bits || strncmp(ret->line, "roll", 4) != 0 ||
        !faces_parse(span_of(ret->line + strlen("roll")), ' ', &typed, &ignored) ||
        /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a game has rules */
        dice_size(typed) != s->rules.book->dice || !dice_contain(typed, s->game.dice))
        return true;
    struct text line = TEXT_IN(ret->line);
    action_print(&s->rules,
                 (struct action){.act = ACT_ROLL, .dice = dice_minus(typed, s->game.dice)}, &line);
    return true;
}

static bool keep(struct span faces, struct meaning *ret, struct text *error) {
    if (!faces.len) /* rolling all dice again by mistake could cost a good hand */
        return say_fail(error, play_keep_which);
    if (span_is(faces, "-") || same_letters(faces, "none")) {
        text_put(TEXT_OVER(ret->line), "keep -");
        return true;
    }
    return with_faces("keep", faces, ret, error);
}

static bool take(struct span dice, struct span then, struct meaning *ret, struct text *error) {
    bool rolls = same_letters(then, "roll") || same_letters(then, "r");
    bool stops = same_letters(then, "stop") || same_letters(then, "s");
    if (!rolls && !stops)
        return say_fail(error, play_which_dice_aside);
    if (!with_faces("take", dice, ret, error))
        return false;
    struct text line = {.data = ret->line, .size = sizeof ret->line, .len = strlen(ret->line)};
    text_put(&line, rolls ? " roll" : " stop");
    return true;
}

/* `score` alone: asks for a box and names those that are open. */
static bool score_what(const struct state *s, struct text *error) {
    const struct book *book = s->rules.book;
    int seat = state_seat(s);
    LOCAL_TEXT(open, BOXES_MAX * (BOX_KEY_MAX + 2) + 1);
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a game has rules */
    if (book->family != FAMILY_SHEET)
        return say_fail(error, rules_played_with_take, .book = book->name);
    for (int box = 0; box < book->box_count; box++) {
        if (s->stage != STAGE_PLAY || seat < 0 || !(s->game.card[seat].filled >> box & 1))
            text_add(&open, "%s%s", open.len ? ", " : "", book->boxes[box].key);
    }
    return say_fail(error, play_score_which, .boxes = open.data);
}

/* Cuts "bonus" off the end of the points of a box. */
static bool cut_bonus(struct span *words) {
    struct span before = *words;
    bool bonus = same_letters(last_word(&before), "bonus") && before.len;
    *words = bonus ? before : *words;
    return bonus;
}

/* The pace at which a turn is being entered without all its throws; else PACE_THROWS. */
static enum pace kept_pace(const struct state *s) {
    return s->game.phase == PHASE_ROLL ? state_pace(s) : PACE_THROWS;
}

static bool score(const struct state *s, struct span rest, bool zero, struct meaning *ret,
                  struct text *error) {
    int64_t claimed = -1;
    bool points = kept_pace(s) == PACE_POINTS, bonus = points && cut_bonus(&rest);
    struct span name = rest, box_words = rest;
    if (!name.len)
        return score_what(s, error);
    struct span last = last_word(&box_words);
    if (box_words.len && span_number(last, 0, 9999, &claimed))
        name = box_words; /* "full-house 25" */
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a game has rules */
    int box = s->rules.book->family == FAMILY_SHEET ? box_by_any_name(s->rules.book, name) : -1;
    if (box < 0) {
        box_find(s->rules.book, name, error);
        return false;
    }
    if (points && claimed < 0 && !zero)
        return say_fail(error, play_points_missing, .box = s->rules.book->boxes[box].key);
    ret->claimed = claimed;
    ret->zero_meant = zero || claimed == 0;
    struct action a = {.act = ACT_SCORE, .box = (uint8_t)box, .zero = ret->zero_meant};
    /* The record has the 0 only if the dice would score. */
    a.zero = s->stage == STAGE_PLAY && sheet_given_up(&s->rules, &s->game, a) > 0;
    if (points) {
        a.zero = ret->zero_meant;
        a.bonus = bonus;
        a.points = zero ? 0 : (int32_t)claimed;
    }
    struct text line = TEXT_IN(ret->line);
    action_print(&s->rules, a, &line);
    return true;
}

/* Whether the words name a box, with or without points: "full-house", "full-house 25". */
static bool names_box(const struct book *book, struct span words) {
    int64_t points;
    cut_bonus(&words);
    struct span box = words;
    return box_by_any_name(book, words) >= 0 ||
           (span_number(last_word(&box), 0, 9999, &points) && box_by_any_name(book, box) >= 0);
}

/* `stop` alone takes the set that banks most. If no set allows stopping, it takes the largest one,
 * so that the refusal can name the rule that forbids stopping. */
static void stop_with_most(const struct state *s, struct meaning *ret) {
    struct action best = {.act = ACT_TAKE_STOP, .dice = press_most(&s->rules, &s->game)};
    ret->stop_alone = true;
    struct text line = TEXT_IN(ret->line);
    action_print(&s->rules, best, &line);
}

bool stop_words(const struct state *s, struct text *why, struct text *question) {
    struct dice more = press_more(&s->rules, &s->game), taken = press_most(&s->rules, &s->game);
    if (!more.bits)
        return false;
    say(why, play_stop_leaves_out, .dice = DICE(more, " "),
        .points = press_points(s->rules.book, more), .all = s->rules.book->dice);
    say(question, play_stop_with, .dice = DICE(taken, " "),
        .points = s->game.turn_points + press_points(s->rules.book, taken));
    return true;
}

/* The words that name a box, with or without `score` and points, as a line of the table language.
 * Returns false if they name none. */
static bool put_score(const struct book *book, struct span words, struct text *out) {
    struct span name = words, verb = span_word(&name), points = {0};
    int64_t value;
    if (!same_letters(verb, "score") && !same_letters(verb, "s"))
        name = words;
    int box = box_by_any_name(book, name);
    if (box < 0) { /* "yahtzee 0" */
        points = last_word(&name);
        box = span_number(points, 0, 9999, &value) ? box_by_any_name(book, name) : -1;
    }
    if (box >= 0)
        text_add(out, "score %s%s%.*s", book->boxes[box].key, points.len ? " " : "",
                 (int)points.len, points.at);
    return box >= 0;
}

/* Bare digits: the faces of a roll or, without all throws, what is entered in their place. */
static bool digits(const struct state *s, enum pace pace, struct span all, struct meaning *ret,
                   struct text *error) {
    bool sheet = s->rules.book && s->rules.book->family == FAMILY_SHEET;
    if (pace == PACE_LAST)
        return with_faces(sheet ? "last" : "aside", all, ret, error);
    if (pace == PACE_POINTS && sheet)
        return say_fail(error, play_box_missing, .points = SHOWN(all));
    if (pace == PACE_THROWS)
        return with_faces("roll", all, ret, error);
    struct text line = TEXT_IN(ret->line);
    text_put(&line, "bank ");
    text_put_n(&line, all.at, all.len);
    return true;
}

/* "correct 7 11356", "correct 8 yahtzee": the replacement is a full line, the name of a box, or
 * bare digits, which mean what they would have meant before line 7, if that is the given state. */
static bool correct(const struct state *s, struct span rest, struct meaning *ret,
                    struct text *error) {
    struct span number = span_word(&rest);
    struct meaning meant;
    LOCAL_TEXT(score, LINE_MAX_BYTES);
    if (all_digits(rest)) {
        if (!digits(s, kept_pace(s), rest, &meant, error))
            return false;
        rest = span_of(meant.line);
    } else if (s->rules.book && s->rules.book->family == FAMILY_SHEET &&
               put_score(s->rules.book, rest, &score)) {
        rest = span_of(score.data);
    }
    text_add(TEXT_OVER(ret->line), "correct %.*s %.*s", (int)number.len, number.at, (int)rest.len,
             rest.at);
    return true;
}

/* A line of the table language, whose first word may be in capitals. */
static void put_line(struct span all, struct text *out) {
    struct span rest = all, verb = span_word(&rest);
    for (int word = WORD_NONE + 1; word < WORDS_COUNT; word++) {
        if (same_letters(verb, vocabulary[word].text)) {
            text_put(out, vocabulary[word].text);
            all = (struct span){all.at + verb.len, all.len - verb.len};
            break;
        }
    }
    text_put_n(out, all.at, all.len);
}

bool shorthand(const struct state *s, struct span typed, struct meaning *ret, struct text *error) {
    *ret = (struct meaning){.claimed = -1};
    struct span all = span_trim(typed), rest = all;
    struct span verb = span_word(&rest);
    bool choosing = s->stage == STAGE_PLAY && s->game.phase == PHASE_CHOOSE;
    bool sheet = s->rules.book && s->rules.book->family == FAMILY_SHEET;
    if (same_letters(verb, "correct"))
        return correct(s, rest, ret, error);
    if (all_digits(all)) {
        if (!choosing)
            return digits(s, kept_pace(s), all, ret, error) && without_kept(s, ret);
        if (sheet)
            return keep(all, ret, error);
    }
    if (choosing && sheet && (span_is(all, "-") || same_letters(all, "none")))
        return keep(all, ret, error);
    if (same_letters(verb, "keep") || same_letters(verb, "k")) /* elsewhere the table refuses it */
        return keep(rest.len || (choosing && sheet) ? rest : span_of("-"), ret, error);
    if ((same_letters(verb, "roll") || same_letters(verb, "r")) && rest.len)
        return with_faces("roll", rest, ret, error);
    if (same_letters(verb, "last") && rest.len)
        return with_faces("last", rest, ret, error);
    if (same_letters(verb, "aside") && rest.len)
        return with_faces("aside", rest, ret, error);
    if (!sheet && kept_pace(s) != PACE_THROWS && !rest.len &&
        (same_letters(verb, "stop") || same_letters(verb, "s"))) {
        text_put(TEXT_OVER(ret->line), "bank");
        return true;
    }
    if (same_letters(verb, "score") || (same_letters(verb, "s") && rest.len))
        return score(s, rest, false, ret, error);
    if (same_letters(verb, "zero"))
        return score(s, rest, true, ret, error);
    if (choosing && !sheet) {
        struct span dice = same_letters(verb, "take") || same_letters(verb, "t") ? rest : all;
        struct span then = last_word(&dice);
        if (!dice.len && (same_letters(then, "stop") || same_letters(then, "s"))) {
            stop_with_most(s, ret);
            return true;
        }
        bool comment = all.len && all.at[0] == '#'; /* may end in a number */
        if (!comment && (all_digits(dice) || all_digits(then)))
            return take(dice, then, ret, error);
    }
    struct text line = TEXT_IN(ret->line);
    if (same_letters(verb, "r") || same_letters(verb, "roll")) {
        text_put(&line, "roll");
    } else if (same_letters(verb, "u") && !rest.len) {
        text_put(&line, "undo");
    } else if (sheet && names_box(s->rules.book, all)) {
        return score(s, all, false, ret, error);
    } else {
        put_line(all, &line);
    }
    return true;
}
