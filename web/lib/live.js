/**
 * What a screen reader should say, and what the page may speak aloud.
 */
import { getSettings } from './settings.js';
import { currentLanguage } from './strings.js';

/** @type {string[]} */
let queue = [];
let timer = 0;

/** While a dialog is open, nothing outside of it is read: then its own region speaks. */
function region() {
  return [...document.querySelectorAll('dialog[open] .live')].pop() ?? document.getElementById('live');
}

/**
 * Says it to whoever cannot see it. What is said in one go is read in one go.
 * @param {string} words
 */
export function announce(words) {
  queue.push(words);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const place = region();
    if (place) place.textContent = queue.join(' ');
    queue = [];
  }, 60);
}

/** What was said on the screen before is no part of the next one. */
export function hush() {
  const place = region();
  if (place) place.textContent = '';
}

/**
 * Speaks aloud, if that is wanted and possible.
 * @param {string} words
 */
export function speak(words) {
  if (!getSettings().speech || !('speechSynthesis' in globalThis)) return;
  speechSynthesis.cancel(); // the newest counts
  const utterance = new SpeechSynthesisUtterance(words);
  utterance.lang = currentLanguage();
  speechSynthesis.speak(utterance);
}
