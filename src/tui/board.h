/* board: the table on the screen. board.c has its lifecycle, board_key.c the keys, board_coach.c
 * the coach; board_kept.c turns without all throws; board_draw.c, board_sheet.c, board_race.c and
 * board_panel.c draw it. */
#pragma once

#include "core/say.h"
#include "play/record.h"
#include "tui/screen.h"

enum ask { /* pending yes/no question */
           ASK_NOTHING,
           ASK_ACTION, /* a zero, or a costly choice */
           ASK_LEAVE,  /* leaving a game that is not recorded */
};

enum panel { PANEL_NONE, PANEL_HINT, PANEL_WHY };

struct board {
    struct screen screen;
    /* If set, choices are passed to it instead of being played. */
    void (*judge)(struct board *b, struct app *app, struct action a);
    struct table *table;
    struct record *record; /* NULL: not recorded */
    struct state view;     /* as shown to people */

    int faces[DICE_MAX]; /* by position; 0: about to be rolled */
    bool chosen[DICE_MAX];
    bool fresh[DICE_MAX]; /* just rolled, so animated */
    int places;
    struct dice past; /* the last throw, if it left nothing to choose: a bust, or a roll for who
                       * starts; shown until the next roll */
    bool bust;
    int cursor;                       /* selected box */
    int typed[DICE_MAX], typed_count; /* real dice, as entered so far */
    char number[8];                   /* points, as entered so far */
    bool bonus;                       /* with a bonus for an extra five of a kind */

    int ask;
    struct action pending;
    char question[512];
    char said[512]; /* the last message; for a move, possibly several lines */
    bool said_bad;
    bool said_move; /* it says what a move did, so the roll that follows leaves it there */

    bool bots_stuck; /* people move for the bots; the reason has been reported */
    unsigned bot_id; /* pending question; 0: none */
    unsigned look_id;
    uint64_t look_asked; /* time of the question */
    bool looked;         /* `look` is up to date */
    struct answer look;
    int panel;
    unsigned why_id;
    char why[4096];

    uint64_t rolling_until, bot_at;
    unsigned ledger_id; /* requested when the game is over */
    struct ledger ledger;
    bool balanced;  /* the ledger is available */
    char news[256]; /* new personal bests */
};

/* Takes ownership of table and record; the record may be NULL. */
struct screen *board_new(struct table *t, struct record *rec, struct app *app);

/* Like board_new(), for a board embedded in another screen. */
void board_begin(struct board *b, struct table *t, struct record *rec, struct app *app);
void board_end(struct board *b);
int board_pulse(struct screen *s, struct app *app);
void board_answer(struct screen *s, struct app *app, struct answer *a);

bool board_is_press(const struct board *b);
bool board_choosing(const struct board *b);      /* a person has to choose */
bool board_throwing(const struct board *b);      /* a person is about to roll */
struct dice board_chosen(const struct board *b); /* as a multiset */
bool board_rolling(const struct board *b, const struct app *app);

/* Plays a line at the table; on failure, shows the reason on the screen. */
bool board_say(struct board *b, struct app *app, const char *line);
/* board_tell() shows a message; board_complain() shows one that says what is wrong. */
#define board_tell(b, key, ...)                                                                    \
    board_tell_message((b), false, M_##key, &(struct say_##key){__VA_ARGS__})
#define board_complain(b, key, ...)                                                                \
    board_tell_message((b), true, M_##key, &(struct say_##key){__VA_ARGS__})
void board_tell_message(struct board *b, bool bad, enum message message, const void *places);
void board_tell_text(struct board *b, bool bad, const char *words);
void board_sync(struct board *b, struct app *app); /* call after the table has changed */

/* board_key.c */
void board_key(struct screen *s, struct app *app, int key);
bool board_offers(const struct board *b, int key); /* whether the key would do something now */
bool board_do(struct board *b, struct app *app, struct action a); /* without confirmation */

/* The sets that can be set aside, highest-scoring first. */
int board_sets(const struct board *b, struct dice sets[ACTIONS_MAX]);

/* board_kept.c: turns that are entered without all their throws. board_pace() is what a person has
 * to enter now; PACE_THROWS also if it is no person's turn to enter dice. */
enum pace board_pace(const struct board *b);
bool board_may_change_pace(const struct board *b);
bool board_may_bank(const struct board *b);
bool board_may_bust(const struct board *b);
void board_open_box(struct board *b); /* moves the cursor to an open box */
bool board_kept_key(struct board *b, struct app *app, int key); /* whether the key has a meaning */
void board_pad_words(const struct board *b, struct text *out);  /* what to type */

/* board_coach.c */
void board_ask_coach(struct board *b, struct app *app);
/* Whether to question the choice, and the text to show; false while the choice's value is
 * unknown. */
bool board_costly(const struct board *b, const struct app *app, struct action a,
                  struct text *ret_words);
/* Records that the player got advice. Returns false and shows the reason if the record cannot be
 * written. */
bool board_note_hint(struct board *b);
bool board_note_warning(struct board *b);
int board_unit(const struct board *b); /* enum unit */
void board_hint(struct board *b, struct app *app);
void board_why(struct board *b, struct app *app);
void board_ask_ledger(struct board *b, struct app *app);
void board_find_bests(struct board *b); /* fills in `news` */
void board_take_why(struct board *b, const struct answer *a);

/* ---- drawing ---- */
struct area {
    int y, x, height, width;
};
void board_draw(const struct screen *s, const struct app *app);
void board_draw_sheet(const struct board *b, struct area where);
int board_sheet_width(const struct board *b); /* with all columns at their best width */
void board_draw_race(const struct board *b, struct area where);
void board_draw_panel(const struct board *b, const struct app *app, struct area where);
void board_draw_hint(const struct board *b, const struct app *app, struct area where);
void board_coach_line(const struct board *b, const struct app *app, int y, int width);
/* The best roll and the costliest move of the people at the table, one per line of this width. */
void board_moments(const struct board *b, int width, struct text *out);
/* A move in the short form used in lists: "keep 4 4", "Full house: 25", "1 5 5, stop". */
void move_words(const struct rules *r, const struct game *g, struct action a, struct text *out);
