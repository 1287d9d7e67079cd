/**
 * Keeping score for a press game: the entry on a card, and the keys. Bank, Bust and Delete have the same place at every
 * speed.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { referee } from '../lib/core_client.js';
import { useKeys } from '../lib/keys.js';
import { announce } from '../lib/live.js';
import { emit } from '../lib/moments.js';
import { number, t, translateCore, wholePercent } from '../lib/strings.js';
import { Icon } from './icon.js';
import { stopWords } from './press.js';
import { askWords, DeleteKey, EnteredDie, FaceKeys, Key, NewDice } from './keypad.js';

/** @typedef {import('./yard.js').PadProps} PadProps */

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', '50'];
const MOST = 5; // digits of a number

/**
 * @typedef {Object} Ahead what the core says about the entry so far
 * @property {string} [about] the entry that it is about
 * @property {number} [total] points of the turn with it
 * @property {string} [why] why these points or dice cannot be
 * @property {number} [falling] dice to roll next
 * @property {number} [banked] the player's total after banking
 * @property {string} [no_bank] why the player cannot bank
 */

/** @param {{error?: string, reason?: string}} answer */
const reasonOf = ({ reason, error }) => translateCore(reason ?? error ?? '');

/** Asks the core about what is typed. @param {PadProps} pad @returns {Ahead} */
function useAhead({ session, view, mode, typing: { typed }, act, bot }) {
  const [ahead, setAhead] = useState(/** @type {Ahead} */ ({}));
  const about = `${view.state.lines} ${mode} ${typed}`;
  useEffect(() => {
    let old = false;
    /** @returns {Promise<Ahead>} */
    const ask = async () => {
      if (!act || bot || mode === 'throws' || (mode === 'points' && !typed)) return {};
      if (mode === 'points') {
        const answer = await session.ask(`possible bank ${typed}`);
        return answer.possible ? { total: answer.points, banked: answer.total } : { why: reasonOf(answer) };
      }
      const record = typed ? `${session.text}aside ${[...typed].join(' ')}\n` : session.text;
      const then = await referee.about(record, 'state');
      if (then.error) return { why: reasonOf(then) };
      const bank = await referee.about(record, 'possible bank');
      return { total: then.turn_points, falling: then.falling, ...(bank.possible ? { banked: bank.total } : { no_bank: reasonOf(bank) }) };
    };
    ask().then((found) => old || setAhead({ ...found, about }), () => {});
    return () => {
      old = true;
    };
  }, [about, act]);
  return ahead.about === about ? ahead : {};
}

/** @param {PadProps} pad */
export function PressYard(pad) {
  const { view, mode, typing, quiet, act, bot, busy, now, count, choosing, set, slots, enter, add, speeds, take } = pad;
  const { state, look } = view;
  const { typed } = typing;
  const ahead = useAhead(pad);
  const open = act && !busy && !bot; // a person's turn, which can be entered here
  const own = state.seats[now - 1]?.total ?? 0;
  const n = Number(typed);
  const { least = 0, step = 1 } = state.bank ?? {};

  // What Bank would do, or why it does nothing.
  const bank = (() => {
    if (mode === 'throws') return choosing && set?.total !== undefined ? { points: set.turn_points, total: set.total } : { why: choosing ? translateCore((set ?? look).why ?? '') : '' };
    if (mode === 'points') {
      if (!typed) return { why: '' };
      const why = n % step ? t('yard.step', { n: number(step) }) : n < least ? t('yard.least', { n: number(least) }) : ahead.why;
      return why ? { why } : { points: n, total: ahead.banked ?? own + n };
    }
    if (ahead.banked !== undefined) return { points: ahead.total, total: ahead.banked };
    const outside = look.outside?.includes(now) && (ahead.total ?? 0) < (look.entry ?? 0);
    return { why: ahead.why || (!ahead.total ? '' : outside ? t('yard.least', { n: number(look.entry ?? 0) }) : ahead.no_bank ?? '') };
  })();
  const banks = open && bank.points !== undefined;
  const aside = [...typed].join(' ');
  const rolls = open && (mode === 'last' ? Boolean(typed) && ahead.total !== undefined : choosing && Boolean(set));
  const falling = mode === 'last' ? ahead.falling : set?.falling;
  const busts = open && mode !== 'throws';

  /** @param {string} digits */
  function type(digits) {
    const next = `${typing.now()}${digits}`.replace(/^0+/, '');
    if (!open || next.length > MOST) return;
    typing.set(next);
    emit({ kind: 'keep' });
  }

  function doBank() {
    if (!open) return;
    if (!banks) {
      emit({ kind: 'no' });
      return announce(bank.why || t('yard.nothing'));
    }
    if (mode === 'points') enter(`bank ${Number(typing.now())}`);
    else if (mode === 'last') enter(...(typed ? [`aside ${aside}`] : []), 'bank');
    else {
      quiet.begin();
      take('stop');
    }
  }

  function doRoll() {
    if (!rolls) return;
    if (mode === 'last') enter(`aside ${aside}`);
    else {
      quiet.begin();
      take('roll');
    }
  }

  const doBust = () => busts && enter('bust');

  useKeys((key, event) => {
    if (event.repeat || !open || state.phase === 'choose' || mode === 'throws') return false;
    if (mode === 'points' && /^[0-9]$/.test(key)) type(key);
    else if (key === 'Enter' || key === 's') doBank();
    else if (key === 'x') doBust();
    else if (key === 'r' && mode === 'last') doRoll();
    else return false;
    return true;
  });

  const total = mode === 'points' ? n : ahead.total ?? set?.turn_points ?? state.turn_points ?? 0;
  const lying = state.phase === 'choose' && slots.length > 0;
  const dead = choosing ? slots.map((slot) => !look.sets?.some(({ dice }) => dice.includes(slot.face ?? 0))) : [];
  const chance = t('press.chance', { chance: wholePercent(set?.bust ?? 0) });
  const more = look.needs && total > 0 ? look.needs.win - total : 0;
  return html`
    <section class="lawn entry" tabindex="-1" aria-label=${t('press.turn')}>
      <div class="entry-head"><strong class="pad-ask">${askWords(pad)}</strong>
        ${choosing && html`<span class="entry-tools"><button type="button" class="tool all-button" onClick=${pad.pickAll}><${Icon} name="all" /><span>${t('press.all')}</span></button>
          <button type="button" class="tool hint-button" onClick=${pad.hint}><${Icon} name="hint" /><span>${t('table.hint')}</span></button></span>`}</div>
      <div class=${`entry-middle entry-${mode}`}>
        ${mode === 'points' ? html`<p class="entry-figure entry-typed" data-long=${typed.length > 3 || undefined}>${typed ? number(n) : ''}<i class="caret" aria-hidden="true"></i></p>`
    : html`${lying ? html`<span class="entered" role="group" aria-label=${t('dice.group')}>${slots.map((slot, i) => html`<${EnteredDie} key=${i} slot=${slot} n=${i + 1} word=${t('dice.aside')} dead=${dead[i]} onPick=${choosing ? () => pad.pick(i) : null} />`)}</span>` : html`<${NewDice} typed=${typed} count=${count} />`}
          <p class="entry-total"><strong class="entry-figure">${state.phase === 'opening' ? '\u00a0' : number(total)}</strong>${more > 0 ? html`<strong class="lost">${t('press.more', { n: number(more) })}</strong>` : set && state.turn_points ? html`<span>${t('press.aside', { n: number(state.turn_points) })} ${t('press.picked', { n: number(set.points) })}</span>` : ''}<span class="entry-aside">${(look.aside ?? []).map(({ dice }, i) => html`<span class="bench-group" key=${i}>${dice.map((face, k) => html`<span key=${k} class=${`flat pips-${face}`}></span>`)}</span>`)}</span></p>`}
      </div>
      <div class="entry-foot">
        <p>${choosing && set ? html`${t('press.dice', { n: set.falling })}, <strong class="lost">${t('press.lose', { chance, n: number(set.turn_points) })}</strong>`
    : banks && bank.total !== undefined ? html`${number(own)} → <strong>${number(bank.total)}</strong>` : ''}</p>
        <${UndoLink} pad=${pad} /></div>
    </section>
    ${speeds}
    <section class=${`keypad press-pad ${open && choosing ? 'stakes' : ''} ${act && !choosing && mode === 'throws' && state.phase !== 'choose' ? 'pad' : ''}`} data-mode=${mode} data-quiet=${quiet.quiet || undefined} aria-label=${t('yard.keys')}>
      ${mode === 'points' ? html`<div class="digits" role="group" aria-label=${t('yard.digits')}>${DIGITS.map((digit) => html`<${Key} key=${digit} off=${!open} onTap=${quiet.tap(() => type(digit))}>${digit}<//>`)}</div>`
    : html`<${FaceKeys} off=${!act || state.phase === 'choose'} onFace=${(/** @type {number} */ face) => quiet.tap(() => add(face))} />
        <${Key} class="roll-key" off=${!rolls} onTap=${quiet.tap(doRoll)}><strong>${t('yard.roll-on')}</strong><span>${rolls && falling ? t('press.dice', { n: falling }) : ''}</span><//>`}
      <${DeleteKey} pad=${pad} />
      <${Key} class="bust-key" off=${!busts} onTap=${quiet.tap(doBust)}><strong>${t('yard.bust')}</strong><span>${t(mode === 'throws' ? 'yard.bust.itself' : 'yard.bust.zero')}</span><//>
      <${Key} class="bank-key" off=${!banks} onTap=${quiet.tap(doBank)}><strong>${t('yard.bank')}</strong>
        ${banks ? html`<strong class="bank-points">${number(bank.points ?? 0)}</strong>${mode === 'throws' && set && html`<span class="bank-why">${stopWords(state, set, now)}</span>`}` : html`<span class="bank-why">${bank.why}</span>`}<//>
    </section>`;
}

/** Says what it would take back. @param {{pad: PadProps}} props */
const UndoLink = ({ pad: { undoWords, undoTap, busy } }) => html`<button type="button" class="link undo-button" disabled=${!undoWords || busy} onClick=${undoTap}>${undoWords || t('table.undo')}</button>`;
