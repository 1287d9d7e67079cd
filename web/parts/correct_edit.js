/**
 * Forms for what should have been entered: dice, a choice, or a name. The possible choices come from
 * the core's state just before the corrected line.
 */
import { html, useEffect, useState } from '../vendor/preact.js';
import { marked } from '../lib/coach_words.js';
import { diceIn } from '../lib/log.js';
import { number, t, translateCore } from '../lib/strings.js';
import { DiceRow } from './dice.js';
import { FaceKeys } from './keypad.js';

/** @typedef {import('../lib/session.js').Session} Session */
/** @typedef {import('../lib/session.js').View} View */
/** @typedef {import('../lib/log.js').Entry} Entry */
/** @typedef {{session: Session, view: View, entry: Entry, onPut: (line: string) => void, onBack: () => void}} Props */

/** The last row of each form. @param {{disabled?: boolean, onBack: () => void}} props */
function Finish({ disabled = false, onBack }) {
  return html`<div class="buttons">
    <button type="submit" class="primary big" disabled=${disabled}>${t('correct.put')}</button>
    <button type="button" class="big" onClick=${onBack}>${t('cancel')}</button>
  </div>`;
}

/** @param {() => void} run */
const submit = (run) => (/** @type {Event} */ event) => {
  event.preventDefault();
  run();
};

/** Dice, of any line that begins with a word and goes on with dice. @param {Props} props */
export function CorrectRoll({ entry, onPut, onBack }) {
  const [faces, setFaces] = useState(() => diceIn(entry.said));
  const [at, setAt] = useState(0);
  const put = (/** @type {number} */ face) => {
    setFaces(faces.map((old, i) => i === at ? face : old));
    setAt((at + 1) % faces.length);
  };
  return html`<form onSubmit=${submit(() => onPut(`${entry.said.split(' ', 1)[0]} ${faces.join(' ')}`))}>
    <p id="correct-die">${t('correct.die')}</p>
    <div class="correct-dice" role="group" aria-labelledby="correct-die">
      ${faces.map((face, i) => html`<button type="button" key=${i} aria-pressed=${i === at} onClick=${() => setAt(i)}
        aria-label=${t('dice.die', { n: i + 1, face })}><span class=${`flat pips-${face}`} aria-hidden="true"></span></button>`)}
    </div>
    <${FaceKeys} onFace=${(/** @type {number} */ face) => () => put(face)} />
    <${Finish} onBack=${onBack} />
  </form>`;
}

/** @param {Props} props */
export function CorrectChoice({ session, view, entry, onPut, onBack }) {
  const [before, setBefore] = useState(/** @type {import('../lib/answers.js').State|null} */ (null));
  useEffect(() => {
    session.ask(`state ${entry.line - 1}`).then(setBefore);
  }, [entry]);
  if (!before) return html`<p class="quiet">${t('correct.reading')}</p>`;
  const props = { before, view, entry, onPut, onBack };
  if (entry.said.startsWith('score') && before.possible) return html`<${CorrectValue} ...${props} />`;
  if (entry.said.startsWith('score')) return html`<${CorrectBox} ...${props} />`;
  return entry.said.startsWith('take') ? html`<${CorrectTake} ...${props} />` : html`<${CorrectKeep} ...${props} />`;
}

/** @typedef {Omit<Props, 'session'> & {before: import('../lib/answers.js').State}} ChoiceProps */

/** @param {ChoiceProps} props */
function CorrectBox({ before, view, entry, onPut, onBack }) {
  const [box, setBox] = useState(entry.said.split(' ')[1]);
  const [zero, setZero] = useState(entry.said.endsWith(' 0'));
  const scores = before.claims?.[box];
  const boxes = view.sheet.rows.filter((row) => row.box && before.claims?.[row.box] !== undefined);
  return html`<form onSubmit=${submit(() => onPut(`score ${box}${scores && zero ? ' 0' : ''}`))}>
    <fieldset><legend>${t('correct.box')} <${DiceRow} faces=${before.dice ?? []} /></legend>
      ${boxes.map((row) => html`<label class="choice" key=${row.box}>
        <input type="radio" name="box" checked=${row.box === box} onChange=${() => setBox(row.box ?? '')} />
        ${t('correct.box.points', { box: translateCore(row.label ?? ''), n: before.claims?.[row.box ?? ''] ?? 0 })}</label>`)}
    </fieldset>
    ${scores ? html`<label class="choice"><input type="checkbox" checked=${zero} onChange=${() => setZero(!zero)} /> ${t('correct.zero')}</label>` : ''}
    <${Finish} onBack=${onBack} />
  </form>`;
}

/** A box whose points were entered without its dice. @param {ChoiceProps} props */
function CorrectValue({ before, view, entry, onPut, onBack }) {
  const [, was, old, extra] = entry.said.split(' ');
  const [box, setBox] = useState(was);
  const [value, setValue] = useState(Number(old));
  const [claim, setClaim] = useState(extra === 'bonus');
  const boxes = view.sheet.rows.filter((row) => row.box && before.possible?.[row.box]);
  const { points = [], bonus = [] } = before.possible?.[box] ?? {};
  const values = claim && bonus.length ? bonus : [...new Set([...points, ...bonus])].sort((a, b) => a - b);
  const now = values.includes(value) ? value : values[0];
  return html`<form onSubmit=${submit(() => onPut(`score ${box} ${now}${claim && bonus.includes(now) ? ' bonus' : ''}`))}>
    <fieldset><legend>${t('correct.box')}</legend>
      ${boxes.map((row) => html`<label class="choice" key=${row.box}>
        <input type="radio" name="box" checked=${row.box === box} onChange=${() => setBox(row.box ?? '')} /> ${translateCore(row.label ?? '')}</label>`)}
    </fieldset>
    <label class="field">${t('correct.points')}
      <select value=${now} onChange=${(/** @type {any} */ event) => setValue(Number(event.target.value))}>${values.map((n) => html`<option key=${n} value=${n}>${number(n)}</option>`)}</select></label>
    ${bonus.length > 0 && html`<label class="choice"><input type="checkbox" checked=${claim} onChange=${() => setClaim(!claim)} /> ${t('correct.points.bonus')}</label>`}
    <${Finish} onBack=${onBack} />
  </form>`;
}

/** The end of a turn of a press game: the points banked, or a bust. @param {Props} props */
export function CorrectPoints({ entry, onPut, onBack }) {
  const [verb, old = ''] = entry.said.split(' ');
  const [how, setHow] = useState(verb);
  const [points, setPoints] = useState(old);
  const typed = entry.pace === 'points'; // otherwise, the dice set aside say how many
  return html`<form onSubmit=${submit(() => onPut(how === 'bust' ? 'bust' : typed ? `bank ${points}` : 'bank'))}>
    <fieldset><legend>${t('correct.then')}</legend>
      ${['bank', 'bust'].map((one) => html`<label class="choice" key=${one}>
        <input type="radio" name="then" checked=${one === how} onChange=${() => setHow(one)} /> ${t(one === 'bust' ? 'correct.bust' : 'correct.bank.dice')}</label>`)}
    </fieldset>
    ${typed && how === 'bank' && html`<label class="field">${t('correct.points')}
      <input type="text" inputmode="numeric" value=${points} onInput=${(/** @type {any} */ event) => setPoints(event.target.value.replace(/\D/g, ''))} /></label>`}
    <${Finish} onBack=${onBack} disabled=${typed && how === 'bank' && !points} />
  </form>`;
}

/** @param {ChoiceProps} props */
function CorrectTake({ before, entry, onPut, onBack }) {
  const [dice, setDice] = useState(diceIn(entry.said).join(' '));
  const [then, setThen] = useState(entry.said.split(' ').at(-1));
  return html`<form onSubmit=${submit(() => onPut(`take ${dice} ${then}`))}>
    <fieldset><legend>${t('correct.aside')} <${DiceRow} faces=${before.dice ?? []} /></legend>
      ${(before.sets ?? []).map((set) => html`<label class="choice" key=${set.dice.join()}>
        <input type="radio" name="set" checked=${set.dice.join(' ') === dice} onChange=${() => setDice(set.dice.join(' '))} />
        <span><${DiceRow} faces=${set.dice} /> ${t('correct.set', { n: set.points })}</span></label>`)}
    </fieldset>
    <fieldset><legend>${t('correct.then')}</legend>
      ${['roll', 'stop'].map((how) => html`<label class="choice" key=${how}>
        <input type="radio" name="then" checked=${how === then} onChange=${() => setThen(how)} /> ${t(how === 'stop' ? 'correct.stop' : 'correct.go-on')}</label>`)}
    </fieldset>
    <${Finish} onBack=${onBack} />
  </form>`;
}

/** @param {ChoiceProps} props */
function CorrectKeep({ before, entry, onPut, onBack }) {
  const dice = before.dice ?? [];
  const [kept, setKept] = useState(() => marked(dice, entry.said));
  const line = dice.filter((_, i) => kept[i]).join(' ') || '-';
  return html`<form onSubmit=${submit(() => onPut(`keep ${line}`))}>
    <p id="correct-kept">${t('correct.kept')}</p>
    <div class="correct-dice" role="group" aria-labelledby="correct-kept">
      ${dice.map((face, i) => html`<button type="button" key=${i} aria-pressed=${kept[i]} onClick=${() => setKept(kept.map((k, at) => at === i ? !k : k))}
        aria-label=${t('dice.die', { n: i + 1, face }) + (kept[i] ? `, ${t('dice.kept')}` : '')}><span class=${`flat pips-${face}`} aria-hidden="true"></span>
        <span class="die-word" aria-hidden="true">${kept[i] ? t('dice.kept') : ''}</span></button>`)}
    </div>
    <${Finish} onBack=${onBack} />
  </form>`;
}

/** @param {Props} props */
export function CorrectName({ entry, onPut, onBack }) {
  const [, side, bot = ''] = /^seat (.*?)( bot \S+)?$/.exec(entry.said) ?? [];
  const [people, setPeople] = useState((side ?? '').split('+'));
  return html`<form onSubmit=${submit(() => onPut(`seat ${people.map((name) => name.trim()).filter(Boolean).join('+')}${bot}`))}>
    <div class="correct-people">${people.map((name, i) => html`<input type="text" key=${i} value=${name} maxlength="40" autocomplete="off" list="names"
      aria-label=${people.length > 1 ? t('correct.partner', { n: i + 1 }) : t('correct.name')}
      onInput=${(/** @type {any} */ event) => setPeople(people.map((old, at) => at === i ? event.target.value : old))} />`)}</div>
    ${!bot && html`<div class="buttons">
      <button type="button" onClick=${() => setPeople([...people, ''])}>${t('correct.add-partner')}</button>
      ${people.length > 1 && html`<button type="button" onClick=${() => setPeople(people.slice(0, -1))}>${t('correct.less-partner', { n: number(people.length) })}</button>`}
    </div>
    <p class="small quiet">${t('correct.partners')}</p>`}
    <${Finish} onBack=${onBack} disabled=${!people.some((name) => name.trim())} />
  </form>`;
}
