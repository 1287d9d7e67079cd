#!/usr/bin/env python3
"""verify.py [--json] [--receipts FILE] [--list FILE [--root FILE]] [--server-key HEX] RECORD...

A second verifier of fair dice, written from doc/fairness.md alone: it shares no code with Yardstick and
does not know the rules of the games.

--receipts FILE   check signed receipts, one JSON object per line, against the record
--list FILE       check the record's commitments against the list of commitments
--root FILE       check the list against a signed root
--server-key HEX  the server's public key; other keys are refused

Exit code (for several records, the first of these that applies): 1 broken, unreadable or contradicted by a
receipt or the list; 3 not sealed; 4 abandoned commitments; 5 nothing to check yet; 0 sealed."""
import argparse
import json
import re
import sys
from hashlib import blake2b

import signed
from signed import hash32, log_after

EXIT_CODES = {'broken': 1, 'unsealed': 3, 'abandoned': 4, 'pending': 5, 'none': 5, 'sealed': 0}
EXIT_ORDER = [1, 3, 4, 5, 0]
LONGEST_CHAIN = 4096
FACES_OF_A_BYTE = [byte // 42 + 1 if byte < 252 else None for byte in range(256)]


# ---- arithmetic ----

def le32(number):
    return number.to_bytes(4, 'little')


def parts_of(shares):
    """Encodes the parts of all seats, in order. None: the seat gives no share."""
    return bytes([len(shares)]) + b''.join(bytes(33) if s is None else b'\1' + s for s in shares)


def fall(key, message, n):
    """The first n dice that follow from a key, in the order in which they fall."""
    dice, block = [], 0
    while len(dice) < n:
        row = blake2b(message + le32(block), key=key, digest_size=64).digest()
        dice += [FACES_OF_A_BYTE[byte] for byte in row if FACES_OF_A_BYTE[byte]]
        block += 1
    return dice[:n]


def commitment_of(secret):
    return hash32(b'yard-fair-secret', secret)


def pledge_of(commitment, seat, share):
    return hash32(b'yard-fair-pledge', commitment, bytes([seat]), share)


def key_of(secret, commitment, shares):
    return blake2b(b'yard-fair-shares' + commitment + parts_of(shares), key=secret, digest_size=32).digest()


def dice_of(key, throw, n):
    return fall(key, b'yard-fair-throws' + le32(throw), n)


def link_below(length, i, link):
    """Computes link(i) from link(i + 1) of a chain of this length."""
    return hash32(b'yard-fair2-chain', le32(length), le32(i), link)


def chain_of(secret, length):
    """All links, from link(0), the commitment, to link(length), the secret."""
    links = [secret]
    for i in reversed(range(length)):
        links.append(link_below(length, i, links[-1]))
    return links[::-1]


def mix_of(commitment, length, shares):
    return hash32(b'yard-fair2-share', commitment, le32(length), parts_of(shares))


def dice2_of(link, mix, throw, n):
    return fall(link, b'yard-fair2-throw' + mix + le32(throw), n)


# ---- spelling ----

FACES = '[1-6](?: [1-6]){0,5}'
NUMBER = '(?:0|[1-9][0-9]{0,19})'
SEAT = r'seat (?![ #+])(?:(?! \+|\+ )[^/])*[^ +/]'
CHOICE = f'(?:keep (?:-|{FACES})|score [a-z-]+(?: 0)?|take {FACES} (?:roll|stop))'
SPELLING = re.compile('|'.join(f'(?:{form})' for form in [
    '#(?: .*[^ ])?', 'yardstick 1', 'date [0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z', 'rules [a-z0-9:=,@-]+', SEAT,
    f'dice (?:physical|system|seed {NUMBER}|fair [0-9a-f]{{64}}|fair2 {NUMBER} [0-9a-f]{{64}})',
    f'start (?:roll|{NUMBER})', 'position [^ ]+(?: [^ ]+)+', f'pledge {NUMBER} [0-9a-f]{{64}}',
    f'share {NUMBER} (?:-|[0-9a-f]{{64}})', f'roll {FACES}(?: link [0-9a-f]{{64}} log [0-9a-f]{{32}})?',
    'reveal [0-9a-f]{64}(?: log [0-9a-f]{32})?', CHOICE, 'undo', 'rematch', 'hint',
    f'seats {NUMBER}(?: {NUMBER})*', f'leave {NUMBER}',
    f'correct {NUMBER} (?:{SEAT}|{CHOICE})']))
CONTROL = re.compile('[\x00-\x1f\x7f-\x9f]')
BOT = re.compile('[^ ] +bot +([^ ]+) *$')


def words_of(text):
    return [word for word in text.split(' ') if word]


def well_spelled(line):
    """Whether a line is spelled exactly as Yardstick writes it, with dice in ascending order."""
    if not SPELLING.fullmatch(line):
        return False
    if line.startswith(('roll', 'keep', 'take')):
        faces = [word for word in line.partition(' link ')[0].split(' ') if word in '123456']
        return faces == sorted(faces)
    return True


# ---- what a record says ----

class Problem(Exception):
    """A record that cannot be read, or whose throws cannot be proved."""

    def __init__(self, line, words):
        super().__init__(f'line {line}: {words}')
        self.line = line


class Broken(Exception):
    """The first throw, reveal or comment that fails verification."""

    def __init__(self, line, game, throw, why, said=None, right=None):
        super().__init__(why)
        self.details = {'line': line, 'game': game, 'throw': throw, 'why': why}
        if why == 'dice':
            self.details.update(said=' '.join(map(str, said)), right=' '.join(map(str, right)))


def hex_bytes(line, word, size=32):
    if not re.fullmatch('[0-9a-fA-F]{%d}' % (2 * size), word):
        raise Problem(line, f"'{word}' should be {size} bytes in hexadecimal digits")
    return bytes.fromhex(word)


class Deal:
    """A commitment, the throws under it (including undone ones), and the seats' pledges and shares."""

    def __init__(self, line, game, version, commitment, length=0):
        self.line, self.game, self.version, self.commitment = line, game, version, commitment
        self.length = length
        self.seats = 1  # at the table when the last part was given
        self.pledges, self.parts, self.people = {}, {}, set()
        self.throws, self.checked, self.next_throw = [], 0, 0
        self.links = [commitment]
        self.mix = None
        self.revealed, self.secret, self.followed = 0, None, False

    def used_up(self):
        return self.version == 2 and self.next_throw == self.length

    def opened(self):
        return [seat for seat, share in self.parts.items() if share is not None]

    def sealed(self, seats):
        """The seats whose share alone makes these dice random, whatever everyone else does."""
        if len(self.parts) < seats:
            return []
        sealing = self.opened() if self.pledges else [s for s in list(self.parts)[-1:] if self.parts[s] is not None]
        return sorted(seat for seat in sealing if seat in self.people)

    def fate(self):
        if self.followed and not self.throws:
            return 'abandoned'
        return 'revealed' if self.revealed else 'open'

    def shares_in_order(self):
        return [self.parts[seat] for seat in sorted(self.parts)]


class Record:
    """Reads a record line by line, and refuses lines that are out of order."""

    def __init__(self):
        self.line, self.log, self.logs = 0, bytes(32), [bytes(32)]
        self.spelled, self.strict = True, False
        self.seats, self.seat_at_line, self.left = [], {}, set()
        self.settled, self.begun, self.game = False, False, 1
        self.deals, self.deeds = [], []
        self.fair, self.other_games = False, set()

    # -- setup --

    def refuse(self, words):
        raise Problem(self.line, words)

    def set_up(self):
        if self.settled:
            self.refuse('rules, seats and start are settled')

    def do_seat(self, rest, text):
        seat = self.seat_of(text)
        self.seat_at_line[self.line] = seat
        if not self.settled:
            self.seats.append(seat)
            return
        people = seat['name'].split('+')
        if any(other['name'] == seat['name'] for other in self.seats):
            self.refuse('this side sits there already')
        others = []
        for other in self.seats:
            rest = '+'.join(name for name in other['name'].split('+') if name not in people)
            if rest:
                others.append(other if rest == other['name'] else {**other, 'name': rest})
        self.change([*others, seat])

    def do_seats(self, rest, text):
        self.do_form(rest, text)
        order = [int(number) for number in rest]
        if len(set(order)) < len(order) or not all(1 <= seat <= len(self.seats) for seat in order):
            self.refuse('each seat is named at most once')
        self.change([self.seats[seat - 1] for seat in order])

    def change(self, seats):
        deal = self.deals[-1] if self.fair else None
        given = deal and deal.game == self.game and (deal.pledges or deal.parts)
        if self.game == 1 or self.begun or self.left or given:
            self.refuse('seats change only after a rematch, before a roll')
        self.deeds.append(('seats', self.seats))
        self.seats = seats

    def do_leave(self, rest, text):
        self.do_form(rest, text)
        seat = int(rest[0])
        if not 1 <= seat <= len(self.seats) or seat in self.left or not (self.begun or self.game > 1):
            self.refuse('nobody can leave from there')
        self.deeds.append(('leave', self.left))
        self.left = self.left | {seat}

    def seat_of(self, text):
        if len(words_of(text)) < 2:
            self.refuse('a seat has a name')
        name = BOT.sub(lambda found: found[0][0], text.split(maxsplit=1)[1])
        return {'name': name.strip(), 'person': self.is_person(text)}

    def is_person(self, text):
        bot = BOT.search(text)
        return not bot or bot[1] == 'program'

    def do_position(self, rest, _text):
        self.set_up()
        if len(rest) < 2 or self.seats:
            self.refuse('a position names rules and cards, instead of seats')
        self.seats = [{'name': '', 'person': True} for _ in rest[1].split('/')]
        self.settled = True

    def do_dice(self, rest, _text):
        deal = self.deals[-1] if self.fair else None
        if self.begun and not (deal and deal.used_up() and not deal.revealed):
            self.refuse('dice are settled before the game begins')
        if rest[:1] not in (['fair'], ['fair2']):
            if not re.fullmatch('physical|system|seed [0-9]+', ' '.join(rest)):
                self.refuse('there are no such dice')
            if self.begun or self.deals and self.deals[-1].throws:
                self.refuse('fair dice stay')
            self.fair = False
            return
        version = 2 if rest[0] == 'fair2' else 1
        if len(rest) != 1 + version:
            self.refuse('a commitment is missing')
        length = 0
        if version == 2:
            if not re.fullmatch('[1-9][0-9]{0,3}', rest[1]) or int(rest[1]) > LONGEST_CHAIN:
                self.refuse('this is no length of a chain')
            length, self.strict = int(rest[1]), True
        commitment = hex_bytes(self.line, rest[-1])
        if any(other.commitment == commitment for other in self.deals):
            self.refuse('this commitment stood here before')
        if self.deals:
            self.deals[-1].followed = True
        self.deals.append(Deal(self.line, self.game, version, commitment, length))
        self.fair, self.deeds, self.begun = True, [], False

    # -- shares --

    def giving(self, rest):
        """The deal and the seat of a pledge or a share."""
        if not self.fair or self.deals[-1].revealed or self.deals[-1].throws:
            self.refuse('no shares are taken now')
        if len(rest) != 2 or not re.fullmatch(NUMBER, rest[0]) or not 1 <= int(rest[0]) <= len(self.seats):
            self.refuse('a seat and its bytes are missing')
        self.settled, self.deeds = True, []
        self.deals[-1].seats = len(self.seats)
        return self.deals[-1], int(rest[0])

    def do_pledge(self, rest, _text):
        deal, seat = self.giving(rest)
        if deal.opened() or seat in deal.pledges or seat in deal.parts:
            self.refuse('pledges come before the first share, once a seat')
        deal.pledges[seat] = hex_bytes(self.line, rest[1])

    def do_share(self, rest, _text):
        deal, seat = self.giving(rest)
        if seat in deal.parts:
            self.refuse('this seat has given its part')
        share = None if rest[1] == '-' else hex_bytes(self.line, rest[1])
        if share is None and seat in deal.pledges:
            self.refuse('this seat has pledged a share')
        if share is not None and deal.pledges:
            if any(s not in deal.pledges and s not in deal.parts for s in range(1, len(self.seats) + 1)):
                self.refuse('all seats pledge before the first share')
            if deal.pledges.get(seat) != pledge_of(deal.commitment, seat, share):
                self.refuse('this is not the share that was pledged')
        deal.parts[seat] = share
        if self.seats[seat - 1]['person']:
            deal.people.add(seat)

    # -- playing --

    def do_roll(self, rest, text):
        faces = re.match('roll +(' + FACES.replace(' ', ' +') + ')(?= |$)', text.strip(' '))
        if not faces:
            self.refuse('a roll names its faces')
        dice = [int(face) for face in faces[1].split()]
        more = rest[len(dice):]
        deal = self.deals[-1] if self.fair else None
        self.settled = self.begun = True
        if not deal:
            if more:
                self.refuse('only fair dice have links')
            self.other_games.add(self.game)
        elif deal.revealed or not self.seats or len(deal.parts) < len(self.seats) or deal.game != self.game:
            self.refuse('no dice can fall now')
        elif deal.version == 1:
            if more:
                self.refuse('only version 2 has links')
            deal.throws.append((self.line, deal.next_throw, dice))
            deal.next_throw += 1
        else:
            self.open_throw(deal, dice, more, text)
        self.deeds.append(('roll', deal))

    def open_throw(self, deal, dice, more, text):
        if len(more) != 4 or more[0] != 'link' or more[2] != 'log':
            self.refuse('a roll of version 2 names its link and a mark of the log')
        if deal.used_up():
            self.refuse('the chain is used up')
        link, throw = hex_bytes(self.line, more[1]), deal.next_throw
        deal.throws.append((self.line, throw, dice))
        self.check_mark(more[3], throw, text)
        if link_below(deal.length, throw, link) != deal.links[throw]:
            raise Broken(self.line, self.game, throw, 'link')
        if throw + 1 == len(deal.links):
            deal.links.append(link)
        if deal.mix is None:
            deal.mix = mix_of(deal.commitment, deal.length, deal.shares_in_order())
        self.check_dice(self.line, throw, dice, dice2_of(link, deal.mix, throw, len(dice)))
        deal.checked += 1
        deal.next_throw += 1

    def check_mark(self, mark, throw, text):
        """Checks that the mark matches the log before this line, and that all lines so far are spelled correctly."""
        if hex_bytes(self.line, mark, 16) != self.log[:16] or not self.spelled or not well_spelled(text):
            raise Broken(self.line, self.game, throw, 'log')

    def check_dice(self, line, throw, said, right):
        if sorted(said) != sorted(right):
            raise Broken(line, self.game, throw, 'dice', sorted(said), sorted(right))

    def do_reveal(self, rest, text):
        deal = self.deals[-1] if self.fair else None
        if not deal or deal.revealed or not rest:
            self.refuse('there is nothing to reveal')
        secret = hex_bytes(self.line, rest[0])
        if deal.version == 1:
            if len(rest) != 1:
                self.refuse('only version 2 has a mark of the log')
            self.reveal_key(deal, secret)
        else:
            if len(rest) != 3 or rest[1] != 'log':
                self.refuse('a reveal of version 2 has a mark of the log')
            self.check_mark(rest[2], deal.next_throw, text)
            if chain_of(secret, deal.length)[:len(deal.links)] != deal.links:
                raise Broken(self.line, self.game, deal.next_throw, 'secret')
        deal.revealed, deal.secret, self.deeds = self.line, secret, []

    def reveal_key(self, deal, secret):
        if commitment_of(secret) != deal.commitment:
            raise Broken(self.line, self.game, deal.next_throw, 'secret')
        key = key_of(secret, deal.commitment, deal.shares_in_order())
        for line, throw, dice in deal.throws:
            self.check_dice(line, throw, dice, dice_of(key, throw, len(dice)))
            deal.checked += 1

    def do_rematch(self, rest, _text):
        if self.fair and not self.deals[-1].revealed:
            self.refuse('the secret is revealed before a rematch')
        self.deeds.append(('rematch', (self.begun, self.seats, self.left)))
        self.game += 1
        self.begun = False
        if len(self.left) < len(self.seats):
            self.seats = [seat for n, seat in enumerate(self.seats, 1) if n not in self.left]
        self.left = set()

    def do_correct(self, rest, text):
        number = int(rest[0]) if rest and re.fullmatch(NUMBER, rest[0]) else 0
        if not 0 < number < self.line or len(rest) < 2 or rest[1] not in ('seat', 'keep', 'score', 'take'):
            self.refuse('only names and choices of an earlier line are corrected')
        seat = self.seat_at_line.get(number)
        if (rest[1] == 'seat') != (seat is not None):
            self.refuse('a line stays of its kind')
        before = None
        if seat is not None:
            before = dict(seat)
            seat.update(self.seat_of(text.split(maxsplit=2)[2]))
        self.deeds.append(('correct', (seat, before)))

    def do_undo(self, rest, _text):
        if rest or not self.deeds:
            self.refuse('there is nothing to undo')
        verb, what = self.deeds.pop()
        if verb == 'roll' and what:
            what.next_throw -= 1
        elif verb == 'rematch':
            self.game -= 1
            self.begun, self.seats, self.left = what
        elif verb == 'seats':
            self.seats = what
        elif verb == 'leave':
            self.left = what
        elif verb == 'correct' and what[0] is not None:
            what[0].update(what[1])

    def do_choice(self, rest, text):
        self.do_form(rest, text)
        self.deeds.append(('choice', None))

    def do_form(self, rest, text):
        verb = words_of(text)[0]
        if not SPELLING.fullmatch(' '.join([verb, *rest])):
            self.refuse('this line is not of the table language')
        if verb in ('rules', 'start'):
            self.set_up()
        if verb == 'yardstick' and self.line != 1:
            self.refuse("'yardstick' stands on the first line only")

    DEEDS = {'seat': do_seat, 'position': do_position, 'dice': do_dice, 'pledge': do_pledge, 'share': do_share,
             'roll': do_roll, 'reveal': do_reveal, 'rematch': do_rematch, 'seats': do_seats, 'leave': do_leave,
             'correct': do_correct, 'undo': do_undo,
             'keep': do_choice, 'score': do_choice, 'take': do_choice,
             'yardstick': do_form, 'date': do_form, 'rules': do_form, 'start': do_form, 'hint': do_form}

    def say(self, line):
        """Reads one more line, given as bytes."""
        self.line += 1
        try:
            text = line.decode()
        except UnicodeDecodeError:
            self.refuse('this is not UTF-8')
        if not text.strip(' ') or CONTROL.search(text) or len(line) > 43071:
            self.refuse('this is no line of text')
        verb, *rest = words_of(text)
        if verb.startswith('#'):
            if self.strict and verb != '#':  # maybe another line, turned into a comment
                raise Broken(self.line, self.game, self.deals[-1].next_throw, 'log')
        else:
            if verb not in self.DEEDS:
                self.refuse(f"'{verb}' is no word of the table language")
            self.DEEDS[verb](self, rest, text)
        self.spelled = self.spelled and well_spelled(text)
        self.log = log_after(self.log, line)
        self.logs.append(self.log)


# ---- verdicts ----

def seats_in_words(seats):
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}"


def sealed_in_words(games):
    if len({tuple(seats) for seats in games.values()}) == 1:
        return 'sealed by ' + seats_in_words(next(iter(games.values())))
    return 'sealed: ' + '; '.join(f'game {game} by {seats_in_words(seats)}' for game, seats in games.items())


def games_of(record):
    """For every game in which dice fell, the seats that seal all of its throws."""
    games = {game: [] for game in record.other_games}
    for deal in record.deals:
        if deal.throws:
            seats = deal.sealed(deal.seats)
            games[deal.game] = [seat for seat in games.get(deal.game, seats) if seat in seats]
    return dict(sorted(games.items()))


def grade(record, broken):
    """The verdict, its words, and the seats that seal every game."""
    games = games_of(record)
    abandoned = sum(deal.fate() == 'abandoned' for deal in record.deals)
    if broken:
        return 'broken', f"broken at roll {broken['throw'] + 1}", []
    if not any(deal.throws for deal in record.deals):
        return 'none', 'no fair dice were rolled', []
    everywhere = [seat for seat in range(1, 100) if games and all(seat in s for s in games.values())]
    if any(deal.version == 1 and deal.throws and not deal.revealed for deal in record.deals):
        return 'pending', 'not revealed yet', everywhere
    if not all(games.values()):
        return 'unsealed', 'not sealed' + (f'; abandoned commitments: {abandoned}' if abandoned else ''), everywhere
    words = sealed_in_words(games)
    if abandoned:
        return 'abandoned', f'abandoned commitments: {abandoned}; {words}', everywhere
    return 'sealed', words, everywhere


def deal_in_json(deal, seats):
    made = {'line': deal.line, 'game': deal.game, 'version': deal.version, 'commitment': deal.commitment.hex(),
            'pledged': bool(deal.pledges), 'shares': sorted(deal.opened()), 'sealed': deal.sealed(seats),
            'throws': len(deal.throws), 'fate': deal.fate()}
    if deal.revealed:
        made.update(revealed=deal.revealed, secret=deal.secret.hex())
    return made


def read_record(data):
    """The record, read to its end or to where it is broken, and the details of the break or None."""
    record = Record()
    lines = data.split(b'\n')
    if lines.pop() or not lines:
        raise Problem(len(lines) + 1, 'the record ends in the middle of a line')
    try:
        for line in lines:
            record.say(line)
    except Broken as broken:
        return record, broken.details
    return record, None


def judge(data):
    """The verdict on a record's bytes as a dictionary, and the record. Raises Problem if the record is unreadable."""
    record, broken = read_record(data)
    verdict, words, sealed = grade(record, broken)
    answer = {'verdict': verdict, 'words': words, 'throws': sum(len(deal.throws) for deal in record.deals),
              'checked': sum(deal.checked for deal in record.deals), 'sealed': sealed,
              'abandoned': sum(deal.fate() == 'abandoned' for deal in record.deals)}
    if broken:
        answer['broken'] = broken
    answer['deals'] = [deal_in_json(deal, deal.seats) for deal in record.deals]
    return answer, record


def verify(text):
    """The number of verified throws. Raises Problem if the record is unreadable, if the proof is broken or pending, or
    if no fair dice were rolled."""
    answer, record = judge((text if text.endswith('\n') else text + '\n').encode())
    if answer['verdict'] == 'broken':
        raise Problem(answer['broken']['line'], f"{answer['words']}: {answer['broken']['why']}")
    if answer['verdict'] == 'pending':
        raise Problem(next(deal.line for deal in record.deals if deal.throws and not deal.revealed), answer['words'])
    if answer['verdict'] == 'none':
        raise Problem(0, answer['words'])
    return answer['checked']


# ---- the program ----

def in_words(answer):
    broken = answer.get('broken')
    if not broken:
        return f"{answer['words']} ({answer['checked']} of {answer['throws']} throws checked)"
    more = f": {broken['said']}, but should be {broken['right']}" if broken['why'] == 'dice' else ''
    return f"{answer['words']}, line {broken['line']}: wrong {broken['why']}{more}"


def verify_file(path, options):
    """Prints the result, and returns the exit code for this record."""
    try:
        with open(path, 'rb') as file:
            answer, record = judge(file.read())
        code = EXIT_CODES[answer['verdict']]
        wrong = []
        if options.receipts:
            with open(options.receipts, encoding='utf-8') as file:
                wrong += signed.check_receipts(file.read().splitlines(), record.logs, options.server_key)
        if options.list:
            root = None
            if options.root:
                with open(options.root, encoding='utf-8') as file:
                    root = file.read()
            with open(options.list, encoding='utf-8') as file:
                wrong += signed.check_list(file.read().splitlines(), root, answer['deals'],
                                           options.server_key)
    except (Problem, OSError, signed.Unreadable) as problem:
        print(f'{path}: {problem}', file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps({**answer, **({'contradictions': wrong} if wrong else {})}, separators=(',', ':')))
    else:
        for words in [in_words(answer), *wrong]:
            print(f'{path}: {words}')
    return 1 if wrong else code


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--json', action='store_true')
    for name in ('receipts', 'list', 'root', 'server-key'):
        parser.add_argument('--' + name)
    parser.add_argument('records', nargs='+')
    options = parser.parse_args()
    codes = [verify_file(path, options) for path in options.records]
    sys.exit(next(code for code in EXIT_ORDER if code in codes))


if __name__ == '__main__':
    main()
