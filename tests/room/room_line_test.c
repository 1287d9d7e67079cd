/* Lines about a room, and the words that begin lines: parsing is the inverse of printing. */
#include <string.h>

#include "check.h"
#include "room/room.h"
#include "talk/questions.h"

enum { ROUNDS = 20000 };

static void draw_name(struct draw *draw, char *ret, int most) {
    static const char *const letters[] = {"A", "n", "z", "ä", "Ω", "'", "-", "7", "w"};
    struct text t = text_start(ret, (size_t)most);
    for (int n = 1 + draw_below(draw, 12); n > 0; n--)
        text_put(&t, letters[draw_below(draw, 9)]);
    if (draw_below(draw, 3) == 0)
        text_put(&t, " Bea");
}

/* A random change with exactly the fields that this word has. */
static struct room_change draw_change(struct draw *draw, enum word kind) {
    struct room_change c = {.kind = kind};
    switch (kind) {
    case WORD_DICE:
        c.dice.kind = (int[]){DICE_FAIR, DICE_PHYSICAL, DICE_SEEDED}[draw_below(draw, 3)];
        c.dice.seed = c.dice.kind == DICE_SEEDED ? draw->state : 0;
        break;
    case WORD_START:
        c.start = draw_below(draw, 1 + SEATS_MAX) - 1;
        break;
    case WORD_CLOCK:
        c.seconds = 1 + draw_below(draw, ROOM_CLOCK_MAX);
        break;
    case WORD_AWAY:
        c.seconds = ROOM_AWAY_MIN + draw_below(draw, ROOM_AWAY_MAX - ROOM_AWAY_MIN + 1);
        break;
    case WORD_SIT:
    case WORD_BOT:
        draw_name(draw, c.name, PERSON_LETTERS_MAX);
        c.place = 1 + draw_below(draw, ROOM_PLACES_MAX);
        if (kind == WORD_BOT)
            strcpy(c.level, "club");
        else if (draw_below(draw, 2))
            c.with = draw_below(draw, ROOM_PLACES_MAX + 1);
        else
            c.program = draw_below(draw, 2);
        break;
    case WORD_ASK:
    case WORD_AGREE:
        c.by = 1 + draw_below(draw, ROOM_PLACES_MAX);
        if (kind == WORD_ASK)
            strcpy(c.level, "family");
        /* fall through */
    case WORD_MOVE:
    case WORD_LEAVE:
    case WORD_BACK:
    case WORD_GOON:
        c.place = 1 + draw_below(draw, ROOM_PLACES_MAX);
        break;
    case WORD_LATE:
    case WORD_UNOPENED:
    case WORD_HURRIED:
        c.seat = draw_below(draw, SEATS_MAX);
        break;
    case WORD_SALT:
        for (int i = 0; i < ROOM_SALT_BYTES; i++)
            c.salt[i] = (uint8_t)draw_below(draw, 256);
        break;
    default:
        break;
    }
    return c;
}

CLAIM(every_room_change_round_trips) {
    struct draw draw = {42};
    for (int n = 0; n < ROUNDS; n++) {
        char line[LINE_MAX_BYTES], again[LINE_MAX_BYTES], words[256] = "";
        struct text l = TEXT_IN(line), a = TEXT_IN(again), error = TEXT_IN(words);
        enum word kind = (enum word)draw_below(&draw, WORDS_COUNT);
        if (!(vocabulary[kind].uses & A_ROOM_LINE))
            continue;
        struct room_change c = draw_change(&draw, kind), read;
        room_line_print(&c, &l);
        if (!room_line_parse(span_of(line), &read, &error))
            fail_msg("'%s' is not read: %s", line, words);
        room_line_print(&read, &a);
        assert_string_equal(line, again);
        assert_memory_equal(&c, &read, sizeof c);
        assert_true(strlen(line) <= 8 + 64 + 64);
    }
}

CLAIM(a_name_that_ends_like_a_seating_option_is_detected) {
    assert_true(room_line_name_is_plain(span_of("Bea")));
    assert_true(room_line_name_is_plain(span_of("program")));
    assert_true(room_line_name_is_plain(span_of("Bea with me")));
    assert_false(room_line_name_is_plain(span_of("Bea with 2")));
    assert_false(room_line_name_is_plain(span_of("Bea program")));
}

CLAIM(lines_that_are_not_valid_room_lines_are_refused) {
    static const char *const lines[] = {"",
                                        "roll",
                                        "# hello",
                                        "# room:",
                                        "# room: ",
                                        "# room: dance",
                                        "# room: late 100",
                                        "# room: sit x Bea",
                                        "# room: begin now"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct room_change c = {.kind = WORD_SIT};
        char words[256];
        struct text error = TEXT_IN(words);
        assert_false(room_line_parse(span_of(lines[i]), &c, &error));
        assert_true(error.len && c.kind == WORD_SIT);
    }
}

/* A word that is listed but has no handler would make this crash. */
CLAIM(every_word_is_handled_as_the_vocabulary_says) {
    for (int w = WORD_NONE + 1; w < WORDS_COUNT; w++) {
        char line[128], words[512], out[512];
        struct text l = TEXT_IN(line), error = TEXT_IN(words), o = TEXT_IN(out);
        struct entry e;
        struct room_plan plan;
        const struct word_entry *word = &vocabulary[w];
        assert_true(word->text && word->text[0] && word->uses);
        text_put(&l, word->text);
        assert_int_equal(word_find(span_of(line), word->uses), w);
        if (word->uses & AN_ENTRY)
            assert_true(entry_parse(NULL, span_of(line), &e, &error) ||
                        !strstr(words, "I don't understand"));
        struct talk *talk = talk_new(NULL, NULL);
        if ((word->uses & A_QUESTION) && w != WORD_QUIT)
            question_answer(talk, (enum word)w, span_of(""), &o);
        talk_free(talk);
        struct room *room = room_new();
        text_clear(&error);
        if (word->uses & (AN_ORDER | AN_ENTRY))
            assert_int_not_equal(room_plan_say(room, 0, set_none(), span_of(line), &plan,
                                               &(struct refusal){.words = &error}),
                                 ROOM_OK);
        assert_int_equal(room_is_question(span_of(line)),
                         word->uses == A_QUESTION && word->speaker != SPEAKER_SERVER);
        room_free(room);
    }
}
