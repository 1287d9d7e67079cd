#include "play/entry.h"

#include <inttypes.h>
#include <string.h>

const char *const entry_words[] = {"yardstick", "date",  "rules",   "position", "seat",
                                   "dice",      "start", "roll",    "keep",     "score",
                                   "take",      "undo",  "correct", "rematch",  "hint",
                                   "pledge",    "share", "reveal",  NULL};

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
        text_put(error, "a name is missing; say seat Ann, or seat Ann+Bea for partners");
    } else if (name.len > PERSON_NAME_MAX) {
        text_add(error, "the name '%.*s' is longer than %d bytes", span_shown(name), name.at,
                 PERSON_NAME_MAX);
    } else if (!span_clean(name)) {
        text_put(error, "a name has characters that cannot be shown");
    } else if (memchr(name.at, '/', name.len) || name.at[0] == '#') {
        text_add(error, "the name '%.*s' must have no '/' and not begin with '#'", span_shown(name),
                 name.at);
    } else {
        return true;
    }
    return false;
}

/* "Robo bot perfect": a bot stands behind the last but one word. */
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

static bool parse_seat(struct span names, struct seat *seat, struct text *error) {
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
            if (other.len == person.len && !memcmp(other.at, person.at, person.len)) {
                text_add(error, "%.*s is named twice", span_shown(person), person.at);
                return false;
            }
        }
        text_put(&name, people ? "+" : "");
        text_put_n(&name, person.at, person.len);
        people++;
    }
    if (name.cut || people > PEOPLE_MAX || bot.cut) {
        text_add(error,
                 bot.cut ? "no bot has a name that long"
                         : "a side has at most %d people and %d bytes of names",
                 PEOPLE_MAX, SEAT_NAME_MAX - 1);
        return false;
    }
    if (!level.len && span_find(span_of(seat->name), " bot ")) { /* or it would be read back as another seat */
        text_put(error, "behind 'bot' stands its level, one word");
        return false;
    }
    if (level.len && (!span_clean(level) || people > 1)) {
        text_put(error, people > 1 ? "a bot plays alone" : "that is no name of a bot");
        return false;
    }
    return true;
}

/* ---- the other set-up lines ---- */

static bool parse_bytes(struct span word, uint8_t ret[FAIR_BYTES], struct text *error) {
    bool good = span_hex(word, ret, FAIR_BYTES);
    if (!good)
        text_add(error, "'%.*s' should be %d bytes in %d hexadecimal digits", span_shown(word),
                 word.at, FAIR_BYTES, 2 * FAIR_BYTES);
    return good;
}

/* Cuts "WORD HEX" off the end. False: it does not end so. */
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

/* What version 2 of fair dice puts behind a roll or a reveal. */
static void cut_proof(struct span *rest, bool roll, struct proof *ret) {
    struct proof proof = {0};
    struct span before = *rest;
    proof.given = cut_hex(&before, "log", proof.mark, FAIR_MARK) &&
                  (!roll || cut_hex(&before, "link", proof.link, FAIR_BYTES));
    if (!proof.given)
        return; /* and the words are refused for what they are */
    *rest = before;
    *ret = proof;
}

/* "1024 HEX" */
static bool parse_chain(struct span rest, struct dice_source *ret, struct text *error) {
    int64_t links;
    if (!span_number(span_word(&rest), 1, FAIR_CHAIN_MAX, &links)) {
        text_add(error, "dice fair2 needs the number of links, 1 to %d, and a commitment",
                 FAIR_CHAIN_MAX);
        return false;
    }
    ret->links = (int)links;
    return parse_bytes(rest, ret->commitment, error);
}

/* "2 HEX"; of a share also "2 -". */
static bool parse_gift(struct span rest, bool may_be_nothing, struct gift *ret,
                       struct text *error) {
    struct span number = span_word(&rest);
    struct gift gift = {0};
    int64_t seat;
    if (!span_number(number, 1, SEATS_MAX, &seat)) {
        text_add(error, "the number of a seat is missing, not '%.*s'", span_shown(number),
                 number.at);
        return false;
    }
    gift.seat = (int)seat - 1;
    gift.nothing = may_be_nothing && span_is(rest, "-");
    if (!gift.nothing && !parse_bytes(rest, gift.bytes, error))
        return false;
    *ret = gift;
    return true;
}

static bool parse_dice(struct span rest, struct dice_source *ret, struct text *error) {
    static const char *const kinds[] = {"physical", "system", "seed", "fair", "fair2", NULL};
    struct span all = rest, kind = span_word(&rest);
    struct dice_source source = {0};
    if (span_is(kind, "physical") && !rest.len) {
        source.kind = DICE_PHYSICAL;
    } else if (span_is(kind, "system") && !rest.len) {
        source.kind = DICE_SYSTEM;
    } else if (span_is(kind, "seed") && span_u64(rest, &source.seed)) {
        source.kind = DICE_SEEDED;
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
        text_add(error, "there are no dice '%.*s'", span_shown(all), all.at);
        if (near && !span_is(kind, near))
            text_add(error, "; did you mean '%s'?", near);
        text_put(error, " (there are: physical, system, seed and a whole number below 2^64, "
                        "fair and a commitment, fair2, its links and a commitment)");
        return false;
    }
    *ret = source;
    return true;
}

static bool parse_start(struct span rest, int *ret, struct text *error) {
    int64_t seat;
    if (span_is(rest, "roll")) {
        *ret = START_BY_ROLL;
    } else if (span_number(rest, 1, SEATS_MAX, &seat)) {
        *ret = (int)seat - 1;
    } else {
        text_add(error, "start takes 'roll' or the number of a seat, not '%.*s'", span_shown(rest),
                 rest.at);
        return false;
    }
    return true;
}

/* 2026-11-15T08:30:00Z */
static bool parse_date(struct span s, struct text *error) {
    static const char shape[] = "dddd-dd-ddTdd:dd:ddZ";
    bool good = s.len == sizeof shape - 1;
    for (size_t i = 0; good && i < s.len; i++)
        good = shape[i] == 'd' ? s.at[i] >= '0' && s.at[i] <= '9' : s.at[i] == shape[i];
    if (!good)
        text_put(error, "a date looks like 2026-11-15T08:30:00Z");
    return good;
}

static bool parse_version(struct span rest, struct text *error) {
    int64_t version;
    if (!span_number(rest, 1, INT32_MAX, &version)) {
        text_put(error, "yardstick takes the number of the record's version");
        return false;
    }
    if (version > RECORD_VERSION) {
        text_add(error, "this record is of version %d; this program reads up to version %d",
                 (int)version, RECORD_VERSION);
        return false;
    }
    return true;
}

static bool nothing_after(struct span verb, struct span rest, struct text *error) {
    if (rest.len)
        text_add(error, "nothing may follow '%.*s'", (int)verb.len, verb.at);
    return !rest.len;
}

static bool parse_action(const struct rules *r, struct span line, struct action *ret,
                         struct text *error) {
    if (!r) {
        text_put(error, "name the rules first, such as: rules yardzee");
        return false;
    }
    return action_parse(r, line, ret, error);
}

static bool is_action(struct span verb) {
    return span_is(verb, "roll") || span_is(verb, "keep") || span_is(verb, "score") ||
           span_is(verb, "take");
}

static bool parse_correct(const struct rules *r, struct span rest, struct entry *e,
                          struct text *error) {
    struct span number = span_word(&rest);
    int64_t line;
    if (!span_number(number, 1, INT32_MAX, &line)) {
        text_put(error, "correct takes the number of a line and what should stand there");
        return false;
    }
    struct span inner = rest;
    struct span verb = span_word(&inner);
    if (!is_action(verb) && !span_is(verb, "seat")) {
        text_put(error, "only rolls, choices and names can be corrected");
        return false;
    }
    if (!entry_parse(r, rest, e, error))
        return false;
    e->corrects = (int)line;
    return true;
}

bool entry_parse(const struct rules *r, struct span line, struct entry *ret, struct text *error) {
    struct entry e;
    memset(&e, 0, sizeof e);
    struct span rest = span_trim(line);
    bool good = false;
    if (!span_clean(line)) {
        text_put(error, line.at[line.len - 1] == '\r'
                            ? "the line ends in CR LF; lines of a record end in LF alone"
                            : "the line has control characters or is not UTF-8");
        return false;
    }
    if (rest.len && rest.at[0] == '#') {
        *ret = e;
        return true;
    }
    struct span verb = span_word(&rest);
    if (is_action(verb)) {
        struct span words = span_trim(line);
        e.kind = ENTRY_ACTION;
        if (span_is(verb, "roll"))
            cut_proof(&words, true, &e.proof);
        good = parse_action(r, words, &e.action, error);
    } else if (span_is(verb, "undo") || span_is(verb, "rematch") || span_is(verb, "hint")) {
        e.kind = span_is(verb, "undo")   ? ENTRY_UNDO
                 : span_is(verb, "hint") ? ENTRY_HINT
                                         : ENTRY_REMATCH;
        good = nothing_after(verb, rest, error);
    } else if (span_is(verb, "pledge") || span_is(verb, "share")) {
        e.kind = span_is(verb, "pledge") ? ENTRY_PLEDGE : ENTRY_SHARE;
        good = parse_gift(rest, e.kind == ENTRY_SHARE, &e.gift, error);
    } else if (span_is(verb, "reveal")) {
        e.kind = ENTRY_REVEAL;
        cut_proof(&rest, false, &e.proof);
        e.gift.nothing = !rest.len;
        good = !rest.len || parse_bytes(rest, e.gift.bytes, error);
    } else if (span_is(verb, "correct")) {
        good = parse_correct(r, rest, &e, error);
    } else if (span_is(verb, "rules")) {
        e.kind = ENTRY_RULES;
        good = rules_parse(rest, &e.rules, error);
    } else if (span_is(verb, "seat")) {
        e.kind = ENTRY_SEAT;
        good = parse_seat(rest, &e.seat, error);
    } else if (span_is(verb, "dice")) {
        e.kind = ENTRY_DICE;
        good = parse_dice(rest, &e.dice, error);
    } else if (span_is(verb, "start")) {
        e.kind = ENTRY_START;
        good = parse_start(rest, &e.start, error);
    } else if (span_is(verb, "position")) {
        e.kind = ENTRY_POSITION;
        good = position_parse(rest, &e.rules, &e.game, error);
    } else if (span_is(verb, "yardstick")) {
        e.kind = ENTRY_VERSION;
        good = parse_version(rest, error);
    } else if (span_is(verb, "date")) {
        e.kind = ENTRY_DATE;
        good = parse_date(rest, error);
        if (good)
            memcpy(e.seat.name, rest.at, rest.len); /* the one text besides a name */
    } else {
        const char *near = nearest_word(verb, entry_words);
        text_add(error, "'%.*s' is no word of the table language", span_shown(verb), verb.at);
        if (near)
            text_add(error, "; did you mean '%s'?", near);
    }
    if (good)
        memcpy(ret, &e, sizeof e);
    return good;
}

int dice_version(const struct dice_source *dice) {
    return dice->links ? 2 : 1;
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
    if (e->corrects)
        text_add(out, "correct %d ", e->corrects);
    switch (e->kind) {
    case ENTRY_VERSION:
        text_add(out, "yardstick %d", RECORD_VERSION);
        break;
    case ENTRY_DATE:
        text_add(out, "date %s", e->seat.name);
        break;
    case ENTRY_RULES:
        text_put(out, "rules ");
        rules_print(&e->rules, out);
        break;
    case ENTRY_POSITION:
        text_put(out, "position ");
        position_print(&e->rules, &e->game, out);
        break;
    case ENTRY_SEAT:
        text_add(out, "seat %s%s%s", e->seat.name, e->seat.bot[0] ? " bot " : "", e->seat.bot);
        break;
    case ENTRY_DICE:
        text_put(out, e->dice.kind == DICE_SEEDED   ? "dice seed "
                      : e->dice.links               ? "dice fair2 "
                      : e->dice.kind == DICE_FAIR   ? "dice fair "
                      : e->dice.kind == DICE_SYSTEM ? "dice system"
                                                    : "dice physical");
        if (e->dice.kind == DICE_SEEDED)
            text_add(out, "%" PRIu64, e->dice.seed);
        if (e->dice.links)
            text_add(out, "%d ", e->dice.links);
        if (e->dice.kind == DICE_FAIR)
            text_hex(out, e->dice.commitment, FAIR_BYTES);
        break;
    case ENTRY_START:
        if (e->start == START_BY_ROLL)
            text_put(out, "start roll");
        else
            text_add(out, "start %d", e->start + 1);
        break;
    case ENTRY_ACTION:
        action_print(r, e->action, out);
        print_proof(e, out);
        break;
    case ENTRY_REMATCH:
        text_put(out, "rematch");
        break;
    case ENTRY_UNDO:
        text_put(out, "undo");
        break;
    case ENTRY_HINT:
        text_put(out, "hint");
        break;
    case ENTRY_PLEDGE:
    case ENTRY_SHARE:
        text_add(out, "%s %d ", e->kind == ENTRY_PLEDGE ? "pledge" : "share", e->gift.seat + 1);
        if (e->gift.nothing)
            text_put(out, "-");
        else
            text_hex(out, e->gift.bytes, FAIR_BYTES);
        break;
    case ENTRY_REVEAL:
        text_put(out, "reveal ");
        text_hex(out, e->gift.bytes, FAIR_BYTES);
        print_proof(e, out);
        break;
    default:
        break;
    }
}
