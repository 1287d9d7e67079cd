/* sheet: games in which each turn fills one box of a score sheet. */
#pragma once

#include "rules/game.h"

/* What the box pays for these dice, ignoring jokers. */
int box_points(const struct box *box, struct dice d);

/* What a lower box pays for five of a kind used as a joker. */
int box_joker_points(const struct box *box, struct dice d);

struct claim {
    enum refused refusal;
    int points; /* for the box */
    int bonus;  /* for an extra five of a kind */
};

/* What filling this box with these dice would score. Only this function applies the joker rules. */
struct claim sheet_claim(const struct rules *r, const struct card *card, struct dice d, int box);

/* Whether the dice make what the box asks for: three or more of the face of an upper box, the
 * pattern of a lower box, or a joker in its place. Any dice do for a box that only adds them up, so
 * nothing makes it. */
bool sheet_makes(const struct rules *r, const struct card *card, struct dice d, int box);

/* What an ACT_SCORE of the seat to move would score. A zero by choice gives up the points of the
 * box, but not the bonus, which the roll itself earns. If the dice are not entered, the points are
 * those that the action names (kept.h). */
struct claim sheet_score(const struct rules *r, const struct game *g, struct action a);

/* The points of the box that this action gives up by entering a zero; 0 for any other action, and
 * for a box that scores nothing anyway. */
int sheet_given_up(const struct rules *r, const struct game *g, struct action a);

/* Whether the dice are five of a kind and the card's five-of-a-kind box is filled, so that the
 * bonus and the joker rules may apply. */
bool sheet_is_joker(const struct rules *r, const struct card *card, struct dice d);

int sheet_five_box(const struct book *book);        /* the five-of-a-kind box, -1 if none */
int sheet_face_box(const struct book *book, int f); /* the upper box of a face, -1 if none */
bool box_is_upper(const struct box *box);

int card_upper(const struct book *book, const struct card *card); /* without the bonus */
int card_upper_bonus(const struct rules *r, const struct card *card);

/* How far the filled upper boxes are ahead of their share of the total that pays the bonus, which
 * is three of each face where the total is 63; negative if they are behind. */
int card_upper_ahead(const struct rules *r, const struct card *card);

/* The upper total if every open upper box gets the most it can hold. */
int card_upper_most(const struct book *book, const struct card *card);

int card_lower(const struct rules *r, const struct card *card); /* with five-of-a-kind bonuses */

void sheet_next_turn(const struct rules *r, struct game *g); /* of the next seat that has one */
void sheet_begin_turn(const struct rules *r, struct game *g);
enum refused sheet_check(const struct rules *r, const struct game *g, struct action a);
void sheet_do(const struct rules *r, struct game *g, struct action a);
int sheet_legal(const struct rules *r, const struct game *g, struct action list[ACTIONS_MAX]);
