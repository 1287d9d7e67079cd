/**
 * Corrects what was entered, however long ago. The dialog lists the lines in force; the referee replays
 * everything after a correction, and refuses one that would make a later line impossible.
 */
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { diceIn, readTurns } from '../lib/log.js';
import { number, t, translateCore } from '../lib/strings.js';
import { CorrectChoice, CorrectName, CorrectPoints, CorrectRoll } from './correct_edit.js';
import { Dialog } from './dialog.js';
import { DiceRow } from './dice.js';
import { Problem } from './problem.js';

/** @typedef {import('../lib/session.js').Session} Session */
/** @typedef {import('../lib/session.js').View} View */
/** @typedef {import('../lib/log.js').Entry} Entry */
/** @typedef {import('../lib/log.js').Turn} Turn */

const SHOWN = 6; // turns shown at first

/** @type {Record<string, any>} */
const EDITORS = { seat: CorrectName, roll: CorrectRoll, last: CorrectRoll, aside: CorrectRoll, keep: CorrectChoice, take: CorrectChoice, score: CorrectChoice, bank: CorrectPoints, bust: CorrectPoints };

/**
 * A line in plain words, with its dice drawn.
 * @param {{said: string, view: View}} props
 */
function Line({ said, view }) {
  const [word, ...rest] = said.split(' ');
  const dice = diceIn(said);
  const drawn = html`<${DiceRow} faces=${dice} />`;
  if (word === 'seat') return html`<span><bdi>${rest.join(' ').replace(/ bot \S+$/, '')}</bdi></span>`;
  if (word === 'score') {
    const row = view.sheet.rows.find((r) => r.box === rest[0]);
    if (Number(rest[1])) return html`<span>${t('correct.score.points', { n: number(Number(rest[1])), box: translateCore(row?.label ?? rest[0]) })}</span>`;
    return html`<span>${t(rest[1] ? 'correct.score.zero' : 'correct.score', { box: translateCore(row?.label ?? rest[0]) })}</span>`;
  }
  if (word === 'bank') return html`<span>${rest.length ? t('correct.bank', { n: number(Number(rest[0])) }) : t('correct.bank.dice')}</span>`;
  if (word === 'bust') return html`<span>${t('correct.bust')}</span>`;
  if (word === 'last') return html`<span>${t('correct.last')} ${drawn}</span>`;
  if (word === 'aside') return html`<span>${t('correct.take')} ${drawn}</span>`;
  if (word === 'roll') return html`<span>${t('correct.roll')} ${drawn}</span>`;
  if (word === 'keep') return dice.length ? html`<span>${t('correct.keep')} ${drawn}</span>` : html`<span>${t('correct.keep.none')}</span>`;
  return html`<span>${t('correct.take')} ${drawn}<span class="unseen">,</span> ${t(rest.at(-1) === 'stop' ? 'correct.stop' : 'correct.go-on')}</span>`;
}

/** @param {Turn} turn @param {boolean} series */
function heading(turn, series) {
  const name = turn.person ?? '';
  const words = turn.kind === 'names' ? t('correct.names') : turn.kind === 'opening' ? t('correct.opening', { name })
    : t('correct.turn', { name, n: turn.number ?? 0 });
  return series && turn.kind !== 'names' ? t('correct.of-game', { turn: words, n: turn.game }) : words;
}

/**
 * @param {{session: Session, view: View, physical: boolean, onClose: () => void}} props
 */
export function CorrectDialog({ session, view, physical, onClose }) {
  const [turns, setTurns] = useState(/** @type {Turn[]|null} */ (null));
  const [entry, setEntry] = useState(/** @type {Entry|null} */ (null));
  const [shown, setShown] = useState(SHOWN);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [book, setBook] = useState(/** @type {any} */ (null));
  const place = useRef(/** @type {HTMLElement|null} */ (null));
  const opened = useRef(false);
  useEffect(() => {
    readTurns(session).then(setTurns, (error) => setProblem({ error: String(error.message) }));
  }, [view]);
  useEffect(() => {
    session.ask('book').then(setBook);
  }, []);
  // Switching between list and entry removes the pressed button, and the focus with it.
  useLayoutEffect(() => {
    if (opened.current) place.current?.focus();
    opened.current = true;
  }, [entry]);

  /** @param {string} line */
  async function put(line) {
    if (!entry) return;
    setProblem(null);
    const answer = await session.say(`correct ${entry.line} ${line}`);
    if (answer.error !== undefined) return setProblem(answer);
    onClose(); // the table announces the correction
  }

  function back() {
    setEntry(null);
    setProblem(null);
  }

  const refusal = html`<${Problem} problem=${problem} book=${book} session=${session} onClose=${() => setProblem(null)} />
    ${problem && !problem.store && html`<p class="small quiet">${t('correct.unchanged')}</p>`}`;
  const Editor = entry && EDITORS[entry.said.split(' ', 1)[0]];
  const past = (turns ?? []).filter((turn) => turn.kind !== 'names').reverse();
  const names = (turns ?? []).filter((turn) => turn.kind === 'names');
  const series = view.state.game > 1;
  const choose = (/** @type {Entry} */ one) => {
    setProblem(null);
    setEntry(one);
  };
  return html`<${Dialog} title=${t('menu.correct')} onClose=${onClose} class="correct">
    ${entry ? html`<div ref=${place} key="edit" tabindex="-1" class="correct-edit">
        <p><strong>${entry.person ? html`<bdi>${entry.person}</bdi>: ` : ''}<${Line} said=${entry.said} view=${view} /></strong></p>
        <${Editor} key=${entry.line} session=${session} view=${view} entry=${entry} onPut=${put} onBack=${back} />
        ${refusal}
      </div>`
    : html`<div ref=${place} key="list" tabindex="-1" class="correct-list">
        <p class="small quiet">${t(physical ? 'correct.what' : 'correct.what.app')}</p>
        ${refusal}
        ${!turns && !problem && html`<p class="quiet">${t('correct.reading')}</p>`}
        ${past.slice(0, shown).map((turn) => html`<${TurnLines} key=${turn.entries[0].line} turn=${turn} view=${view} title=${heading(turn, series)} onChoose=${choose} />`)}
        ${past.length > shown && html`<button type="button" class="wide" onClick=${() => setShown(shown + 4 * SHOWN)}>${t('correct.earlier')}</button>`}
        ${names.map((turn) => html`<${TurnLines} key="names" turn=${turn} view=${view} title=${heading(turn, series)} onChoose=${choose} />`)}
      </div>`}
  </${Dialog}>`;
}

/**
 * @param {{turn: Turn, view: View, title: string, onChoose: (entry: Entry) => void}} props
 */
function TurnLines({ turn, view, title, onChoose }) {
  if (turn.kind === 'rematch') return html`<p class="correct-rematch">${t('correct.rematch', { n: turn.game })}</p>`;
  const entries = turn.kind === 'names' ? turn.entries : [...turn.entries].reverse();
  return html`<section class="correct-turn">
    <h3><bdi>${title}</bdi></h3>
    <ul>${entries.map((entry) => html`<li key=${entry.line}>
      ${entry.correctable ? html`<button type="button" onClick=${() => onChoose(entry)}>
          <${Line} said=${entry.said} view=${view} /><span class="correct-pen" aria-hidden="true">✎</span><span class="unseen">${t('correct.change')}</span></button>`
    : html`<span class="correct-fixed"><${Line} said=${entry.said} view=${view} /></span>`}
      ${entry.first_said && html`<p class="small quiet correct-first">${t('correct.first')} <${Line} said=${entry.first_said} view=${view} /></p>`}
    </li>`)}</ul>
  </section>`;
}
