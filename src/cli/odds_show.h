/* odds_show: shows the odds of a sheet game as text, as a chart and as JSON. */
#pragma once

#include <stdio.h>

#include "core/json.h"
#include "rules/game.h"
#include "solve/sheet_odds.h"

struct odds_view {
    const struct rules *rules;
    const struct card *card;
    const char *where; /* "yardzee, from an empty score sheet" */
    const struct sheet_odds *odds;
};

double odds_between(const struct sheet_odds *odds, int low, int high);

/* The range of a chart: about one game in a thousand ends below it, and as many end above. */
void odds_range(const struct sheet_odds *odds, int *ret_low, int *ret_high);

void odds_print(FILE *out, const struct odds_view *view, int width, bool plain); /* odds_text.c */
void odds_json(struct json *j, const struct odds_view *view);                    /* odds_text.c */
void odds_svg(FILE *out, const struct odds_view *view);                          /* odds_svg.c */
