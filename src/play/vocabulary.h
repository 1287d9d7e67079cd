/* vocabulary: the words that begin a line, of the table language, of records and of rooms: which
 * there are, what they are used for and who may say them. How a word is read, written, answered and
 * obeyed is attached to it where that is done, in an array indexed by the word: entries in entry.c,
 * questions in talk/questions.c, lines about a room in room/room_line.c. */
#pragma once

#include "core/text.h"
#include "core/words.h"

/* In the order in which `help` lists them. */
enum word {
    WORD_NONE,

    WORD_YARDSTICK,
    WORD_DATE,
    WORD_RULES,
    WORD_POSITION,
    WORD_SEAT,
    WORD_DICE,
    WORD_START,
    WORD_ROLL,
    WORD_KEEP,
    WORD_SCORE,
    WORD_TAKE,
    WORD_UNDO,
    WORD_CORRECT,
    WORD_REMATCH,
    WORD_HINT,
    WORD_PLEDGE,
    WORD_SHARE,
    WORD_REVEAL,

    WORD_LEGAL,
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
    WORD_LEAVE,
    WORD_GOON,

    WORD_CLOCK,
    WORD_AWAY,
    WORD_KEEPER,
    WORD_SIT,
    WORD_MOVE,
    WORD_LATE,
    WORD_UNOPENED,
    WORD_HURRIED,
    WORD_SALT,

    WORDS_COUNT,
};

/* What a word begins; some begin several things. */
enum word_use {
    AN_ENTRY = 1,    /* of a log */
    A_QUESTION = 2,  /* which changes nothing */
    AN_ORDER = 4,    /* of somebody who holds a place at a server's table */
    A_ROOM_LINE = 8, /* "# room: ..." in the log of such a table */
};

/* Who may say it at a server's table. Elsewhere anybody may say anything. */
enum word_speaker {
    SPEAKER_ANYBODY, /* a question; everything else needs a place */
    SPEAKER_ACTOR,   /* the person whose turn it is */
    SPEAKER_SEAT,    /* the people of the seat that it names */
    SPEAKER_HOST,    /* before the game */
    SPEAKER_SERVER,  /* the server alone */
    SPEAKER_NOBODY,  /* a page or `yard engine` works it out instead */
};

struct word_entry {
    const char *text;
    unsigned char uses, speaker;
};
extern const struct word_entry vocabulary[WORDS_COUNT];

/* The word with one of these uses; WORD_NONE: there is none. */
enum word word_find(struct span text, unsigned uses);

/* Says that it is no word, and which one with one of these uses somebody may have meant. */
void word_unknown(struct span text, unsigned uses, struct text *out);

/* The same for people at a server's table. */
void word_unknown_to_server(struct span text, struct text *out);
