// A lying server: the test writes the lines of a table and sends them to one page as a server would. The core computes
// the dice from a secret that the test knows, so the only errors are those that the test introduces.
import { Core } from '../../web/core.js';
import { visit } from './windows.mjs';

export const SECRET = '5'.repeat(64);
export const OTHER_SECRET = '6'.repeat(64);
const LINKS = 1024;
const START = ['yardstick 1', 'date 2026-11-16T09:00:00Z', 'rules yardkle:entry=0,goal=500', '# room: dice fair'];

// The same core that the page uses.
export async function coreOf(server) {
  const answer = await fetch(`${server.address}core.wasm`);
  return Core.of(await WebAssembly.compile(await answer.arrayBuffer()));
}

// A table that is ready for its first commitment.
export class Table {
  lines = [];

  constructor(core, ...names) {
    this.core = core;
    core.ask('new');
    const sits = (name, i) => (name.includes(' bot ') ? `# room: bot ${i + 1} ${name.replace(' bot', '')}` : `# room: sit ${i + 1} ${name}`);
    this.say(...START, ...names.map(sits), '# room: begin', ...names.map((name) => `seat ${name}`), 'start 1');
  }

  // Passes lines to the core and logs them as the core spells them.
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

  // Plays to the end of the game, stopping whenever possible, and reveals the secret.
  play() {
    for (let over = false; !over; over = this.core.ask('state').phase === 'over') {
      const { legal } = this.core.ask('legal');
      this.say(legal?.find((action) => action.endsWith('stop')) ?? legal?.[0] ?? 'roll');
    }
    return this.say('reveal');
  }
}

const CODE = 'LYNKS7';

// Opens Ann's page at place 1 of the table. `hear` answers the page's lines; `before` runs before the page opens the
// table.
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
