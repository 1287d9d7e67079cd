/**
 * The icons of the page, drawn as lines so that they look the same everywhere. Hidden from screen
 * readers; the button around an icon has a label.
 */
import { html } from '../vendor/preact.js';

const PATHS = {
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  undo: 'M8 5L4 9l4 4M4 9h10a5.500 5.500 0 0 1 0 11h-3',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.500 1 2.500h6c0-1 .2-1.700 1-2.500A6 6 0 0 0 12 3z',
  menu: 'M4 6h16M4 12h16M4 18h16',
  settings: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.500v5M8 14.500v5',
  erase: 'M9 5h11v14H9l-6-7zM12 9.500l5 5M17 9.500l-5 5',
  sound: 'M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11',
  tick: 'M5 13l4 4L19 7',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  flag: 'M6 21V4M6 5c4-2 7 2 12 0v8c-5 2-8-2-12 0',
  die: 'M4 4h16v16H4zM8 8h.01M16 8h.01M12 12h.01M8 16h.01M16 16h.01',
  next: 'M9 5l7 7-7 7',
  all: 'M3 12l3 3 6-6M11 14l1.500 1.500L19 9',
  house: 'M4 11l8-7 8 7v9H4z',
  star: 'M12 3.500l2.600 5.600 6 .7-4.400 4.200 1.200 6-5.400-3-5.400 3 1.200-6L3.400 9.800l6-.7z',
  play: 'M8 5l11 7-11 7z',
  pen: 'M4 20l1-5L16 4l4 4L9 19z',
  leaf: 'M5 20c0-9 4-14 15-15 0 11-6 15-12 14M5 20c2-5 5-8 9-9',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  people: 'M3 20c0-4 2.500-6 6-6s6 2 6 6M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M16 4.500a3.500 3.500 0 0 1 0 6.500M17.500 14.500c2.500.7 3.500 2.500 3.500 5.500',
  cup: 'M8 4h8v6a4 4 0 0 1-8 0zM8 5H4c0 4 1.500 6 4.500 6M16 5h4c0 4-1.500 6-4.500 6M12 14v4M8 20h8',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  book: 'M12 5v15M4 5h16v15H4z',
  screen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
};

/** @param {{name: keyof typeof PATHS}} props */
export function Icon({ name }) {
  return html`<svg class=${`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${PATHS[name]} /></svg>`;
}
