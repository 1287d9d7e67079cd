#!/usr/bin/env python3
"""Keeping score for real dice with `yard play --plain`: what is typed in, refused, undone and corrected.

usage: real_dice_test.py YARD"""
from plain_table import Table, at_table, refused, turns
from tap import check, claim, holds, main, prose, same


@claim("a whole game with real dice can be typed in, including setting dice aside and rolling again")
def _(home):
    plain = Table(home, "play", "--rules", "farkle:goal=2000", "--seat", "Ann", "--seat", "Bea",
                  "--dice", "physical", "--start", "2", "--record", "game")
    holds(turns(plain, "112346", "11 roll"), "Bea sets aside 1 1 for 200 points. This turn: 200.",
          "Bea: roll 4 dice and type what they show> ")
    holds(turns(plain, "2346"), "No scoring dice: that's a Farkle. Bea loses 200 points.", "Round 1: Ann")
    holds(turns(plain, "111111", "111111 roll", "155234", "stop"),
          "Ann banks 3200 points. Total: 3200.", "2000 reached. Final round: everyone else gets one more turn.",
          "Round 2: Bea, 0 points, last turn.")
    holds(turns(plain, "123456", "take 1 2 3 4 5 6 stop"), "Bea banks 1500 points. Total: 1500.",
          "Game over: Ann 3200, Bea 1500.", "Ann wins.")
    check("Balance" not in plain.words, plain.words)
    plain.end().ended(0)
    holds(home.run("check", "game").ended(0).out, "finished, Ann wins; Ann 3200, Bea 1500")


@claim("with points only, a turn is one number or a bust, and the pace can change at any turn")
def _(home):
    plain = Table(home, "play", "--rules", "yardkle:goal=2000", "--seat", "Ann", "--seat", "Bea", "--pace", "points",
                  "--start", "1", "--record", "game")
    holds(turns(plain, "850"), "Ann banks 850 points. Total: 850.", "Bea: type the points of the turn, or bust> ")
    holds(plain.type("450"), "You need at least 500 points in one turn")
    holds(plain.type("525"), "The points of a Yardkle turn are a multiple of 50.")
    holds(turns(plain, "bust"), "That's a Yardkle. Bea gets no points this turn.", "Round 2: Ann, 850 points.")
    holds(turns(plain, "pace last"), "From now on you enter only the last dice of each turn.",
          "Ann: type the dice set aside, or bust> ")
    holds(turns(plain, "15"), "Ann sets aside 1 5 for 150 points. This turn: 150.")
    holds(turns(plain, "stop"), "Ann banks 150 points. Total: 1000.")
    holds(turns(plain, "undo", "111", "bank"), "Ann banks 1150 points. Total: 2000.", "2000 reached. Final round:")
    holds(turns(plain, "pace throws"), "From now on you enter every roll.")
    holds(turns(plain, "112346", "11 roll", "2346"), "No scoring dice: that's a Yardkle. Bea loses 200 points.", "Ann wins.")
    holds(turns(plain, "correct 9 900"), "Corrected.", "Ann 2050")
    plain.end().ended(0)
    holds(home.run("check", "game").ended(0).out, "finished, Ann wins; Ann 2050, Bea 0")
    holds(home.run("analyse", "game").ended(0).out, "1 turn kept by points only, 1 turn kept by its last dice")


@claim("on a score sheet, points only are a box with a number; the last dice only are five dice and a box")
def _(home):
    plain = Table(home, "play", "--rules", "yahtzee", "--seat", "Ann", "--pace", "points", "--start", "1",
                  "--record", "game")
    holds(plain.words, "open:", "Ann: type a box and its points> ")
    holds(plain.type("12"), "Type the box too, as in 'chance 12'.")
    holds(plain.type("threes"), "Add the points, as in 'threes 12'.")
    holds(plain.type("threes 13"), "Threes can't score 13 now. Possible points: 0, 3, 6, 9, 12, 15.")
    holds(turns(plain, "threes 12"), "Ann scores 12 in Threes. Total: 12.")
    holds(turns(plain, "yahtzee 50", "fh 25 bonus"), "Ann scores 25 in Full house, plus 100 points (YAHTZEE BONUS). Total: 187.")
    holds(turns(plain, "zero ones"), "Ann scores 0 in Aces.")
    holds(turns(plain, "pace last", "22266"), "dice: 2 2 2 6 6", "score now:", "Ann: score> ")
    holds(turns(plain, "twos"), "Ann scores 6 in Twos.")
    holds(turns(plain, "correct 13 22226"), "Corrected.", "Ann 195")
    plain.end().ended(0)
    home.run("check", "game").ended(0)


@claim("--pace means real dice, and is refused with other dice")
def _(home):
    holds(home.run("play", "--plain", "--rules", "yardzee", "--seat", "Ann", "--dice", "system", "--pace", "points",
                   "--start", "1").ended(2).err, "You can leave out rolls only with real dice.")
    holds(home.run("play", "--pace", "fast").ended(2).err, "must be throws, points or last, not 'fast'")
    plain = Table(home, "play", "--rules", "yardkle", "--seat", "Ann", "--seat", "Bea", "--start", "1")
    holds(plain.type("2"), "What do you want to enter of each turn?", "every roll", "the last dice only", "the points only")
    holds(plain.type("4"), "After 'pace', type 'throws', 'last' or 'points', not '4'.")
    holds(plain.type("3"), "Ann: type the points of the turn, or bust> ")
    plain.end()


@claim("a bust with the first roll of a game loses nothing, is not said to, and is on the score sheet")
def _(home):
    plain = Table(home, "play", "--rules", "farkle", "--seat", "Ann", "--seat", "Bea",
                  "--dice", "physical", "--start", "1", "--record", "game")
    holds(turns(plain, "223346"), "No scoring dice: that's a Farkle.", "Round 1: Bea")
    check("loses" not in plain.words, plain.words)
    turns(plain, "223346")
    same(plain.type("sheet").count("-  0"), 2, "turns without points on the sheet")
    plain.end()


@claim("in the opening roll, players who tie for the highest total roll again")
def _(home):
    plain = Table(home, "play", "--rules", "yardzee", "--seat", "Ann", "--seat", "Bea", "--seat",
                  "Cy", "--dice", "physical", "--start", "roll", "--record", "game")
    holds(plain.words, "Ann: to see who starts, roll 5 dice and type what they show> ")
    holds(turns(plain, "66661"), "Ann rolls 1 6 6 6 6: 25", "Bea: to see who starts, roll 5 dice and type what they show> ")
    turns(plain, "11111")
    holds(turns(plain, "55555"), "It's a tie for the highest total. The tied players roll again.", "Ann: ")
    holds(turns(plain, "11112"), "Cy: to see who starts, roll 5 dice and type what they show> ")
    holds(turns(plain, "11113"), "Cy starts.", "Round 1: Cy")
    holds(turns(plain, "11113", "score ones"), "Round 1: Ann")


@claim("partners take turns in their column, and the program names the one whose turn it is")
def _(home):
    plain = at_table(home)
    for partner, box in (("Ann", "ones"), ("Bea", "twos"), ("Ann", "threes")):
        holds(plain.words, f": {partner} (Ann+Bea), ", f"{partner}: roll 5 dice and type what they show> ")
        holds(turns(plain, "12345", f"score {box}"), f"{partner} (Ann+Bea) scores", "Cy: roll 5 dice and type what they show> ")
        turns(plain, "12345", f"score {box}")


@claim("kept dice may be typed again or left out, with the same result")
def _(home):
    plain = at_table(home)
    holds(turns(plain, "11356", "11"), "roll 3 dice and type what they show> ")
    holds(turns(plain, "224"), "dice: 1 1 2 2 4   (roll 2 of 3)")
    holds(turns(plain, "keep 1 1", "11666"), "dice: 1 1 6 6 6   (roll 3 of 3)", "full-house 25")


@claim("wrong points for a box are refused, and the rule is cited")
def _(home):
    plain = at_table(home)
    plain.type("11356")
    for claimed in ("score full-house 25", "full-house 25", "fh 25"):
        refused(plain, claimed, "Full house scores 0 with these dice, not 25",
                "(rule boxes; Yardzee rule sheet, ")
    refused(plain, "chance 17", "Chance scores 16 with these dice, not 17")
    holds(plain.type("chance 16"), "Ann (Ann+Bea) scores 16 in Chance. Total: 16.")


@claim("a zero where the dice would score is entered only after a question")
def _(home):
    plain = at_table(home)
    plain.type("12245")
    for typed in ("zero twos", "score twos 0", "2s 0"):
        holds(plain.type(typed), "Twos scores 4 with these dice.", "Enter a zero instead? (yes, no)")
        check(not plain.accepted("no"), "a zero was entered although it was declined:", plain.words)
    plain.type("zero twos")
    holds(turns(plain, "yes"), "Ann (Ann+Bea) enters a zero in Twos instead of 4. Total: 0.")
    check(home.read("game").endswith(b"score twos 0\n"), "the record ends differently:", home.read("game"))
    holds(turns(plain, "12245", "zero sixes"), "Cy scores 0 in Sixes. Total: 0.")
    check(home.read("game").endswith(b"score sixes\n"), "the record ends differently:", home.read("game"))


@claim("at the end of input, an unconfirmed zero by choice is not entered")
def _(home):
    out = home.run("play", "--plain", "--rules", "yahtzee", "--seat", "Ann", "--dice", "physical", "--start", "1",
                   "--record", "eof", typed=b"12245\nzero twos\n").ended(0).out
    holds(out, "Enter a zero instead? (yes, no)")
    check(b"score" not in home.read("eof"), "it was entered:", home.read("eof"))


@claim("five of a kind that is no joker yet is refused with the reason")
def _(home):
    plain = at_table(home)
    plain.type("44444")
    refused(plain, "score full-house 25", "Full house scores 0 with these dice, not 25",
            "Five of a kind isn't a joker yet: it needs YARDZEE and Fours filled, and both are still open.")
    turns(plain, "score fours", "11235", "score chance", "44444")
    refused(plain, "ls 40", "Lg. straight scores 0 with these dice, not 40",
            "Five of a kind isn't a joker yet: it needs YARDZEE and Fours filled, and YARDZEE is still open.")
    refused(plain, "three-kind 50", "3 of a kind scores 20 with these dice, not 50")


@claim("illegal actions are refused, and the rule is cited")
def _(home):
    plain = at_table(home)
    refused(plain, "1135", "This roll needs 5 dice, but you gave 4. (rule turn; Yardzee rule sheet, ")
    refused(plain, "score chance", "Roll the dice first.")
    plain.type("11356")
    refused(plain, "keep 2", "You chose a 2, but the dice show 1 1 3 5 6. (rule turn; ")
    refused(plain, "22356", "You chose 2 2s, but the dice show")
    turns(plain, "keep 1", "1111", "keep 1", "1111")
    refused(plain, "keep 1", "You've used all 3 rolls this turn. Score a box. (rule turn; ")
    turns(plain, "score five-kind", "11111", "score chance", "12345")
    refused(plain, "score five-kind", "YARDZEE already has a score (50). Choose another box. (rule boxes; ")
    kept = home.read("game").count(b"\n")
    holds(plain.type("score nothing"), "Yardzee has no box called 'nothing'.")
    same(home.read("game").count(b"\n"), kept, "the number of lines after a refusal")

    plain = Table(home, "play", "--rules", "yardkle", "--seat", "Ann", "--dice", "physical",
                  "--record", "press")
    plain.type("123466")
    refused(plain, "1 stop", "You need at least 500 points in one turn to get on the score sheet, and you have 100.",
            "(rule entry; Yardkle rule sheet, ")
    refused(plain, "12 roll", "The 2 doesn't score, so you can't set it aside. Choose from the scoring dice: 1. "
            "(rule set-aside; Yardkle rule sheet, ")
    turns(plain, "1 roll", "15555", "1555 roll")
    turns(plain, "1", "1 roll", "111123", "1 roll", "11155")
    refused(plain, "11155 stop", "With 1 1 1 5 5, all 6 dice would be set aside", "(rule hot-dice; Yardkle rule sheet, ")


@claim("a zero needs confirmation unless typed as a zero")
def _(home):
    plain = at_table(home)
    plain.type("11356")
    before = home.read("game")
    holds(plain.type("full-house"), "Full house scores 0 with these dice", "Enter a zero there?")
    holds(plain.type("no"), "Ann: keep or score> ")
    same(home.read("game"), before, "the record after 'no'")
    plain.type("full-house")
    holds(plain.type("yes"), "Ann (Ann+Bea) scores 0 in Full house. Total: 0.")
    turns(plain, "11356", "zero full-house")
    holds(turns(plain, "11356", "four-kind 0"), "Bea (Ann+Bea) scores 0 in 4 of a kind. Total: 0.")


@claim("stop says which scoring dice it leaves out because of hot dice, and asks first")
def _(home):
    plain = Table(home, "play", "--rules", "yardkle", "--seat", "Ann", "--dice", "physical", "--record", "game")
    turns(plain, "111555")
    before = home.read("game")
    holds(prose(plain.type("stop")), "1 1 1 5 5 5 would score 2500, but then all 6 dice would be set aside",
          "Take only 1 1 1 5 5 and bank 1100? (yes, no)")
    holds(plain.type("no"), "Ann: take ... roll or stop> ")
    plain.type("stop")
    holds(plain.type(""), "Ann: take ... roll or stop> ")
    same(home.read("game"), before, "the record after no")
    plain.type("stop")
    holds(turns(plain, "yes"), "Ann banks 1100 points. Total: 1100.")
    turns(plain, "222346", "222 roll", "556", "55 roll", "5")  # the last die: all six would be set aside
    refused(plain, "stop", "With 5, all 6 dice would be set aside, so you would have to roll them all again")
    plain.type("undo")
    turns(plain, "2", "222255")
    before = home.read("game")
    plain.type("stop")
    plain.end().ended(0)
    same(home.read("game"), before, "the record after the input ended at the question")


@claim("a refused stop doesn't say that dice are set aside that aren't")
def _(home):
    plain = Table(home, "play", "--rules", "yardkle", "--seat", "Ann", "--dice", "physical", "--record", "game")
    turns(plain, "222255")  # 2 2 2 5 5 would be too few points to get on the score sheet
    refused(plain, "stop", "With 2 2 2 2 5 5, all 6 dice would be set aside")


@claim("stop asks nothing if it leaves no scoring die out")
def _(home):
    plain = Table(home, "play", "--rules", "yardkle:hot-dice=may", "--seat", "Ann", "--dice", "physical",
                  "--record", "game")
    holds(turns(plain, "111555", "stop"), "Ann banks 2500 points.")
    plain = Table(home, "play", "--rules", "yardkle", "--seat", "Ann", "--dice", "physical", "--record", "other")
    holds(turns(plain, "111523", "stop"), "Ann banks 1050 points.")


@claim("words may be typed in capitals")
def _(home):
    plain = at_table(home)
    holds(plain.type("HELP"), "correct 7 11356")
    holds(plain.type("SHEET"), "GRAND TOTAL")
    holds(turns(plain, "11356", "UNDO"), "Undone.")
    holds(turns(plain, "11356", "KEEP 11", "456", "SCORE ONES 2"), "scores 2 in Aces")
    plain.write("QUIT")
    holds(plain.end().ended(0).out, "The game is saved in game.")


@claim("an incomplete command is answered with what is missing, and changes nothing")
def _(home):
    plain = at_table(home)
    turns(plain, "11356")
    refused(plain, "k", "Say which dice to keep, as in 'k 55', or type 'k -' to roll all of them again.")
    refused(plain, "score", "Say which box to score, as in 'score chance'. Open boxes: ones, twos,")
    refused(plain, "zero", "Say which box to score")
    refused(plain, "quit now", "To leave the game, type 'quit' and nothing else.")
    refused(plain, "foo", "I don't understand 'foo'. Type help for a list.")
    turns(plain, "k -")


@claim("undo goes back step by step to the beginning and no further")
def _(home):
    plain = at_table(home)
    first = plain.words.splitlines()[-1]
    turns(plain, "11356", "keep 1 1", "224", "score twos", "66666", "score sixes")
    holds(plain.type("undo"), "Undone. Score: Ann+Bea 4, Cy 0.", "Cy: keep or score> ")
    for _ in range(5):
        plain.type("undo")
        holds(plain.words, "Undone. Score: ")
    same(plain.words.splitlines()[-1], first, "the prompt at the beginning")
    refused(plain, "undo", "There's nothing to undo.")
    holds(turns(plain, "66666", "score five-kind"), "Total: 50.")
    plain.end()
    same(home.read("game").splitlines().count(b"undo"), 6, "the undos in the record")
    holds(home.run("check", "game").ended(0).out, "Ann+Bea 50, Cy 0")


def round_two(home):
    """A table in round 4; the roll of Ann+Bea's second turn is on line 12."""
    plain = at_table(home)
    turns(plain, "11356", "score ones", "22356", "score twos",    # lines 8 to 11
          "33356", "score threes", "44456", "score fours",        # 12 to 15
          "66661", "score sixes", "55512", "score fives",
          "12345", "keep 1")
    holds(home.read("game").decode().splitlines()[11], "roll 3 3 3 5 6")
    return plain


@claim("in round 4, a roll from round 2 can be corrected, and all totals are updated")
def _(home):
    plain = round_two(home)
    holds(plain.type("sheet"), "GRAND TOTAL", "35 |", "31 ")
    holds(plain.type("correct 12 33336"), "Corrected. Score: Ann+Bea 38, Cy 31.")
    holds(plain.words, "Bea: roll 4 dice and type what they show> ")
    holds(plain.type("log"), "  12  roll 3 3 3 5 6   now: roll 3 3 3 3 6")
    holds(plain.type("undo"), "Undone. Score: Ann+Bea 35, Cy 31.")
    holds(plain.type("correct 13 score three-kind"), "Corrected. Score: Ann+Bea 46, Cy 31.")
    plain.end().ended(0)
    holds(home.run("check", "game").ended(0).out, "round 4, Bea to play; Ann+Bea 46, Cy 31")


@claim("a correction that makes a later line illegal is refused, and that line is named")
def _(home):
    plain = round_two(home)
    before = home.read("game")
    refused(plain, "correct 13 score sixes",
            "Line 17, 'score sixes', would no longer be possible: Sixes already has a score (6).",
            "(rule boxes; Yardzee rule sheet, ")
    refused(plain, "correct 20 22345", "Line 21, 'keep 1', would no longer be possible")
    refused(plain, "correct 12 333", "This roll needs 5 dice, but you gave 3.")
    refused(plain, "correct 99 33333", "There's no line 99.")
    refused(plain, "correct 12 score twos", "Line 12, 'roll 3 3 3 5 6', can be replaced only by a line of the same kind.")
    same(home.read("game"), before, "the record")


@claim("seeded rolls cannot be corrected")
def _(home):
    plain = Table(home, "play", "--rules", "yatzy", "--seat", "Ann", "--dice", "seed 1",
                  "--record", "game")
    plain.type()
    line = home.read("game").count(b"\n")
    refused(plain, f"correct {line} 66666", "You can correct a roll only if the dice are real.")
    refused(plain, "roll 6 6 6 6 6", "")


@claim("a name can be corrected during the game")
def _(home):
    plain = round_two(home)
    holds(plain.type("correct 5 seat Cyd"), "Corrected. Score: Ann+Bea 35, Cyd 31.")


main()
