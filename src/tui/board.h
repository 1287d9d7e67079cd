/* board: the table on the screen. board.c has the life of it, board_key.c what keys do,
 * board_coach.c the advice at hand, and board_draw.c, board_sheet.c, board_race.c and board_panel.c
 * what is seen. */
#pragma once

#include "play/record.h"
#include "tui/screen.h"

enum ask { /* what waits for a yes or no */
           ASK_NOTHING,
           ASK_ACTION, /* a zero, or a costly choice */
           ASK_LEAVE,  /* a game that is not kept */
};

enum panel { PANEL_NONE, PANEL_HINT, PANEL_WHY };

struct board {
    struct screen screen;
    /* If set: what is chosen is only judged, and not done. */
    void (*judge)(struct board *b, struct app *app, struct action a);
    struct table *table;
    struct record *record; /* NULL: not kept */
    struct state view;     /* as people see it */

    int faces[DICE_MAX]; /* by place; 0: about to be thrown */
    bool chosen[DICE_MAX];
    bool fresh[DICE_MAX]; /* thrown last: they roll on the screen for a while */
    int places;
    struct dice lost; /* the throw that ended the turn before this one: seen until the next */
    int cursor;       /* the box */
    int typed[DICE_MAX], typed_count; /* real dice */

    int ask;
    struct action pending;
    char question[256];
    char said[512]; /* what happened last */
    bool said_bad;

    bool bots_stuck; /* people choose for them; why has been said */
    unsigned bot_id; /* the question that is out; 0: none */
    unsigned look_id;
    uint64_t look_asked; /* when */
    bool looked;         /* `look` is about the game as it is */
    struct answer look;
    int panel;
    unsigned why_id;
    char why[4096];

    uint64_t rolling_until, bot_at;
    unsigned ledger_id; /* asked for when the game is over */
    struct ledger ledger;
    bool balanced; /* it is there */
};

/* Takes the table and the record (which may be NULL). */
struct screen *board_new(struct table *t, struct record *rec, struct app *app);

/* The same for a board that is part of something else. */
void board_begin(struct board *b, struct table *t, struct record *rec, struct app *app);
void board_end(struct board *b);
int board_pulse(struct screen *s, struct app *app);
void board_answer(struct screen *s, struct app *app, struct answer *a);

bool board_is_press(const struct board *b);
bool board_choosing(const struct board *b);      /* a person has to choose */
bool board_throwing(const struct board *b);      /* dice are about to fall, by a person's hand */
struct dice board_chosen(const struct board *b); /* as a multiset */
bool board_rolling(const struct board *b, const struct app *app);

/* Says a line at the table. On failure the reason is said on the screen. */
bool board_say(struct board *b, struct app *app, const char *line);
void board_tell(struct board *b, bool bad, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void board_sync(struct board *b, struct app *app); /* the table has changed */

/* board_key.c */
void board_key(struct screen *s, struct app *app, int key);
bool board_do(struct board *b, struct app *app, struct action a); /* without asking back */

/* The sets that may be set aside, the most points first. */
int board_sets(const struct board *b, struct dice sets[ACTIONS_MAX]);

/* board_coach.c */
void board_ask_coach(struct board *b, struct app *app);
/* Whether the choice is to be questioned, and how; false while nothing is known of it. */
bool board_costly(const struct board *b, const struct app *app, struct action a,
                  struct text *ret_words);
/* Somebody is told something: that goes into the record. False when it cannot, which is said. */
bool board_note_hint(struct board *b);
int board_unit(const struct board *b); /* enum unit */
void board_hint(struct board *b, struct app *app);
void board_why(struct board *b, struct app *app);
void board_ask_ledger(struct board *b, struct app *app);
void board_take_why(struct board *b, const struct answer *a);

/* Drawing. */
struct area {
    int y, x, height, width;
};
void board_draw(const struct screen *s, const struct app *app);
void board_draw_sheet(const struct board *b, struct area where);
void board_draw_race(const struct board *b, struct area where);
void board_draw_panel(const struct board *b, const struct app *app, struct area where);
void board_draw_hint(const struct board *b, const struct app *app, struct area where);
void board_coach_line(const struct board *b, const struct app *app, int y, int width);
