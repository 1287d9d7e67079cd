/**
 * Keeps the current player in view in a list that scrolls inside its own area, without scrolling the page.
 */
import { useEffect } from '../vendor/preact.js';

/**
 * @param {{current: HTMLElement|null}} list its current item has the class "now"
 * @param {any[]} when
 */
export function useNowInView(list, when) {
  useEffect(() => {
    const area = list.current;
    const item = area?.querySelector('.now')?.getBoundingClientRect(), seen = area?.getBoundingClientRect();
    if (!area || !item || !seen) return;
    area.scrollLeft += Math.min(0, item.left - seen.left) + Math.max(0, item.right - seen.right);
    area.scrollTop += Math.min(0, item.top - seen.top) + Math.max(0, item.bottom - seen.bottom);
  }, when);
}
