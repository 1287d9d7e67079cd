/* vocabulary: the words that begin a line of the table language, of a record or about a room, with
 * their uses and who may say them. Parsing, printing and handling are defined elsewhere, in arrays
 * indexed by the word: entries in entry.c, questions in talk/questions.c, commands in
 * room/room_orders.c, lines about a room in room/room_line.c and room/room_members.c. */
#pragma once

#include "core/text.h"
#include "core/words.h"

/* The words, in the order in which `help` lists them. */
enum word {
    WORD_NONE,

    WORD_YARDSTICK,
    WORD_DATE,
    WORD_RULES,
    WORD_POSITION,
    WORD_SEAT,
    WORD_DICE,
    WORD_START,
    WORD_PACE,
    WORD_ROLL,
    WORD_KEEP,
    WORD_SCORE,
    WORD_TAKE,
    WORD_LAST,
    WORD_ASIDE,
    WORD_BANK,
    WORD_BUST,
    WORD_UNDO,
    WORD_CORRECT,
    WORD_REMATCH,
    WORD_SEATS,
    WORD_LEAVE,
    WORD_HINT,
    WORD_PLEDGE,
    WORD_SHARE,
    WORD_REVEAL,

    WORD_LEGAL,
    WORD_POSSIBLE,
    WORD_ADVISE,
    WORD_WHY,
    WORD_JUDGE,
    WORD_ANALYSE,
    WORD_BOT,
    WORD_LEVELS,
    WORD_PRACTICE,
    WORD_DAILY,
    WORD_BOOK,
    WORD_SHEET,
    WORD_STATE,
    WORD_LOOK,
    WORD_LINE,
    WORD_LOG,
    WORD_RESULTS,
    WORD_VERIFY,
    WORD_SECRET,
    WORD_SEAL,
    WORD_NEW,
    WORD_HELP,
    WORD_QUIT,

    WORD_BEGIN,
    WORD_REMOVE,
    WORD_ASK,
    WORD_AGREE,
    WORD_BACK,
    WORD_GOON,
    WORD_STAY,

    WORD_CLOCK,
    WORD_AWAY,
    WORD_KEEPER,
    WORD_SIT,
    WORD_MOVE,
    WORD_LATE,
    WORD_UNOPENED,
    WORD_HURRIED,
    WORD_SALT,
    WORD_AGAIN,

    WORDS_COUNT,
};

/* The kinds of line that a word can begin. */
enum word_use {
    AN_ENTRY = 1,    /* in a log */
    A_QUESTION = 2,  /* changes nothing */
    AN_ORDER = 4,    /* a command from the holder of a place at a server's table */
    A_ROOM_LINE = 8, /* "# room: ..." in the log of a server's table */
};

/* Who may say the word at a server's table. Elsewhere anyone may say anything. */
enum word_speaker {
    SPEAKER_ANYBODY, /* anyone may ask a question; everything else needs a place */
    SPEAKER_ACTOR,   /* the person whose turn it is */
    SPEAKER_SEAT,    /* the people at the seat that the line names */
    SPEAKER_HOST,    /* the host, before the game */
    SPEAKER_SERVER,  /* only the server */
    SPEAKER_NOBODY,  /* answered by a page or by `yard engine`, not by the server */
};

struct word_entry {
    const char *text;
    unsigned char uses, speaker;
};
extern const struct word_entry vocabulary[WORDS_COUNT];

/* The word, if it has one of these uses; else WORD_NONE. */
enum word word_find(struct span text, unsigned uses);

/* Reports an unknown word and suggests the nearest one with one of these uses, if any is close. */
void word_unknown(struct span text, unsigned uses, struct text *out);

/* The same for players at a server's table: suggests only words they may say. */
void word_unknown_to_server(struct span text, struct text *out);
