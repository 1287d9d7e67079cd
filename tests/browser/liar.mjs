// A server that lies: a table whose lines the test writes, told to one page as a server would tell them. The dice
// are those of the core, with a secret that the test knows, so only what the test changes is wrong.
import { Core } from '../../web/core.js';
import { visit } from './windows.mjs';

export const SECRET = '5'.repeat(64);
export const OTHER_SECRET = '6'.repeat(64);
const LINKS = 1024;
const START = ['yardstick 1', 'date 2026-11-16T09:00:00Z', 'rules yardkle:entry=0,goal=500', '# room: dice fair'];

// The core as the page has it.
export async function coreOf(server) {
  const answer = await fetch(`${server.address}core.wasm`);
  return Core.of(await WebAssembly.compile(await answer.arrayBuffer()));
}

// A table of people, up to the first dice.
export class Table {
  lines = [];

  constructor(core, ...names) {
    this.core = core;
    core.ask('new');
    const sits = (name, i) => (name.includes(' bot ') ? `# room: bot ${i + 1} ${name.replace(' bot', '')}` : `# room: sit ${i + 1} ${name}`);
    this.say(...START, ...names.map(sits), '# room: begin', ...names.map((name) => `seat ${name}`), 'start 1');
  }

  // Lines of the table language, as the core writes them.
  say(...lines) {
    for (const line of lines) {
      const { ok, error } = this.core.ask(line);
      if (error) throw new Error(`${line}: ${error}`);
      this.lines.push(ok);
    }
    return this;
  }

  commit(secret = SECRET) {
    const { commitment } = this.core.ask(`secret ${secret} ${LINKS}`);
    return this.say(`dice fair2 ${LINKS} ${commitment}`);
  }

  // Plays until the game is over, as badly as can be.
  play() {
    for (let over = false; !over; over = this.core.ask('state').phase === 'over') {
      const { legal } = this.core.ask('legal');
      this.say(legal?.find((action) => action.endsWith('stop')) ?? legal?.[0] ?? 'roll');
    }
    return this.say('reveal');
  }
}

const CODE = 'LYNKS7';

// Ann's page at such a table, at place 1. What it says goes to `hear`, which answers;
// `before` is done before it goes there.
export async function sitDown(browser, server, table, hear = () => ({ error: 'not now', code: 'turn' }), before = () => {}) {
  const liar = { code: CODE, heard: [], say: (...lines) => table.say(...lines) };
  let socket = null;
  let told = 0;
  const tell = (message) => socket?.send(JSON.stringify(message));
  liar.tell = () => {
    while (told < table.lines.length) tell({ line: ++told, say: table.lines[told - 1], at: Date.now() });
  };
  const page = await visit(browser, server.address, { hear(route) {
    route.onMessage((message) => {
      if (/^(hold|follow) /.test(message)) {
        socket = route;
        told = Number(message.split(' ').pop());
        tell({ table: { code: CODE, here: [1] }, place: message.startsWith('hold') ? 1 : 0, lines: table.lines.length });
        liar.tell();
        return;
      }
      const [id, ...words] = message.split(' ');
      liar.heard.push(words.join(' '));
      tell({ id: id.slice(1), ...hear(words.join(' ')) });
      liar.tell();
    });
  } });
  await page.route(`**/api/tables/${CODE}`, (route) => route.fulfill({ json: { code: CODE } }));
  await before(page);
  await page.goto(`${server.address}#/online/${CODE}?token=T`);
  return { ann: page, liar };
}
