/* reckon: exact values and chances of single positions, computed without any code of the program,
 * as a check on what the coach says. It is written for plainness, not for speed: the rules in it
 * are those of the rule books, and each number is an average over all throws of the dice.
 *
 * Reads one question per line and answers each with one line of names and values.
 *
 *   sheet YATZY JOKER BONUS UPPER-BONUS PAR MASK FIVE UPPER ROLLS DICE ACTION...
 *   press FARKLE ALL ENTRY GOAL MAY TIE ENDER SEAT ASIDE DICE TOTAL...
 *
 * reckoning.py writes the questions and reads the answers. */
#include "reckon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *room_for(size_t n, size_t size) {
    void *p = calloc(n, size);
    if (!p)
        abort();
    return p;
}

int main(void) {
    char line[512];
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "sheet ", 6))
            say_sheet(line + 6);
        else
            say_press(line + 6);
        fflush(stdout);
    }
    return 0;
}
