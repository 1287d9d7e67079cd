#include "talk/talk.h"

#include <stdlib.h>

#include "core/memory.h"
#include "core/say.h"
#include "talk/answers.h"
#include "talk/questions.h"

struct talk *talk_new(struct table *table, struct record *record) {
    struct talk *talk = grab(1, sizeof *talk);
    talk->own_table = !table;
    talk->table = table ? table : table_new();
    talk->record = record;
    return talk;
}

void talk_free(struct talk *talk) {
    if (talk && talk->own_table)
        table_free(talk->table);
    if (talk)
        adviser_free(talk->adviser);
    free(talk);
}

void talk_use_work(struct talk *talk, struct work *work) {
    talk->work = work;
}

void talk_use_adviser(struct talk *talk, struct adviser *adviser) {
    adviser_free(talk->adviser);
    talk->adviser = adviser;
}

struct adviser *talk_take_adviser(struct talk *talk) {
    struct adviser *adviser = talk->adviser;
    talk->adviser = NULL;
    return adviser;
}

static void answer_unknown(struct span verb, struct text *out) {
    LOCAL_TEXT(w, 256);
    word_unknown(verb, AN_ENTRY | A_QUESTION, &w);
    answer_error(out, w.data);
}

/* Without a record, `rules` and `position` start a new table once this one has rules: the user is
 * moving on to another game or puzzle. */
static bool begins_anew(const struct talk *talk, enum word word) {
    return (word == WORD_RULES || word == WORD_POSITION) && table_now(talk->table)->rules.book;
}

static void answer_word(struct talk *talk, struct span line, enum word word, struct text *out) {
    char words[1024], written[LINE_MAX_BYTES];
    struct text error = TEXT_IN(words), as_written = TEXT_IN(written);
    struct refusal refusal = {.words = &error};
    if (begins_anew(talk, word) && !talk->record) {
        struct entry e; /* only a valid line may clear the table */
        bool too_long = line.len >= LINE_MAX_BYTES;
        if (too_long)
            say(&error, play_line_too_long);
        if (too_long || !entry_parse(NULL, line, &e, &error)) {
            answer_error(out, words);
            return;
        }
        table_clear(talk->table);
    }
    talk->before = *table_now(talk->table);
    if (record_say(talk->record, talk->table, line, &as_written, &refusal))
        answer_entry(out, written, &talk->before, talk->table);
    else
        answer_refusal(out, &refusal);
}

bool talk_line(struct talk *talk, struct span line, struct text *out) {
    struct span rest = line;
    struct span verb = span_word(&rest);
    enum word word = word_find(verb, AN_ENTRY | A_QUESTION);
    text_clear(out);
    if (word == WORD_QUIT && !rest.len)
        return false;
    if ((verb.len && verb.at[0] == '#') || (vocabulary[word].uses & AN_ENTRY))
        answer_word(talk, line, word, out);
    else if (word)
        question_answer(talk, word, rest, out);
    else
        answer_unknown(verb, out);
    if (out->cut) {
        text_clear(out);
        answer_error(out, WORDS(talk_answer_too_long));
    }
    return true;
}
