/* Fair dice: the arithmetic of doc/fairness.md, the order of steps, and what a table refuses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "play/fair_check.h"
#include "play/record.h"
#include "same.h"
#include "unit/fair_lines.h"

#define COMMITMENT "c3700eb8a0e2d831785541918ecce091c9ea7669630da3d11c9bdb40968ea547"
#define PLEDGE_1 "3134fd4a3d6aec0bd97f32efd97e945c74ef6bbdfe6470c216aae3de928fa4c7"
#define PLEDGE_2 "ca9ce34707e2b2be05a45f86bc87713f0520b88bbd511069d6373cd483087565"
#define KEY "b20d3fa152fb15badeeb003968a18920be96ff6e5bba5c64a4fe5728dcf860e0"

static void refuse(struct table *t, const char *line, const char *why) {
    must_refuse(t, line);
    assert_string_equal(words, why);
}

/* Two seats at a table with a commitment to its dice. */
static struct table *committed(void) {
    struct table *t = table_new();
    assert_non_null(t);
    say(t, "rules yardzee");
    say(t, "seat Ann");
    say(t, "seat Bea");
    say(t, "dice fair " COMMITMENT);
    return t;
}

static struct table *ready(void) {
    struct table *t = committed();
    say(t, "share 1 " SHARE_1);
    say(t, "share 2 " SHARE_2);
    return t;
}

static struct table *host(void) {
    struct table *t = ready();
    table_know_secret(t, bytes_of(SECRET));
    return t;
}

/* ---- arithmetic ---- */

CLAIM(the_documented_test_vectors_are_reproduced) {
    uint8_t hash[FAIR_BYTES], faces[6];
    struct fair f = {.shared = set_below(2)};
    fair_commitment(bytes_of(SECRET), hash);
    assert_memory_equal(hash, bytes_of(COMMITMENT), FAIR_BYTES);
    fair_pledge(bytes_of(COMMITMENT), 0, bytes_of(SHARE_1), hash);
    assert_memory_equal(hash, bytes_of(PLEDGE_1), FAIR_BYTES);
    fair_pledge(bytes_of(COMMITMENT), 1, bytes_of(SHARE_2), hash);
    assert_memory_equal(hash, bytes_of(PLEDGE_2), FAIR_BYTES);
    memcpy(f.given[0], bytes_of(SHARE_1), FAIR_BYTES);
    memcpy(f.given[1], bytes_of(SHARE_2), FAIR_BYTES);
    fair_key(bytes_of(SECRET), bytes_of(COMMITMENT), &f, 2, hash);
    assert_memory_equal(hash, bytes_of(KEY), FAIR_BYTES);
    fair_faces(hash, 0, 6, faces);
    assert_memory_equal(faces, ((uint8_t[]){4, 6, 5, 2, 5, 1}), 6);
    fair_faces(hash, UINT32_MAX, 6, faces);
    assert_memory_equal(faces, ((uint8_t[]){6, 1, 5, 6, 2, 1}), 6);
}

CLAIM(dice_beyond_one_block_continue_in_the_next) {
    uint8_t faces[200], first[60];
    fair_faces(bytes_of(KEY), 7, 200, faces);
    fair_faces(bytes_of(KEY), 7, 60, first);
    assert_memory_equal(faces, first, 60);
    assert_memory_not_equal(faces + 64, first, 60); /* the next block differs */
}

static double chi_square(const int *counts, int cells) {
    double sum = 0, all = 0;
    for (int i = 0; i < cells; i++)
        all += counts[i];
    for (int i = 0; i < cells; i++)
        sum += (counts[i] - all / cells) * (counts[i] - all / cells) / (all / cells);
    return sum;
}

/* Fair dice exceed each limit once in a hundred thousand runs. Two million dice reveal a face that
 * comes up 1 % too often. */
CLAIM(millions_of_dice_are_uniform_by_face_by_position_and_from_throw_to_throw) {
    static int place[6][6], pair[6][36], follow[36], all[6];
    int throws = how_many(10000000, 2000000) / 6 + 1;
    uint8_t faces[6], before = 1;
    for (int i = 0; i < throws; i++) {
        fair_faces(bytes_of(KEY), (uint32_t)i, 6, faces);
        for (int k = 0; k < 6; k++) {
            place[k][faces[k] - 1]++;
            all[faces[k] - 1]++;
            pair[k][6 * (faces[k] - 1) + faces[(k + 1) % 6] - 1]++;
        }
        follow[6 * (before - 1) + faces[0] - 1]++;
        before = faces[0];
    }
    assert_true(chi_square(all, 6) < 30.86);
    assert_true(chi_square(follow, 36) < 84.3);
    for (int k = 0; k < 6; k++) {
        print_message("# die %d: chi-square %.2f, with the next one %.2f\n", k + 1,
                      chi_square(place[k], 6), chi_square(pair[k], 36));
        assert_true(chi_square(place[k], 6) < 30.86);
        assert_true(chi_square(pair[k], 36) < 84.3);
    }
}

/* ---- the order of steps ---- */

CLAIM(no_dice_are_rolled_before_every_seat_has_given_its_share) {
    struct table *t = committed();
    table_know_secret(t, bytes_of(SECRET));
    refuse(t, "roll", "The dice can't be rolled until seat 1 has given its share.");
    say(t, "share 2 " SHARE_2);
    refuse(t, "roll 1 2 3 4 5", "The dice can't be rolled until seat 1 has given its share.");
    refuse(t, "share 2 " SHARE_1, "Seat 2 has already done its part.");
    refuse(t, "share 3 " SHARE_1, "There's no seat 3.");
    say(t, "share 1 -");
    say(t, "roll");
    table_free(t);
}

CLAIM(once_sharing_has_begun_seats_and_start_are_fixed_until_the_dice_are_replaced) {
    struct table *t = committed();
    static const char begun[] =
        "The seats have begun to contribute to the dice. Only the dice and the date can still be "
        "changed.";
    say(t, "share 1 " SHARE_1);
    refuse(t, "seat Cy", begun);
    refuse(t, "start 2", begun);
    refuse(t, "dice fair " COMMITMENT,
           "The commitment on line 4 can't be used again. Choose a new secret.");
    say(t, "dice fair " OTHER);
    refuse(t, "roll 1 2 3 4 5", "The dice can't be rolled until seat 1 has given its share.");
    say(t, "seat Cy");
    table_free(t);
}

CLAIM(with_pledges_no_share_is_opened_before_all_seats_have_pledged) {
    struct table *t = committed();
    say(t, "pledge 1 " PLEDGE_1);
    refuse(t, "share 1 " SHARE_1, "Seat 2 must pledge its share before any shares are given.");
    refuse(t, "share 1 -", "Seat 1 has pledged a share and must give it.");
    refuse(t, "pledge 1 " PLEDGE_2, "Seat 1 has already done its part.");
    say(t, "pledge 2 " PLEDGE_2);
    refuse(t, "share 2 " SHARE_1, "This isn't the share that seat 2 pledged.");
    refuse(t, "share 1 " SHARE_2, "This isn't the share that seat 1 pledged.");
    say(t, "share 2 " SHARE_2);
    refuse(t, "share 1 -", "Seat 1 has pledged a share and must give it.");
    refuse(t, "roll 1 2 3 4 5", "The dice can't be rolled until seat 1 has given its share.");
    say(t, "share 1 " SHARE_1);
    table_know_secret(t, bytes_of(SECRET));
    say(t, "roll");
    assert_string_equal(table_line(t, 9), "roll 2 4 5 5 6"); /* the same dice as without pledges */
    table_free(t);
}

CLAIM(a_pledge_after_a_share_is_too_late) {
    struct table *t = committed();
    say(t, "share 1 " SHARE_1);
    refuse(t, "pledge 2 " PLEDGE_2, "Pledges must come before the first share.");
    table_free(t);
}

CLAIM(a_seat_may_decline_while_others_pledge) {
    struct table *t = committed();
    say(t, "pledge 1 " PLEDGE_1);
    say(t, "share 2 -");
    refuse(t, "pledge 2 " PLEDGE_2, "Seat 2 has already done its part.");
    say(t, "share 1 " SHARE_1);
    say(t, "roll 1 2 3 4 5");
    table_free(t);
}

CLAIM(only_fair_dice_take_shares) {
    struct table *t = table_new();
    refuse(t, "share 1 -", "Choose the rules first, for example 'rules yardzee'.");
    say(t, "rules yardzee");
    say(t, "seat Ann");
    refuse(t, "share 1 -",
           "There's no commitment to any dice yet. Type 'dice fair' and a commitment.");
    refuse(t, "pledge 1 " PLEDGE_1,
           "There's no commitment to any dice yet. Type 'dice fair' and a commitment.");
    refuse(t, "reveal " SECRET, "There's no secret to reveal.");
    refuse(t, "dice fair 12", "'12' should be 64 hexadecimal digits (32 bytes).");
    refuse(t, "share 100 -", "Type the number of a seat here, not '100'.");
    table_free(t);
}

/* ---- throws ---- */

CLAIM(the_host_rolls_the_dice_and_a_follower_enters_them) {
    struct table *here = host(), *there = ready();
    say(here, "roll");
    assert_string_equal(table_line(here, 7), "roll 2 4 5 5 6");
    refuse(there, "roll",
           "The secret of these dice isn't known here. Type the 5 dice that were rolled.");
    say(there, "roll 2 4 5 5 6");
    assert_true(same_state(table_now(here), table_now(there)));
    say(here, "score chance");
    refuse(here, "roll 1 1 1 1 1",
           "At this table Yardstick rolls the dice. Type 'roll' without numbers.");
    table_free(here);
    table_free(there);
}

CLAIM(an_undone_throw_comes_up_the_same_way_again) {
    struct table *t = ready();
    say(t, "roll 2 4 5 5 6");
    say(t, "keep 5 5");
    say(t, "roll 1 2 6");
    say(t, "undo");
    refuse(t, "roll 1 2 5",
           "This roll was undone after it was seen, so the same dice come up again: 1 2 6.");
    say(t, "undo");
    say(t, "keep 2 5 5"); /* with two dice, the same throw gives two of its three faces */
    refuse(t, "roll 4 6",
           "This roll was undone after it was seen, so the same dice come up again: 1 2 6.");
    say(t, "roll 1 6");
    table_free(t);
}

CLAIM(dice_that_have_been_seen_cannot_be_replaced) {
    struct table *t = host();
    say(t, "roll");
    refuse(t, "dice fair " OTHER,
           "Dice have already been rolled under this commitment, so it can't be replaced.");
    say(t, "undo");
    refuse(t, "dice fair " OTHER,
           "Dice have already been rolled under this commitment, so it can't be replaced.");
    refuse(t, "dice system",
           "Dice have already been rolled under this commitment, so it can't be replaced.");
    refuse(t, "undo", "There's nothing to undo.");
    say(t, "reveal");
    refuse(t, "dice fair " OTHER,
           "Dice have already been rolled under this commitment, so it can't be replaced.");
    table_free(t);
}

/* ---- the reveal ---- */

CLAIM(after_the_reveal_nothing_can_be_rolled_or_undone) {
    struct table *t = host();
    say(t, "roll");
    refuse(t, "reveal " OTHER, "This secret doesn't match the commitment.");
    say(t, "reveal");
    assert_string_equal(table_line(t, 8), "reveal " SECRET);
    refuse(t, "undo",
           "The secret of these dice has been revealed, so moves made with them can't be undone.");
    say(t, "score chance");
    refuse(t, "roll 1 2 3 4 5", "The secret of these dice has already been revealed.");
    assert_int_equal(fair_check(t).verdict, FAIR_SEALED);
    table_free(t);
}

CLAIM(a_reveal_that_contradicts_any_throw_even_an_undone_one_is_refused) {
    struct table *t = ready();
    say(t, "roll 2 4 5 5 6");
    say(t, "keep -");
    say(t, "roll 1 1 1 1 1"); /* should be 1 2 6 4 1 */
    say(t, "undo");
    say(t, "undo");
    say(t, "score chance");
    assert_null(table_wrong_throw(t));
    assert_int_equal(fair_check(t).verdict, FAIR_PENDING);
    refuse(t, "reveal " SECRET, "The roll on line 9 is 1 1 1 1 1, but the secret gives 1 1 2 4 6.");
    const struct wrong_throw *wrong = table_wrong_throw(t);
    assert_non_null(wrong);
    assert_int_equal(wrong->said.line, 9);
    assert_int_equal(wrong->said.throw_number, 1);
    assert_int_equal(fair_check(t).verdict, FAIR_BROKEN);
    table_free(t);
}

/* Takes the last legal choice every time until the game is over. */
static void finish_game(struct table *t) {
    while (!state_over(table_now(t))) {
        const struct state *s = table_now(t);
        struct action list[ACTIONS_MAX];
        char line[64];
        struct text l = TEXT_IN(line);
        if (state_falling(s)) {
            say(t, "roll");
            continue;
        }
        int n = game_legal(&s->rules, &s->game, list);
        action_print(&s->rules, list[n - 1], &l);
        say(t, line);
    }
}

CLAIM(every_game_of_a_series_has_its_own_commitment) {
    struct table *t = host();
    uint8_t other[FAIR_BYTES];
    char line[128];
    struct text l = TEXT_IN(line);
    finish_game(t);
    refuse(t, "rematch", "Reveal the secret of this game's dice before you start a rematch.");
    say(t, "reveal");
    refuse(t, "dice fair " OTHER,
           "Dice have already been rolled under this commitment, so it can't be replaced.");
    say(t, "rematch");
    refuse(t, "roll", "There's no commitment to any dice yet. Type 'dice fair' and a commitment.");
    say(t, "undo");
    say(t, "rematch");
    fair_commitment(bytes_of(OTHER), other);
    table_know_secret(t, bytes_of(OTHER));
    text_put(&l, "dice fair ");
    text_hex(&l, other, FAIR_BYTES);
    refuse(t, "dice fair " COMMITMENT,
           "The commitment on line 4 can't be used again. Choose a new secret.");
    say(t, line);
    refuse(t, "undo", "There's nothing to undo.");
    refuse(t, "roll", "The dice can't be rolled until seat 1 has given its share.");
    say(t, "share 1 -");
    say(t, "share 2 " SHARE_2);
    say(t, "roll");
    assert_int_equal(table_throw(t, table_throws(t) - 1)->throw_number, 0);
    say(t, "undo");
    refuse(t, "dice fair " OTHER,
           "Dice have already been rolled under this commitment, so it can't be replaced.");
    finish_game(t);
    assert_int_equal(fair_check(t).verdict, FAIR_PENDING);
    say(t, "reveal");
    struct fair_sum sum = fair_check(t);
    assert_int_equal(sum.verdict, FAIR_SEALED);
    assert_int_equal(sum.checked, table_throws(t));
    struct table *copy = table_copy(t); /* parses every line again, as reading a record does */
    assert_true(same_state(table_now(t), table_now(copy)));
    table_free(copy);
    table_free(t);
}

/* All lines as they would be written to a file. */
static void write_record(const struct table *t, struct text *out) {
    text_clear(out);
    for (int i = 1; i <= table_lines(t); i++) {
        text_put(out, table_line(t, i));
        text_put(out, "\n");
    }
    assert_false(out->cut);
}

CLAIM(every_changed_throw_in_a_record_is_identified) {
    static char record[1 << 16];
    struct text out = TEXT_IN(record);
    struct table *t = host();
    finish_game(t);
    say(t, "reveal");
    write_record(t, &out);
    for (int i = 0; i < table_throws(t); i++) {
        int line = table_throw(t, i)->line;
        char *at = record, error_words[1024];
        for (int n = 1; n < line; n++)
            at = strchr(at, '\n') + 1;
        char *face = strchr(at, '\n') - 1, kept = *face;
        *face = kept == '6' ? '1' : (char)(kept + 1);
        struct table *read = table_new();
        struct record_tail tail;
        struct text error = TEXT_IN(error_words);
        assert_false(record_read_text(span_of(record), "record", read, NULL, &tail, &error));
        assert_non_null(table_wrong_throw(read));
        assert_int_equal(table_wrong_throw(read)->said.line, line);
        assert_int_equal(table_wrong_throw(read)->said.throw_number, i);
        table_free(read);
        *face = kept;
    }
    table_free(t);
}
