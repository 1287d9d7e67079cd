// Page logic for online tables that doesn't draw: rooms, the player's own share, the connection to a table.
//
// usage: online_test.mjs CORE.WASM. Reports in TAP.
import { readFileSync } from 'node:fs';
import { Core } from '../../web/core.js';
import { dealsOf, troubleOf } from '../../web/online/deals.js';
import { GIVE_UP_MS, LATE_MS, pauseBefore, QUIET_MS, TableSocket } from '../../web/online/socket.js';
import { logHash } from '../../web/online/verify.js';
import { check, claim, runClaims, same } from '../tap.mjs';

// ---- rooms: who sits where, and what a place may do ----

const core = await Core.of(await WebAssembly.compile(readFileSync(process.argv[2])));
const HEX = '0'.repeat(64);

// The room after these lines, each a `# room:` line unless it begins with `= `.
function roomOf(said, { place = 0, here = '?', seen = '0', rules = 'yardkle' } = {}) {
  const lines = ['yardstick 1', `rules ${rules}`, ...said.map((line) => (line.startsWith('= ') ? line.slice(2) : `# room: ${line}`))];
  const state = core.follow(lines.map((line) => `${line}\n`).join(''));
  same(state.error, undefined, 'the error');
  return core.ask(`room ${place} ${here} ${seen}`);
}

const named = (room, number) => room.places.find(({ place }) => place === number);
const sides = (room) => room.sides.map((side) => side.map((place) => named(room, place).name).join('+'));
const REAL = ['dice physical', 'sit 1 Ann', 'sit 2 Bea'];
const PLAYED = [...REAL, 'begin', '= seat Ann', '= seat Bea', '= start 1', '= dice physical'];
const FAIR = ['sit 1 Ann', 'sit 2 Bea', 'sit 3 Cem', 'begin', '= seat Ann', '= seat Bea', '= seat Cem', '= start 1', `= dice fair2 1024 ${HEX}`];

claim('a room is built from its lines', () => {
  const people = ['dice physical', 'clock 60', 'start roll', 'sit 1 Ann', 'sit 2 Bea with the hat', 'sit 3 Cem with 1', 'bot 4 Robo der Erste expert', 'sit 5 Ticker program', 'sit 6 program'];
  const room = roomOf(people);
  same([room.dice, room.clock, room.roll, room.wait, room.keeper, room.begun], ['physical', 60, true, 30, undefined, false], 'the table');
  same(sides(room), ['Ann+Cem', 'Bea with the hat', 'Robo der Erste', 'Ticker', 'program'], 'the sides');
  same([named(room, 4).bot, named(room, 5).program, named(room, 6).program], ['expert', true, undefined], 'who is no person');
  same(room.places.filter(({ host }) => host).map(({ name }) => name), ['Ann'], 'the host');
  same(room.places.filter((one) => one.may_join).map(({ place }) => place), [1, 2, 6], 'who can have partners');
  same(room.change, { word: 'sit', name: 'program' }, 'the last line');
  same(roomOf(['dice seed 18446744073709551615', 'sit 1 Ann']).seed, '18446744073709551615', 'a seed');
});

claim('people sit down once, during a game for the next one, and not at all if one device keeps score', () => {
  same([roomOf(REAL).may_sit, roomOf(REAL, { place: 2 }).may_sit, roomOf(PLAYED).may_sit], [true, undefined, true], 'who can');
  same(roomOf(['dice physical', 'keeper', 'sit 1 Ann', 'sit 2 Bea']).may_sit, undefined, 'with a keeper');
});

claim('people who leave before the game are gone, and the next partner heads the side', () => {
  const lobby = ['sit 1 Ann', 'sit 2 Bea', 'sit 3 Cem with 2', 'sit 4 Dan with 2', 'leave 2'];
  const room = roomOf(lobby, { place: 2 });
  same([sides(room), room.gone], [['Ann', 'Cem+Dan'], true], 'the sides');
  same(named(roomOf([...lobby, 'leave 1']), 3).host, true, 'the host');
});

claim('people who leave during a game keep their seat, and partners act and speak for it', () => {
  const lines = ['sit 1 Ann', 'sit 2 Bea', 'sit 3 Cem with 1', 'begin', '= seat Ann+Cem', '= seat Bea', '= start 1', `= dice fair2 1024 ${HEX}`];
  const seen = (...more) => [1, 2, 3].map((place) => roomOf([...lines, ...more], { place }));
  same(seen().map(({ speaks }) => speaks), [[1], [2], []], 'who speaks');
  same(seen('leave 1').map(({ speaks }) => speaks), [[], [2], [1]], 'who speaks after Ann has left');
  same(seen().map(({ alone }) => alone), [false, true, true], 'who speaks alone');
  same(seen('move 2')[1].alone, false, 'from two devices');
  const given = ['= share 2 -', `= share 1 ${HEX}`];
  same(seen('leave 2', ...given).map(({ hand }) => hand), [true, false, false], 'who acts');
  same(seen('leave 2', ...given, 'leave 1').map(({ hand }) => hand), [false, false, true], 'who acts for Ann');
  same(sides(seen('leave 1')[0]), ['Ann+Cem', 'Bea'], 'the sides');
});

claim('the current player acts; with real dice, every player can make corrections; spectators can do neither', () => {
  const seen = (lines, what) => [0, 1, 2].map((place) => roomOf(lines, { place })[what]);
  same([seen(PLAYED, 'hand'), seen(PLAYED, 'back'), roomOf(PLAYED).person], [[false, true, false], [false, false, false], 'Ann'], 'before the first roll');
  const rolled = [...PLAYED, '= roll 1 2 3 4 6 6'];
  same([seen(rolled, 'hand'), seen(rolled, 'back')], [[false, true, false], [false, true, true]], 'after it');
});

claim('with real dice, any player can roll for a bot, but nobody chooses for it', () => {
  const lines = ['dice physical', 'start 2', 'sit 1 Ann', 'bot 2 Robo expert', 'begin', '= seat Ann', '= seat Robo bot expert', '= start 2', '= dice physical'];
  same([1, 0].map((place) => roomOf(lines, { place }).hand), [true, false], 'a throw');
  same(roomOf([...lines, '= roll 1 2 3 4 6 6'], { place: 1 }).hand, false, 'a choice');
});

claim('nobody rolls before the dice are agreed on', () => {
  const seen = (...more) => roomOf([...FAIR, ...more], { place: 1 });
  same([seen().hand, seen().pledges], [false, [1]], 'before');
  same([seen('= share 2 -', '= share 3 -').pledges, seen('= share 2 -', '= share 3 -', `= share 1 ${HEX}`).hand], [[], true], 'after');
});

claim('a request for a bot needs agreement and ends when the person plays, returns or is replaced', () => {
  const asked = [...PLAYED.slice(0, 3), 'sit 3 Cem', 'begin', '= seat Ann', '= seat Bea', '= seat Cem', '= start 1', '= dice physical', 'ask 1 2 family'];
  const asks = (more, how) => roomOf([...asked, ...more], how).asks;
  same(asks([], { place: 3 }), [{ place: 1, by: 2, level: 'family', missing: [3], may: true }], 'to the third');
  same(asks([], { place: 2 })[0].may, false, 'to the one who asked');
  same(asks([], { place: 1 })[0].may, false, 'to the one it is for');
  same(asks(['agree 1 3'])[0].missing, [], 'who has not agreed');
  for (const over of ['= roll 1 2 3 4 6 6', 'back 1', '= correct 8 seat Ann bot family']) same(asks(['agree 1 3', over]), [], `what is asked after ${over}`);
  same(named(roomOf([...asked, '= correct 8 seat Ann bot family']), 1).replaced, true, 'Ann is replaced');
});

claim('players can ask for a bot for themselves and for others who are away, but for nobody else', () => {
  const may = (place, here) => roomOf(PLAYED, { place, here }).places.filter((one) => one.may_ask).map((one) => one.place);
  same([may(1, '1,2'), may(1, '1'), may(0, '1,2'), may(1, '?')], [[1], [1, 2], [], [1]], 'for whom a bot can be asked');
});

claim('players who are not connected are away (programs only if they once were); on their turn the table waits', () => {
  const away = (lines, how) => roomOf(lines, how).places.filter((one) => one.away).map(({ place }) => place);
  same([away(PLAYED, { place: 2, here: '2' }), away(PLAYED, { place: 2 }), away(PLAYED, { here: '0' })], [[1], [], [1, 2]], 'who is away');
  same(away([...REAL, 'sit 3 Ticker program'], { here: '1,2' }), [], 'a program that never came');
  same(away([...REAL, 'sit 3 Ticker program'], { here: '1,2', seen: '1,2,3' }), [3], 'a program that went');
  same([roomOf(PLAYED, { here: '2' }).missed, roomOf(PLAYED, { here: '1' }).missed], [1, undefined], 'who is missed');
});

claim('unopened shares are listed until the dice are replaced, and each new one cancels earlier agreements', () => {
  const pledged = [...FAIR, ...[1, 2, 3].map((seat) => `= pledge ${seat} ${HEX}`), 'unopened 2'];
  const what = (more, place = 3) => {
    const { unopened, goon, waited, may_goon } = roomOf([...pledged, ...more], { place, here: '1,3' });
    return [unopened, goon, waited, may_goon];
  };
  same(what(['goon 1']), [[2], [1], [3], true], 'what is missing');
  same(what(['goon 1'], 2)[3], false, 'what the one whose share it is can say');
  same(what(['goon 1', 'unopened 3']), [[2, 3], [], [1], false], 'more of them');
  same(what(['goon 1', 'goon 3', `= dice fair2 1024 ${'1'.repeat(64)}`])[0], [], 'with other dice');
});

claim('after a game, everybody is told who wants the next one, and nobody who sits out has a say in it', () => {
  const over = ['dice physical', 'sit 1 Ann', 'sit 2 Bea', 'sit 3 Cem', 'begin', '= seat Ann', '= seat Bea', '= seat Cem', '= start 1', '= dice physical',
    '= roll 1 1 1 2 2 3', '= take 1 1 1 stop', '= roll 2 2 3 3 4 6', '= roll 2 2 3 3 4 6'];
  const seen = (place, ...more) => roomOf([...over, ...more], { place, here: '1,2,3', rules: 'yardkle:entry=0,goal=300' });
  same([1, 0].map((place) => [seen(place).hand, seen(place).again]), [[true, undefined], [false, undefined]], 'before');
  same(seen(1, 'again 2').again, { wanting: [2], stays: [], silent: [1, 3], seconds: 30, enough: false }, 'who wants to');
  same([1, 2].map((place) => [seen(place, 'again 2').hand, seen(place, 'again 2').goes]), [[true, undefined], [false, true]], 'who can answer');
  same(seen(1, 'again 2', 'again 1', 'stay 3').again, { wanting: [1, 2], stays: [3], silent: [], seconds: 30, enough: true }, 'who goes along');
  const next = ['again 2', 'again 1', 'stay 3', '= rematch', '= seats 1 2', '= roll 1 2 3 4 6 6'];
  same([1, 3].map((place) => seen(place, ...next).back), [true, false], 'who can correct something');
  same(seen(3, ...next).places.map(({ seat }) => seat), [1, 2, 0], 'the seats');
  same(roomOf([...over, ...next], { place: 3, here: '1,3', rules: 'yardkle:entry=0,goal=300' }).places.filter((one) => one.may_ask).length, 0, 'for whom Cem can ask for a bot');
});

claim('a device that keeps score speaks for all seats', () => {
  const lines = ['keeper', 'sit 1 Ann', 'sit 2 Bea', 'begin', '= seat Ann', '= seat Bea', '= start 1', `= dice fair2 1024 ${HEX}`];
  same([roomOf(lines, { place: 1 }).speaks, roomOf(lines).speaks], [[1, 2], []], 'who speaks');
});

claim('a line that a server cannot have stored is refused with its number and changes nothing', () => {
  roomOf(PLAYED, { place: 1 });
  same([core.hear('# room: sit 3 Cem with 1').line, core.hear('roll 1 2 3 4 5 9').line, core.hear('# said').line], [11, 11, 11], 'the lines');
  same(core.hear('roll 1 2 3 4 6 6').ok, 'roll 1 2 3 4 6 6', 'a good one');
  same(core.follow('yardstick 1\nrules yardkle\nseat Ann\n').line, 3, 'the line of a record that is no table of a server');
  same(core.ask('room 2 ? 0').back, true, 'the room');
});

// ---- the player's own share ----

const FIRST = 'a'.repeat(64);
const SECOND = 'b'.repeat(64);
const MINE = '1'.repeat(64);
const OTHER = '2'.repeat(64);
const START = ['rules yardkle', 'seat Ann', 'seat Bea', 'seat Cem'];
const dice = (commitment) => `dice fair2 1024 ${commitment}`;

// The kind of trouble found by a page that has place 1 and seat 1 and has drawn a share for the first dice.
function found(lines, own = {}) {
  const text = [...START, ...lines].map((line) => `${line}\n`).join('');
  const log = logHash([...START, dice(FIRST)]);
  return troubleOf(text, {
    table: 'KQ7M2P', place: 1, seats: [1], alone: true, past: 0, accepted: [], kept: [{ table: 'KQ7M2P', commitment: FIRST, seat: 1, bytes: MINE, log }],
    hashAt: (n) => logHash(text.split('\n'), n), ...own,
  })?.kind;
}

claim('deals contain everything that lines say about dice, game by game', () => {
  const deals = dealsOf([...START, dice(FIRST), 'pledge 1 x', `share 2 -`, '# room: unopened 1', '# room: goon 2', '# room: unopened 3', '# room: goon 3', dice(SECOND),
    `share 1 ${MINE}`, 'roll 1 link x log y', 'roll 2 link x log y', 'rematch', 'dice fair cc', ''].join('\n'));
  same(deals.map((deal) => [deal.line, deal.game, deal.commitment, [...deal.shares.keys()], deal.unopened, deal.goon, deal.throws]),
    [[5, 1, FIRST, [2], [1, 3], [3], 0], [12, 1, SECOND, [1], [], [], 2], [17, 2, 'cc', [], [], [], 0]], 'the deals');
});

claim('a share that arrived is not reported as trouble, whether or not others gave one', () => {
  same(found([dice(FIRST)]), undefined, 'before it is given');
  same(found([dice(FIRST), `share 1 ${MINE}`, `share 2 ${OTHER}`, 'share 3 -']), undefined, 'all is well');
  same(found([dice(FIRST), `share 1 ${MINE}`, 'roll 1 2 3 4 5 6', 'rematch', dice(SECOND)]), undefined, 'a rematch');
  same(found([dice(FIRST), `share 1 ${MINE}`, 'roll 1 2 3 4 5 6', dice(SECOND)]), undefined, 'a chain that was used up');
  same(found([]), undefined, 'a table without fair dice');
});

claim('a share that was omitted or changed is reported as trouble', () => {
  same(found([dice(FIRST), 'share 1 -']), 'missing', 'left out');
  same(found([dice(FIRST), `share 2 ${OTHER}`, 'share 1 -']), 'missing', 'left out while the page was there');
  same(found([dice(FIRST), `share 2 ${OTHER}`, 'share 1 -'], { past: 99 }), 'passed', 'left out while the page was away');
  same(found([dice(FIRST), 'share 2 -', 'share 1 -'], { past: 99 }), 'missing', 'left out with everybody else’s');
  same(found([dice(FIRST), `share 1 ${OTHER}`]), 'changed', 'other bytes');
  same(found([dice(FIRST), `share 1 ${OTHER}`], { kept: [] }), 'changed', 'bytes that this browser never drew');
  same(found([dice(FIRST), `share 1 ${OTHER}`], { kept: [], alone: false }), undefined, 'bytes of a partner, or another device');
});

claim('new dice are reported as trouble unless this place agreed to them or had given no share', () => {
  const opened = [dice(FIRST), `share 1 ${MINE}`];
  same(found([...opened, dice(SECOND)]), 'replaced', 'without a word');
  same(found([...opened, dice(SECOND), 'share 1 -']), 'replaced', 'nothing is given to them before it is decided');
  same(found([...opened, '# room: unopened 3', '# room: goon 1', '# room: goon 2', dice(SECOND)]), undefined, 'agreed');
  same(found([...opened, '# room: unopened 3', '# room: goon 2', dice(SECOND)]), 'replaced', 'agreed by others, past somebody who was there');
  same(found([...opened, '# room: unopened 3', '# room: goon 2', dice(SECOND)], { past: 99 }), 'dropped', 'agreed by others, while away');
  same(found([...opened, dice(SECOND)], { past: 99 }), 'replaced', 'agreed by nobody, while away');
  same(found([dice(FIRST), '# room: unopened 1', '# room: goon 2', '# room: goon 3', dice(SECOND), 'share 1 -']), 'late', 'its own share stayed closed');
  same(found([...opened, dice(SECOND)], { kept: [] }), undefined, 'nothing had been given');
});

claim('a rewritten start of the game is reported as trouble', () => {
  same(found(['# room: begin', dice(FIRST), `share 1 ${MINE}`]), 'rewritten', 'another line before the dice');
  same(found([dice(SECOND), `share 1 ${OTHER}`]), 'rewritten', 'other dice');
  same(found([dice(SECOND), `share 1 ${OTHER}`], { table: 'ZZZZZ9', alone: false }), undefined, 'another table');
  same(found(['# room: begin', dice(FIRST)], { hashAt: null }), undefined, 'what cannot be compared');
});

claim('trouble that the player has accepted is not reported again', () => {
  same(found([dice(FIRST), 'share 1 -'], { accepted: [`missing ${FIRST}`] }), undefined, 'the same');
  same(found([dice(FIRST), 'share 1 -'], { accepted: [`missing ${SECOND}`] }), 'missing', 'of other dice');
  same(found([dice(FIRST), `share 1 ${MINE}`, dice(SECOND), `share 1 ${OTHER}`], { accepted: [`replaced ${SECOND}`] }), 'changed', 'something worse after it');
});

// ---- the connection to a table ----

class FakeSocket {
  static all = [];

  constructor(url, protocol) {
    Object.assign(this, { url, protocol, said: [], closed: false });
    FakeSocket.all.push(this);
  }

  send(words) {
    this.said.push(words);
  }

  close() {
    this.closed = true;
  }

  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

globalThis.WebSocket = FakeSocket;

// A fake clock: time passes only in pass().
let now = 0;
const timers = new Set();
globalThis.setTimeout = (act, ms) => {
  const timer = { at: now + ms, act };
  timers.add(timer);
  return timer;
};
globalThis.clearTimeout = (timer) => timers.delete(timer);

function pass(ms) {
  const end = now + ms;
  const next = () => [...timers].sort((a, b) => a.at - b.at)[0];
  for (let due = next(); due?.at <= end; due = next()) {
    now = due.at;
    timers.delete(due);
    due.act();
  }
  now = end;
}

function listen(token = 'T') {
  FakeSocket.all = [];
  const heard = { lines: [], states: [], notes: [] };
  const socket = new TableSocket('ws://x/api/tables/C/socket', {
    line: ({ line }) => heard.lines.push(line), hello: () => {}, state: (now, why) => heard.states.push([now, why]), note: (words) => heard.notes.push(words),
  }, () => token);
  return { socket, heard, last: () => FakeSocket.all.at(-1) };
}

function welcome(fake, lines = 0) {
  fake.onopen();
  fake.hear({ table: {}, place: 1, lines });
}

claim('delays before reconnecting grow from half a second to ten, with random jitter', () => {
  for (let failures = 0; failures < 40; failures++) {
    for (const random of [0, 0.5, 0.999]) {
      const ms = pauseBefore(failures, random);
      check(ms >= 500 && ms <= 10_000, `${ms} ms after ${failures} failures`);
    }
  }
  check(pauseBefore(9, 0) < pauseBefore(9, 0.9), 'no chance in it');
  check(pauseBefore(9, 0.999) > 9000, 'it does not grow');
});

claim('a reconnect resumes after the last known line and resends unanswered lines with their id', async () => {
  const { socket, heard, last } = listen();
  same(last().protocol, 'yardstick.1', 'the protocol');
  welcome(last(), 2);
  same(last().said, ['hold T 0'], 'the first words');
  for (const line of [1, 2]) last().hear({ line, say: 'x', at: 1 });
  const answer = socket.say('roll');
  const [, said] = last().said;
  check(/^@\w+ roll$/.test(said), said);
  last().onclose({ code: 1006, reason: '' });
  same(heard.states.at(-1)[0], 'waiting', 'the state');
  pass(499);
  same(FakeSocket.all.length, 1, 'connections before half a second');
  pass(2);
  same(FakeSocket.all.length, 2, 'connections');
  welcome(last(), 3);
  same(last().said, ['hold T 2', said], 'what is said again');
  last().hear({ line: 2, say: 'x', at: 1 });
  last().hear({ line: 3, say: 'roll 1', at: 1 });
  same(heard.lines, [1, 2, 3], 'lines');
  last().hear({ id: said.split(' ')[0].slice(1), ok: 'roll 1', line: 3, again: true });
  same((await answer).ok, 'roll 1', 'the answer');
  socket.close();
});

claim('a line that the server cannot take yet is retried automatically', async () => {
  const { socket, last } = listen();
  welcome(last());
  const answer = socket.say('roll');
  const id = last().said[1].split(' ')[0].slice(1);
  last().hear({ id, error: 'not stored in time', code: 'unavailable' });
  pass(999);
  same(last().said.slice(1), [`@${id} roll`], 'what is said before a second');
  pass(2);
  same(last().said.slice(1), [`@${id} roll`, `@${id} roll`], 'what is said');
  last().hear({ id, error: 'it is Bea’s turn', code: 'turn' });
  same((await answer).code, 'turn', 'the answer');
  socket.close();
});

claim('an invalid token ends the connection for good, but a server that goes down does not', async () => {
  const { socket, heard, last } = listen();
  last().onopen();
  last().hear({ error: 'no such place', code: 'token' });
  same(heard.states.at(-1), ['closed', 'token'], 'the state');
  pass(60_000);
  same(FakeSocket.all.length, 1, 'connections');
  socket.again();
  same(FakeSocket.all.length, 2, 'connections');
  welcome(last());
  last().hear({ bye: 'The server is shutting down.', code: 'restart' });
  last().onclose({ code: 1012, reason: '' });
  same(heard.states.at(-1)[0], 'waiting', 'the state');
  socket.hurry();
  same(FakeSocket.all.length, 3, 'connections');
  socket.close();
  check(last().closed, 'it is not closed');
});

claim('a late answer is noticed within two seconds, and the line is sent again on a new connection', async () => {
  const { socket, heard, last } = listen();
  welcome(last());
  check(LATE_MS < 2000, LATE_MS);
  const answer = socket.say('roll');
  pass(LATE_MS - 1);
  same([socket.late, heard.states.length], [false, 2], 'before');
  pass(1);
  same([socket.late, heard.states.length, socket.retryAt > 0], [true, 3, true], 'when it is late');
  pass(GIVE_UP_MS - 1);
  same(FakeSocket.all.length, 1, 'connections');
  const [, said] = last().said;
  pass(1);
  same([FakeSocket.all.length, FakeSocket.all[0].closed, socket.late, socket.retryAt], [2, true, true, 0], 'what follows');
  FakeSocket.all[0].hear({ id: said.split(' ')[0].slice(1), ok: 'too late', line: 1 });
  welcome(last());
  same([last().said, socket.late], [['hold T 0', said], false], 'what is said again');
  last().hear({ id: said.split(' ')[0].slice(1), ok: 'roll 1', line: 1 });
  same((await answer).ok, 'roll 1', 'the answer');
  pass(QUIET_MS - 1);
  same([FakeSocket.all.length, socket.late], [2, false], 'afterwards');
  socket.close();
});

claim('a connection that does not open is late, and says when the next attempt begins', () => {
  const { socket, heard, last } = listen();
  pass(LATE_MS);
  same([socket.late, heard.states.at(-1)[0]], [true, 'connecting'], 'the first attempt');
  last().onclose({ code: 1006, reason: '' });
  const wait = socket.retryAt - Date.now();
  same([heard.states.at(-1)[0], wait > 0 && wait <= 500], ['waiting', true], 'the next one');
  socket.retry();
  same([FakeSocket.all.length, socket.retryAt], [2, 0], 'at once');
  welcome(last());
  same([socket.late, heard.states.at(-1)[0]], [false, 'open'], 'at last');
  socket.close();
  pass(60_000);
  same(FakeSocket.all.length, 2, 'connections after the end');
});

claim('in silence, or when the page is seen again, a question finds out whether the connection is alive', () => {
  const { socket, last } = listen();
  welcome(last());
  pass(QUIET_MS - 1);
  same(last().said.length, 1, 'what was said');
  pass(1);
  check(/^@\w+ line 1$/.test(last().said[1]), last().said[1]);
  last().hear({ id: last().said[1].split(' ')[0].slice(1), line: 1, said: 'yardstick 1' });
  pass(LATE_MS);
  same(socket.late, false, 'an answer');
  socket.hurry();
  same(last().said.length, 3, 'what was said when the page was seen again');
  pass(LATE_MS);
  same(socket.late, true, 'no answer');
  pass(GIVE_UP_MS);
  same(FakeSocket.all.length, 2, 'connections');
  socket.close();
});

claim('a busy server is not taken for a dead one', async () => {
  const { socket, last } = listen();
  welcome(last());
  const answer = socket.say('roll');
  const id = last().said[1].split(' ')[0].slice(1);
  for (let i = 0; i < 10; i++) {
    last().hear({ id, error: 'too busy', code: 'busy' });
    pass(1000);
  }
  same([FakeSocket.all.length, socket.late, socket.busy], [1, true, true], 'what is known');
  last().hear({ id, ok: 'roll 1', line: 1 });
  same([(await answer).ok, socket.late, socket.busy], ['roll 1', false, false], 'the answer');
  socket.say('roll');
  const other = last().said.at(-1).split(' ')[0].slice(1);
  last().hear({ id: other, error: 'too busy', code: 'busy' });
  pass(1000 + GIVE_UP_MS + LATE_MS); // and then it is dead
  same(FakeSocket.all.length, 2, 'connections');
  socket.close();
});

claim('a spectator asks to follow the table', () => {
  const { socket, last } = listen('');
  welcome(last());
  same(last().said, ['follow 0'], 'the first words');
  socket.close();
});

process.exit((await runClaims(null)) ? 1 : 0);
