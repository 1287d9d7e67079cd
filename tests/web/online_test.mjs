// The parts for tables of a server that draw nothing: who sits at a table, the line to it, pictures of links.
// Speaks TAP.
import { createHash } from 'node:crypto';
import { qr } from '../../web/online/qr.js';
import { Room } from '../../web/online/room.js';
import { pauseBefore, TableSocket } from '../../web/online/socket.js';
import { check, claim, runClaims, same } from '../browser/browser.mjs';

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
