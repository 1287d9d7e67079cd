/**
 * Single keys as shortcuts. They can be switched off (they get in the way of speech input), and do
 * nothing while something is typed or a dialog is open.
 */
import { useLayoutEffect, useRef } from '../vendor/preact.js';
import { getSettings } from './settings.js';

/**
 * @param {(key: string, event: KeyboardEvent) => boolean|void} hear true: the key did something
 */
export function useKeys(hear) {
  const newest = useRef(hear);
  newest.current = hear;
  // Before anything is seen: whoever sees where to type may type at once.
  useLayoutEffect(() => {
    const listen = (/** @type {KeyboardEvent} */ event) => {
      if (!getSettings().keys || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = /** @type {Element} */ (event.target);
      if (target.closest('input, select, textarea, dialog') || document.querySelector('dialog[open]')) return;
      // A button in focus takes these for itself.
      if ((event.key === ' ' || event.key === 'Enter') && target.closest('button, a, summary')) return;
      if (newest.current(event.key, event)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
