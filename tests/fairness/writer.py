#!/usr/bin/env python3
"""writer.py KIND [SEED]: writes a record of a random game of Yardzee with fair dice; some kinds are dishonest or
invalid.

A reference writer, independent of the program, so that verifiers are tested on records that the program did not make.
Each turn scores the next open box in a fixed order, which the rules of Yardzee always allow."""
import random
import sys

from verify import chain_of, commitment_of, dice2_of, dice_of, key_of, log_after, mix_of, pledge_of

BOXES = ['chance', 'ones', 'twos', 'threes', 'fours', 'fives', 'sixes', 'three-kind', 'four-kind', 'full-house',
         'small-straight', 'large-straight', 'five-kind']
NAMES = ['Ann', 'Bea', 'Cem']


class Writer:
    """A table with fair dice of version 2 that records what happens."""

    def __init__(self, seats=('Ann',), start=None):
        self.lines, self.log, self.turns = [], bytes(32), 0
        self.seats = list(seats)
        self.say('yardstick 1')
        self.say('rules yardzee')
        for seat in self.seats:
            self.say(f'seat {seat}')
        if start:
            self.say(f'start {start}')

    def say(self, line):
        self.lines.append(line)
        self.log = log_after(self.log, line.encode())

    def text(self):
        return ''.join(line + '\n' for line in self.lines)

    def mark(self):
        return self.log[:16].hex()

    # -- a deal --

    def commit(self, secret, length=64):
        self.secret, self.length, self.throw = secret, length, 0
        self.chain = chain_of(secret, length)
        self.say(f'dice fair2 {length} {self.chain[0].hex()}')

    def pledge(self, shares):
        """Each seat pledges its share or, if that is None, gives nothing."""
        for seat, share in enumerate(shares, 1):
            if share is None:
                self.say(f'share {seat} -')
            else:
                self.say(f'pledge {seat} {pledge_of(self.chain[0], seat, share).hex()}')

    def share(self, seat, share):
        self.say(f"share {seat} {share.hex() if share is not None else '-'}")

    def mixed(self, shares):
        self.mix = mix_of(self.chain[0], self.length, shares)

    def deal(self, secret, shares, pledged=True, length=64, order=None):
        """A commitment and the shares of all seats."""
        self.commit(secret, length)
        if pledged:
            self.pledge(shares)
        for seat in order or range(1, len(shares) + 1):
            if shares[seat - 1] is not None or not pledged:
                self.share(seat, shares[seat - 1])
        self.mixed(shares)

    # -- playing --

    def dice(self, n):
        return sorted(dice2_of(self.chain[self.throw + 1], self.mix, self.throw, n))

    def roll(self, n=5, dice=None, link=None, mark=None):
        """Writes the next throw; `dice`, `link` and `mark` replace the correct values."""
        faces = ' '.join(map(str, dice or self.dice(n)))
        link = link or self.chain[self.throw + 1]
        self.say(f'roll {faces} link {link.hex()} log {mark or self.mark()}')
        self.throw += 1

    def undo(self):
        """Undoes the last roll."""
        self.say('undo')
        self.throw -= 1

    def score(self, zero=False):
        self.say('score ' + BOXES[self.turns // len(self.seats)] + (' 0' if zero else ''))
        self.turns += 1

    def turn(self, rng):
        """Rolls one to three times, keeping some dice in between, and scores."""
        dice = self.dice(5)
        self.roll()
        for _ in range(rng.randrange(3)):
            kept = sorted(rng.sample(dice, rng.randrange(5)))
            self.say('keep ' + (' '.join(map(str, kept)) or '-'))
            fallen = self.dice(5 - len(kept))
            self.roll(5 - len(kept))
            dice = sorted(kept + fallen)
        self.score(zero=self.turns % 5 == 4)

    def over(self):
        return self.turns == len(BOXES) * len(self.seats)

    def reveal(self, secret=None):
        self.say(f'reveal {(secret or self.secret).hex()} log {self.mark()}')

    def rematch(self):
        self.say('rematch')
        self.turns = 0


def play(table, rng, throws=None):
    """Plays to the end of the game, or up to a number of throws."""
    while not table.over() and (throws is None or table.throw < throws):
        if throws is None or table.throw + 3 <= throws:
            table.turn(rng)
        else:
            table.roll()
            table.score()


def honest(rng, seats=2, throws=None, length=64, pledged=True, reveal=True):
    table = Writer(NAMES[:seats])
    table.deal(rng.randbytes(32), [rng.randbytes(32) for _ in range(seats)], pledged, length)
    play(table, rng, throws)
    if reveal:
        table.reveal()
    return table


def of_throws(rng, throws):
    """A record of exactly this many throws, with the secret revealed. Tries again if a game ends with fewer."""
    while True:
        table = Writer(NAMES[:2])
        table.deal(rng.randbytes(32), [rng.randbytes(32), rng.randbytes(32)])
        table.say('# room: somebody looks on')
        play(table, rng, throws)
        if table.throw == throws:
            table.reveal()
            return table


# ---- dishonest and invalid records ----

def ground(rng, seats=2, wanted=(6, 6, 6, 6, 6), names=None):
    """The host drops all shares and tries secrets until one gives the desired first throw."""
    shares = [None] * seats
    while True:
        secret = rng.randbytes(32)
        chain = chain_of(secret, 3)
        if dice2_of(chain[1], mix_of(chain[0], 3, shares), 0, len(wanted)) == list(wanted):
            break
    table = Writer(names or NAMES[:seats])
    table.deal(secret, shares, pledged=False, length=3)
    play(table, rng, 3)
    table.reveal()
    return table


def abandoned(rng, opened=True, times=1):
    """Seat 2 withholds its share, and so does seat 1 unless `opened`; the host makes a new commitment."""
    table = Writer(NAMES[:2])
    for _ in range(times):
        table.commit(rng.randbytes(32))
        shares = [rng.randbytes(32), rng.randbytes(32)]
        table.pledge(shares)
        if opened:
            table.share(1, shares[0])
        table.say('# room: unopened 2')
        table.say('# room: goon 1')
    table.deal(rng.randbytes(32), [rng.randbytes(32), None])
    play(table, rng, 8)
    table.reveal()
    return table


def recommitted(rng):
    """All shares are open; the host dislikes the dice and makes a new commitment."""
    table = Writer(NAMES[:2])
    table.deal(rng.randbytes(32), [rng.randbytes(32), rng.randbytes(32)])
    table.deal(rng.randbytes(32), [rng.randbytes(32), rng.randbytes(32)])
    play(table, rng, 6)
    return table


def changed_roll(rng, throw=4):
    table = honest(rng, throws=throw, reveal=False)
    right = table.dice(5)
    table.roll(dice=sorted([right[0] % 6 + 1, *right[1:]]))
    table.score()
    return table


def foreign_link(rng, throw=3):
    table = honest(rng, throws=throw, reveal=False)
    other = rng.randbytes(32)
    table.roll(dice=sorted(dice2_of(other, table.mix, table.throw, 5)), link=other)
    return table


def skipped_link(rng):
    table = honest(rng, throws=3, reveal=False)
    table.throw += 1
    table.roll()
    return table


def wrong_mark(rng):
    table = honest(rng, throws=3, reveal=False)
    table.roll(mark='0' * 32)
    return table


def odd_comment(rng):
    """The last line, a roll, is turned into a comment by changing its first byte."""
    table = honest(rng, throws=3, reveal=False)
    table.roll()
    table.lines[-1] = '#' + table.lines[-1][1:]
    return table


def spaced_comment(rng):
    """A comment that ends with a space, which no program writes; its bytes are part of the log."""
    table = honest(rng, throws=3, reveal=False)
    table.say('# a remark ')
    table.roll()
    return table


def wrong_secret(rng):
    table = honest(rng, throws=3, reveal=False)
    table.reveal(rng.randbytes(32))
    return table


def exchanged(rng):
    """New dice in mid-game, after dice have been thrown."""
    table = honest(rng, throws=3, reveal=False)
    table.deal(rng.randbytes(32), [rng.randbytes(32), rng.randbytes(32)])
    table.roll()
    return table


def other_share(rng):
    """A share that is not the one pledged."""
    table = Writer(NAMES[:2])
    table.commit(rng.randbytes(32))
    table.pledge([rng.randbytes(32), rng.randbytes(32)])
    table.share(1, rng.randbytes(32))
    return table


def late_pledge(rng):
    table = Writer(NAMES[:2])
    table.commit(rng.randbytes(32))
    table.share(1, rng.randbytes(32))
    table.pledge([rng.randbytes(32)])
    return table


def early_roll(rng):
    table = Writer(NAMES[:2])
    table.commit(rng.randbytes(32))
    table.share(1, rng.randbytes(32))
    table.mixed([None, None])
    table.roll()
    return table


def same_commitment(rng):
    table = Writer(NAMES[:1])
    secret = rng.randbytes(32)
    table.commit(secret)
    table.deal(secret, [rng.randbytes(32)], pledged=False)
    table.roll()
    return table


# ---- other valid records ----

def alone(rng, pledged=False):
    return honest(rng, seats=1, throws=5, pledged=pledged)


def at_once(rng, order=(1, 2), shares=None):
    """Shares without pledges."""
    table = Writer(NAMES[:2])
    table.deal(rng.randbytes(32), shares or [rng.randbytes(32), rng.randbytes(32)], pledged=False, order=order)
    play(table, rng, 5)
    return table


def with_bot(rng, bot_last=False, level='family', bot_shares=False):
    """One person and a bot."""
    table = Writer(['Ann', f'Robo bot {level}'])
    shares = [rng.randbytes(32), rng.randbytes(32) if bot_shares else None]
    table.deal(rng.randbytes(32), shares, pledged=False, order=(1, 2) if bot_last else (2, 1))
    play(table, rng, 5)
    table.reveal()
    return table


def becomes_bot(rng):
    """A bot takes over a seat that has given its share; the person's share still counts."""
    table = honest(rng, throws=5, reveal=False)
    table.say('correct 4 seat Bea bot family')
    table.roll()
    return table


def undone(rng):
    table = honest(rng, throws=4, reveal=False)
    table.roll()
    table.undo()
    table.roll()
    table.score()
    table.reveal()
    return table


def used_up(rng, second=True):
    """The chain ends in mid-game, and another follows."""
    table = Writer(NAMES[:2])
    table.deal(rng.randbytes(32), [rng.randbytes(32), rng.randbytes(32)], length=3)
    play(table, rng, 3)
    table.deal(rng.randbytes(32), [rng.randbytes(32), rng.randbytes(32) if second else None])
    play(table, rng, 4)
    table.reveal()
    return table


def series(rng, second=True):
    """Two games; in the second, seat 2 gives no share unless `second`."""
    table = honest(rng)
    table.rematch()
    table.deal(rng.randbytes(32), [rng.randbytes(32), rng.randbytes(32) if second else None])
    play(table, rng)
    table.reveal()
    return table


def series_dropped(rng):
    """Nobody gives a share for the second game."""
    table = honest(rng)
    table.rematch()
    table.deal(rng.randbytes(32), [None, None], pledged=False)
    play(table, rng, 4)
    return table


def nothing_yet(rng):
    table = Writer(NAMES[:2])
    table.deal(rng.randbytes(32), [rng.randbytes(32), rng.randbytes(32)])
    return table


# ---- version 1 ----

class Writer1(Writer):
    """The same as Writer, with the lines and the arithmetic of version 1."""

    def commit(self, secret, length=0):
        self.secret, self.length, self.throw, self.chain = secret, length, 0, [commitment_of(secret)]
        self.say(f'dice fair {self.chain[0].hex()}')

    def mixed(self, shares):
        self.key = key_of(self.secret, self.chain[0], shares)

    def dice(self, n):
        return sorted(dice_of(self.key, self.throw, n))

    def roll(self, n=5, dice=None, link=None, mark=None):
        self.say('roll ' + ' '.join(map(str, dice or self.dice(n))))
        self.throw += 1

    def reveal(self, secret=None):
        self.say(f'reveal {(secret or self.secret).hex()}')


def first_version(rng, shares=(1, 1), pledged=True, reveal=True, wrong=False, abandon=False, other_secret=False):
    table = Writer1(NAMES[:len(shares)])
    if abandon:
        table.commit(rng.randbytes(32))
    table.deal(rng.randbytes(32), [rng.randbytes(32) if given else None for given in shares], pledged)
    play(table, rng, 6)
    if wrong:
        right = table.dice(5)
        table.roll(dice=sorted([right[0] % 6 + 1, *right[1:]]))
        table.score()
    if reveal:
        table.reveal(rng.randbytes(32) if other_secret else None)
    return table


KINDS = {
    'honest': honest, 'cut': lambda rng: honest(rng, throws=7, reveal=False), 'three': lambda rng: honest(rng, 3, 9),
    'alone': alone, 'alone-pledged': lambda rng: alone(rng, True),
    'at-once': at_once, 'at-once-other-order': lambda rng: at_once(rng, (2, 1)),
    'at-once-pass-last': lambda rng: at_once(rng, (1, 2), [rng.randbytes(32), None]),
    'at-once-pass-first': lambda rng: at_once(rng, (2, 1), [rng.randbytes(32), None]),
    'bot': with_bot, 'bot-last': lambda rng: with_bot(rng, True), 'program': lambda rng: with_bot(rng, True, 'program', True),
    'bot-shares': lambda rng: with_bot(rng, True, 'family', True), 'becomes-bot': becomes_bot,
    'undone': undone, 'used-up': used_up, 'used-up-differs': lambda rng: used_up(rng, False),
    'series': series, 'series-differs': lambda rng: series(rng, False), 'series-dropped': series_dropped,
    'nothing-yet': nothing_yet,
    'ground': ground, 'ground-alone': lambda rng: ground(rng, 1),
    'abandoned': abandoned, 'abandoned-unopened': lambda rng: abandoned(rng, False),
    'abandoned-twice': lambda rng: abandoned(rng, times=2), 'recommitted': recommitted,
    'changed-roll': changed_roll, 'changed-first-roll': lambda rng: changed_roll(rng, 0), 'foreign-link': foreign_link,
    'skipped-link': skipped_link, 'wrong-mark': wrong_mark, 'odd-comment': odd_comment,
    'spaced-comment': spaced_comment, 'wrong-secret': wrong_secret,
    'exchanged': exchanged, 'other-share': other_share, 'late-pledge': late_pledge, 'early-roll': early_roll,
    'same-commitment': same_commitment,
    'v1': first_version, 'v1-at-once': lambda rng: first_version(rng, pledged=False),
    'v1-pass-last': lambda rng: first_version(rng, (1, 0), pledged=False),
    'v1-dropped': lambda rng: first_version(rng, (0, 0), pledged=False),
    'v1-pending': lambda rng: first_version(rng, reveal=False),
    'v1-changed-roll': lambda rng: first_version(rng, wrong=True),
    'v1-wrong-secret': lambda rng: first_version(rng, other_secret=True),
    'v1-abandoned': lambda rng: first_version(rng, abandon=True),
    'v1-dropped-abandoned': lambda rng: first_version(rng, (0, 0), False, abandon=True),
}


def write(kind, seed=1):
    """The text of a record of this kind."""
    return KINDS[kind](random.Random(f'{kind} {seed}')).text()


if __name__ == '__main__':
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in KINDS:
        sys.exit(f"{__doc__}\n\nkinds: {' '.join(KINDS)}")
    sys.stdout.write(write(sys.argv[1], *sys.argv[2:]))
