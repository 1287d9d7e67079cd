/**
 * Imports games from chosen or dropped files, or from pasted text and links.
 */
import { html, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { StoreError } from '../lib/games.js';
import { ReceiveError, keep, receiveFiles, receivePasted } from '../lib/receive.js';
import { announce } from '../lib/live.js';
import { t, translateCore } from '../lib/strings.js';
import { Note } from './frame.js';

/** @typedef {import('../lib/receive.js').Outcome} Outcome */

/**
 * Why an import failed, in words.
 * @param {ReceiveError} error
 */
export function receiveWords(error) {
  if (error.why === 'link') return t(`receive.link.${error.said}`);
  if (error.why !== 'record') return t(`receive.${error.why}`);
  const why = translateCore(error.said);
  return error.line ? t('receive.record', { line: error.line, why }) : why;
}

/** @param {unknown} error */
export function problemWords(error) {
  if (error instanceof ReceiveError) return receiveWords(error);
  if (error instanceof StoreError) return t(`store.${error.why}`);
  return String(/** @type {Error} */ (error)?.message ?? error);
}

/** @param {Outcome[]} outcomes */
function summary(outcomes) {
  const count = (/** @type {string} */ what) => outcomes.filter((o) => o.outcome === what).length;
  const said = [];
  if (count('added')) said.push(t('receive.added', { n: count('added') }));
  if (count('grown')) said.push(t('receive.grown', { n: count('grown') }));
  const here = count('same') + count('longer');
  if (here) said.push(t('receive.here', { n: here }));
  if (count('wrong')) said.push(t('receive.wrong', { n: count('wrong') }));
  return said.join(' ') || t('receive.nothing');
}

/** @param {{onKept: () => void}} props onKept: called after each import */
export function Import({ onKept }) {
  const [outcomes, setOutcomes] = useState(/** @type {Outcome[]|null} */ (null));
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState('');
  const [over, setOver] = useState(false);
  const [pasted, setPasted] = useState('');
  const chooser = useRef(/** @type {HTMLInputElement|null} */ (null));
  const waiting = useRef(0);
  const turn = useRef(Promise.resolve());

  /**
   * Runs imports one after another, because each compares its games with the stored ones. The
   * outcomes of queued imports are shown together.
   * @param {() => Promise<Outcome[]>} work
   */
  const run = (work) => {
    if (!waiting.current++) {
      setProblem('');
      setOutcomes(null);
    }
    setBusy((now) => now || t('receive.busy', { n: 0 }));
    turn.current = turn.current.then(work).then((found) => {
      setOutcomes((before) => [...before ?? [], ...found]);
      announce(summary(found));
    }).catch((error) => setProblem(problemWords(error))).then(() => {
      if (!--waiting.current) setBusy('');
      onKept();
    });
  };
  const takeFiles = (/** @type {FileList} */ list) => {
    const files = [...list]; // a copy: the browser empties its list
    run(() => receiveFiles(files, (n) => setBusy(t('receive.busy', { n }))));
  };
  const takePasted = () => run(async () => {
    const received = await receivePasted(pasted);
    const kept = await keep(received);
    setPasted((now) => (now === pasted ? '' : now)); // keep text typed while the import ran
    return [{ name: t('receive.pasted'), cut: false, ...kept }];
  });

  // Before the first paint: without these listeners the browser would open a dropped file.
  useLayoutEffect(() => {
    const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files');
    const drag = (/** @type {DragEvent} */ event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (/** @type {DragEvent} */ event) => {
      if (!event.relatedTarget) setOver(false);
    };
    const drop = (/** @type {DragEvent} */ event) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      takeFiles(/** @type {DataTransfer} */ (event.dataTransfer).files);
    };
    addEventListener('dragover', drag);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', drag);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);

  return html`<div class=${`import ${over ? 'import-over' : ''}`}>
    <p class="quiet">${t('receive.about')}</p>
    <input ref=${chooser} type="file" multiple accept=".yard,.zip,.txt,text/plain,application/zip" class="unseen" tabindex="-1"
      aria-label=${t('receive.choose')} onChange=${(/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.files?.length) takeFiles(input.files);
    input.value = ''; // allow choosing the same file again
  }} />
    <div class="buttons">
      <button type="button" disabled=${Boolean(busy)} onClick=${() => chooser.current?.click()}>${t('receive.choose')}</button>
    </div>
    <details>
      <summary>${t('receive.paste')}</summary>
      <label class="field">
        <span>${t('receive.paste.what')}</span>
        <textarea rows="4" class="link-field" dir="ltr" spellcheck=${false} value=${pasted}
          onInput=${(/** @type {Event} */ event) => setPasted(/** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea>
      </label>
      <button type="button" disabled=${!pasted.trim() || Boolean(busy)} onClick=${takePasted}>${t('receive.paste.do')}</button>
    </details>
    ${busy && html`<${Note}>${busy}</${Note}>`}
    ${problem && html`<${Note} kind="problem">${problem}</${Note}>`}
    ${outcomes && html`<${Outcomes} outcomes=${outcomes} />`}
  </div>`;
}

/** @param {{outcomes: Outcome[]}} props */
function Outcomes({ outcomes }) {
  const wrong = outcomes.some((o) => o.outcome === 'wrong');
  const telling = outcomes.filter((o) => o.outcome !== 'added' || o.cut || outcomes.length < 4);
  return html`<div class=${`note ${wrong ? 'note-problem' : 'note-good'}`}>
    <p>${summary(outcomes)}</p>
    <ul class="plain-list small">${telling.map((o, i) => html`<li key=${i}>
      <bdi class="file-name">${o.name}</bdi>: ${o.outcome === 'wrong' ? receiveWords(o.error)
    : html`${t(`receive.one.${o.outcome}`)} ${o.cut ? t('receive.cut') : ''} <a href=${`#/game/${o.id}`}>${t('receive.open')}</a>`}
    </li>`)}</ul>
  </div>`;
}
