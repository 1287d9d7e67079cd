#include "server/group_log.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/day.h"
#include "core/memory.h"
#include "core/name.h"
#include "core/say.h"

static const char mark[] = "# group: ";

void group_log_clear(struct group_log *g) {
    free(g->members);
    free(g->days);
    memset(g, 0, sizeof *g);
}

void group_day_clear(struct group_day *d) {
    free(d->results);
    free(d->record.data);
    memset(d, 0, sizeof *d);
}

/* ---- ids ---- */

bool group_id_is_good(struct span id) {
    bool good = id.len == GROUP_ID_LETTERS && id.at[0] == 'g' && id.at[1] == '-';
    for (size_t i = 2; good && i < id.len; i++)
        good = (id.at[i] >= 'a' && id.at[i] <= 'z') || (id.at[i] >= '0' && id.at[i] <= '9');
    return good;
}

void group_day_id(const char *id, int day, char ret[GROUP_DAY_LETTERS + 1]) {
    LOCAL_TEXT(date, 16);
    struct text t = text_start(ret, GROUP_DAY_LETTERS + 1);
    day_print(day, &date);
    text_add(&t, "%s-%.4s%.2s%.2s", id, date.data, date.data + 5, date.data + 8);
}

/* ---- reading ---- */

enum line_kind {
    LINE_OTHER, /* not about a group */
    LINE_BAD,
    LINE_NAME,
    LINE_CREATOR,
    LINE_MEMBER,
    LINE_REMOVE,
    LINE_DAY,
    LINE_RESULT,
    LINE_RECORD,
    LINE_GRADE,
};

/* One line, parsed. */
struct line {
    enum line_kind kind;
    struct span text; /* a name, or a piece of a record */
    uint8_t bytes[FAIR_BYTES];
    int number, day; /* number of a member */
    int64_t n;       /* number of the event that is graded */
    struct group_result result;
};

static bool small_number(struct span *rest, int max, int *ret) {
    int64_t number;
    if (!span_number(span_word(rest), 0, max, &number))
        return false;
    *ret = (int)number;
    return true;
}

static bool read_name(struct span name, struct span *ret) {
    *ret = name;
    return name.len && name.len < SEAT_NAME_MAX && span_clean(name);
}

static bool read_member(struct span rest, struct line *ret) {
    return small_number(&rest, GROUP_MEMBERS_EVER, &ret->number) && ret->number &&
           span_hex(span_word(&rest), ret->bytes, FAIR_BYTES) && read_name(rest, &ret->text);
}

static bool read_result(struct span rest, struct group_result *ret) {
    bool good = small_number(&rest, GROUP_MEMBERS_EVER, &ret->member) && ret->member;
    ret->book = good ? book_find(span_word(&rest)) : NULL;
    return ret->book && small_number(&rest, INT32_MAX, &ret->points) &&
           small_number(&rest, INT32_MAX, &ret->turns) &&
           small_number(&rest, INT32_MAX, &ret->hints) &&
           small_number(&rest, INT32_MAX, &ret->warnings) &&
           span_hex(span_word(&rest), ret->hash, FAIR_BYTES) &&
           small_number(&rest, GROUP_PIECES_MAX, &ret->pieces) && ret->pieces && !rest.len;
}

static bool read_grade(struct span rest, struct line *ret) {
    struct group_result *r = &ret->result;
    bool good = span_number(span_word(&rest), 1, INT32_MAX, &ret->n) &&
                span_number(span_word(&rest), 0, INT64_MAX / 2, &r->cost) &&
                small_number(&rest, INT32_MAX, &r->decisions) &&
                small_number(&rest, INT32_MAX, &r->best) && rest.len && rest.len <= DAILY_MARKS;
    for (size_t i = 0; good && i < rest.len; i++)
        good = strchr("bgm", rest.at[i]);
    if (good)
        memcpy(r->marks, rest.at, rest.len);
    return good;
}

static void parse(struct span words, struct line *ret) {
    static const struct {
        const char *word;
        enum line_kind kind;
    } kinds[] = {{"name", LINE_NAME},     {"creator", LINE_CREATOR}, {"member", LINE_MEMBER},
                 {"remove", LINE_REMOVE}, {"day", LINE_DAY},         {"result", LINE_RESULT},
                 {"record", LINE_RECORD}, {"grade", LINE_GRADE}};
    struct span rest = words;
    bool good = false;
    memset(ret, 0, sizeof *ret);
    if (rest.len < strlen(mark) || memcmp(rest.at, mark, strlen(mark)) != 0)
        return;
    rest = (struct span){rest.at + strlen(mark), rest.len - strlen(mark)};
    struct span first = span_until(&rest, ' ');
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (span_is(first, kinds[i].word))
            ret->kind = kinds[i].kind;
    }
    if (ret->kind == LINE_NAME)
        good = read_name(rest, &ret->text) && rest.len < GROUP_NAME_MAX;
    else if (ret->kind == LINE_CREATOR)
        good = span_hex(rest, ret->bytes, TOKEN_HASH_BYTES);
    else if (ret->kind == LINE_MEMBER)
        good = read_member(rest, ret);
    else if (ret->kind == LINE_REMOVE)
        good = small_number(&rest, GROUP_MEMBERS_EVER, &ret->number) && !rest.len;
    else if (ret->kind == LINE_DAY)
        good = day_parse(rest, &ret->day);
    else if (ret->kind == LINE_RESULT)
        good = read_result(rest, &ret->result);
    else if (ret->kind == LINE_GRADE)
        good = read_grade(rest, ret);
    else if (ret->kind == LINE_RECORD)
        good = (ret->text = rest).len > 0;
    ret->kind = good ? ret->kind : LINE_BAD;
}

bool group_line_is_good(struct span words) {
    struct line line;
    parse(words, &line);
    return line.kind != LINE_BAD;
}

static void take_member(struct group_log *g, const struct line *line) {
    g->members = grown(g->members, g->member_count, &g->member_room, sizeof *g->members);
    struct group_member *m = &g->members[g->member_count++];
    *m = (struct group_member){.number = line->number};
    memcpy(m->player, line->bytes, FAIR_BYTES);
    text_put_n(TEXT_OVER(m->name), line->text.at, line->text.len);
}

static bool take_line(struct group_log *g, struct span words) {
    struct line line;
    parse(words, &line);
    switch (line.kind) {
    case LINE_NAME:
        text_put_n(TEXT_OVER(g->name), line.text.at, line.text.len);
        return true;
    case LINE_CREATOR:
        memcpy(g->creator, line.bytes, TOKEN_HASH_BYTES);
        return true;
    case LINE_MEMBER:
        if (line.number != g->member_count + 1)
            return false;
        take_member(g, &line);
        return true;
    case LINE_REMOVE:
        if (line.number && line.number <= g->member_count)
            g->members[line.number - 1].removed = true;
        return line.number && line.number <= g->member_count;
    case LINE_DAY:
        g->days = grown(g->days, g->day_count, &g->day_room, sizeof *g->days);
        g->days[g->day_count++] = line.day;
        return true;
    case LINE_OTHER:
        return true;
    default:
        return false;
    }
}

bool group_read_setup(struct group_log *g, struct span lines) {
    bool good = true;
    for (struct span line; good && span_item(&lines, '\n', &line);)
        good = take_line(g, line);
    return good;
}

bool group_read_line(struct group_log *g, int64_t n, struct span line) {
    g->last = n;
    return take_line(g, line);
}

static struct group_result *result_at(const struct group_day *d, int64_t n) {
    for (int i = 0; i < d->count; i++) {
        if (d->results[i].n == n)
            return &d->results[i];
    }
    return NULL;
}

/* Appends a piece of the record that is wanted, if this line is one of it. */
static void take_piece(struct group_day *d, int64_t n, struct span piece) {
    const struct group_result *r = d->wanted ? result_at(d, d->wanted) : NULL;
    if (!r || n <= r->n || n > r->n + r->pieces)
        return;
    if (!d->record.data)
        d->record = text_on_heap();
    for (size_t i = 0; i < piece.len; i++) {
        bool escaped = piece.at[i] == '\\' && i + 1 < piece.len;
        char c = escaped ? piece.at[++i] : piece.at[i];
        text_put_n(&d->record, escaped && c == 'n' ? "\n" : &c, 1);
    }
}

bool group_read_result(struct group_day *d, int64_t n, struct span words, int64_t at) {
    struct line line;
    struct group_result *r;
    parse(words, &line);
    d->last = n;
    switch (line.kind) {
    case LINE_RESULT:
        d->results = grown(d->results, d->count, &d->room, sizeof *d->results);
        d->results[d->count] = line.result;
        d->results[d->count].n = n;
        d->results[d->count++].at = at;
        return true;
    case LINE_RECORD:
        take_piece(d, n, line.text);
        return true;
    case LINE_GRADE:
        r = result_at(d, line.n);
        if (!r)
            return false;
        r->graded = true;
        r->cost = line.result.cost;
        r->decisions = line.result.decisions;
        r->best = line.result.best;
        memcpy(r->marks, line.result.marks, sizeof r->marks);
        return true;
    case LINE_OTHER:
        return true;
    default:
        return false;
    }
}

/* ---- members, days, results ---- */

const struct group_member *group_member_of(const struct group_log *g, const uint8_t *player) {
    for (int i = 0; i < g->member_count; i++) {
        if (!memcmp(g->members[i].player, player, FAIR_BYTES))
            return &g->members[i];
    }
    return NULL;
}

int group_present(const struct group_log *g) {
    int count = 0;
    for (int i = 0; i < g->member_count; i++)
        count += !g->members[i].removed;
    return count;
}

/* Not if its member was removed or, in a damaged log, does not exist. */
bool group_result_is_present(const struct group_log *g, const struct group_result *r) {
    return r->member <= g->member_count && !g->members[r->member - 1].removed;
}

int group_results_present(const struct group_log *g, const struct group_day *d) {
    int count = 0;
    for (int i = 0; i < d->count; i++)
        count += group_result_is_present(g, &d->results[i]);
    return count;
}

bool group_has_day(const struct group_log *g, int day) {
    for (int i = g->day_count - 1; i >= 0; i--) {
        if (g->days[i] == day)
            return true;
    }
    return false;
}

struct group_result *group_result_of(const struct group_day *d, int member,
                                     const struct book *book) {
    for (int i = 0; i < d->count; i++) {
        if (d->results[i].member == member && d->results[i].book == book)
            return &d->results[i];
    }
    return NULL;
}

bool group_name_fits(const struct group_log *g, struct span name, struct text *error) {
    if (!name_is_clear(name, error))
        return false;
    for (int i = 0; i < g->member_count; i++) {
        if (names_look_alike(name, span_of(g->members[i].name)))
            return say_fail(error, room_name_alike, .name = SHOWN(name),
                            .other = g->members[i].name);
    }
    return true;
}

/* ---- writing ---- */

void group_write_setup(struct text *out, const char *date, struct span name,
                       const uint8_t creator[TOKEN_HASH_BYTES]) {
    text_add(out, "yardstick 1\ndate %s\n%sname %.*s\n%screator ", date, mark, (int)name.len,
             name.at, mark);
    text_hex(out, creator, TOKEN_HASH_BYTES);
    text_put(out, "\n");
}

void group_write_member(struct text *out, int number, const uint8_t *player, const char *name) {
    text_add(out, "%smember %d ", mark, number);
    text_hex(out, player, FAIR_BYTES);
    text_add(out, " %s", name);
}

void group_write_removal(struct text *out, int number) {
    text_add(out, "%sremove %d", mark, number);
}

void group_write_day(struct text *out, int day) {
    text_add(out, "%sday ", mark);
    day_print(day, out);
}

void group_write_result(struct text *out, const struct group_result *r) {
    text_add(out, "%sresult %d %s %d %d %d %d ", mark, r->member, r->book->id, r->points, r->turns,
             r->hints, r->warnings);
    text_hex(out, r->hash, FAIR_BYTES);
    text_add(out, " %d", r->pieces);
}

void group_write_piece(struct text *out, struct span *record) {
    size_t len = record->len < GROUP_PIECE_MAX ? record->len : GROUP_PIECE_MAX;
    while (len < record->len && ((unsigned char)record->at[len] & 0xc0) == 0x80)
        len--; /* not in the middle of a character */
    text_add(out, "%srecord ", mark);
    for (size_t i = 0; i < len; i++) {
        char c = record->at[i];
        if (c == '\n' || c == '\\')
            text_put(out, c == '\n' ? "\\n" : "\\\\");
        else
            text_put_n(out, &c, 1);
    }
    *record = (struct span){record->at + len, record->len - len};
}

void group_write_grade(struct text *out, int64_t n, const struct daily_grade *grade) {
    text_add(out, "%sgrade %" PRId64 " %" PRId64 " %d %d ", mark, n,
             (int64_t)llround(grade->cost * 1e4), grade->decisions, grade->best);
    for (int i = 0; i < grade->turns; i++)
        text_put_n(out, &"bgm"[grade->marks[i]], 1);
}

/* ---- order ---- */

static int place_of(const struct book *book) {
    int place = 0;
    while (books[place] && books[place] != book)
        place++;
    return place;
}

static int by_result(const struct group_result *a, const struct group_result *b) {
    if (a->book->family == FAMILY_PRESS && a->turns != b->turns)
        return a->turns < b->turns ? -1 : 1;
    if (a->book->family == FAMILY_SHEET && a->points != b->points)
        return a->points > b->points ? -1 : 1;
    if (a->graded != b->graded)
        return a->graded ? -1 : 1;
    return a->cost == b->cost ? 0 : a->cost < b->cost ? -1 : 1;
}

static int in_order(const void *x, const void *y) {
    const struct group_result *a = x, *b = y;
    int order = place_of(a->book) - place_of(b->book);
    if (!order)
        order = by_result(a, b);
    return order ? order : a->n < b->n ? -1 : a->n > b->n;
}

void group_sort(struct group_day *d) {
    if (d->count)
        qsort(d->results, (size_t)d->count, sizeof *d->results, in_order);
}

bool group_results_equal(const struct group_result *a, const struct group_result *b) {
    return a->book == b->book && !by_result(a, b);
}
