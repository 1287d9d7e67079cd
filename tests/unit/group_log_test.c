/* The logs of groups: what is written is read back, and what is damaged is refused. */
#include <string.h>

#include "check.h"
#include "core/day.h"
#include "server/group_log.h"
#include "server/groups.h"

#define HASH "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

static struct group_log group;
static struct group_day day;

static int clear(void **state) {
    (void)state;
    group_log_clear(&group);
    group_day_clear(&day);
    return 0;
}

#define LOG_CLAIM(name) CLAIM_WITH(name, clear, clear)

static bool read_line(const char *line) {
    return group_read_line(&group, group.last + 1, span_of(line));
}

static bool read_result(const char *line) {
    return group_read_result(&day, day.last + 1, span_of(line), 1000 * (day.last + 1));
}

LOG_CLAIM(a_new_group_has_its_name_and_its_creator) {
    uint8_t creator[TOKEN_HASH_BYTES] = {1, 2, 3};
    LOCAL_TEXT(setup, 512);
    group_write_setup(&setup, "2026-11-18T12:00:00Z", span_of("Family"), creator);
    assert_true(group_read_setup(&group, span_of(setup.data)));
    assert_string_equal(group.name, "Family");
    assert_memory_equal(group.creator, creator, sizeof creator);
    assert_int_equal(group.member_count, 0);
}

LOG_CLAIM(members_and_days_are_read_in_order) {
    uint8_t player[FAIR_BYTES] = {7}, other[FAIR_BYTES] = {8};
    LOCAL_TEXT(line, 512);
    group_write_member(&line, 1, player, "Ann");
    assert_true(read_line(line.data));
    text_clear(&line);
    group_write_member(&line, 2, other, "Bea");
    assert_true(read_line(line.data));
    assert_false(read_line(line.data)); /* the same number again */
    text_clear(&line);
    group_write_day(&line, 20775);
    assert_true(read_line(line.data));
    text_clear(&line);
    group_write_removal(&line, 2);
    assert_true(read_line(line.data));
    assert_false(read_line("# group: remove 3"));
    assert_int_equal(group.member_count, 2);
    assert_int_equal(group_present(&group), 1);
    assert_string_equal(group_member_of(&group, player)->name, "Ann");
    assert_true(group_member_of(&group, other)->removed);
    assert_true(group_has_day(&group, 20775));
    assert_false(group_has_day(&group, 20776));
    assert_int_equal(group.last, 6);
}

LOG_CLAIM(results_records_and_grades_are_read_back) {
    struct group_result r = {
        .member = 3, .book = books[1], .points = 10250, .turns = 21, .hints = 2, .warnings = 1};
    struct daily_grade grade = {
        .cost = 0.35421, .decisions = 50, .best = 46, .turns = 3, .marks = {0, 2, 1}};
    const char *record = "yardstick 1\nseat A\\nn\nroll 1 2 3\n";
    struct span rest = span_of(record);
    LOCAL_TEXT(line, 512);
    memset(r.hash, 0xab, sizeof r.hash);
    r.pieces = 1;
    day.wanted = 1;
    group_write_result(&line, &r);
    assert_true(read_result(line.data));
    text_clear(&line);
    group_write_piece(&line, &rest);
    assert_int_equal(rest.len, 0);
    assert_true(read_result(line.data));
    assert_string_equal(day.record.data, record);
    const struct group_result *read = group_result_of(&day, 3, books[1]);
    assert_false(read->graded);
    text_clear(&line);
    group_write_grade(&line, 1, &grade);
    assert_string_equal(line.data, "# group: grade 1 3542 50 46 bmg");
    assert_true(read_result(line.data));
    read = group_result_of(&day, 3, books[1]);
    assert_true(read->graded);
    assert_int_equal(read->cost, 3542);
    assert_string_equal(read->marks, "bmg");
    assert_int_equal(read->points, 10250);
    assert_int_equal(read->at, 1000);
    assert_null(group_result_of(&day, 3, books[0]));
    assert_null(group_result_of(&day, 2, books[1]));
}

LOG_CLAIM(damaged_lines_are_refused_and_other_lines_are_skipped) {
    static const char *const wrong[] = {
        "# group: ",
        "# group: nonsense",
        "# group: name ",
        "# group: creator 00",
        "# group: member 0 " HASH " Ann",
        "# group: member 1 00 Ann",
        "# group: member 1 " HASH " ",
        "# group: day 2026-02-30",
        "# group: result 1 chess 1 1 0 0 " HASH " 1",
        "# group: result 1 yardzee 1 1 0 0 " HASH " 0",
        "# group: result 1 yardzee 1 1 0 0 " HASH " 9",
        "# group: result 1 yardzee 1 1 0 0 " HASH " 1 more",
        "# group: grade 1 1 1 1 x",
        "# group: grade 1 1 1 1 ",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (group_line_is_good(span_of(wrong[i])))
            fail_msg("'%s' is good", wrong[i]);
        assert_false(read_line(wrong[i]));
        assert_false(read_result(wrong[i]));
    }
    assert_false(read_result("# group: grade 99 1 1 1 b")); /* of no result */
    assert_true(read_line("# anything"));
    assert_true(read_line("yardstick 1"));
    assert_int_equal(group.member_count, 0);
    assert_int_equal(day.count, 0);
}

static void add(const char *book, int points, int turns, int cost) {
    LOCAL_TEXT(line, 256);
    text_add(&line, "# group: result %d %s %d %d 0 0 " HASH " 1", day.count + 1, book, points,
             turns);
    assert_true(read_result(line.data));
    if (cost < 0)
        return;
    text_clear(&line);
    text_add(&line, "# group: grade %d %d 1 1 b", (int)day.last, cost);
    assert_true(read_result(line.data));
}

LOG_CLAIM(results_are_ordered_by_book_result_and_decisions) {
    add("yardkle", 10200, 22, 10);
    add("yardzee", 200, 13, 50);
    add("yardkle", 10050, 19, 90);
    add("yardzee", 230, 13, 90);
    add("yardzee", 230, 13, 20);
    add("yardzee", 230, 13, -1);
    add("yardzee", 230, 13, 20);
    group_sort(&day);
    static const int members[] = {5, 7, 4, 6, 2, 3, 1};
    for (int i = 0; i < day.count; i++)
        assert_int_equal(day.results[i].member, members[i]);
    assert_true(group_results_equal(&day.results[0], &day.results[1]));
    assert_false(group_results_equal(&day.results[1], &day.results[2]));
    assert_false(group_results_equal(&day.results[4], &day.results[5]));
}

LOG_CLAIM(names_that_look_like_a_members_do_not_fit) {
    LOCAL_TEXT(error, 512);
    assert_true(read_line("# group: member 1 " HASH " Anna"));
    assert_true(group_name_fits(&group, span_of("Bea"), &error));
    static const char *const alike[] = {"Anna", "ANNA", "Аnnа", "An\u200Bna"};
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        text_clear(&error);
        assert_false(group_name_fits(&group, span_of(alike[i]), &error));
        assert_true(error.len > 0);
    }
}

CLAIM(ids_of_groups_and_of_their_days) {
    char id[GROUP_DAY_LETTERS + 1];
    int number;
    assert_true(day_parse(span_of("2026-11-18"), &number));
    assert_true(group_id_is_good(span_of("g-abcdefghijklmnopqrstuvwxyz")));
    assert_false(group_id_is_good(span_of("g-ABCdefghijklmnopqrstuvwxyz")));
    assert_false(group_id_is_good(span_of("abcdefghijklmnopqrstuvwxyzab")));
    assert_false(group_id_is_good(span_of("g-abcdefghijklmnopqrstuvwxyz-20261118")));
    group_day_id("g-abcdefghijklmnopqrstuvwxyz", number, id);
    assert_string_equal(id, "g-abcdefghijklmnopqrstuvwxyz-20261118");
}

CLAIM(
    a_day_is_open_from_the_first_place_where_it_begins_until_a_week_after_the_last_where_it_ends) {
    enum { HOUR = 3600 * 1000 };
    int64_t midnight = (int64_t)20775 * 24 * HOUR; /* UTC, at the start of day 20775 */
    int first, last;
    group_open_days(midnight, &first, &last);
    assert_int_equal(first, 20774 - 7);
    assert_int_equal(last, 20775);
    group_open_days(midnight + 10 * (int64_t)HOUR - 1, &first, &last);
    assert_int_equal(last, 20775);
    group_open_days(midnight + 10 * (int64_t)HOUR, &first, &last); /* midnight at UTC+14 */
    assert_int_equal(last, 20776);
    group_open_days(midnight + 12 * (int64_t)HOUR - 1, &first, &last);
    assert_int_equal(first, 20774 - 7);
    group_open_days(midnight + 12 * (int64_t)HOUR, &first, &last); /* midnight at UTC-12 */
    assert_int_equal(first, 20775 - 7);
}
