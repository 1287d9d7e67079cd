#include "play/entry.h"

#include <inttypes.h>
#include <string.h>

#include "core/day.h"
#include "core/say.h"

/* ---- seats ---- */

int seat_people(const struct seat *seat) {
    int n = 1;
    for (const char *c = seat->name; *c; c++)
        n += *c == '+';
    return n;
}

struct span seat_person(const struct seat *seat, int index) {
    struct span rest = span_of(seat->name), name = {0};
    for (int i = 0; i <= index; i++)
        name = span_until(&rest, '+');
    return name;
}

static bool parse_name(struct span name, struct text *error) {
    if (!name.len) {
        say(error, play_name_missing);
    } else if (!span_clean(name)) {
        say(error, play_name_unclean);
    } else if (span_letters(name) > PERSON_LETTERS_MAX) {
        say(error, play_name_too_long, .name = SHOWN(name), .most = PERSON_LETTERS_MAX);
    } else if (memchr(name.at, '/', name.len) || name.at[0] == '#') {
        say(error, play_name_forbidden, .name = SHOWN(name));
    } else {
        return true;
    }
    return false;
}

/* "Robo bot perfect": the last two words are "bot" and the bot's level. */
static struct span cut_bot(struct span *names) {
    for (size_t i = names->len; i > 5; i--) {
        if (memcmp(names->at + i - 5, " bot ", 5) != 0)
            continue;
        struct span level = span_trim((struct span){names->at + i, names->len - i});
        if (level.len && !memchr(level.at, ' ', level.len)) {
            *names = span_trim((struct span){names->at, i - 5});
            return level;
        }
    }
    return (struct span){0};
}

bool seat_parse(struct span names, struct seat *seat, struct text *error) {
    memset(seat, 0, sizeof *seat);
    struct text name = TEXT_IN(seat->name), bot = TEXT_IN(seat->bot);
    struct span level = cut_bot(&names);
    text_put_n(&bot, level.at ? level.at : "", level.len);
    int people = 0;
    for (struct span person; span_item(&names, '+', &person);) {
        person = span_trim(person);
        if (!parse_name(person, error))
            return false;
        for (int i = 0; i < people; i++) {
            struct span other = seat_person(seat, i);
            if (other.len == person.len && !memcmp(other.at, person.at, person.len))
                return say_fail(error, play_named_twice, .name = SHOWN(person));
        }
        text_put(&name, people ? "+" : "");
        text_put_n(&name, person.at, person.len);
        people++;
    }
    if (bot.cut)
        return say_fail(error, play_bot_name_too_long);
    if (name.cut || people > PEOPLE_MAX)
        return say_fail(error, play_side_too_large, .people = PEOPLE_MAX,
                        .bytes = SEAT_NAME_MAX - 1);
    if (!level.len &&
        span_find(span_of(seat->name), " bot ")) { /* it would be read back as a bot's seat */
        return say_fail(error, play_bot_level_missing);
    }
    if (level.len && people > 1)
        return say_fail(error, play_bot_alone);
    if (level.len && !span_clean(level))
        return say_fail(error, play_bot_level_unclean);
    return true;
}

/* ---- the other setup lines ---- */

static bool parse_bytes(struct span word, uint8_t ret[FAIR_BYTES], struct text *error) {
    bool good = span_hex(word, ret, FAIR_BYTES);
    if (!good)
        say(error, play_not_hexadecimal, .word = SHOWN(word), .bytes = FAIR_BYTES,
            .digits = 2 * FAIR_BYTES);
    return good;
}

/* Cuts "WORD HEX" off the end; false if the text does not end that way. */
static bool cut_hex(struct span *rest, const char *word, uint8_t *ret, size_t bytes) {
    size_t len = strlen(word) + 2 * bytes + 2;
    if (rest->len < len)
        return false;
    struct span end = {rest->at + rest->len - len, len};
    struct span hex = {end.at + len - 2 * bytes, 2 * bytes};
    bool good = end.at[0] == ' ' && !memcmp(end.at + 1, word, strlen(word)) &&
                end.at[strlen(word) + 1] == ' ' && span_hex(hex, ret, bytes);
    if (good)
        *rest = span_trim((struct span){rest->at, rest->len - len});
    return good;
}

/* Cuts off the proof at the end of a roll or reveal, if there is one (version 2 of fair dice). */
static void cut_proof(struct span *rest, bool roll, struct proof *ret) {
    struct proof proof = {0};
    struct span before = *rest;
    proof.given = cut_hex(&before, "log", proof.mark, FAIR_MARK) &&
                  (!roll || cut_hex(&before, "link", proof.link, FAIR_BYTES));
    if (!proof.given)
        return; /* the words stay, and parsing the rest rejects them */
    *rest = before;
    *ret = proof;
}

/* Parses "1024 HEX": the number of links and the commitment. */
static bool parse_chain(struct span rest, struct dice_source *ret, struct text *error) {
    int64_t links;
    if (!span_number(span_word(&rest), 1, FAIR_CHAIN_MAX, &links))
        return say_fail(error, play_fair2_needs, .most = FAIR_CHAIN_MAX);
    ret->links = (int)links;
    return parse_bytes(rest, ret->commitment, error);
}

static bool parse_seat_number(struct span word, int *ret, struct text *error) {
    int64_t seat;
    if (!span_number(word, 1, SEATS_MAX, &seat))
        return say_fail(error, play_seat_number_missing, .word = SHOWN(word));
    *ret = (int)seat - 1;
    return true;
}

/* Parses "3 1 2": each seat at most once. */
static bool parse_order(struct span rest, struct seat_order *ret, struct text *error) {
    struct set named = set_none();
    do {
        int seat;
        if (!parse_seat_number(span_word(&rest), &seat, error))
            return false;
        if (set_has(named, seat))
            return say_fail(error, play_seat_named_twice, .seat = seat + 1);
        named = set_with(named, seat);
        ret->seats[ret->count++] = (uint8_t)seat;
    } while (rest.len);
    return true;
}

/* Parses "2 HEX": a seat and its bytes; a share may also be "2 -". */
static bool parse_gift(struct span rest, bool may_be_nothing, struct gift *ret,
                       struct text *error) {
    struct gift gift = {0};
    if (!parse_seat_number(span_word(&rest), &gift.seat, error))
        return false;
    gift.nothing = may_be_nothing && span_is(rest, "-");
    if (!gift.nothing && !parse_bytes(rest, gift.bytes, error))
        return false;
    *ret = gift;
    return true;
}

bool dice_parse(struct span rest, struct dice_source *ret, struct text *error) {
    static const char *const kinds[] = {"physical", "system", "seed", "daily",
                                        "fair",     "fair2",  NULL};
    struct span all = rest, kind = span_word(&rest);
    struct dice_source source = {0};
    int day;
    if (span_is(kind, "physical") && !rest.len) {
        source.kind = DICE_PHYSICAL;
    } else if (span_is(kind, "system") && !rest.len) {
        source.kind = DICE_SYSTEM;
    } else if (span_is(kind, "seed") && span_u64(rest, &source.seed)) {
        source.kind = DICE_SEEDED;
    } else if (span_is(kind, "daily") && day_parse(rest, &day)) {
        source.kind = DICE_DAILY;
        source.seed = (uint64_t)day;
    } else if (span_is(kind, "fair")) {
        source.kind = DICE_FAIR;
        if (!parse_bytes(rest, source.commitment, error))
            return false;
    } else if (span_is(kind, "fair2")) {
        source.kind = DICE_FAIR;
        if (!parse_chain(rest, &source, error))
            return false;
    } else {
        const char *near = nearest_word(kind, kinds);
        if (near && !span_is(kind, near))
            return say_fail(error, play_no_dice_near, .word = SHOWN(all), .near = near,
                            .kinds = WORDS(play_kinds_of_dice));
        return say_fail(error, play_no_dice, .word = SHOWN(all),
                        .kinds = WORDS(play_kinds_of_dice));
    }
    *ret = source;
    return true;
}

bool start_parse(struct span rest, int *ret, struct text *error) {
    int64_t seat;
    if (span_is(rest, "roll")) {
        *ret = START_BY_ROLL;
    } else if (span_number(rest, 1, SEATS_MAX, &seat)) {
        *ret = (int)seat - 1;
    } else {
        return say_fail(error, play_start_takes, .word = SHOWN(rest));
    }
    return true;
}

static bool parse_pace(struct span rest, enum pace *ret, struct text *error) {
    for (int pace = 0; pace < PACES; pace++) {
        if (span_is(rest, pace_words[pace])) {
            *ret = (enum pace)pace;
            return true;
        }
    }
    return say_fail(error, play_pace_takes, .word = SHOWN(rest));
}

/* Parses a date such as 2026-11-15T08:30:00Z. */
static bool parse_date(struct span s, char ret[DATE_MAX], struct text *error) {
    static const char shape[DATE_MAX] = "dddd-dd-ddTdd:dd:ddZ";
    bool good = s.len == sizeof shape - 1;
    for (size_t i = 0; good && i < s.len; i++)
        good = shape[i] == 'd' ? s.at[i] >= '0' && s.at[i] <= '9' : s.at[i] == shape[i];
    if (good)
        memcpy(ret, s.at, s.len);
    else
        say(error, play_date_looks);
    return good;
}

static bool parse_version(struct span rest, struct text *error) {
    int64_t version;
    if (!span_number(rest, 1, INT32_MAX, &version))
        return say_fail(error, play_version_missing);
    if (version > RECORD_VERSION)
        return say_fail(error, play_version_too_new, .version = version, .newest = RECORD_VERSION);
    return true;
}

static bool nothing_after(enum word word, struct span rest, struct text *error) {
    if (rest.len)
        say(error, play_nothing_follows, .word = vocabulary[word].text);
    return !rest.len;
}

int dice_version(const struct dice_source *dice) {
    return dice->links ? 2 : 1;
}

void dice_print(const struct dice_source *dice, struct text *out) {
    text_put(out, dice->kind == DICE_SEEDED   ? "seed "
                  : dice->kind == DICE_DAILY  ? "daily "
                  : dice->links               ? "fair2 "
                  : dice->kind == DICE_FAIR   ? "fair "
                  : dice->kind == DICE_SYSTEM ? "system"
                                              : "physical");
    if (dice->kind == DICE_SEEDED)
        text_add(out, "%" PRIu64, dice->seed);
    if (dice->kind == DICE_DAILY)
        day_print((int)dice->seed, out);
    if (dice->links)
        text_add(out, "%d ", dice->links);
    if (dice->kind == DICE_FAIR)
        text_hex(out, dice->commitment, FAIR_BYTES);
}

void start_print(int start, struct text *out) {
    if (start == START_BY_ROLL)
        text_put(out, "roll");
    else
        text_add(out, "%d", start + 1);
}

/* ---- whole lines ---- */

static enum entry_kind kind_of(enum word word) {
    static const unsigned char kinds[] = {
        [WORD_YARDSTICK] = ENTRY_VERSION, [WORD_DATE] = ENTRY_DATE,
        [WORD_RULES] = ENTRY_RULES,       [WORD_POSITION] = ENTRY_POSITION,
        [WORD_SEAT] = ENTRY_SEAT,         [WORD_DICE] = ENTRY_DICE,
        [WORD_START] = ENTRY_START,       [WORD_PACE] = ENTRY_PACE,
        [WORD_ROLL] = ENTRY_ACTION,       [WORD_KEEP] = ENTRY_ACTION,
        [WORD_SCORE] = ENTRY_ACTION,      [WORD_TAKE] = ENTRY_ACTION,
        [WORD_LAST] = ENTRY_ACTION,       [WORD_ASIDE] = ENTRY_ACTION,
        [WORD_BANK] = ENTRY_ACTION,       [WORD_BUST] = ENTRY_ACTION,
        [WORD_UNDO] = ENTRY_UNDO,         [WORD_REMATCH] = ENTRY_REMATCH,
        [WORD_SEATS] = ENTRY_SEATS,       [WORD_LEAVE] = ENTRY_LEAVE,
        [WORD_HINT] = ENTRY_HINT,         [WORD_PLEDGE] = ENTRY_PLEDGE,
        [WORD_SHARE] = ENTRY_SHARE,       [WORD_REVEAL] = ENTRY_REVEAL,
    };
    _Static_assert(sizeof kinds == WORD_REVEAL + 1 && WORD_REVEAL + 1 == (int)WORD_LEGAL,
                   "every entry has a kind");
    return (enum entry_kind)kinds[word];
}

static enum word word_of(int kind) {
    int word = WORD_YARDSTICK;
    while (kind_of((enum word)word) != (enum entry_kind)kind)
        word++;
    return (enum word)word;
}

/* Parses the text after the word; for an action, the whole line. */
static bool read_rest(const struct rules *r, enum word word, struct span line, struct span rest,
                      struct entry *e, struct text *error) {
    switch (e->kind) {
    case ENTRY_ACTION:
        if (!r)
            return say_fail(error, play_rules_first);
        if (word == WORD_ROLL)
            cut_proof(&line, true, &e->proof);
        return action_parse(r, line, &e->action, error);
    case ENTRY_PLEDGE:
    case ENTRY_SHARE:
        return parse_gift(rest, word == WORD_SHARE, &e->gift, error);
    case ENTRY_REVEAL:
        cut_proof(&rest, false, &e->proof);
        e->gift.nothing = !rest.len;
        return !rest.len || parse_bytes(rest, e->gift.bytes, error);
    case ENTRY_RULES:
        return rules_parse(rest, &e->rules, error);
    case ENTRY_SEAT:
        return seat_parse(rest, &e->seat, error);
    case ENTRY_DICE:
        return dice_parse(rest, &e->dice, error);
    case ENTRY_START:
        return start_parse(rest, &e->start, error);
    case ENTRY_PACE:
        return parse_pace(rest, &e->pace, error);
    case ENTRY_SEATS:
        return parse_order(rest, &e->order, error);
    case ENTRY_LEAVE:
        return parse_seat_number(rest, &e->leaver, error);
    case ENTRY_POSITION:
        return position_parse(rest, &e->rules, &e->game, error);
    case ENTRY_VERSION:
        return parse_version(rest, error);
    case ENTRY_DATE:
        return parse_date(rest, e->date, error);
    default:
        return nothing_after(word, rest, error);
    }
}

/* "correct 5 roll 1 2": cuts off the line number. */
static bool cut_correction(struct span *rest, int *ret, struct text *error) {
    int64_t line;
    if (!span_number(span_word(rest), 1, INT32_MAX, &line))
        return say_fail(error, play_correct_takes);
    struct span inner = *rest;
    enum word word = word_find(span_word(&inner), AN_ENTRY);
    if (word != WORD_SEAT && kind_of(word) != ENTRY_ACTION)
        return say_fail(error, play_not_correctable);
    *ret = (int)line;
    return true;
}

bool entry_parse(const struct rules *r, struct span line, struct entry *ret, struct text *error) {
    struct entry e;
    memset(&e, 0, sizeof e);
    if (!span_clean(line))
        return line.at[line.len - 1] == '\r' ? say_fail(error, play_line_ends_crlf)
                                             : say_fail(error, play_line_unclean);
    line = span_trim(line);
    struct span rest = line, first = span_word(&rest);
    enum word word = word_find(first, AN_ENTRY);
    if (word == WORD_CORRECT) {
        if (!cut_correction(&rest, &e.corrects, error))
            return false;
        line = rest;
        word = word_find(span_word(&rest), AN_ENTRY);
    }
    bool good = first.len && first.at[0] == '#';
    if (word) {
        e.kind = kind_of(word);
        good = read_rest(r, word, line, rest, &e, error);
    } else if (!good) {
        word_unknown(first, AN_ENTRY, error);
    }
    if (good)
        memcpy(ret, &e, sizeof e);
    return good;
}

static void print_proof(const struct entry *e, struct text *out) {
    if (!e->proof.given)
        return;
    if (e->kind == ENTRY_ACTION) {
        text_put(out, " link ");
        text_hex(out, e->proof.link, FAIR_BYTES);
    }
    text_put(out, " log ");
    text_hex(out, e->proof.mark, FAIR_MARK);
}

void entry_print(const struct rules *r, const struct entry *e, struct text *out) {
    bool alone = e->kind == ENTRY_REMATCH || e->kind == ENTRY_UNDO || e->kind == ENTRY_HINT;
    if (e->corrects)
        text_add(out, "%s %d ", vocabulary[WORD_CORRECT].text, e->corrects);
    if (e->kind != ENTRY_ACTION) /* an action prints its own word */
        text_add(out, alone ? "%s" : "%s ", vocabulary[word_of(e->kind)].text);
    switch (e->kind) {
    case ENTRY_VERSION:
        text_add(out, "%d", RECORD_VERSION);
        break;
    case ENTRY_DATE:
        text_put(out, e->date);
        break;
    case ENTRY_RULES:
        rules_print(&e->rules, out);
        break;
    case ENTRY_POSITION:
        position_print(&e->rules, &e->game, out);
        break;
    case ENTRY_SEAT:
        text_add(out, "%s%s%s", e->seat.name, e->seat.bot[0] ? " bot " : "", e->seat.bot);
        break;
    case ENTRY_DICE:
        dice_print(&e->dice, out);
        break;
    case ENTRY_START:
        start_print(e->start, out);
        break;
    case ENTRY_PACE:
        text_put(out, pace_words[e->pace]);
        break;
    case ENTRY_SEATS:
        for (int i = 0; i < e->order.count; i++)
            text_add(out, "%s%d", i ? " " : "", e->order.seats[i] + 1);
        break;
    case ENTRY_LEAVE:
        text_add(out, "%d", e->leaver + 1);
        break;
    case ENTRY_ACTION:
        action_print(r, e->action, out);
        print_proof(e, out);
        break;
    case ENTRY_PLEDGE:
    case ENTRY_SHARE:
        text_add(out, "%d ", e->gift.seat + 1);
        if (e->gift.nothing)
            text_put(out, "-");
        else
            text_hex(out, e->gift.bytes, FAIR_BYTES);
        break;
    case ENTRY_REVEAL:
        text_hex(out, e->gift.bytes, FAIR_BYTES);
        print_proof(e, out);
        break;
    default:
        break;
    }
}
