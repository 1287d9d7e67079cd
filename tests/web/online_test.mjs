// The parts for tables of a server that draw nothing: who sits at a table, the line to it, pictures of links.
// Speaks TAP.
import { createHash } from 'node:crypto';
import { dealsOf, troubleOf } from '../../web/online/deals.js';
import { qr } from '../../web/online/qr.js';
import { Room } from '../../web/online/room.js';
import { pauseBefore, TableSocket } from '../../web/online/socket.js';
import { logHash } from '../../web/online/verify.js';
import { check, claim, runClaims, same } from '../tap.mjs';

// ---- who sits at a table ----

function roomOf(...lines) {
  const room = new Room();
  for (const line of lines) room.hear(line.startsWith('rules') ? line : `# room: ${line}`);
  return room;
}

const sides = (room) => room.sides.map((side) => side.map((place) => place.name).join('+'));

claim('a room is what its lines say', () => {
  const room = roomOf('rules yardkle:goal=5000', 'dice physical', 'clock 60', 'start roll', 'sit 1 Ann', 'sit 2 Bea with the hat', 'sit 3 Cem with 1',
    'bot 4 Robo der Erste expert', 'sit 5 Ticker program', 'sit 6 program');
  same([room.rules, room.dice, room.clock, room.start, room.keeper, room.begun], ['yardkle:goal=5000', 'physical', 60, 'roll', false, false], 'the table');
  same(sides(room), ['Ann+Cem', 'Bea with the hat', 'Robo der Erste', 'Ticker', 'program'], 'the sides');
  same([room.place(4).bot, room.place(5).program, room.place(6).program], ['expert', true, undefined], 'who is no person');
  same(room.host.name, 'Ann', 'the host');
  room.hear('# room: begin');
  same(room.places.map((place) => place.seat), [1, 2, 1, 3, 4, 5], 'the seats');
});

claim('whoever leaves before the game is gone, and the next partner is the first of the side', () => {
  const room = roomOf('sit 1 Ann', 'sit 2 Bea', 'sit 3 Cem with 2', 'sit 4 Dan with 2', 'leave 2');
  same(sides(room), ['Ann', 'Cem+Dan'], 'the sides');
  room.hear('# room: leave 1');
  same(room.host.name, 'Cem', 'the host');
  room.hear('# room: begin');
  same(room.sitting.map((place) => place.seat), [1, 1], 'the seats');
});

claim('in a game whoever leaves keeps the seat, and partners speak for it', () => {
  const room = roomOf('sit 1 Ann', 'sit 2 Bea', 'sit 3 Cem with 1', 'begin', 'leave 1');
  same(sides(room), ['Ann+Cem', 'Bea'], 'the sides');
  same([room.speaker(1).name, room.speaker(2).name, room.host.name], ['Cem', 'Bea', 'Bea'], 'who speaks');
});

claim('a bot is asked for, agreed on, and no more asked for when the person plays', () => {
  const room = roomOf('sit 1 Ann', 'sit 2 Bea', 'sit 3 Cem', 'begin', 'ask 1 2 family', 'agree 1 3');
  same(room.asks.map((ask) => [ask.place, ask.by, ask.level, ask.agreed]), [[1, 2, 'family', [2, 3]]], 'what is asked');
  room.acted(2);
  same(room.asks.length, 1, 'asks after somebody else has played');
  room.acted(1);
  same(room.asks.length, 0, 'asks');
});

claim('a wish for a bot ends when that seat changes hands or its person is back, and no other does', () => {
  const room = roomOf('away 60', 'sit 1 Ann', 'sit 2 Bea', 'sit 3 Cem', 'begin');
  same(room.away, 60, 'the wait');
  for (const line of ['seat Ann', 'seat Bea', 'seat Cem']) room.hear(line);
  for (const line of ['ask 1 2 family', 'ask 2 3 expert', 'ask 2 1 expert', 'ask 3 1 club']) room.hear(`# room: ${line}`);
  same(room.asks.map((ask) => [ask.place, ask.by, ask.agreed]), [[1, 2, [2]], [2, 3, [3, 1]], [3, 1, [1]]], 'what is asked');
  room.hear('correct 7 seat Bea bot expert');
  same(room.asks.map((ask) => ask.place), [1, 3], 'asks after a bot has come');
  room.hear('# room: back 1');
  same(room.asks.map((ask) => ask.place), [3], 'asks after somebody is back');
  room.hear('# room: leave 3');
  same(room.asks.map((ask) => ask.place), [3], 'asks about somebody who has left');
});

claim('shares that are missing are known until they come, or other dice do', () => {
  const room = roomOf('sit 1 Ann', 'sit 2 Bea', 'sit 3 Cem', 'begin', 'unopened 2', 'goon 1');
  same([room.unopened, room.goon], [[2], [1]], 'what is missing');
  room.hear('# room: unopened 3');
  same([room.unopened, room.goon], [[2, 3], []], 'what is missing');
  room.hear('# room: goon 1');
  room.hear(`share 2 ${'0'.repeat(64)}`);
  same([room.unopened, room.goon], [[3], []], 'what is missing after a share has come');
  room.hear('# room: goon 1');
  room.hear(`dice fair ${'0'.repeat(64)}`);
  same([room.unopened, room.goon], [[], []], 'what is missing from new dice');
});

claim('where one device keeps score it speaks for all seats', () => {
  const room = roomOf('dice physical', 'keeper', 'sit 1 Ann', 'sit 2 Bea', 'begin');
  same([room.keeper, room.speaker(2).name], [true, 'Ann'], 'who speaks');
});

// ---- the own part of the dice ----

const FIRST = 'a'.repeat(64);
const SECOND = 'b'.repeat(64);
const MINE = '1'.repeat(64);
const OTHER = '2'.repeat(64);
const START = ['rules yardkle', 'seat Ann', 'seat Bea', 'seat Cem'];
const dice = (commitment) => `dice fair2 1024 ${commitment}`;

// What a page finds whose person has place 1 and seat 1, and has drawn a share for the first dice.
function found(lines, own = {}) {
  const text = [...START, ...lines].map((line) => `${line}\n`).join('');
  const log = logHash([...START, dice(FIRST)]);
  return troubleOf(text, {
    table: 'KQ7M2P', place: 1, seats: [1], alone: true, past: 0, accepted: [], kept: [{ table: 'KQ7M2P', commitment: FIRST, seat: 1, bytes: MINE, log }],
    hashAt: (n) => logHash(text.split('\n'), n), ...own,
  })?.kind;
}

claim('deals are what lines say about dice, game by game', () => {
  const deals = dealsOf([...START, dice(FIRST), 'pledge 1 x', `share 2 -`, '# room: unopened 1', '# room: goon 2', '# room: unopened 3', '# room: goon 3', dice(SECOND),
    `share 1 ${MINE}`, 'roll 1 link x log y', 'roll 2 link x log y', 'rematch', 'dice fair cc', ''].join('\n'));
  same(deals.map((deal) => [deal.line, deal.game, deal.commitment, [...deal.shares.keys()], deal.unopened, deal.goon, deal.throws]),
    [[5, 1, FIRST, [2], [1, 3], [3], 0], [12, 1, SECOND, [1], [], [], 2], [17, 2, 'cc', [], [], [], 0]], 'the deals');
});

claim('a share that arrived is no trouble, whoever else gave one', () => {
  same(found([dice(FIRST)]), undefined, 'before it is given');
  same(found([dice(FIRST), `share 1 ${MINE}`, `share 2 ${OTHER}`, 'share 3 -']), undefined, 'all is well');
  same(found([dice(FIRST), `share 1 ${MINE}`, 'roll 1 2 3 4 5 6', 'rematch', dice(SECOND)]), undefined, 'a rematch');
  same(found([dice(FIRST), `share 1 ${MINE}`, 'roll 1 2 3 4 5 6', dice(SECOND)]), undefined, 'a chain that was used up');
  same(found([]), undefined, 'a table without fair dice');
});

claim('a share that was left out or changed is trouble', () => {
  same(found([dice(FIRST), 'share 1 -']), 'missing', 'left out');
  same(found([dice(FIRST), `share 2 ${OTHER}`, 'share 1 -']), 'missing', 'left out while the page was there');
  same(found([dice(FIRST), `share 2 ${OTHER}`, 'share 1 -'], { past: 99 }), 'passed', 'left out while the page was away');
  same(found([dice(FIRST), 'share 2 -', 'share 1 -'], { past: 99 }), 'missing', 'left out with everybody else’s');
  same(found([dice(FIRST), `share 1 ${OTHER}`]), 'changed', 'other bytes');
  same(found([dice(FIRST), `share 1 ${OTHER}`], { kept: [] }), 'changed', 'bytes that this browser never drew');
  same(found([dice(FIRST), `share 1 ${OTHER}`], { kept: [], alone: false }), undefined, 'bytes of a partner, or another device');
});

claim('new dice are trouble unless this place agreed to them', () => {
  const opened = [dice(FIRST), `share 1 ${MINE}`];
  same(found([...opened, dice(SECOND)]), 'replaced', 'without a word');
  same(found([...opened, dice(SECOND), 'share 1 -']), 'replaced', 'nothing is given to them before it is decided');
  same(found([...opened, '# room: unopened 3', '# room: goon 1', '# room: goon 2', dice(SECOND)]), undefined, 'agreed');
  same(found([...opened, '# room: unopened 3', '# room: goon 2', dice(SECOND)]), 'replaced', 'agreed by others, past somebody who was there');
  same(found([...opened, '# room: unopened 3', '# room: goon 2', dice(SECOND)], { past: 99 }), 'dropped', 'agreed by others, while away');
  same(found([...opened, dice(SECOND)], { past: 99 }), 'replaced', 'agreed by nobody, while away');
  same(found([dice(FIRST), '# room: unopened 1', '# room: goon 2', '# room: goon 3', dice(SECOND), 'share 1 -']), 'late', 'the own share stayed closed');
  same(found([...opened, dice(SECOND)], { kept: [] }), undefined, 'nothing had been given');
});

claim('a start of the game that is told differently later is trouble', () => {
  same(found(['# room: begin', dice(FIRST), `share 1 ${MINE}`]), 'rewritten', 'another line before the dice');
  same(found([dice(SECOND), `share 1 ${OTHER}`]), 'rewritten', 'other dice');
  same(found([dice(SECOND), `share 1 ${OTHER}`], { table: 'ZZZZZ9', alone: false }), undefined, 'another table');
  same(found(['# room: begin', dice(FIRST)], { hashAt: null }), undefined, 'what cannot be compared');
});

claim('what somebody plays on with is said once', () => {
  same(found([dice(FIRST), 'share 1 -'], { accepted: [`missing ${FIRST}`] }), undefined, 'the same');
  same(found([dice(FIRST), 'share 1 -'], { accepted: [`missing ${SECOND}`] }), 'missing', 'of other dice');
  same(found([dice(FIRST), `share 1 ${MINE}`, dice(SECOND), `share 1 ${OTHER}`], { accepted: [`replaced ${SECOND}`] }), 'changed', 'something worse after it');
});

// ---- the line to a table ----

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
const soon = (ms) => new Promise((later) => { setTimeout(later, ms); });

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

claim('pauses before connecting again grow from half a second to ten, and are never all alike', () => {
  for (let failures = 0; failures < 40; failures++) {
    for (const random of [0, 0.5, 0.999]) {
      const ms = pauseBefore(failures, random);
      check(ms >= 500 && ms <= 10_000, `${ms} ms after ${failures} failures`);
    }
  }
  check(pauseBefore(9, 0) < pauseBefore(9, 0.9), 'no chance in it');
  check(pauseBefore(9, 0.999) > 9000, 'it does not grow');
});

claim('after a broken connection what was not answered is said again, with the same id, behind the last line known', async () => {
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
  await soon(1100);
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

claim('a server that cannot just now is asked again, by itself', async () => {
  const { socket, last } = listen();
  welcome(last());
  const answer = socket.say('roll');
  const id = last().said[1].split(' ')[0].slice(1);
  last().hear({ id, error: 'not stored in time', code: 'unavailable' });
  await soon(1200);
  same(last().said.slice(1), [`@${id} roll`, `@${id} roll`], 'what is said');
  last().hear({ id, error: 'it is Bea’s turn', code: 'turn' });
  same((await answer).code, 'turn', 'the answer');
  socket.close();
});

claim('a token that is worth nothing ends it, a server that goes down does not', async () => {
  const { socket, heard, last } = listen();
  last().onopen();
  last().hear({ error: 'no such place', code: 'token' });
  same(heard.states.at(-1), ['closed', 'token'], 'the state');
  await soon(700);
  same(FakeSocket.all.length, 1, 'connections');
  socket.again();
  same(FakeSocket.all.length, 2, 'connections');
  welcome(last());
  last().hear({ bye: 'the server is going down', code: 'restart' });
  last().onclose({ code: 1012, reason: '' });
  same(heard.states.at(-1)[0], 'waiting', 'the state');
  socket.hurry();
  same(FakeSocket.all.length, 3, 'connections');
  socket.close();
  check(last().closed, 'it is not closed');
});

claim('whoever looks on says so', () => {
  const { socket, last } = listen('');
  welcome(last());
  same(last().said, ['follow 0'], 'the first words');
  socket.close();
});

// ---- pictures of links ----

// Bytes of text, mask, and a hash of the picture as libqrencode draws it.
const PICTURES = [
  [5, 0, '83e4429fc57e1e0c'], [17, 1, 'd6eccf523f2e0d38'], [18, 2, '69b92113c9ba3093'], [32, 2, 'e6c02f374b04b6f1'],
  [33, 1, '051715505964ec2c'], [53, 2, 'dcb2efdc35a9b83c'], [54, 1, '25112cf89bb7dce5'], [78, 0, '6c192c6ad25ac882'],
  [79, 4, '01614e3a16c58174'], [106, 0, 'ea12a31b0b557202'], [107, 4, '381e221991150116'], [134, 0, '53013da4d878f76e'],
  [135, 2, '0b00c92328a7a027'], [154, 1, '6c7ec772537feec2'], [155, 2, 'd66b25c7642cbb80'], [192, 6, '42f7f5fbf0fa8d33'],
  [193, 2, '378fc15c7f291b09'], [230, 2, 'e4e828b42b70c5a3'], [231, 0, '7af9fa9bedff8692'], [271, 1, '385fc94e3c9b4822'],
];

claim('QR codes are those that libqrencode draws, in every version', () => {
  for (const [length, mask, hash] of PICTURES) {
    const text = Array.from({ length }, (_, i) => 'https://yard.example/#?tokn='[(i * 7 + length) % 28]).join('');
    const rows = qr(text, mask).map((row) => row.join('')).join('\n');
    same(createHash('sha256').update(rows).digest('hex').slice(0, 16), hash, `${length} bytes with mask ${mask}`);
  }
  same(qr('x'.repeat(272)), null, 'what is too long');
});

process.exit((await runClaims(null)) ? 1 : 0);
