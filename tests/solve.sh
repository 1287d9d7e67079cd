#!/bin/sh
# solve.sh YARD FOLDER: a cache with the sheet games solved, and the odds of perfect players and novices.
rm -rf "$2"
export XDG_CACHE_HOME="$2"
"$1" solve yardzee yahtzee yahtzee-classic yatzy && "$1" handicap perfect novice
