#include "coach/bot_seat.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "core/say.h"

void bot_seat_levels(struct text *out) {
    for (const struct bot_level *level = bot_levels; level->name; level++) {
        text_add(out, "\n  %-8s ", level->name);
        bot_words(level, out);
    }
}

bool bot_seat_known(struct span seat, struct text *error) {
    LOCAL_TEXT(ignored, 256);
    struct seat named;
    if (!seat_parse(span_trim(seat), &named, &ignored))
        return true; /* wrong in another way, which the table will report */
    struct span level = span_of(named.name), first = span_word(&level);
    if (!named.bot[0] && first.len == 3 && !strncasecmp(first.at, "bot", 3) && bot_find(level))
        return say_fail(error, coach_bot_needs_name, .seat = named.name);
    static const char unleveled[] = " bot";
    size_t n = strlen(named.name), tail = sizeof unleveled - 1;
    bool level_missing = n > tail && !strcasecmp(named.name + n - tail, unleveled);
    if (named.bot[0] ? bot_find(span_of(named.bot)) != NULL : !level_missing)
        return true;
    if (level_missing)
        say(error, coach_bot_needs_level, .seat = named.name);
    else
        say(error, coach_no_bot_called, .word = named.bot);
    bot_seat_levels(error);
    return false;
}

const struct bot_level *bot_seat_next(const struct state *s) {
    int seat = state_seat(s);
    bool thrown_for_it =
        state_falling(s) && (s->dice.kind == DICE_PHYSICAL || s->dice.kind == DICE_FAIR);
    if (seat < 0 || thrown_for_it || !s->seats[seat].bot[0])
        return NULL;
    return bot_find(span_of(s->seats[seat].bot));
}

bool bot_seat_random(double *ret, struct text *error) {
    uint64_t bits;
    if (getentropy(&bits, sizeof bits) != 0)
        return say_fail(error, coach_no_random_numbers);
    *ret = (double)(bits >> 11) * 0x1p-53;
    return true;
}

int bot_seat_take_back(struct table *t, struct record *rec) {
    static struct state view;
    char words[1024];
    for (int steps = 0;; steps++) {
        struct text error = TEXT_IN(words);
        state_view(table_now(t), &view);
        if (!bot_seat_next(&view) ||
            !record_say(rec, t, span_of("undo"), NULL, &(struct refusal){.words = &error}))
            return steps;
    }
}
