#!/usr/bin/env python3
"""flood_test.py YARD: attacks with malicious requests, and with too many requests. The server keeps running, keeps
serving others, and stays within its memory limit."""
import contextlib
import random

from nodes import wait_for
from shop import Shop, refused
from client import Gone, Socket
from tap import LONG, check, claim, main, same
from ws import TEXT


# ---- requests ----

@claim("JSON that is huge, deeply nested, truncated, invalid or has duplicate keys gets a clear refusal")
def _(home):
    shop = Shop(home)
    good = '"rules":"yardzee","name":"Eve"'
    cases = {
        "[" * 8000: 400, '{"a":' * 3000: 400, "{" + good + ',"name":"Eva"}': 400,
        "{" + good + ',"unknown":1}': 400, "{" + good: 400, "{" + good + "} {}": 400, "": 400,
        "null": 400, "[]": 400, "7": 400, '"x"': 400, "{}": 400,
        "{" + good + ',"clock":1e999}': 400,
        "{" + good + ',"clock":-1}': 400, "{" + good + ',"clock":"60"}': 400,
        "{" + good + ',"away":3601}': 400, "{" + good + ',"away":"60"}': 400,
        "{" + good + ',"away":4}': 422,
        "{" + good + ',"clock":99999999999}': 400, "{" + good + ',"keeper":1}': 400,
        "{" + good + ',"dice":"loaded"}': 400, "{" + good + ',"dice":"fair\\u0000x"}': 400,
        "{" + good + ',"start":"x"}': 400, "{" + good + ',"seats":["Bea"]}': 400,
        "{" + good + ',"bots":[{"name":"R","level":"godlike"}]}': 400,
        "{" + good + ',"bots":[' + ",".join(['{"name":"R","level":"expert"}'] * 100) + "]}": 400,
        "{" + good + ',"bots":{}}': 400, "{" + good + ',"action":"a b"}': 400,
        '{"rules":"chess","name":"Eve"}': 400, '{"rules":"yardzee","name":""}': 400,
        '{"rules":"yardzee","name":"' + "x" * 41 + '"}': 400,
        '{"rules":"yardzee","name":"a\\nb"}': 400, '{"rules":"yardzee","name":"a+b"}': 400,
        '{"rules":"yardzee","name":"# room: begin"}': 400,
        '{"rules":"yardzee","name":"Eve bot perfect"}': 400,
        '{"rules":"yardzee","name":"\\ud800"}': 400,
        '{"rules":"yardzee","name":"' + "x" * 20000 + '"}': 413,
    }
    for body, status in cases.items():
        got = shop.ask("POST", "/api/tables", body)
        check(got.status in {status, 422 if status == 400 else status},
              f"{body[:60]}: {got!r}, not {status}")
        if status != 413:  # the HTTP parser itself answers 413
            refused(got, got.status)
    got = shop.ask("POST", "/api/tables", b'{"rules":"yardzee","name":"\xff"}')
    refused(got, got.status)
    check(got.status in (400, 422), "bad UTF-8:", got)
    for body in ('{"name":"Eve","with":99}', '{"name":"Ann"}', '{"name":"Eve","with":1}', '{"move":true}',
                 '{"name":"Eve","move":true}', '{"with":"1","name":"E"}', "{}",
                 '{"name":"Eve","program":"x"}'):
        got = shop.table.ask("POST", "/places", body)
        check(400 <= got.status < 500, f"{body}: {got!r}")
    shop.well()


@claim("malicious paths, methods and queries lead nowhere")
def _(home):
    shop = Shop(home)
    for path in ("/api/tables/../../etc/passwd", "/api/tables/%2e%2e/%2e%2e/etc/passwd",
                 "/api/tables/", "/api/tables//record", "/api/tables/%00",
                 "/api/tables/x%00/record", "/api//tables",
                 "/api/tables/" + "A" * 3000, "/api/tables/" + shop.table.id + "/nothing",
                 "/api/tables/" + shop.table.id + "%2frecord", "/api/nothing", "/t/",
                 "/api/tables/' OR 1=1 --".replace(" ", "%20"), "/api/tables/%ff%fe", "//api",
                 shop.table.path + "/places", shop.table.path + "/places/0"):
        got = shop.ask("GET", path)
        check(400 <= got.status < 500, f"{path[:60]}: {got!r}")
    for rest in ("/lines?after=x", "/lines?after=-1", "/lines?after=99999999999999999999", "/ask",
                 "/ask?q=", "/ask?q=roll", "/ask?q=%00", "/ask?q=%ff",
                 "/ask?q=secret%20" + "0" * 64, "/ask?q=advise", "/ask?q=legal%0aroll"):
        got = shop.table.ask("GET", rest)
        check(400 <= got.status < 500, f"{rest}: {got!r}")
    for path in ("/t/../x", "/t/%0d%0aSet-Cookie:a=b", "/t/%2f%2fevil.example", "/t//evil.example"):
        got = shop.ask("GET", path)
        leads = got.headers.get("location", "/#/online/")
        check(got.status in (303, 400, 404) and leads.startswith("/#/online/"), f"{path}: {leads}")
        check("set-cookie" not in got.headers, f"{path}: {got.headers}")
    for method, path in (("PUT", "/api/tables"), ("PATCH", shop.table.path), ("PATCH", "/api"),
                         ("DELETE", "/api/tables"), ("POST", "/api"), ("POST", "/healthz"),
                         ("POST", shop.table.path + "/record")):
        got = shop.ask(method, path)
        same(got.status, 405, f"{method} {path}: {got!r}")
        check(got.headers.get("allow"), f"{method} {path} does not say what is allowed")
    for n in ("0", "-1", "x", "3", "65", "99999999999"):
        got = shop.table.ask("DELETE", f"/places/{n}", token=shop.ann.token)
        check(400 <= got.status < 500, f"place {n}: {got!r}")
    refused(shop.table.ask("DELETE", "/places/2", token=shop.ann.token), 409)
    shop.well()


# ---- floods ----

@claim("a flood of tables and requests from one address gets 429 with Retry-After; others get in")
def _(home):
    shop = Shop(home, "--rates", "on")
    setup = {"rules": "yardzee", "name": "Eve"}
    made = [shop.ask("POST", "/api/tables", setup) for _ in range(40)]
    good = sum(a.status == 201 for a in made)
    check(15 <= good <= 21, f"{good} tables in no time")
    for got in made:
        if got.status != 201:
            refused(got, 429, "rate")
            check(int(got.headers["retry-after"]) > 0, got.headers)
    got = [shop.ask("GET", "/api") for _ in range(400)]
    limited = [a for a in got if a.status == 429]
    check(limited, "400 requests in no time are too many")
    check(all(int(a.headers["retry-after"]) > 0 for a in limited), "Retry-After")
    s = Socket(shop.port, shop.table.path + "/socket", source="127.0.0.9")
    same(s.status, 101, "another address")
    shop.node.sane()


@claim("X-Forwarded-For is ignored by default and trusted with --proxy")
def _(home):
    for options, believed in ((), False), (("--proxy",), True):
        shop = Shop(home, "--rates", "on", *options)
        asked = [shop.ask("GET", "/api", headers={"X-Forwarded-For": f"203.0.113.{n % 200}"})
                 for n in range(400)]
        statuses = [got.status for got in asked]
        same(429 not in statuses, believed, f"whether it was let through with {options}")
        shop.node.stop()


@claim("guessing codes finds nothing and is rate-limited")
def _(home):
    shop = Shop(home, "--rates", "on")
    draw = random.Random(3)
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
    seen = set()
    for _ in range(400):
        code = "".join(draw.choice(letters) for _ in range(6))
        seen.add(shop.ask("GET", f"/api/tables/{code}").status)
    same(seen, {404, 429}, "the answers")
    check(len(shop.table.code) >= 6, f"the code {shop.table.code} is short")
    check(len(shop.ann.token) >= 22, "a token has fewer than 128 bits")
    check(len(shop.table.id) >= 10, f"the id {shop.table.id} is short")
    shop.node.sane()


@claim("a place may send 60 lines at once, and more a little later")
def _(home):
    shop = Shop(home, "--rates", "on")
    shop.clock.stop()
    shop.clock.forward(10)  # whatever Ann has sent until now no longer counts
    s = shop.socket(f"hold {shop.ann.token} 0")
    codes = []
    for n in range(120):
        s.send(f"@r{n} score chance")
        codes.append(s.until(lambda m, n=n: m.get("id") == f"r{n}").get("code"))
    same(codes.index("rate"), 60, "how many lines it may send at once")
    shop.clock.forward(1.5)
    s.send("@z score chance")
    same(s.until(lambda m: m.get("id") == "z").get("code"), "rules", "a little later")
    shop.node.sane()


@claim("under a stream of garbage, the server stays up, sane and within its memory limit")
def _(home):
    shop = Shop(home)
    draw = random.Random(4)
    words = ["roll", "keep 1", "score chance", "state", "legal", "undo", "@", "@@x", "#", "begin",
             "leave 2", "correct 1 seat X", "hold x 0", "follow 0", "ask 1 expert", "agree 1",
             "back", "sheet", "log", "line 1", "verify", "book", "hint", "\u202e",
             "\U0001f3b2" * 50, "correct 99999999999 roll 1"]
    for rounds in range(400 if LONG else 40):
        with contextlib.suppress(Gone):
            s = Socket(shop.port, shop.table.path + "/socket")
            s.send(draw.choice(["follow 0", f"hold {shop.ann.token} {draw.randint(0, 50)}"]))
            for n in range(draw.randint(1, 60)):
                kind = draw.random()
                if kind < 0.9:
                    line = " ".join(draw.choice(words) for _ in range(draw.randint(1, 3)))
                    s.frame(TEXT, f"@k{rounds}-{n} {line}" if kind < 0.8 else line,
                            last=draw.random() < 0.97)
                elif kind < 0.95:
                    s.frame(draw.randint(0, 15), draw.randbytes(draw.randint(0, 130)))
                else:
                    s.write(draw.randbytes(draw.randint(1, 50)))
            s.receive(0.01)
            s.close()
    shop.well(changed=True)
    # Until the last lines are answered, the table may refuse further requests.
    wait_for("the record", lambda: shop.table.ask("GET", "/record").status == 200)
    name = home.write("rubbish.yard", shop.table.record())
    home.run("check", name).ended(0)


main()
