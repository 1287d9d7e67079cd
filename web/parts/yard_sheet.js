/**
 * Keeping score for a sheet game, below the sheet: the dice and a pad of faces or, for points alone, the values that the
 * chosen box can have.
 */
import { html, useState, useEffect } from '../vendor/preact.js';
import { useKeys } from '../lib/keys.js';
import { emit } from '../lib/moments.js';
import { number, t } from '../lib/strings.js';
import { Icon } from './icon.js';
import { askWords, DeleteKey, EnteredDie, FaceKeys, Key } from './keypad.js';
import { Plank } from './plank.js';

/** @typedef {import('./yard.js').PadProps} PadProps */

const KEYS = 10; // up to so many values have a key each; of more, the digits are typed
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

/** @param {PadProps} pad */
export function SheetYard(pad) {
  const { view, mode, quiet, act, bot, busy, choosing, keeps, picks, slots, add, speeds, undoWords, undoTap, typing: { typed }, count, box, label } = pad;
  const { state, look } = view;
  const points = mode === 'points' && state.phase !== 'choose';
  const right = pad.plank().right;
  const plank = pad.visits ? pad.plank() : points ? { words: !box ? t('yard.box', { name: pad.name }) : typed ? t('yard.typed', { box: label(box), n: typed }) : t('yard.value', { box: label(box) }), right: box ? '' : right }
    : state.phase === 'choose' && mode === 'last' && !bot ? { words: t('yard.in'), right: '' }
      : state.phase === 'choose' ? pad.plank() : { words: mode === 'last' ? t('yard.dice', { name: pad.name }) : askWords(pad), right: '' };
  const may = choosing && keeps && view.legal.includes(`keep ${picks || '-'}`);
  const again = slots.filter((slot) => !slot.picked).length;
  const missing = count - typed.length;
  return html`${pad.line(html`<${Plank} ...${plank} />`)}
    <section class=${`keypad sheet-pad ${act && !points && state.phase !== 'choose' ? 'pad' : ''}`} data-mode=${mode} data-quiet=${quiet.quiet || undefined} aria-label=${t('yard.keys')}>
      <div class="pad-tools">${speeds}
        <button type="button" class="tool undo-button" disabled=${!undoWords || busy} aria-label=${undoWords || t('table.undo')} title=${undoWords} onClick=${undoTap}><${Icon} name="undo" /></button>
        <button type="button" class="tool hint-button" disabled=${!choosing} aria-label=${t('table.hint')} onClick=${pad.hint}><${Icon} name="hint" /></button></div>
      ${points ? html`<${Values} pad=${pad} />` : html`
        <${Places} pad=${pad} />
        <${FaceKeys} off=${!act || state.phase === 'choose'} onFace=${(/** @type {number} */ face) => quiet.tap(() => add(face))} />
        <${Key} class="roll-key" off=${!may} onTap=${quiet.tap(() => {
    if (!may || busy) return;
    quiet.begin();
    pad.rollOthers();
  })}>${mode === 'throws' && state.phase === 'choose' && (look.rolls ?? 0) > (state.rolls ?? 0) ? html`<strong>${t('yard.roll-on')}</strong><span>${again ? t('press.dice', { n: again }) : ''}</span>`
    : html`<span>${state.phase === 'choose' ? t('yard.tap') : t('yard.missing', { n: missing })}</span>`}<//>`}
      <${DeleteKey} pad=${pad} />
    </section>`;
}

/** The dice in their places: kept, entered, or missing. @param {{pad: PadProps}} props */
function Places({ pad: { view: { state }, slots, typing: { typed }, count, choosing, keeps, pick } }) {
  const entering = state.phase !== 'choose';
  const places = slots.length ? slots : Array.from({ length: count }, () => ({ face: null, picked: false, throw: 0 }));
  let nth = 0;
  return html`<div class="pad-places lawn" role="group" tabindex="-1" aria-label=${t('dice.group')}>${places.map((slot, i) => {
    if (entering && slot.picked) return html`<span key=${i} class="place-die picked" role="img" aria-label=${t('pad.kept', { dice: slot.face ?? '' })}><span class=${`flat pips-${slot.face}`}></span></span>`;
    if (entering) {
      const face = typed[nth++];
      return html`<span key=${i} class="place-die pad-new" role="img" aria-label=${face ? t('dice.die', { n: i + 1, face }) : t('dice.unrolled', { n: i + 1 })}><span class=${`flat ${face ? `pips-${face}` : nth - 1 === typed.length ? 'gap next' : 'gap'}`}></span></span>`;
    }
    return html`<${EnteredDie} key=${i} slot=${slot} n=${i + 1} word=${t('dice.kept')} onPick=${choosing && keeps ? () => pick(i) : null} />`;
  })}</div>`;
}

/** What the chosen box can have. @param {{pad: PadProps}} props */
function Values({ pad: { view, box, act, busy, bot, typing, quiet, enter } }) {
  const [claim, setClaim] = useState(false); // with the bonus of another five of a kind
  useEffect(() => setClaim(false), [view.state.position]);
  const { points = [], bonus = [] } = view.state.possible?.[box] ?? {};
  const open = act && !busy && !bot && Boolean(box);
  const all = claim ? bonus : [...new Set([...points, ...bonus])].sort((a, b) => a - b);
  const each = Boolean(box) && all.length <= KEYS;
  const fits = (/** @type {string} */ start) => all.filter((value) => String(value).startsWith(start));

  const put = (/** @type {number} */ value) => open && enter(`score ${box} ${value}${claim ? ' bonus' : ''}`);

  /** Enters the number as soon as it can be no other. @param {string} digit */
  function type(digit) {
    const now = `${typing.now()}${digit}`;
    const left = fits(now);
    if (!open || !left.length) return;
    typing.set(now);
    emit({ kind: 'keep' });
    if (left.length === 1 && String(left[0]) === now) put(left[0]);
  }

  useKeys((key, event) => {
    if (event.repeat || !open) return false;
    if (/^[0-9]$/.test(key)) type(key);
    else if (key === 'Enter' && all.includes(Number(typing.now() || NaN))) put(Number(typing.now()));
    else return false;
    return true;
  });

  const keys = each ? Array.from({ length: KEYS }, (_, i) => all[i]) : DIGITS;
  return html`<div class=${`digits ${each ? 'values' : ''}`} role="group" aria-label=${t(each ? 'yard.values' : 'yard.digits')}>
      ${keys.map((key, i) => {
    if (typeof key === 'string') return html`<${Key} key=${i} off=${!open || !fits(`${typing.typed}${key}`).length} onTap=${quiet.tap(() => type(key))}>${key}<//>`;
    if (key === undefined) return html`<span key=${i} class="key key-none" aria-hidden="true"></span>`;
    const extra = !points.includes(key) || claim;
    return html`<${Key} key=${i} class="value-key" onTap=${quiet.tap(() => put(key))} label=${extra ? t('yard.with-bonus', { n: number(key) }) : undefined}>${number(key)}${extra && html`<span>${t('yard.bonus')}</span>`}<//>`;
  })}</div>
    <${Key} class="roll-key" off=${!bonus.length} pressed=${claim} onTap=${quiet.tap(() => bonus.length && setClaim(!claim))}><strong>${t('yard.bonus')}</strong><//>`;
}
