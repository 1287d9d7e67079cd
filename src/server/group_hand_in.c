/* Entering a group and handing in a daily game: the referee replays the record, the player joins
 * the group if this is the first time, and the result is added to the log of the day. */
#include <stdlib.h>
#include <string.h>

#include "core/blake2b.h"
#include "core/memory.h"
#include "play/shelf.h"
#include "server/group_parts.h"

/* ---- the record ---- */

/* Corrections replay all lines before them, so a short record full of them would take seconds. At a
 * table with daily dice there are none. */
static bool has_corrections(struct span text) {
    for (struct span line; span_item(&text, '\n', &line);) {
        if (span_is(span_word(&line), "correct"))
            return true;
    }
    return false;
}

/* Everything that depends on the record and the time alone. Sets the code of the refusal. */
static const char *judge(struct group_ask *q, struct text *error) {
    struct record_tail tail;
    size_t whole;
    int first, last;
    struct span text = span_of(q->record);
    if (has_corrections(text)) {
        say(error, play_daily_lines_stand);
        return GROUPS_RECORD;
    }
    struct table *t = table_new();
    bool daily =
        record_read_text(text, words_of(M_server_group_the_record), t, &whole, &tail, error) &&
        daily_result(t, &q->result, error);
    if (daily && whole != text.len)
        say(error, server_group_record_cut);
    else if (daily && !q->result.finished)
        say(error, server_group_unfinished);
    else if (daily && !q->result.signed_by)
        say(error, server_group_unsigned);
    table_free(t);
    if (error->len)
        return GROUPS_RECORD;
    if (memcmp(q->result.player, q->player, FAIR_BYTES) != 0) {
        say(error, server_group_not_yours);
        return TABLES_TOKEN;
    }
    group_open_days(tables_now(), &first, &last);
    if (q->result.day >= first && q->result.day <= last)
        return NULL;
    if (q->result.day > last)
        say(error, server_group_too_early);
    else
        say(error, server_group_too_late, .days = GROUP_DAYS_LATE);
    return GROUPS_DATE;
}

/* ---- one at a time ---- */

/* Starts, or waits for the request that is writing to the same group; NULL if it was refused. */
static struct group_ask *begin_writing(struct group_ask *q) {
    struct groups *gs = q->groups;
    struct group_ask *writer = gs->writers;
    while (writer && strcmp(writer->id, q->id) != 0)
        writer = writer->next;
    if (writer && gs->waiting >= GROUP_WAITING_MAX) {
        group_refuse(q, TABLES_BUSY, words_of(M_server_group_busy));
        return NULL;
    }
    q->writes = true;
    if (!writer) {
        q->next = gs->writers;
        gs->writers = q;
        return group_begin_reading(q);
    }
    struct group_ask **end = &writer->waiting;
    while (*end)
        end = &(*end)->waiting;
    *end = q;
    gs->waiting++;
    return q;
}

/* The next one that waits takes its place. */
void group_end_writing(struct group_ask *q) {
    struct groups *gs = q->groups;
    struct group_ask **at = &gs->writers, *next = q->waiting;
    while (*at && *at != q)
        at = &(*at)->next;
    if (!*at)
        return; /* it was waiting itself */
    *at = q->next;
    q->waiting = NULL;
    if (!next)
        return;
    gs->waiting--;
    next->next = gs->writers;
    gs->writers = next;
    group_begin_reading(next);
}

/* ---- requests ---- */

/* A player's request; sets the code and the words of a refusal. */
static struct group_ask *of_player(struct groups *gs, enum group_wish wish, struct span id,
                                   struct span token, struct group_reply reply,
                                   const char **ret_code, struct text *error) {
    struct group_ask *q = grab(1, sizeof *q);
    uint8_t bytes[FAIR_BYTES];
    *q = (struct group_ask){.groups = gs, .wish = wish, .reply = reply};
    *ret_code = NULL;
    if (!group_id_is_good(id)) {
        *ret_code = TABLES_ABSENT;
        say(error, server_no_such_group);
    } else if (!span_hex(token, bytes, FAIR_BYTES)) {
        *ret_code = TABLES_TOKEN;
        say(error, server_group_player_token);
    } else {
        daily_player(bytes, q->player);
        text_put_n(TEXT_OVER(q->id), id.at, id.len);
    }
    return q;
}

/* The name must be one that a seat of a daily game can have. */
static bool read_name(struct span name, char ret[SEAT_NAME_MAX], struct text *error) {
    struct seat seat;
    if (!seat_parse(name, &seat, error))
        return false;
    if (!seat.name[0] || seat_people(&seat) != 1 || seat.bot[0])
        return say_fail(error, play_daily_one_player);
    memcpy(ret, seat.name, SEAT_NAME_MAX);
    return true;
}

struct group_ask *group_enter(struct groups *gs, struct span id, struct span token,
                              struct span name, struct group_reply reply) {
    LOCAL_TEXT(error, 1024);
    const char *code;
    struct group_ask *q = of_player(gs, WISH_ENTER, id, token, reply, &code, &error);
    if (!code && !read_name(name, q->result.name, &error))
        code = "words";
    if (!code)
        return begin_writing(q);
    group_refuse(q, code, error.data);
    return NULL;
}

struct group_ask *group_hand_in(struct groups *gs, struct span id, struct span token,
                                struct span record, struct group_reply reply) {
    LOCAL_TEXT(error, 1024);
    const char *code;
    struct group_ask *q = of_player(gs, WISH_HAND_IN, id, token, reply, &code, &error);
    q->record = must(strndup(record.at, record.len));
    if (!code && record.len > GROUP_RECORD_MAX) {
        code = GROUPS_RECORD;
        say(&error, server_group_record_long, .most = GROUP_RECORD_MAX);
    } else if (!code) {
        code = judge(q, &error);
    }
    if (code) {
        group_refuse(q, code, error.data);
        return NULL;
    }
    q->day = q->result.day;
    q->entry = (struct group_result){.book = q->result.book,
                                     .points = q->result.points,
                                     .turns = q->result.turns,
                                     .hints = q->result.hints,
                                     .warnings = q->result.warnings};
    blake2b(record, NULL, 0, q->entry.hash, FAIR_BYTES);
    return begin_writing(q);
}

/* ---- joining ---- */

static bool again(struct group_ask *q, const struct store_answer *a) {
    bool other = a->outcome == STORE_CONFLICT || a->outcome == STORE_DUPLICATE;
    return other && ++q->tries < GROUP_TRIES_MAX;
}

static void on_joined(void *where, const struct store_answer *a) {
    struct group_ask *q = where;
    q->entered = q->entered || a->outcome == STORE_DONE;
    if (a->outcome == STORE_DONE || again(q, a))
        group_read(q); /* the lines just written, or those of another request */
    else
        group_refuse_store(q, a->words);
}

static void write_lines(struct group_ask *q, bool member, bool day) {
    LOCAL_TEXT(joins, 512);
    LOCAL_TEXT(plays, 64);
    LOCAL_TEXT(action, STORE_ID_MAX + 1);
    LOCAL_TEXT(error, 256);
    const char *lines[2];
    int count = 0;
    if (member) {
        group_write_member(&joins, q->log.member_count + 1, q->player, q->result.name);
        lines[count++] = joins.data;
        text_put(&action, "m-");
        text_hex(&action, q->player, 24);
    }
    if (day) {
        group_write_day(&plays, q->day);
        lines[count++] = plays.data;
        if (!member)
            text_add(&action, "d-%d", q->day);
    }
    struct store_append append = {.game = q->id,
                                  .first = q->log.last + 1,
                                  .action = action.data,
                                  .lines = lines,
                                  .line_count = count,
                                  .at = tables_now()};
    if (!store_append(q->groups->o.store, &append, (struct store_reply){on_joined, q}, &error))
        group_refuse(q, TABLES_BUSY, error.data);
}

void group_join(struct group_ask *q) {
    const struct group_member *me = group_member_of(&q->log, q->player);
    bool enters = q->wish == WISH_ENTER;
    bool day = enters || group_has_day(&q->log, q->day);
    LOCAL_TEXT(error, 512);
    q->entry.member = me ? me->number : 0;
    if (me && me->removed)
        group_refuse(q, GROUPS_PLACE, words_of(M_server_group_removed));
    else if (!me && (group_present(&q->log) >= GROUP_MEMBERS_MAX ||
                     q->log.member_count >= GROUP_MEMBERS_EVER))
        group_refuse(q, GROUPS_FULL, WORDS(server_group_full, .most = GROUP_MEMBERS_MAX));
    else if (!me && !group_name_fits(&q->log, span_of(q->result.name), &error))
        group_refuse(q, "words", error.data);
    else if (!me || !day)
        write_lines(q, !me, !day);
    else if (enters)
        group_finish(q, (struct group_answer){.member = me, .again = !q->entered});
    else
        group_read_day(q);
}

/* ---- the result ---- */

static void on_day_created(void *where, const struct store_answer *a) {
    struct group_ask *q = where;
    bool there = a->outcome == STORE_CONFLICT || a->outcome == STORE_DUPLICATE;
    if (a->outcome == STORE_DONE || (there && ++q->tries < GROUP_TRIES_MAX))
        group_read_day(q);
    else if (a->outcome == STORE_ABSENT) /* deleted with its group, while this went on */
        group_refuse(q, TABLES_ABSENT, words_of(M_server_group_was_deleted));
    else
        group_refuse_store(q, a->words);
}

static void create_day(struct group_ask *q) {
    char date[32], stamp[32];
    LOCAL_TEXT(setup, 256);
    LOCAL_TEXT(error, 256);
    date_words(tables_now() / 1000, date, stamp);
    text_add(&setup, "yardstick 1\ndate %s\n", date);
    group_write_day(&setup, q->day);
    text_put(&setup, "\n");
    struct store_game game = {
        .id = q->day_id, .created = tables_now(), .rules = "daily", .setup = setup.data};
    if (!store_create(q->groups->o.store, &game, NULL, 0, (struct store_reply){on_day_created, q},
                      &error))
        group_refuse(q, TABLES_BUSY, error.data);
}

static void on_added(void *where, const struct store_answer *a) {
    struct group_ask *q = where;
    if (a->outcome != STORE_DONE && again(q, a)) {
        group_read_day(q); /* and look again who was first */
        return;
    }
    if (a->outcome == STORE_ABSENT) {
        group_refuse(q, TABLES_ABSENT, words_of(M_server_group_was_deleted));
        return;
    }
    if (a->outcome != STORE_DONE) {
        group_refuse_store(q, a->words);
        return;
    }
    q->entry.n = q->results.last + 1;
    q->entry.at = a->events[0].at;
    q->groups->counts.handed_in++;
    group_start_grading(q->groups, q->day_id, &q->entry, a->last, span_of(q->record));
    group_finish(q, (struct group_answer){.result = &q->entry});
}

static void append_result(struct group_ask *q) {
    static char room[1 + GROUP_PIECES_MAX][GROUP_LINE_MAX];
    const char *lines[1 + GROUP_PIECES_MAX];
    struct span rest = span_of(q->record);
    LOCAL_TEXT(action, STORE_ID_MAX + 1);
    LOCAL_TEXT(error, 256);
    q->entry.pieces = 0;
    while (rest.len) {
        struct text piece = TEXT_IN(room[1 + q->entry.pieces]);
        group_write_piece(&piece, &rest);
        lines[1 + q->entry.pieces] = room[1 + q->entry.pieces];
        q->entry.pieces++;
    }
    struct text first = TEXT_IN(room[0]);
    group_write_result(&first, &q->entry);
    lines[0] = room[0];
    text_add(&action, "r-%d-%s", q->entry.member, q->entry.book->id);
    struct store_append append = {.game = q->day_id,
                                  .first = q->results.last + 1,
                                  .action = action.data,
                                  .lines = lines,
                                  .line_count = 1 + q->entry.pieces,
                                  .at = tables_now()};
    if (!store_append(q->groups->o.store, &append, (struct store_reply){on_added, q}, &error))
        group_refuse(q, TABLES_BUSY, error.data);
}

void group_add_result(struct group_ask *q) {
    const struct group_result *before =
        group_result_of(&q->results, q->entry.member, q->entry.book);
    if (!q->day_exists)
        create_day(q);
    else if (before && !memcmp(before->hash, q->entry.hash, FAIR_BYTES))
        group_finish(q, (struct group_answer){.result = before, .again = true});
    else if (before)
        group_refuse(q, GROUPS_FIRST, words_of(M_server_group_first_counts));
    else if (group_results_present(&q->log, &q->results) >= GROUP_RESULTS_MAX ||
             q->results.count >= GROUP_RESULTS_EVER)
        group_refuse(q, GROUPS_FULL, WORDS(server_group_day_full, .most = GROUP_RESULTS_MAX));
    else
        append_result(q);
}
