#include "play/vocabulary.h"

#include <limits.h>

#include "core/say.h"

const struct word_entry vocabulary[WORDS_COUNT] = {
    [WORD_NONE] = {"", 0, SPEAKER_NOBODY},

    [WORD_YARDSTICK] = {"yardstick", AN_ENTRY, SPEAKER_SERVER},
    [WORD_DATE] = {"date", AN_ENTRY, SPEAKER_SERVER},
    [WORD_RULES] = {"rules", AN_ENTRY, SPEAKER_SERVER},
    [WORD_POSITION] = {"position", AN_ENTRY, SPEAKER_SERVER},
    [WORD_SEAT] = {"seat", AN_ENTRY, SPEAKER_SERVER},
    [WORD_DICE] = {"dice", AN_ENTRY | A_ROOM_LINE, SPEAKER_SERVER},
    [WORD_START] = {"start", AN_ENTRY | A_ROOM_LINE, SPEAKER_SERVER},
    [WORD_PACE] = {"pace", AN_ENTRY, SPEAKER_ACTOR},
    [WORD_ROLL] = {"roll", AN_ENTRY, SPEAKER_ACTOR},
    [WORD_KEEP] = {"keep", AN_ENTRY, SPEAKER_ACTOR},
    [WORD_SCORE] = {"score", AN_ENTRY, SPEAKER_ACTOR},
    [WORD_TAKE] = {"take", AN_ENTRY, SPEAKER_ACTOR},
    [WORD_LAST] = {"last", AN_ENTRY, SPEAKER_ACTOR},
    [WORD_ASIDE] = {"aside", AN_ENTRY, SPEAKER_ACTOR},
    [WORD_BANK] = {"bank", AN_ENTRY, SPEAKER_ACTOR},
    [WORD_BUST] = {"bust", AN_ENTRY, SPEAKER_ACTOR},
    [WORD_UNDO] = {"undo", AN_ENTRY, SPEAKER_ANYBODY},
    [WORD_CORRECT] = {"correct", AN_ENTRY, SPEAKER_ANYBODY},
    [WORD_REMATCH] = {"rematch", AN_ENTRY, SPEAKER_ANYBODY},
    [WORD_SEATS] = {"seats", AN_ENTRY, SPEAKER_SERVER},
    [WORD_LEAVE] = {"leave", AN_ENTRY | AN_ORDER | A_ROOM_LINE, SPEAKER_ANYBODY},
    [WORD_HINT] = {"hint", AN_ENTRY, SPEAKER_ACTOR},
    [WORD_PLEDGE] = {"pledge", AN_ENTRY, SPEAKER_SEAT},
    [WORD_SHARE] = {"share", AN_ENTRY, SPEAKER_SEAT},
    [WORD_REVEAL] = {"reveal", AN_ENTRY, SPEAKER_SERVER},

    [WORD_LEGAL] = {"legal", A_QUESTION, SPEAKER_ANYBODY},
    [WORD_POSSIBLE] = {"possible", A_QUESTION, SPEAKER_ANYBODY},
    [WORD_ADVISE] = {"advise", A_QUESTION, SPEAKER_NOBODY},
    [WORD_WHY] = {"why", A_QUESTION, SPEAKER_NOBODY},
    [WORD_JUDGE] = {"judge", A_QUESTION, SPEAKER_NOBODY},
    [WORD_ANALYSE] = {"analyse", A_QUESTION, SPEAKER_NOBODY},
    [WORD_BOT] = {"bot", A_QUESTION | AN_ORDER | A_ROOM_LINE, SPEAKER_HOST},
    [WORD_LEVELS] = {"levels", A_QUESTION, SPEAKER_ANYBODY},
    [WORD_PRACTICE] = {"practice", A_QUESTION, SPEAKER_NOBODY},
    [WORD_DAILY] = {"daily", A_QUESTION, SPEAKER_NOBODY},
    [WORD_BOOK] = {"book", A_QUESTION, SPEAKER_ANYBODY},
    [WORD_SHEET] = {"sheet", A_QUESTION, SPEAKER_ANYBODY},
    [WORD_STATE] = {"state", A_QUESTION, SPEAKER_ANYBODY},
    [WORD_LOOK] = {"look", A_QUESTION, SPEAKER_ANYBODY},
    [WORD_LINE] = {"line", A_QUESTION, SPEAKER_ANYBODY},
    [WORD_LOG] = {"log", A_QUESTION, SPEAKER_ANYBODY},
    [WORD_RESULTS] = {"results", A_QUESTION, SPEAKER_ANYBODY},
    [WORD_VERIFY] = {"verify", A_QUESTION, SPEAKER_ANYBODY},
    [WORD_SECRET] = {"secret", A_QUESTION, SPEAKER_SERVER},
    [WORD_SEAL] = {"seal", A_QUESTION, SPEAKER_NOBODY},
    [WORD_NEW] = {"new", A_QUESTION, SPEAKER_SERVER},
    [WORD_HELP] = {"help", A_QUESTION, SPEAKER_ANYBODY},
    [WORD_QUIT] = {"quit", A_QUESTION, SPEAKER_SERVER},

    [WORD_BEGIN] = {"begin", AN_ORDER | A_ROOM_LINE, SPEAKER_HOST},
    [WORD_REMOVE] = {"remove", AN_ORDER, SPEAKER_HOST},
    [WORD_ASK] = {"ask", AN_ORDER | A_ROOM_LINE, SPEAKER_ANYBODY},
    [WORD_AGREE] = {"agree", AN_ORDER | A_ROOM_LINE, SPEAKER_ANYBODY},
    [WORD_BACK] = {"back", AN_ORDER | A_ROOM_LINE, SPEAKER_ANYBODY},
    [WORD_GOON] = {"goon", AN_ORDER | A_ROOM_LINE, SPEAKER_ANYBODY},
    [WORD_STAY] = {"stay", AN_ORDER | A_ROOM_LINE, SPEAKER_ANYBODY},

    [WORD_CLOCK] = {"clock", A_ROOM_LINE, SPEAKER_SERVER},
    [WORD_AWAY] = {"away", A_ROOM_LINE, SPEAKER_SERVER},
    [WORD_KEEPER] = {"keeper", A_ROOM_LINE, SPEAKER_SERVER},
    [WORD_SIT] = {"sit", A_ROOM_LINE, SPEAKER_SERVER},
    [WORD_MOVE] = {"move", A_ROOM_LINE, SPEAKER_SERVER},
    [WORD_LATE] = {"late", A_ROOM_LINE, SPEAKER_SERVER},
    [WORD_UNOPENED] = {"unopened", A_ROOM_LINE, SPEAKER_SERVER},
    [WORD_HURRIED] = {"hurried", A_ROOM_LINE, SPEAKER_SERVER},
    [WORD_SALT] = {"salt", A_ROOM_LINE, SPEAKER_SERVER},
    [WORD_AGAIN] = {"again", A_ROOM_LINE, SPEAKER_SERVER},
};

enum word word_find(struct span text, unsigned uses) {
    for (int word = WORD_NONE + 1; word < WORDS_COUNT; word++) {
        if ((vocabulary[word].uses & uses) && span_is(text, vocabulary[word].text))
            return (enum word)word;
    }
    return WORD_NONE;
}

static const char *nearest(struct span text, unsigned uses, unsigned speakers) {
    const char *list[WORDS_COUNT];
    int count = 0;
    for (int word = WORD_NONE + 1; word < WORDS_COUNT; word++) {
        if ((vocabulary[word].uses & uses) && (speakers >> vocabulary[word].speaker & 1))
            list[count++] = vocabulary[word].text;
    }
    list[count] = NULL;
    return nearest_word(text, list);
}

/* Reports an empty line as such only where questions are allowed, so not in records. */
static void unknown(struct span text, unsigned uses, const char *near, struct text *out) {
    if (!text.len && (uses & A_QUESTION))
        say(out, play_line_empty);
    else if (near)
        say(out, play_no_word_near, .word = SHOWN(text), .near = near);
    else
        say(out, play_no_word, .word = SHOWN(text));
}

void word_unknown(struct span text, unsigned uses, struct text *out) {
    unknown(text, uses, nearest(text, uses, UINT_MAX), out);
}

void word_unknown_to_server(struct span text, struct text *out) {
    static const unsigned char lists[] = {AN_ENTRY, AN_ORDER, A_QUESTION};
    const char *near = NULL;
    for (int i = 0; i < 3 && !near; i++)
        near = nearest(text, lists[i], ~(1u << SPEAKER_SERVER | 1u << SPEAKER_NOBODY));
    unknown(text, A_QUESTION, near, out);
}
