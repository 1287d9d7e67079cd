/**
 * What a screen reader should say, and what the page may speak aloud.
 */
import { getSettings } from './settings.js';
import { currentLanguage } from './strings.js';

/** @type {string[]} */
let queue = [];
let timer = 0;

/**
 * Says it to whoever cannot see it. What is said in one go is read in one go.
 * @param {string} words
 */
export function announce(words) {
  queue.push(words);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const region = document.getElementById('live');
    if (region) region.textContent = queue.join(' ');
    queue = [];
  }, 60);
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
