/**
 * A link as a picture for a camera.
 */
import { html } from '../app.js';
import { qr } from './qr.js';

const QUIET = 4; // modules of white around it

/** @param {{text: string, label: string}} props */
export function QrCode({ text, label }) {
  const grid = qr(text);
  if (!grid) return null;
  const size = grid.length + 2 * QUIET;
  const path = grid.flatMap((row, r) => row.map((dark, c) => (dark ? `M${c + QUIET} ${r + QUIET}h1v1h-1z` : ''))).join('');
  return html`<svg class="qr" role="img" aria-label=${label} viewBox=${`0 0 ${size} ${size}`} shape-rendering="crispEdges"><path fill="#000" d=${path} /></svg>`;
}
