/* group_log: the logs of a group that compares its daily games. They are kept like tables, as lines
 * in the store: comments that begin with `# group: `.
 *
 * One log has the group's name, the hash of its creator's token, its members and the days on which
 * they played. Each of these days has a log of its own with the results: a line with the result,
 * the record it comes from in one or more lines, and later a line with its grade. So the cost of
 * looking at a day does not depend on how long the group has existed. */
#pragma once

#include "coach/daily_grade.h"
#include "server/secrets.h"

enum {
    GROUP_MEMBERS_MAX = 500,
    GROUP_RESULTS_MAX = 2000, /* a day, for all books */
    /* The same with removed members, who must not keep others out: their lines stay in the logs. */
    GROUP_MEMBERS_EVER = 4 * GROUP_MEMBERS_MAX,
    GROUP_RESULTS_EVER = 2 * GROUP_RESULTS_MAX,
    GROUP_NAME_LETTERS = 40,
    GROUP_NAME_MAX = 4 * GROUP_NAME_LETTERS + 1,
    GROUP_RECORD_MAX = 12000, /* bytes of a record */
    GROUP_PIECE_MAX = 4000,   /* bytes of a record in one line, before escaping */
    GROUP_PIECES_MAX = GROUP_RECORD_MAX / GROUP_PIECE_MAX + 1, /* a piece may be a bit smaller */
    GROUP_LINE_MAX = 2 * GROUP_PIECE_MAX + 64,
    GROUP_ID_LETTERS = 2 + TABLE_ID_LETTERS,  /* "g-" and as many letters as a table's id has */
    GROUP_DAY_LETTERS = GROUP_ID_LETTERS + 9, /* and "-20261118" */
};

struct group_member {
    int number; /* from 1, in the order in which they joined */
    bool removed;
    uint8_t player[FAIR_BYTES];
    char name[SEAT_NAME_MAX];
};

/* All zeros: a log of which nothing has been read. */
struct group_log {
    char name[GROUP_NAME_MAX];
    uint8_t creator[TOKEN_HASH_BYTES];
    struct group_member *members;
    int member_count, member_room;
    int *days;
    int day_count, day_room;
    int64_t last; /* number of the last event read */
};

struct group_result {
    int64_t n, at; /* number of its line in the day's log, and when it was handed in */
    int member;
    const struct book *book;
    int points, turns, hints, warnings;
    uint8_t hash[FAIR_BYTES]; /* of the record */
    int pieces;               /* lines of the record, which follow */
    bool graded;
    int64_t cost; /* in ten-thousandths of a point or turn */
    int decisions, best;
    char marks[DAILY_MARKS + 1]; /* one letter per turn: b, g, m */
};

struct group_day {
    struct group_result *results; /* in the order in which they were handed in */
    int count, room;
    int64_t last;       /* number of the last event read */
    struct text record; /* the record of result `wanted`, collected as its lines are read */
    int64_t wanted;     /* 0: none */
};

void group_log_clear(struct group_log *g);
void group_day_clear(struct group_day *d);

/* Reads one line, or the lines of a setup; false if it is malformed. Lines that are not about a
 * group are skipped. */
bool group_read_setup(struct group_log *g, struct span lines);
bool group_read_line(struct group_log *g, int64_t n, struct span line);
bool group_read_result(struct group_day *d, int64_t n, struct span line, int64_t at);

/* Whether a line of either log is well-formed. */
bool group_line_is_good(struct span line);

const struct group_member *group_member_of(const struct group_log *g, const uint8_t *player);
int group_present(const struct group_log *g); /* members who have not been removed */
int group_results_present(const struct group_log *g, const struct group_day *d);
bool group_result_is_present(const struct group_log *g, const struct group_result *r);
bool group_has_day(const struct group_log *g, int day);
struct group_result *group_result_of(const struct group_day *d, int member,
                                     const struct book *book);

/* Whether this name may join: people can tell it from those of all members, present and removed. */
bool group_name_fits(const struct group_log *g, struct span name, struct text *error);

/* Write lines; group_write_piece() cuts the piece off *record. */
void group_write_setup(struct text *out, const char *date, struct span name,
                       const uint8_t creator[TOKEN_HASH_BYTES]);
void group_write_member(struct text *out, int number, const uint8_t *player, const char *name);
void group_write_removal(struct text *out, int number);
void group_write_day(struct text *out, int day);
void group_write_result(struct text *out, const struct group_result *r);
void group_write_piece(struct text *out, struct span *record);
void group_write_grade(struct text *out, int64_t n, const struct daily_grade *grade);

/* The ids of the two logs in the store. */
bool group_id_is_good(struct span id);
void group_day_id(const char *id, int day, char ret[GROUP_DAY_LETTERS + 1]);

/* Puts results in the order of a table of winners: by book, then the better result, then the better
 * decisions, then the earlier one. */
void group_sort(struct group_day *d);
bool group_results_equal(const struct group_result *a, const struct group_result *b);
