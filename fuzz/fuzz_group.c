/* The logs of groups: any lines are read or refused, what was read meets the conditions that the
 * server relies on, and lines that are written again are read as the same. */
#include <string.h>

#include "fuzz/fuzz.h"
#include "server/group_log.h"

static void try_group(struct span text) {
    struct group_log g = {0};
    struct span rest = text;
    int64_t n = 0;
    for (struct span line; span_item(&rest, '\n', &line);) {
        bool good = group_read_line(&g, ++n, line);
        REQUIRE(!good || group_line_is_good(line));
        REQUIRE(g.last == n);
    }
    for (int i = 0; i < g.member_count; i++) {
        char words[1024];
        struct text out = TEXT_IN(words);
        struct group_log again = {0};
        const struct group_member *m = &g.members[i];
        REQUIRE(m->number == i + 1 && i < GROUP_MEMBERS_EVER);
        REQUIRE(m->name[0] && span_clean(span_of(m->name)));
        group_write_member(&out, 1, m->player, m->name);
        REQUIRE(!out.cut && group_read_line(&again, 1, span_of(words)));
        REQUIRE(!strcmp(again.members[0].name, m->name));
        REQUIRE(group_member_of(&again, m->player) == &again.members[0]);
        group_log_clear(&again);
    }
    for (int i = 0; i < g.day_count; i++)
        REQUIRE(group_has_day(&g, g.days[i]));
    group_log_clear(&g);
}

static void try_day(struct span text) {
    struct group_day d = {.wanted = 1};
    struct span rest = text;
    int64_t n = 0;
    for (struct span line; span_item(&rest, '\n', &line);)
        group_read_result(&d, ++n, line, 1000);
    for (int i = 0; i < d.count; i++) {
        char words[512];
        struct text out = TEXT_IN(words);
        struct group_day again = {0};
        const struct group_result *r = &d.results[i];
        REQUIRE(r->member >= 1 && r->member <= GROUP_MEMBERS_EVER && r->book);
        REQUIRE(r->pieces >= 1 && r->pieces <= GROUP_PIECES_MAX);
        REQUIRE(!r->graded || (r->cost >= 0 && r->marks[0]));
        group_write_result(&out, r);
        REQUIRE(!out.cut && group_read_result(&again, r->n, span_of(words), r->at));
        REQUIRE(again.results[0].points == r->points && again.results[0].turns == r->turns);
        REQUIRE(!memcmp(again.results[0].hash, r->hash, sizeof r->hash));
        group_day_clear(&again);
    }
    group_sort(&d);
    for (int i = 1; i < d.count; i++)
        REQUIRE(d.results[i - 1].n != d.results[i].n);
    group_day_clear(&d);
}

/* A record comes back as it was, whatever it contains. */
static void try_record(struct span record) {
    static char line[GROUP_LINE_MAX];
    struct group_day d = {.wanted = 1};
    struct group_result r = {.member = 1, .book = books[0]};
    struct span rest = record;
    int64_t n = 1;
    if (!record.len || record.len > GROUP_RECORD_MAX || memchr(record.at, 0, record.len))
        return;
    r.pieces = GROUP_PIECES_MAX;
    struct text out = TEXT_IN(line);
    group_write_result(&out, &r);
    REQUIRE(group_read_result(&d, n, span_of(line), 0));
    for (int pieces = 0; rest.len; pieces++) {
        struct text piece = TEXT_IN(line);
        size_t before = rest.len;
        group_write_piece(&piece, &rest);
        REQUIRE(!piece.cut && rest.len < before && pieces < GROUP_PIECES_MAX);
        REQUIRE(group_read_result(&d, ++n, (struct span){piece.data, piece.len}, 0));
    }
    REQUIRE(d.record.len == record.len && !memcmp(d.record.data, record.at, record.len));
    group_day_clear(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *copy = fuzz_copy(data, size);
    struct span text = {copy, size};
    struct group_log setup = {0};
    group_read_setup(&setup, text);
    group_log_clear(&setup);
    try_group(text);
    try_day(text);
    try_record(text);
    REQUIRE(!group_id_is_good(text) || size == GROUP_ID_LETTERS);
    free(copy);
    return 0;
}
