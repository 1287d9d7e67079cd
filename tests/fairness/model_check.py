#!/usr/bin/env python3
"""model_check.py: tries all orders of commitments, pledges, shares, drop-outs and agreements, for up to three seats.

The model is symbolic: a hash hides its input and has one preimage. The coalition is any set of seats that pool their
knowledge. An outcome is a commitment with every seat's part; the coalition knows it once it knows the
secret and every share in it. There are two models:

A  The server follows its rules. Its secret may have leaked to the coalition, which otherwise knows no outcome at all.
   Once the coalition knows an outcome with an honest seat's share, no other outcome with that seat's share is played
   unless every honest seat that is present has said goon since.
B  The server belongs to the coalition and writes any lines that verifiers accept. Once the coalition knows an outcome
   with an honest seat's share, no other outcome is played with a plain verdict 'sealed' if that verdict names this seat
   or the verdict on the known outcome would have named it, unless the seat's page refuses before the first throw.

doc/fairness.md says what this covers and what it doesn't."""
import itertools
from collections import namedtuple

from tap import check, claim, main

DEALS = 3  # commitments per game, at most
WEAKNESSES = {
    'dropped': 'unopened shares are dropped and new dice are committed to at once',
    'unpledged': 'seats share without pledges',
    'replaced': 'a commitment may be replaced after the first share is opened',
    'blind': 'the verdict ignores abandoned commitments',
    'early': 'a page shares without a pledge before the parts of all other seats are in the log',
    'stale-goon': 'an agreement to go on stays valid after later shares',
}

# Each seat's part: '.' nothing yet; '-' gives nothing; 'p' and a value: pledged; 'o' and a value: opened. Values: 'h'
# is an honest seat's random bytes; 'a' and 'b' are two values between which a seat of the coalition can choose.
Token = namedtuple('Token', 'outcome free sealing')


def put(values, i, value):
    return values[:i] + (value,) + values[i + 1:]


def outcome_of(deal, parts):
    return deal, tuple(part[-1] for part in parts)


def holds_share(outcome, seat):
    return outcome[1][seat] == 'h'


def search(model):
    """Searches breadth first for a violation; returns the shortest trace to one, or None, and the state count."""
    start = model.start()
    came, row = {start: None}, [start]
    while row:
        following = []
        for state in row:
            for words, after in model.moves(state):
                if after is None:
                    trace = [words]
                    while came[state]:
                        state, said = came[state]
                        trace.append(said)
                    return trace[::-1], len(came)
                if after not in came:
                    came[after] = (state, words)
                    following.append(after)
        row = following
    return None, len(came)


# ---- A: a server that follows its rules ----

# aware: the seats that have said goon since the coalition learned an outcome of this deal
StateA = namedtuple('StateA', 'deal parts left unopened goons aware token')


class ServerByTheRules:
    def __init__(self, seats, coalition, weakness=None, leaked=True):
        self.seats, self.coalition, self.weakness, self.leaked = seats, coalition, weakness, leaked
        self.honest = [i for i in range(seats) if i not in coalition]

    def start(self):
        return StateA(1, ('.',) * self.seats, frozenset(), frozenset(), frozenset(), frozenset(), None)

    def value(self, i):
        return 'a' if i in self.coalition else 'h'

    def known(self, s):
        """The outcomes that the coalition knows and can still bring about."""
        if not self.leaked or any(s.parts[i] not in ('oh', '-') for i in self.honest):
            return
        if not any(s.parts[i] == 'oh' for i in self.honest):
            return
        options = [('oa', 'ob', '-') if part == '.' else (part,) for part in s.parts]
        for parts in itertools.product(*options):
            yield outcome_of(s.deal, parts)

    def moves(self, s):
        if s.token is None:
            for outcome in self.known(s):
                yield f'(they know the outcome {words_of(outcome)})', s._replace(
                    token=Token(outcome, True, None))
        for i, part in enumerate(s.parts):
            yield from self.moves_of_seat(s, i, part)
        yield from self.moves_of_server(s)

    def moves_of_seat(self, s, i, part):
        here = i not in s.left
        if here and part == '.' and self.shares_at_once(s, i):
            for value in ('a', 'b') if i in self.coalition else ('h',):
                yield f'seat {i + 1} shares {value}', self.given(s, i, 'o' + value)
        elif here and part == '.' and not any(p[0] == 'o' for p in s.parts):
            yield f'seat {i + 1} pledges', s._replace(parts=put(s.parts, i, 'p' + self.value(i)))
        if here and part[0] == 'p' and '.' not in s.parts:
            yield f'seat {i + 1} opens its share', self.given(s, i, 'o' + part[1])
        if here and s.unopened and i not in s.unopened | s.goons:
            yield f'seat {i + 1} says goon', self.agreed(s, i)
        if here:
            yield f'seat {i + 1} leaves', s._replace(left=s.left | {i}, goons=s.goons - {i})

    def shares_at_once(self, s, i):
        if self.weakness == 'unpledged':
            return True
        return all(part == '-' for j, part in enumerate(s.parts) if j != i)

    def given(self, s, i, part):
        goons = s.goons if self.weakness == 'stale-goon' else frozenset()
        return s._replace(parts=put(s.parts, i, part), unopened=s.unopened - {i}, goons=goons)

    def agreed(self, s, i):
        aware = s.aware | {i} if any(self.known(s)) else s.aware
        return s._replace(goons=s.goons | {i}, aware=aware)

    def moves_of_server(self, s):
        begun = 'o' if self.weakness == 'unpledged' else 'p'
        for i, part in enumerate(s.parts):
            waited = any(p[0] == begun for j, p in enumerate(s.parts) if j != i)
            if part == '.' and (i in s.left or waited):
                yield f'the server passes over seat {i + 1}', self.given(s, i, '-')
            if part[0] == 'p' and '.' not in s.parts and i not in s.unopened:
                if self.weakness == 'dropped':
                    yield f'seat {i + 1} keeps the others waiting; the server commits anew', self.commit_anew(
                        s, {j for j, p in enumerate(s.parts) if p[0] == 'p'})
                else:
                    goons = s.goons - {i} if self.weakness == 'stale-goon' else frozenset()
                    yield f'the server says unopened {i + 1}', s._replace(unopened=s.unopened | {i}, goons=goons)
        present = set(range(self.seats)) - s.left - s.unopened
        if s.unopened and present and present <= s.goons:
            yield 'the server commits anew', self.commit_anew(s, s.unopened)
        if self.weakness == 'replaced' and any(part[0] == 'o' for part in s.parts):
            yield 'the server commits anew', self.commit_anew(s, set())
        if all(part[0] in 'o-' for part in s.parts) and len(s.left) < self.seats:
            yield from self.roll(s)

    def commit_anew(self, s, dropped):
        """Commits anew. If an outcome is known, this declines it, which is legitimate only if all honest seats that are
        present have agreed since."""
        if s.deal == DEALS:
            return s
        token = s.token
        if token and token.free:
            present = set(self.honest) - s.left - set(s.unopened)
            token = Token(None, False, None) if present <= s.aware else token._replace(free=False)
        parts = tuple('-' if i in dropped else '.' for i in range(self.seats))
        return StateA(s.deal + 1, parts, s.left, frozenset(), frozenset(), frozenset(), token)

    def roll(self, s):
        played, token = outcome_of(s.deal, s.parts), s.token
        if not token or not token.outcome or token.outcome == played:
            return
        if any(holds_share(played, i) and holds_share(token.outcome, i) for i in self.honest):
            yield f'the dice of {words_of(played)} fall', None


# ---- B: a server that belongs to the coalition ----

StateB = namedtuple('StateB', 'deal parts pledged last sent wary token')


class ServerOfTheCoalition:
    """The coalition's seats are people, programs (which may or may not share) and bots run by the server."""

    def __init__(self, seats, kinds, weakness=None):
        self.seats, self.kinds, self.weakness = seats, kinds, weakness
        self.honest = [i for i in range(seats) if i not in kinds]

    def start(self):
        return StateB(1, ('.',) * self.seats, False, None, frozenset(), frozenset(), None)

    # -- what verifiers read --

    def may_open(self, s):
        return not s.pledged or '.' not in s.parts

    def share(self, s, i, part):
        return s._replace(parts=put(s.parts, i, part), last=i)

    def sealed(self, pledged, last, parts):
        """The seats named by the verdict 'sealed'."""
        counts = [i for i, part in enumerate(parts) if part[0] == 'o' and self.kinds.get(i) != 'bot']
        return set(counts) if pledged else {last} & set(counts)

    def plain(self, s):
        return s.deal == 1 or self.weakness == 'blind'

    # -- what the coalition knows --

    def options(self, s, i):
        """The parts that a seat may end up with in this deal, as far as the coalition knows."""
        part = s.parts[i]
        if i in s.sent:
            return ['oh'] if s.pledged else ['oh', '-']
        if part[0] in 'o-':
            return [part]
        if part[0] == 'p':
            return [] if i in self.honest else ['o' + part[1]]
        if i in self.honest:
            return ['-']
        opened = any(p[0] == 'o' for p in s.parts)
        return ['-'] if s.pledged and opened else ['oa', 'ob', '-']

    def known(self, s):
        """The outcomes that the coalition knows and can still bring about, each with the honest seats that might
        seal it."""
        for parts in itertools.product(*(self.options(s, i) for i in range(self.seats))):
            ends = {i for i in range(self.seats) if s.parts[i][0] not in 'o-'} or {s.last}
            sealing = set().union(*(self.sealed(s.pledged, last, parts) for last in ends))
            honest = {i for i in self.honest if parts[i] == 'oh' and i not in s.wary}
            if honest:
                yield outcome_of(s.deal, parts), frozenset(sealing & honest if self.plain(s) else ())

    # -- moves --

    def moves(self, s):
        if s.token is None:
            for outcome, sealing in self.known(s):
                yield f'(they know the outcome {words_of(outcome)})', s._replace(token=Token(outcome, True, sealing))
        for i, part in enumerate(s.parts):
            yield from self.moves_of_honest(s, i, part) if i in self.honest else self.moves_of_coalition(s, i, part)
            if part == '.':
                yield f'the server writes that seat {i + 1} gives nothing', self.share(s, i, '-')._replace(
                    sent=s.sent - {i}, wary=s.wary | s.sent & {i})
        if s.deal < DEALS:
            concerned = {i for i in self.honest if s.parts[i] not in ('.', '-') or i in s.sent}
            yield 'the server commits anew', StateB(s.deal + 1, ('.',) * self.seats, False, None, frozenset(),
                                                    s.wary | concerned, s.token)
        if all(part[0] in 'o-' for part in s.parts):
            yield from self.roll(s)

    def moves_of_honest(self, s, i, part):
        """An honest page pledges if another seat may share, and opens its share once all have pledged or passed;
        if no other seat may share, it shares without a pledge."""
        if i in s.wary:
            yield f'seat {i + 1} agrees to new dice', s._replace(wary=s.wary - {i})
            return
        others = [j for j in range(self.seats) if j != i]
        silent = all(s.parts[j][0] in 'o-' or self.is_expected_to_pass(s, j) for j in others)
        opened = any(p[0] == 'o' for p in s.parts)
        if part == '.' and i not in s.sent and not opened and not (silent and not s.pledged):
            yield f'seat {i + 1} pledges', s._replace(parts=put(s.parts, i, 'ph'), pledged=True)
        alone = part == '.' and silent and not s.pledged
        if i not in s.sent and (alone or part == 'ph' and self.may_open(s)):
            yield f'seat {i + 1} sends its share', s._replace(sent=s.sent | {i})
        if i in s.sent and (part == 'ph' or not s.pledged) and self.may_open(s):
            yield f'the server writes the share of seat {i + 1}', self.share(s, i, 'oh')._replace(sent=s.sent - {i})

    def is_expected_to_pass(self, s, i):
        return self.weakness == 'early' and self.kinds.get(i) in ('bot', 'program') and s.parts[i] == '.'

    def moves_of_coalition(self, s, i, part):
        opened = any(p[0] == 'o' for p in s.parts)
        if part == '.' and not opened:
            yield f'seat {i + 1} pledges', s._replace(parts=put(s.parts, i, 'pa'), pledged=True)
        if part == '.' and not s.pledged:
            for value in ('a', 'b'):
                yield f'seat {i + 1} shares {value}', self.share(s, i, 'o' + value)
        if part[0] == 'p' and self.may_open(s):
            yield f'seat {i + 1} opens its share', self.share(s, i, 'o' + part[1])

    def roll(self, s):
        played, token = outcome_of(s.deal, s.parts), s.token
        if not token or token.outcome == played or not self.plain(s):
            return
        sealed = self.sealed(s.pledged, s.last, s.parts)
        for i in self.honest:
            played_by = holds_share(played, i) and i not in s.wary and holds_share(token.outcome, i)
            if sealed and played_by and (i in sealed or i in token.sealing):
                names = ', '.join(str(seat + 1) for seat in sorted(sealed))
                yield f'the dice of {words_of(played)} fall, sealed by {names}', None
                return


# ---- running them ----

def words_of(outcome):
    return f"{outcome[0]}:{''.join(outcome[1])}"


def subsets(seats):
    return [set(c) for n in range(seats + 1) for c in itertools.combinations(range(seats), n)]


def models_a(weakness=None, leaked=True):
    for seats in (1, 2, 3):
        for coalition in subsets(seats):
            yield f'{seats} seats, coalition {told(coalition)}', ServerByTheRules(seats, coalition, weakness, leaked)


def models_b(weakness=None):
    """Seats differ only in kind, so one coalition of each composition is enough."""
    for seats in (1, 2, 3):
        for size in range(seats + 1):
            for kinds in itertools.combinations_with_replacement(('person', 'program', 'bot'), size):
                made = dict(enumerate(kinds))
                yield f'{seats} seats, host with {told(made)}', ServerOfTheCoalition(seats, made, weakness)


def told(coalition):
    seats = [f"{i + 1}{' ' + coalition[i] if isinstance(coalition, dict) else ''}" for i in sorted(coalition)]
    return ', '.join(seats) or 'none'


def say_trace(name, trace, states):
    print(f'# {name}; {states} states')
    for step in trace:
        print(f'#   {step}')


def none_found(models):
    runs = total = 0
    for name, model in models:
        trace, states = search(model)
        check(not trace, name, *(trace or []))
        runs, total = runs + 1, total + states
    print(f'# {runs} models, {total} states')


def is_found(weakness, models):
    """Prints the shortest trace found in any of the models; fails if there is none."""
    found = []
    for name, model in models:
        trace, states = search(model)
        if trace:
            found.append((len(trace), name, trace, states))
    check(found, f'not found: {WEAKNESSES[weakness]}')
    _, name, trace, states = min(found, key=lambda one: one[0])
    say_trace(f'{WEAKNESSES[weakness]}: {name}', trace, states)


@claim("if the server follows its rules, no coalition of seats can choose between dice it knows")
def rules_hold(_home):
    none_found(models_a(leaked=False))


@claim("even if the server's secret has leaked, new dice need the agreement of every honest seat present")
def rules_hold_when_leaked(_home):
    none_found(models_a())


@claim("a dishonest server that picks among known dice gets no plain 'sealed' naming an honest seat that plays on")
def verdict_holds(_home):
    none_found(models_b())


for planted, words in WEAKNESSES.items():
    @claim(f"the search finds a planted weakness: {words}")
    def finds(_home, weakness=planted):
        is_found(weakness, (models_b if weakness in ('blind', 'early') else models_a)(weakness))


if __name__ == '__main__':
    main()
