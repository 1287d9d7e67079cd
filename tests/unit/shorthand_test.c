/* What people type at a table, and the line of the table language it expands to. */
#include "check.h"
#include "play/shorthand.h"
#include "play/table.h"
#include "rules/press.h"

static void say(struct table *t, const char *line) {
    LOCAL_TEXT(error, 256);
    if (!table_say(t, span_of(line), &error))
        fail_msg("'%s': %s", line, error.data);
}

/* Creates a one-seat table and says the line `roll` there, unless that is NULL. */
static struct table *thrown(const char *rules, const char *roll) {
    LOCAL_TEXT(line, 64);
    struct table *t = table_new();
    text_add(&line, "rules %s", rules);
    say(t, line.data);
    say(t, "seat Ann");
    if (roll)
        say(t, roll);
    return t;
}

/* `typed` must expand to `line` or, if `line` is NULL, be refused. */
static void means(const struct table *t, const char *typed, const char *line) {
    struct meaning meaning;
    LOCAL_TEXT(error, 512);
    if (shorthand(table_now(t), span_of(typed), &meaning, &error) != (line != NULL))
        fail_msg("'%s': %s", typed, line ? error.data : meaning.line);
    if (line)
        assert_string_equal(meaning.line, line);
    else
        assert_true(error.len > 0);
}

CLAIM(boxes_are_found_by_key_label_abbreviation_or_prefix) {
    struct table *t = thrown("yardzee", "roll 1 1 2 3 4");
    means(t, "ones", "score ones");
    means(t, "Full House", "score full-house");
    means(t, "s fh", "score full-house");
    means(t, "SS", "score small-straight");
    means(t, "ch", "score chance");
    means(t, "score la", "score large-straight");
    means(t, "score c", NULL);  /* one letter is too short */
    means(t, "score fo", NULL); /* fours, or four-kind */
    means(t, "score xyz", NULL);
    table_free(t);
}

CLAIM(an_ambiguous_prefix_is_refused_even_for_the_first_box) {
    struct table *t = thrown("yatzy", "roll 1 1 2 3 4");
    means(t, "score on", NULL); /* ones, or one-pair */
    means(t, "score one-", "score one-pair");
    means(t, "score pair", "score one-pair");
    table_free(t);
}

CLAIM(a_box_can_be_typed_with_its_points_or_as_a_zero) {
    struct table *t = thrown("yardzee", "roll 1 1 2 3 4");
    struct meaning meaning;
    LOCAL_TEXT(error, 512);
    assert_true(shorthand(table_now(t), span_of("ones 2"), &meaning, &error));
    assert_string_equal(meaning.line, "score ones");
    assert_int_equal(meaning.claimed, 2);
    assert_false(meaning.zero_meant);
    assert_true(shorthand(table_now(t), span_of("zero sixes"), &meaning, &error));
    assert_string_equal(meaning.line, "score sixes");
    assert_true(meaning.zero_meant);
    assert_true(shorthand(table_now(t), span_of("fh 0"), &meaning, &error));
    assert_string_equal(meaning.line, "score full-house");
    assert_true(meaning.zero_meant);
    table_free(t);
}

CLAIM(a_zero_typed_for_a_box_that_would_score_is_a_zero_by_choice) {
    struct table *t = thrown("yardzee", "roll 1 1 2 3 4");
    means(t, "zero ones", "score ones 0");
    means(t, "score ones 0", "score ones 0");
    means(t, "aces 0", "score ones 0");
    means(t, "zero ss", "score small-straight 0");
    means(t, "zero sixes", "score sixes"); /* they score nothing anyway */
    means(t, "correct 3 score ones 0", "correct 3 score ones 0");
    say(t, "score ones 0");
    means(t, "zero ones", "score ones"); /* nothing is rolled yet; the table refuses it */
    table_free(t);
}

CLAIM(faces_mean_a_roll_before_rolling_and_kept_dice_afterward) {
    struct table *t = thrown("yardzee", NULL);
    means(t, "11234", "roll 1 1 2 3 4");
    means(t, "1, 1, 2, 3, 4", "roll 1 1 2 3 4");
    means(t, "r", "roll");
    say(t, "roll 1 1 2 3 4");
    means(t, "11", "keep 1 1");
    means(t, "k 1 1", "keep 1 1");
    means(t, "-", "keep -");
    means(t, "none", "keep -");
    means(t, "keep x", NULL);
    say(t, "keep 1 1");
    means(t, "1 1 5 5 6", "roll 5 5 6"); /* all dice typed: the kept ones are dropped */
    means(t, "556", "roll 5 5 6");
    table_free(t);
}

CLAIM(dice_to_set_aside_must_be_followed_by_roll_or_stop) {
    struct table *t = thrown("yardkle:entry=0", "roll 1 1 2 3 4 5");
    means(t, "1 5 roll", "take 1 5 roll");
    means(t, "15 r", "take 1 5 roll");
    means(t, "t 1 s", "take 1 stop");
    means(t, "stop", "take 1 1 5 stop"); /* banks as much as possible */
    means(t, "1 5", NULL);
    means(t, "# dice 5", "# dice 5");
    table_free(t);
}

CLAIM(corrections_and_abbreviations_are_expanded_and_whole_commands_stay_unchanged) {
    struct table *t = thrown("yardzee", "roll 1 1 2 3 4");
    means(t, "correct 3 11356", "correct 3 roll 1 1 3 5 6");
    means(t, "correct 2 seat Bea", "correct 2 seat Bea");
    means(t, "u", "undo");
    means(t, "hint", "hint");
    table_free(t);
}

CLAIM(incomplete_words_are_refused_only_where_they_could_do_harm) {
    struct table *t = thrown("yardzee", "roll 1 1 2 3 4");
    means(t, "k", NULL);
    means(t, "KEEP", NULL);
    means(t, "k -", "keep -");
    means(t, "-", "keep -");
    means(t, "score", NULL);
    means(t, "zero", NULL);
    table_free(t);
    t = thrown("yardkle", "roll 1 1 2 3 4 5");
    means(t, "k", "keep -"); /* the table says how Yardkle is played */
    means(t, "score", NULL);
    table_free(t);
}

CLAIM(a_correction_names_boxes_as_a_score_does) {
    struct table *t = thrown("yahtzee", "roll 1 1 2 3 4");
    means(t, "correct 7 yahtzee", "correct 7 score five-kind");
    means(t, "correct 7 score Aces", "correct 7 score ones");
    means(t, "correct 7 fh 0", "correct 7 score full-house 0");
    means(t, "correct 7 s ss", "correct 7 score small-straight");
    means(t, "correct 7 score three-kind 0", "correct 7 score three-kind 0");
    means(t, "correct 7 score nothing", "correct 7 score nothing"); /* the table refuses it */
    means(t, "correct 3 seat Cyd", "correct 3 seat Cyd");
    table_free(t);
    t = thrown("yardkle", "roll 1 1 2 3 4 6");
    means(t, "correct 7 aces", "correct 7 aces");
    table_free(t);
}

CLAIM(words_of_the_table_language_may_be_in_capitals) {
    struct table *t = thrown("yardzee", "roll 1 1 2 3 4");
    means(t, "UNDO", "undo");
    means(t, "Rematch", "rematch");
    means(t, "# UNDO", "# UNDO");
    means(t, "FOO", "FOO");
    table_free(t);
}

/* The better set that `stop` leaves out, as faces without blanks; "-": none. */
static void leaves_out(const char *rules, const char *roll, const char *line, const char *more) {
    struct table *t = thrown(rules, roll);
    struct meaning meaning;
    LOCAL_TEXT(error, 512);
    LOCAL_TEXT(faces, 32);
    assert_true(shorthand(table_now(t), span_of("stop"), &meaning, &error));
    assert_string_equal(meaning.line, line);
    assert_true(meaning.stop_alone);
    text_dice(&faces, press_more(&table_now(t)->rules, &table_now(t)->game), "");
    assert_string_equal(faces.data, more);
    table_free(t);
}

CLAIM(stop_names_the_better_set_that_would_use_all_dice) {
    leaves_out("yardkle:entry=0", "roll 2 2 2 2 5 5", "take 2 2 2 5 5 stop", "222255");
    leaves_out("yardkle", "roll 1 1 1 5 5 5", "take 1 1 1 5 5 stop", "111555");
    leaves_out("yardkle", "roll 1 1 1 5 5 2", "take 1 1 1 5 5 stop", "-");
    leaves_out("yardkle:hot-dice=may", "roll 1 1 1 5 5 5", "take 1 1 1 5 5 5 stop", "-");
    /* Stopping is refused altogether, so there is nothing to ask. */
    leaves_out("yardkle:set-aside=all", "roll 1 1 1 5 5 5", "take 1 1 1 5 5 5 stop", "-");
    leaves_out("yardkle", "roll 2 2 2 2 5 5", "take 2 2 2 2 5 5 stop", "-");
}

CLAIM(stop_with_dice_asks_nothing) {
    struct table *t = thrown("yardkle", "roll 1 1 1 5 5 5");
    struct meaning meaning;
    LOCAL_TEXT(error, 512);
    assert_true(shorthand(table_now(t), span_of("11155 stop"), &meaning, &error));
    assert_false(meaning.stop_alone);
    table_free(t);
}
