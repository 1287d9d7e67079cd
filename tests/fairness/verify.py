#!/usr/bin/env python3
"""verify.py RECORD...: whether the fair dice of records fell as they were committed to.

A second verifier, written from doc/fairness.md alone; it shares nothing with Yardstick and knows no
rules of the games. Exit code 0: every throw is right; 1: one is wrong or cannot be checked."""
import sys
from hashlib import blake2b

FACES_OF_A_BYTE = [byte // 42 + 1 if byte < 252 else None for byte in range(256)]


def commitment_of(secret):
    return blake2b(b'yard-fair-secret' + secret, digest_size=32).digest()


def pledge_of(commitment, seat, share):
    return blake2b(b'yard-fair-pledge' + commitment + bytes([seat]) + share, digest_size=32).digest()


def key_of(secret, commitment, shares):
    """The shares of all seats in order; None where a seat has given nothing."""
    message = b'yard-fair-shares' + commitment + bytes([len(shares)])
    for share in shares:
        message += bytes(33) if share is None else b'\1' + share
    return blake2b(message, key=secret, digest_size=32).digest()


def dice_of(key, throw, n):
    """The first n dice of a throw in the order in which they fall."""
    dice, block = [], 0
    while len(dice) < n:
        message = b'yard-fair-throws' + throw.to_bytes(4, 'little') + block.to_bytes(4, 'little')
        faces = (FACES_OF_A_BYTE[byte] for byte in blake2b(message, key=key, digest_size=64).digest())
        dice += [face for face in faces if face]
        block += 1
    return dice[:n]


class Problem(Exception):
    def __init__(self, line, words):
        super().__init__(f'line {line}: {words}')
        self.line = line


class Deal:
    """A commitment, what the seats gave, and the throws under it, the undone ones too."""

    def __init__(self, line, commitment):
        self.line, self.commitment = line, commitment
        self.pledges, self.shares, self.throws = {}, {}, []
        self.next_throw = 0
        self.revealed = False

    def share(self, line, seat, share):
        if self.throws or seat in self.shares:
            raise Problem(line, 'this share comes too late')
        if self.pledges and share is not None and self.pledges.get(seat) != pledge_of(self.commitment, seat, share):
            raise Problem(line, 'this is not the share that was pledged')
        self.shares[seat] = share

    def reveal(self, line, secret, seats):
        if commitment_of(secret) != self.commitment:
            raise Problem(line, 'this is not the secret that was committed to')
        key = key_of(secret, self.commitment, [self.shares[seat] for seat in range(1, seats + 1)])
        for where, throw, dice in self.throws:
            right = sorted(dice_of(key, throw, len(dice)))
            if right != sorted(dice):
                raise Problem(where, f'throw {throw} is {dice}, but the secret gives {right}')
        self.revealed = True


def verify(record):
    """How many throws are right. Raises the Problem where one is not, or where it cannot be said."""
    seats, deals, deeds = 0, [], []
    for line, words in enumerate(record.splitlines(), 1):
        verb, *rest = words.split()
        deal = deals[-1] if deals else None
        if verb == 'seat':
            seats += 1
        elif verb == 'position':
            seats = rest[1].count('/') + 1
        elif verb == 'dice' and rest[0] == 'fair':
            if deal and deal.throws and not deal.revealed:
                raise Problem(line, f'the dice of line {deal.line} are exchanged')
            if any(other.commitment.hex() == rest[1] for other in deals):
                raise Problem(line, 'this commitment stood here before')
            deals.append(Deal(line, bytes.fromhex(rest[1])))
            deeds = []
        elif verb == 'pledge':
            if deal.shares.keys() - {seat for seat, share in deal.shares.items() if share is None}:
                raise Problem(line, 'a pledge comes before all shares')
            deal.pledges[int(rest[0])] = bytes.fromhex(rest[1])
            deeds = []
        elif verb == 'share':
            deal.share(line, int(rest[0]), None if rest[1] == '-' else bytes.fromhex(rest[1]))
            deeds = []
        elif verb == 'reveal':
            deal.reveal(line, bytes.fromhex(rest[0]), seats)
            deeds = []
        elif verb == 'roll':
            if not deal or deal.revealed or len(deal.shares) < seats:
                raise Problem(line, 'no dice can fall yet')
            deal.throws.append((line, deal.next_throw, [int(face) for face in rest]))
            deal.next_throw += 1
            deeds.append(verb)
        elif verb in ('keep', 'score', 'take', 'rematch', 'correct'):
            deeds.append(verb)
        elif verb == 'undo' and deeds.pop() == 'roll':
            deal.next_throw -= 1
    for deal in deals:
        if deal.throws and not deal.revealed:
            raise Problem(deal.line, 'this secret is not revealed')
    throws = sum(len(deal.throws) for deal in deals)
    if not throws:
        raise Problem(0, 'no fair dice have fallen')
    return throws


def main():
    good = True
    for path in sys.argv[1:]:
        try:
            with open(path, encoding='utf-8') as file:
                print(f'{path}: {verify(file.read())} throws are right')
        except Problem as problem:
            print(f'{path}, {problem}')
            good = False
    sys.exit(0 if good else 1)


if __name__ == '__main__':
    main()
