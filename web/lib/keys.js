/**
 * Single-key shortcuts. They can be turned off (they interfere with speech input), and do nothing while
 * the user is typing or a dialog is open.
 */
import { useLayoutEffect, useRef } from '../vendor/preact.js';
import { getSettings } from './settings.js';

/**
 * @param {(key: string, event: KeyboardEvent) => boolean|void} hear returns true if the key did something
 */
export function useKeys(hear) {
  const newest = useRef(hear);
  newest.current = hear;
  // Before the first paint: users may type as soon as they see the page.
  useLayoutEffect(() => {
    const listen = (/** @type {KeyboardEvent} */ event) => {
      if (!getSettings().keys || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = /** @type {Element} */ (event.target);
      if (target.closest('input, select, textarea, dialog') || document.querySelector('dialog[open]')) return;
      // Focused buttons, links and summaries handle Space and Enter themselves.
      if ((event.key === ' ' || event.key === 'Enter') && target.closest('button, a, summary')) return;
      if (newest.current(event.key, event)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
