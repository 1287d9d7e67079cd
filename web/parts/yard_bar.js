/**
 * Switches for a phone next to the lawn: speech, sounds, and keeping the screen on. In the menu of a table with real dice.
 */
import { html } from '../vendor/preact.js';
import { announce, speak } from '../lib/live.js';
import { changeSettings, getSettings } from '../lib/settings.js';
import { canSound, sound } from '../lib/sound.js';
import { t } from '../lib/strings.js';

/** @param {{turn: string, awake: string, again: () => void}} props turn: whose turn it is, in words; awake, again: from useAwake() */
export function YardBar({ turn, awake, again }) {
  const { speech, sound: sounds, awake: wanted } = getSettings();
  const canSpeak = 'speechSynthesis' in globalThis;
  return html`<div class="yard-bar" role="group" aria-label=${t('yard.bar')}>
    ${canSpeak && html`<${Switch} on=${speech} words=${t('yard.speech')}
      onChange=${(/** @type {boolean} */ on) => { changeSettings({ speech: on }); on ? speak(turn) : speechSynthesis.cancel(); }} />`}
    ${canSound() && html`<${Switch} on=${sounds} words=${t('yard.sound')}
      onChange=${(/** @type {boolean} */ on) => { changeSettings({ sound: on, soundAsked: true }); sound('land'); }} />`}
    ${awake !== 'unsupported' && html`<${Switch} on=${wanted && awake !== 'refused'} words=${t('yard.awake')}
      onChange=${(/** @type {boolean} */ on) => { changeSettings({ awake: on }); again(); }} />`}
    ${(awake === 'unsupported' || awake === 'refused') && html`<p class="yard-note small" role="status">${t(`yard.awake.${awake}`)}</p>`}
  </div>`;
}

/** @param {{on: boolean, words: string, onChange: (on: boolean) => void}} props */
function Switch({ on, words, onChange }) {
  return html`<button type="button" class="switch" role="switch" aria-checked=${on} onClick=${() => onChange(!on)}>
    ${words} <span class="switch-state" aria-hidden="true">${t(on ? 'yard.on' : 'yard.off')}</span></button>`;
}

/** The question, on the plank, where it moves nothing. Going on without an answer is a no. */
export function AskSound() {
  const answer = (/** @type {boolean} */ on) => {
    changeSettings({ sound: on, soundAsked: true });
    sound('land');
    announce(t(on ? 'yard.sound.on' : 'yard.sound.off'));
  };
  return html`<div class="ribbon ask-sound" role="group" aria-label=${t('yard.sound.ask')}><span>${t('yard.sound.ask')}</span>
    <button type="button" class="primary" onClick=${() => answer(true)}>${t('yard.sound.yes')}</button><button type="button" onClick=${() => answer(false)}>${t('yard.sound.no')}</button></div>`;
}
