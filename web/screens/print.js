/**
 * Score sheets for printing: blank ones, and those of a game. Everything on the screen is printed except
 * the controls.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { coach, referee } from '../lib/core_client.js';
import { go } from '../lib/route.js';
import { getSettings } from '../lib/settings.js';
import { day, number, t, translateCore } from '../lib/strings.js';
import { Frame, Note } from '../parts/frame.js';
import { ruleName } from './home.js';

/** @typedef {import('../lib/answers.js').Sheet & {subtitle?: string, family?: string, error?: string}} Sheet */
/** @typedef {import('../lib/answers.js').State} State */

const COLUMNS_MOST = 99;
const COLUMNS_A_PAGE = 12; // in landscape
const ONE_PAGE = 6; // columns that fit on a page in portrait

/** Rows that fit on one page. */
const ROUNDS_A_PAGE = 26;

/** @param {{path: string[]}} props */
export function PrintBlank({ path: [named] }) {
  const rules = named ?? getSettings().rules;
  const [sets, setSets] = useState(/** @type {string[]} */ ([]));
  const [sheet, setSheet] = useState(/** @type {Sheet|null} */ (null));
  const [problem, setProblem] = useState('');
  const [columns, setColumns] = useState(0);
  const [book, setBook] = useState(/** @type {import('../lib/answers.js').Book|null} */ (null));
  useEffect(() => {
    referee.ask(`sheet blank ${rules}`).then((answer) => {
      if (answer.error) return setProblem(translateCore(answer.error));
      setSheet(answer);
      setColumns(answer.columns.length);
    }, (error) => setProblem(String(error.message)));
    referee.ask(`book ${rules}`).then((answer) => setBook(answer.error ? null : answer), () => {});
    referee.ask('help').then((answer) => setSets([...new Set([...answer.rules, rules])]), () => {});
  }, [rules]);
  const title = t('print.blank');
  if (problem) return html`<${Frame} title=${title} back="#/rules"><${Note} kind="problem">${problem}</${Note}></${Frame}>`;
  if (!sheet) return html`<${Frame} title=${title} back="#/rules"><${Note}>${t('print.reading')}</${Note}></${Frame}>`;
  const pages = Math.ceil(columns / COLUMNS_A_PAGE), onEach = Math.ceil(columns / pages);
  const tables = Array.from({ length: pages }, (_, i) => Array.from({ length: Math.min(onEach, columns - i * onEach) }, () => ''));
  return html`<${Frame} title=${title} back=${named ? `#/rules/${encodeURIComponent(rules)}` : '#/'} class="screen-print">
    <section class="panel no-print">
      <div class="print-choices">
        <label class="field"><span>${t('print.rules')}</span>
          <select value=${rules} onChange=${(/** @type {Event} */ event) => go(`/print/${encodeURIComponent(/** @type {HTMLSelectElement} */ (event.target).value)}`, true)}>
            ${sets.map((set) => html`<option key=${set} value=${set}>${ruleName(set)}</option>`)}
          </select></label>
        <label class="field"><span>${t('print.columns')}</span>
          <select value=${String(columns)} onChange=${(/** @type {Event} */ event) => setColumns(Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
            ${Array.from({ length: COLUMNS_MOST }, (_, i) => html`<option key=${i} value=${String(i + 1)}>${number(i + 1)}</option>`)}
          </select></label>
        <${PrintButton} />
      </div>
      <p class="quiet small gap-above">${t(columns > ONE_PAGE ? 'print.turn' : 'print.fits')}</p>
    </section>
    ${tables.map((heads, i) => html`<div class="paper" key=${i}>
      <${Heading} title=${translateCore(sheet.title)} subtitle=${translateCore(sheet.subtitle ?? '')} />
      <${PaperSheet} sheet=${sheet} heads=${heads} caption=${title} />
      ${sheet.family === 'press' && book && html`<${Reminders} book=${book} />`}
      <p class="paper-foot">${t('print.foot')}</p>
    </div>`)}
  </${Frame}>`;
}

/**
 * What the dice score, and the rules to remember while pressing your luck.
 * @param {{book: any}} props
 */
function Reminders({ book }) {
  const rules = ['entry', 'final-round', 'hot-dice'].map((rule) => book.rules[rule]).filter(Boolean);
  return html`<p class="paper-foot">${book.sets.map((/** @type {any} */ { set, points }) => `${translateCore(set)} = ${number(points)}`).join(' · ')}</p>
    ${rules.map((rule) => html`<p class="paper-foot" key=${rule}>${translateCore(rule)}</p>`)}`;
}

function PrintButton() {
  return html`<button type="button" class="primary" onClick=${() => print()}>${t('print.do')}</button>`;
}

/** @param {{title: string, subtitle: string}} props */
function Heading({ title, subtitle }) {
  return html`<header class="paper-head"><h2>${title}</h2><p><bdi>${subtitle}</bdi></p></header>`;
}

/**
 * The sheets of a series of games, and its ledger.
 * @param {{session: import('../lib/session.js').Session}} props
 */
export function Print({ session }) {
  const [sheets, setSheets] = useState(/** @type {Sheet[]|null} */ (null));
  const [state, setState] = useState(/** @type {State|null} */ (null));
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let left = false;
    (async () => {
      const { text } = session;
      const now = await coach.about(text);
      const games = await Promise.all(Array.from({ length: now.game }, (_, i) => coach.about(text, `sheet ${i + 1}`)));
      const wrong = [now, ...games].find((answer) => answer.error);
      if (wrong) throw new Error(translateCore(wrong.error));
      if (left) return;
      setState(now);
      setSheets(games);
    })().catch((error) => !left && setProblem(String(error.message)));
    return () => {
      left = true;
    };
  }, [session.text]);
  const back = `#${session.path}`, title = t('print.title');
  if (problem) return html`<${Frame} title=${title} back=${back}><${Note} kind="problem">${problem}</${Note}></${Frame}>`;
  if (!sheets || !state) return html`<${Frame} title=${title} back=${back}><${Note}>${t('print.reading')}</${Note}></${Frame}>`;
  const series = sheets.length > 1;
  return html`<${Frame} title=${title} back=${back} class="screen-print">
    <section class="panel no-print"><div class="print-choices">
      <p>${t('print.game.about', { n: sheets.length })}</p><${PrintButton} /></div></section>
    ${sheets.map((sheet, i) => html`<div class="paper" key=${i}>
      <${Heading} title=${series ? t('print.game', { title: translateCore(sheet.title), n: i + 1 }) : translateCore(sheet.title)}
        subtitle=${translateCore(sheet.subtitle ?? '')} />
      <${PaperSheet} sheet=${sheet} heads=${sheet.columns} caption=${t('print.game', { title: translateCore(sheet.title), n: i + 1 })} />
      <p class="paper-foot">${t('print.foot')}</p>
    </div>`)}
    ${state.seats.length > 1 && (series || (state.settlement && state.phase === 'over')) && html`<${Ledger} state=${state} sheets=${sheets} />`}
  </${Frame}>`;
}

/**
 * @param {{sheet: Sheet, heads: string[], caption: string}} props
 */
function PaperSheet({ sheet, heads, caption }) {
  const wide = heads.length > ONE_PAGE;
  const press = sheet.rows.some((row) => row.kind === 'round');
  const long = sheet.rows.length > ROUNDS_A_PAGE;
  return html`<div class="scroll-x" tabindex="0" role="region" aria-label=${caption}>
    <table class=${`paper-sheet ${press ? 'paper-press' : ''} ${long ? 'paper-long' : ''} ${wide ? 'paper-wide' : ''}`} style=${{ '--columns': heads.length }}>
      <caption class="unseen">${caption}</caption>
      <thead><tr><th scope="col" class="label">${t('print.name')}</th>
        ${heads.map((name, i) => name ? html`<th scope="col" key=${i}><bdi>${name}</bdi>${sheet.first === i + 1 ? html` <small>${t('print.began')}</small>` : ''}</th>` : html`<td key=${i}></td>`)}</tr></thead>
      <tbody>
        ${sheet.rows.map((row, i) => row.kind === 'heading'
    ? html`<tr key=${i} class="paper-section"><th colspan=${heads.length + 1} scope="colgroup">${translateCore(row.label ?? '')}</th></tr>`
    : html`<tr key=${i} class=${`row-${row.kind}`}>
          <th scope="row" class="label">${translateCore(row.printed ?? row.label ?? '')}${row.how ? html` <small>${translateCore(row.how)}</small>` : ''}</th>
          ${heads.map((_, column) => html`<td key=${column}><${Cell} kind=${row.kind} cell=${row.cells?.[column] ?? null} />${row.kind === 'grand' && sheet.winners?.includes(column + 1) ? html` <small>${t('print.won')}</small>` : ''}</td>`)}
        </tr>`)}
      </tbody>
    </table>
  </div>`;
}

/**
 * A turn of a press game shows its points and the total after it.
 * @param {{kind: string, cell: any}} props
 */
function Cell({ kind, cell }) {
  if (kind === 'five-bonus' && typeof cell === 'number') return cell ? html`<span role="img" aria-label=${number(cell)}>${'✓'.repeat(cell)}</span>` : ''; // as on paper
  if (cell === null) return '';
  if (typeof cell !== 'object') return typeof cell === 'number' ? number(cell) : cell;
  return html`<span class="turn-points">${cell.bust ? '–' : `+${number(cell.points)}`}</span> <span class="turn-total">${number(cell.total)}</span>`;
}

/** @param {{state: State, sheets: Sheet[]}} props */
function Ledger({ state, sheets }) {
  const grand = (/** @type {Sheet} */ sheet) => sheet.rows.find((row) => row.kind === 'grand')?.cells ?? [];
  const unfinished = state.phase !== 'over';
  const title = t(sheets.length > 1 ? 'print.ledger.series' : 'print.ledger');
  return html`<div class="paper paper-ledger">
    <${Heading} title=${title} subtitle=${state.settlement ? t('print.ledger.about') : ''} />
    <div class="scroll-x" tabindex="0" role="region" aria-label=${title}><table class="paper-sheet" style=${{ '--columns': state.seats.length }}>
      <caption class="unseen">${title}</caption>
      <thead><tr><th scope="col" class="label">${t('print.name')}</th>
        ${state.seats.map((seat, i) => html`<th scope="col" key=${i}><bdi>${seat.name}</bdi></th>`)}</tr></thead>
      <tbody>
        ${sheets.map((sheet, i) => html`<tr key=${i}><th scope="row" class="label">${t('print.ledger.game', { n: i + 1 })}
          ${unfinished && i === sheets.length - 1 ? html` <small>${t('print.unfinished')}</small>` : ''}</th>
          ${state.seats.map((_, column) => html`<td key=${column}><${Cell} kind="grand" cell=${grand(sheet)[column] ?? null} /></td>`)}</tr>`)}
        <tr><th scope="row" class="label">${t('print.ledger.wins')}</th>
          ${state.seats.map((seat, i) => html`<td key=${i}>${number(seat.wins)}</td>`)}</tr>
        ${state.settlement && html`<tr class="row-grand"><th scope="row" class="label">${t('print.ledger.settled')}</th>
          ${state.seats.map((seat, i) => html`<td key=${i}>${seat.bot ? '' : `${seat.ledger > 0 ? '+' : ''}${number(seat.ledger)}`}</td>`)}</tr>`}
      </tbody>
    </table></div>
    <p class="paper-foot">${t('print.foot')} · ${day(Date.now())}</p>
  </div>`;
}
