/* Players say anything at a server's table: each line is refused with an error and changes nothing,
 * or becomes lines that every reader of the log accepts. The first line of the input gives the
 * rules, dice and clock ("yardzee fair 10"); each following line starts with a place: "2 roll", "0
 * state". With place 0, a line may also seat a player ("0 sit Bea"), move a token ("0 move 2"), let
 * time pass ("0 wait 30000"), set which places are present ("0 here 3": a bit mask) or feed the
 * room a line that no plan contains ("0 ! # room: late 1"). */
#include <string.h>

#include "fuzz/fuzz.h"
#include "room/room.h"
#include "talk/talk.h"
#include "tests/same.h"

static char answer[ANSWER_MAX], words[2048];
static struct room *served, *follower; /* the follower does not know the secret */
static int64_t now, here;

static void check_same(void) {
    REQUIRE(room_lines(served) == room_lines(follower));
    REQUIRE(same_state(table_now(room_table(served)), table_now(room_table(follower))));
    REQUIRE(room_places(served) == room_places(follower));
    for (int i = 0; i < room_places(served); i++)
        REQUIRE(!memcmp(room_place(served, i), room_place(follower, i), sizeof(struct room_place)));
}

static void store(struct room_plan *plan) {
    struct text error = TEXT_IN(words);
    for (int i = 0; i < plan->count; i++) {
        REQUIRE(room_read_planned(served, plan->lines[i], now, &error));
        REQUIRE(room_read(follower, span_of(plan->lines[i]->text), now, NULL, &error));
        check_same();
    }
    room_plan_clear(plan);
}

static void settle(enum room_refusal why, struct room_plan *plan, const struct text *error) {
    if (why == ROOM_OK) {
        REQUIRE(plan->count > 0);
        store(plan);
        struct text out = TEXT_IN(answer);
        room_answer(served, room_lines(served), &out);
        REQUIRE(!out.cut && !strncmp(answer, "{\"ok\":", 6));
    } else {
        REQUIRE(!plan->count && error->len);
    }
}

/* Performs up to 40 of the server's duties; bots take the last legal choice. */
static void serve(void) {
    for (int n = 0; n < 40; n++) {
        struct room_duty duty;
        struct text error = TEXT_IN(words);
        room_duty(served, now, (struct set){{(uint64_t)here, 0}}, &duty);
        if (duty.kind == ROOM_DUTY_NONE) {
            REQUIRE(!duty.plan.count && (!duty.at || duty.at > now));
            return;
        }
        if (duty.kind == ROOM_DUTY_BOT) {
            struct action list[ACTIONS_MAX];
            char choice[128];
            struct text c = TEXT_IN(choice);
            const struct state *s = table_now(room_table(served));
            int legal = game_legal(&s->rules, &s->game, list);
            REQUIRE(legal > 0);
            action_print(&s->rules, list[legal - 1], &c);
            REQUIRE(room_plan_bot(served, span_of(choice), false, &duty.plan, &error) == ROOM_OK);
        }
        REQUIRE(duty.plan.count > 0);
        store(&duty.plan);
    }
}

/* A line from the store: both rooms accept it or both refuse it. */
static void read_raw(struct span line) {
    struct text error = TEXT_IN(words);
    struct span rest = line, verb = span_word(&rest);
    if (span_is(verb, "roll") || span_is(verb, "dice"))
        return; /* the room that knows the secret refuses more of these than the follower */
    bool good = room_read(served, line, now, NULL, &error);
    REQUIRE(good || error.len);
    REQUIRE(good == room_read(follower, line, now, NULL, &error));
    check_same();
}

static void from_outside(struct span line) {
    struct text error = TEXT_IN(words);
    struct room_plan plan;
    struct span rest = line, verb = span_word(&rest);
    int64_t number;
    if (span_is(verb, "sit")) {
        bool program = rest.len && rest.at[0] == '=';
        int with = rest.len && rest.at[0] >= '1' && rest.at[0] <= '9' ? rest.at[0] - '0' : 0;
        struct span name = {rest.at + (program || with), rest.len - (program || with)};
        settle(room_plan_sit(served, name, with, program, &plan, &error), &plan, &error);
    } else if (span_is(verb, "move") && span_number(rest, -9, 99, &number)) {
        settle(room_plan_move(served, (int)number, &plan, &error), &plan, &error);
    } else if (span_is(verb, "wait") && span_number(rest, -1000000, 1000000, &number)) {
        now += number;
    } else if (span_is(verb, "here") && span_number(rest, 0, INT64_MAX, &here)) {
        return;
    } else if (span_is(verb, "!")) {
        read_raw(rest);
    } else {
        struct text out = TEXT_IN(answer);
        REQUIRE(room_plan_say(served, 0, (struct set){{(uint64_t)here, 0}}, line, &plan,
                              &(struct refusal){.words = &error}) != ROOM_OK &&
                error.len);
        room_ask(served, line, &out);
        REQUIRE(!out.cut && answer[0] == '{' && answer[out.len - 1] == '}');
    }
}

static bool make(struct span options) {
    struct text error = TEXT_IN(words);
    struct room_setup setup = {.rules = span_word(&options), .name = span_of("Ann")};
    struct room_plan plan;
    int64_t clock;
    setup.dice = span_word(&options);
    if (span_is(setup.dice, "seed"))
        setup.dice = span_of("seed 7");
    if (span_number(span_word(&options), 0, 100, &clock))
        setup.clock_seconds = (int)clock;
    setup.keeper = options.len;
    if (!room_plan_new(&setup, &plan, &error)) {
        REQUIRE(error.len && !plan.count);
        return false;
    }
    store(&plan);
    return true;
}

static void check_record(void) {
    struct table *copy = table_copy(room_table(served)); /* reads every line, as from a record */
    REQUIRE(same_state(table_now(copy), table_now(room_table(served))));
    table_free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint8_t root[ROOM_SECRET_BYTES] = {1, 2, 3};
    struct span rest = {(const char *)data, size};
    now = 1000;
    here = 0;
    served = room_new();
    follower = room_new();
    REQUIRE(served && follower);
    room_know_secret(served, root);
    bool made = make(span_until(&rest, '\n'));
    for (int n = 0; made && rest.len && n < 500; n++) {
        struct text error = TEXT_IN(words);
        struct span line = span_until(&rest, '\n');
        struct span said = line, number = span_word(&said);
        struct room_plan plan;
        int64_t place;
        if (!span_number(number, 0, 99, &place))
            continue;
        if (place)
            settle(room_plan_say(served, (int)place, (struct set){{(uint64_t)here, 0}}, said, &plan,
                                 &(struct refusal){.words = &error}),
                   &plan, &error);
        else
            from_outside(said);
        serve();
    }
    if (made)
        check_record();
    room_free(served);
    room_free(follower);
    return 0;
}
