// Composes the pictures for the documents from the screenshots that the browser tests take with PICTURES=1:
//     node pictures.mjs SCREENSHOTS IMAGES
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './browser.mjs';

const [, , screenshots, images] = process.argv;

const data = (name) => `data:image/png;base64,${readFileSync(join(screenshots, `${name}.png`)).toString('base64')}`;

// Phones side by side, each showing the top of a screen.
const phones = (names, height) => `<div style="display:flex;gap:16px">${names.map((name) =>
  `<div style="width:300px;height:${height}px;border-radius:14px;background:top/cover url(${data(name)})"></div>`).join('')}</div>`;

// All screens, small, in rows.
const sheet = (ending, width, height) => `<div style="display:flex;flex-wrap:wrap;gap:6px;width:1660px">${readdirSync(screenshots)
  .filter((name) => name.endsWith(`${ending}.png`) && !/^(fair|report)|pseudo|large|-script-/.test(name)).sort().map((name) =>
    `<div style="width:${width}px;height:${height}px;background:top/cover url(${data(name.slice(0, -4))})"></div>`).join('')}</div>`;

const PICTURES = {
  page: phones(['table-390-light', 'yard-mode-390-light', 'press-390-dark', 'hint-390-light', 'practice-judged-390-light'], 649),
  online: phones(['online-lobby-390-light', 'online-table-390-light', 'online-over-390-light'], 649),
  'screens-390': sheet('-390-light', 132, 286),
  'screens-390-dark': sheet('-390-dark', 132, 286),
  'screens-820': sheet('-820-light', 184, 265),
  'screens-1440': sheet('-1440-light', 272, 170),
};

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1700, height: 1000 } });
for (const [name, html] of Object.entries(PICTURES)) {
  await page.setContent(`<body style="margin:0;display:inline-block;padding:12px;background:#eae4d8">${html}</body>`);
  await page.locator('body').screenshot({ path: join(images, `${name}.png`) });
}
await browser.close();
