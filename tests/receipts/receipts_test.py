"""`yard verify --receipts` on receipts made and forged by independent code (signed.py)."""
import copy
import json

from signed import is_good, is_signed, logs_of, make_receipts, public_key, seed_of, sign, spelt
from tap import check, claim, holds, main, same

SEED = seed_of(bytes(range(32)))
OTHER = seed_of(bytes(range(1, 33)))
RECORD = ["yardstick 1", "rules yardzee", "# room: sit 1 Ann", "# room: begin", "seat Ann", "start 1",
          "dice physical", "roll 1 2 3 4 5", "score chance"]
TABLE = "5h86xz45q7m8mct3et2pgab442"


def receipts(lines, numbers, seed=SEED, at=1794822070656, table=TABLE):
    logs = logs_of(lines)
    return make_receipts(seed, at, [(table, n, logs[n - 1]) for n in numbers])


def verify(home, made, *options, record=None):
    """Runs yard verify on a record with real dice, which can never be proven fair."""
    text = made if isinstance(made, str) else "".join(spelt(r) + "\n" for r in made)
    home.write("r.ndjson", text)
    home.write("game.yard", "".join(line + "\n" for line in (record or RECORD)))
    ran = home.run("verify", "--receipts", "r.ndjson", *options, "game.yard")
    check(ran.code not in (0, 2), "real dice are never proven, and the usage is right", ran.err)
    return ran


def verdict(home, *args, **more):
    ran = verify(home, *args, "--json", **more)
    return json.loads(ran.out.splitlines()[-1])["receipts"]


def good(home, *args, **more):
    found = verdict(home, *args, **more)
    check(found["good"], found)
    return found


def bad(home, *args, words, **more):
    found = verdict(home, *args, **more)
    check(not found["good"], found)
    holds(found["words"], *words)
    same(verify(home, *args, **more).code, 1, "the exit code")


@claim("signed.py reproduces a test vector of RFC 8032, section 7.1")
def _(_home):
    seed = bytes.fromhex("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7")
    key = "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
    same(public_key(seed).hex(), key, "the key")
    signature = sign(seed, b"\xaf\x82")
    holds(signature.hex(), "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b53"
          "8d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a")
    check(is_signed(bytes.fromhex(key), b"\xaf\x82", signature), "it does not verify")
    check(not is_signed(bytes.fromhex(key), b"\xaf\x83", signature), "another message verifies")


@claim("receipts match their record, in any order and even if repeated, and the key is named")
def _(home):
    made = receipts(RECORD, [9, 4, 7, 4])
    found = good(home, made)
    same((found["count"], found["key"]), (4, public_key(SEED).hex()), "what was checked")
    check(all(is_good(r) for r in made), "they are not good")
    good(home, made, "--server-key", public_key(SEED).hex())
    ran = verify(home, made)
    holds(ran.out, "r.ndjson: 4 receipts for table " + TABLE + " match game.yard; signed with key "
          + public_key(SEED).hex() + ".\n")
    good(home, receipts(RECORD, [9]))
    good(home, "".join(spelt(r) + "\n" for r in made)[:-1])  # the final newline may be missing


@claim("any later receipt proves that a line was changed, dropped, inserted or moved")
def _(home):
    made = receipts(RECORD, [9])
    for changed in (RECORD[:7] + ["roll 1 2 3 4 6"] + RECORD[8:],
                    RECORD[:3] + RECORD[4:] + ["undo"],
                    RECORD[:7] + ["# room: late 1"] + RECORD[7:],
                    RECORD[:7] + [RECORD[8], RECORD[7]],
                    RECORD[:7] + [RECORD[7] + " "] + RECORD[8:]):
        bad(home, made, record=changed, words=(
            "game.yard isn't the log that the server signed at line 9: the receipt says ", made[0]["log"],
            "(r.ndjson, line 1), but the record gives ", logs_of(changed)[8].hex()))


@claim("two different logs signed for one line prove that the server showed both, whichever of them the record has")
def _(home):
    other = RECORD[:7] + ["roll 6 6 6 6 6", "score chance"]
    both = receipts(RECORD, [4, 9]) + receipts(other, [9], at=1794822070999)
    for record in (RECORD, other):
        bad(home, both, record=record, words=(
            "The server signed two different logs for line 9 of table " + TABLE + ": ",
            both[1]["log"], "(r.ndjson, line 2) and ", both[2]["log"], "(r.ndjson, line 3)"))


@claim("a tampered receipt proves nothing and is named")
def _(home):
    made = receipts(RECORD, [4, 7, 9])
    for key, value in (("table", TABLE[:-1] + "3"), ("line", 8), ("log", "00" * 32), ("at", 1),
                       ("key", public_key(OTHER).hex()), ("sig", "00" * 64),
                       ("path", made[1]["path"][:1]),
                       ("path", ["r" + made[1]["path"][0][1:]] + made[1]["path"][1:])):
        changed = copy.deepcopy(made)
        changed[1][key] = value
        bad(home, changed, words=("r.ndjson, line 2: the signature is invalid",))


@claim("all receipts in a file must have the same key, and --server-key says which")
def _(home):
    first, second = public_key(SEED).hex(), public_key(OTHER).hex()
    mixed = receipts(RECORD, [4]) + receipts(RECORD, [9], OTHER)
    bad(home, mixed, words=("r.ndjson, line 2: this receipt is signed with key " + second + ", not "
                            + first,))
    bad(home, receipts(RECORD, [4]), "--server-key", second,
        words=("r.ndjson, line 1: this receipt is signed with key " + first + ", not " + second,))
    bad(home, receipts(RECORD, [4]), "--server-key", "12", words=("64 hexadecimal digits",))


@claim("receipts for another table, or for lines beyond the end of the record, are not mistaken for forgeries")
def _(home):
    bad(home, receipts(RECORD, [4]) + receipts(RECORD, [9], table="other"),
        words=("r.ndjson, line 2: this receipt is for table other, but the first one is for table " + TABLE,))
    bad(home, receipts(RECORD, [4, 9]), record=RECORD[:8],
        words=("r.ndjson, line 2: this receipt is for line 9, but game.yard ends at line 8.",))


@claim("a malformed receipt is refused with its line number")
def _(home):
    text = spelt(receipts(RECORD, [9])[0])
    whole = json.loads(text)
    odd = [("", "this isn't JSON"), ("{", "this isn't JSON"), ("[]", "a receipt must have"), (text + text, "JSON"),
           (text[:-1] + ',"more":1}', "a receipt must have"), (text[:-1] + ',"line":9}', "duplicate"),
           (text.replace('"line":9', '"line":"9"'), "'line'"),
           (text.replace('"line":9', '"line":0'), "'line'"),
           (text.replace('"line":9', '"line":9.0'), "'line'"),
           (text.replace('"line":9', '"line":99999999999'), "'line'"),
           (text.replace(TABLE, "../etc"), "'table'"), (text.replace(TABLE, ""), "'table'"),
           (text.replace(whole["log"], whole["log"].upper()), "'log'"),
           (text.replace(whole["log"], whole["log"][2:]), "'log'"),
           (text.replace('"path":[]', '"path":{}'), "'path'"),
           (text.replace('"path":[]', f'"path":["x{whole["log"]}"]'), "'path'"),
           (text.replace('"path":[]', f'"path":{json.dumps(["l" + whole["log"]] * 17)}'), "'path'"),
           (text.replace(whole["sig"], whole["sig"] + "00"), "'sig'"),
           (text.replace(whole["key"], "zz" + whole["key"][2:]), "'key'")]
    for line, word in odd:
        bad(home, text + "\n" + line + "\n", words=("r.ndjson, line 2: ", word))
    bad(home, "", words=("r.ndjson has no receipts.",))
    ran = home.run("verify", "--receipts", "none.ndjson", "game.yard")
    same(ran.code, 1, "the exit code")
    holds(ran.err, "Can't read none.ndjson: No such file or directory.")


@claim("--receipts takes exactly one record, and --server-key needs --receipts")
def _(home):
    home.write("game.yard", "".join(line + "\n" for line in RECORD))
    for args in (("--receipts", "r", "game.yard", "game.yard"), ("--server-key", "00", "game.yard"),
                 ("--receipts", "r")):
        home.run("verify", *args).ended(2)


main()
