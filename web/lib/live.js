/**
 * Announcements for screen readers, and speech.
 */
import { getSettings } from './settings.js';
import { currentLanguage } from './strings.js';

/** @type {string[]} */
let queue = [];
let timer = 0;

/** Replaces no-break spaces, as between dice, with plain ones: some voices read them out. @param {string} words */
const plain = (words) => words.replaceAll('\u00a0', ' ');

/** Screen readers ignore everything outside an open dialog, so dialogs have their own live region. */
function region() {
  return [...document.querySelectorAll('dialog[open] .live')].pop() ?? document.getElementById('live');
}

/**
 * Announces something to screen readers. Announcements in quick succession are read together.
 * @param {string} words
 */
export function announce(words) {
  queue.push(plain(words));
  clearTimeout(timer);
  timer = setTimeout(() => {
    const place = region();
    if (place) place.textContent = queue.join(' ');
    queue = [];
  }, 60);
}

/**
 * Clears announcements of the previous screen.
 * @param {boolean} [all] also those that have not been made yet
 */
export function hush(all = false) {
  if (all) queue = [];
  for (const place of document.querySelectorAll('#live, .live')) place.textContent = '';
}

/**
 * Speaks aloud, if enabled and supported.
 * @param {string} words
 */
export function speak(words) {
  if (!getSettings().speech || !('speechSynthesis' in globalThis)) return;
  speechSynthesis.cancel(); // only the newest announcement matters
  const utterance = new SpeechSynthesisUtterance(plain(words));
  utterance.lang = currentLanguage();
  speechSynthesis.speak(utterance);
}
