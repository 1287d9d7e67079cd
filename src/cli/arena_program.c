/* The program that `yard arena --help` shows: it plays games with Yardzee's boxes, without a
 * solver, by filling them in order. tests/process/arena_test.py runs it as shown. */
#include "cli/arena_program.h"

const char arena_program[] =
    "import json, sys\n"
    "boxes = ('ones twos threes fours fives sixes three-kind four-kind full-house '\n"
    "         'small-straight large-straight five-kind chance').split()\n"
    "for line in sys.stdin:\n"
    "    word, *rest = line.split()\n"
    "    if word == 'position':  # RULES CARDS SEAT DICE ROLLS\n"
    "        card = rest[1].split('/')[int(rest[2]) - 1]\n"
    "        filled = [entry.split('=')[0] for entry in card.split(',')]\n"
    "        open_boxes = [box for box in boxes if box not in filled]\n"
    "        print(json.dumps({'ok': line.strip()}), flush=True)\n"
    "    elif word == 'advise':\n"
    "        action = 'score ' + open_boxes[0]  # or 'keep 5 5', 'take 1 stop'\n"
    "        print(json.dumps({'actions': [{'do': action}]}), flush=True)";
