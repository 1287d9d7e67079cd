// Play by keyboard alone, from the home screen to the end of a game; reduced motion; screen readers.
import { becomes, check, claim, LONG, same } from './browser.mjs';
import { agree, begin, lineCount, moment, moved, native, records, sameAsNative } from './person.mjs';
import { visit } from './windows.mjs';
import { server, yard } from './world.mjs';

const TURNS = 13;

// Tabs to the wanted element and presses a key there.
async function tabTo(page, selector, key = 'Enter') {
  for (let i = 0; i < 120; i++) {
    const there = await page.evaluate((wanted) => {
      const focused = document.activeElement;
      return focused !== document.body && focused?.matches(wanted);
    }, selector);
    if (there) {
      await visibleFocus(page);
      await page.keyboard.press(key);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way to ${selector} by Tab`);
}

// Checks that the focused element has a visible outline.
async function visibleFocus(page) {
  const seen = await page.evaluate(() => {
    const focused = document.activeElement;
    const style = getComputedStyle(focused);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  });
  check(seen, 'nothing shows where the focus is', await page.evaluate(() => document.activeElement.outerHTML.slice(0, 200)));
}

async function beginByKeys(page, rules) {
  await page.locator('main.home').waitFor();
  await tabTo(page, 'a[href="#/new"]');
  await page.locator(`input[name="rules"][value="${rules}"]`).waitFor();
  await tabTo(page, 'input[aria-label="Name of player 1"]', 'Control+a');
  await page.keyboard.type('Ann');
  await tabTo(page, 'button[aria-label="Remove player 2"]');
  await tabTo(page, 'input[name="rules"]:checked', 'Shift');
  while (!await page.evaluate((r) => document.activeElement.value === r, rules)) await page.keyboard.press('ArrowDown');
  await tabTo(page, 'button[type="submit"]');
  await page.locator('main.table-screen').waitFor();
}

claim('a whole sheet game can be played with Tab, Enter and Space alone, without shortcuts', async (browser) => {
  const page = await visit(browser, server.address);
  await page.evaluate(() => localStorage.setItem('yardstick-settings', JSON.stringify({ quick: true, warn: false, marks: 9, keys: false })));
  await page.reload();
  await beginByKeys(page, 'yahtzee');
  for (let turn = 0; turn < TURNS; turn++) {
    let before = await lineCount(page);
    await tabTo(page, '.roll-button', 'Space');
    await moved(page, before);
    if (turn % 4 === 0) {
      await tabTo(page, '.die', 'Space'); // keeps one die and rolls the others
      before = await lineCount(page);
      await tabTo(page, '.roll-button:not(:disabled)');
      await moved(page, before);
    }
    before = await lineCount(page);
    await tabTo(page, 'button.box.pays, button.box.zero:not(:has(~ button.box.pays))');
    await agree(page, before, () => page.keyboard.press('Enter'));
  }
  same((await moment(page)).over, true, 'whether the game is over');
  await sameAsNative(page, yard);
  same(page.complaints, [], 'what the browser complains about');
  await page.done();
});

// ---- whole games without a mouse, without seeing, and without motion ----

// Notes what screen readers hear, and everything that moves. Runs in the page.
function attend() {
  globalThis.heard = [];
  globalThis.moving = [];
  new MutationObserver(() => {
    const words = document.getElementById('live').textContent;
    if (words && words !== globalThis.heard.at(-1)) globalThis.heard.push(words);
  }).observe(document.getElementById('live'), { childList: true, characterData: true, subtree: true });
  for (const event of ['animationstart', 'transitionrun']) {
    addEventListener(event, ({ target, animationName, propertyName }) => globalThis.moving.push(`${target.className}: ${animationName ?? propertyName}`), true);
  }
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...all) {
    globalThis.moving.push(`${this.className}: animate()`);
    return animate.apply(this, all);
  };
}

const heard = (page) => page.evaluate(() => globalThis.heard.join(' '));

// Waits until a screen reader has heard this since the last time; returns the match.
async function hears(page, words) {
  await becomes(async () => words.test(await heard(page)) || await heard(page), true, `what is heard instead of ${words}`);
  const found = words.exec(await heard(page));
  await page.evaluate(() => { globalThis.heard = []; });
  return found;
}

// Visible controls without a name, and dice whose name does not say what they show.
const nameless = (page) => page.locator('main :is(button, a, input):visible, .bar :is(button, a)').evaluateAll((all) => all.filter((one) => {
  const name = one.ariaLabel ?? one.textContent.trim();
  return !name || (one.matches('.die') && one.dataset.face && !one.matches('.stale') && !name.includes(`: ${one.dataset.face}`));
}).map((one) => one.outerHTML.slice(0, 120)));

// One turn with the keyboard; the focus goes from control to control by Tab, as a screen reader's does.
const TAKE_TURN = {
  sheet: async (page, name) => {
    let before = await lineCount(page);
    await tabTo(page, '.roll-button', 'Space');
    await moved(page, before);
    for (let again = 0; again < 2 && await page.locator('.roll-button').isVisible(); again++) {
      const [, dice] = await hears(page, new RegExp(`${name} rolls ([1-6](?: [1-6])*)\\.`));
      same(await page.locator('.lawn .die[aria-pressed="false"]').evaluateAll((all) => all.map((die) => die.ariaLabel.slice(-1)).sort().join(' ')), dice, 'the names of the dice rolled');
      await tabTo(page, '.die', 'Space');
      before = await lineCount(page);
      await tabTo(page, '.roll-button');
      await moved(page, before);
    }
    before = await lineCount(page);
    await tabTo(page, 'button.box.pays, button.box.zero:not(:has(~ button.box.pays))');
    await agree(page, before, () => page.keyboard.press('Enter'));
    await hears(page, new RegExp(`${name} (?:scores|enters) `));
  },
  press: async (page, name) => {
    let before = await lineCount(page);
    await tabTo(page, '.roll-button', 'Space');
    await moved(page, before);
    for (;;) {
      const [, dice, bust] = await hears(page, new RegExp(`${name} rolls ([1-6](?: [1-6])*)( and busts)?`));
      if (bust) return;
      same(await page.locator('.lawn .die').evaluateAll((all) => all.map((die) => die.ariaLabel.slice(-1)).sort().join(' ')), dice, 'the names of the dice');
      await tabTo(page, '.all-button');
      await page.locator('.lawn .die[aria-pressed="true"]').first().waitFor();
      before = await lineCount(page);
      const stops = await page.locator('.choice-stop').count() > 0;
      await tabTo(page, stops ? '.choice-stop' : '.again-button');
      await moved(page, before);
      if (stops) {
        await hears(page, new RegExp(`${name} banks and now has `));
        return;
      }
    }
  },
};

for (const [family, rules] of [['sheet', 'yardzee'], ['press', 'yardkle:goal=3000']]) {
  claim(`a whole ${family} game can be played by keyboard, heard by a screen reader, and moves nothing if motion is unwanted`, async (browser) => {
    const page = await visit(browser, server.address, { reducedMotion: 'reduce' });
    await page.evaluate(() => localStorage.setItem('yardstick-settings', JSON.stringify({ ...JSON.parse(localStorage['yardstick-settings']), keys: false })));
    await page.reload();
    await page.locator('main.home').waitFor();
    await page.evaluate(attend);
    const seats = family === 'sheet' && !LONG ? ['Ann'] : ['Ann', 'Bea'];
    await begin(page, { rules, seats });
    const over = () => page.locator('.over').isVisible();
    for (let turn = 0; !await over(); turn++) {
      await page.locator('main:not([aria-busy]) .roll-button, .over').first().waitFor();
      if (await over()) break;
      same(await nameless(page), [], 'controls without a name');
      await TAKE_TURN[family](page, seats[turn % seats.length]);
      check(await page.evaluate(() => document.activeElement !== document.body), 'the focus is lost');
    }
    const { winners } = native(yard, (await records(page))[0]);
    same(await page.evaluate(() => globalThis.moving), [], 'what moved');
    check(winners.length > 0 && await page.locator('.over').getByText(seats[winners[0] - 1]).count() > 0, 'the winner is not shown');
    same(page.complaints, [], 'what the browser complains about');
    await page.done();
  });
}

claim('shortcuts roll, pick dice, undo, and open the help and the menu', async (browser) => {
  const page = await visit(browser, server.address);
  await beginByKeys(page, 'yardkle');
  while (!await page.locator('.stakes').isVisible()) { // a roll in which nothing scores ends the turn
    const before = await lineCount(page);
    await page.keyboard.press('r');
    await moved(page, before);
  }
  const dice = await page.locator('.die').count();
  const scores = 1 + await page.locator('.die').evaluateAll((all) => all.findIndex((die) => die.ariaDisabled !== 'true'));
  await page.keyboard.press(String(scores));
  same(await page.locator('.die').nth(scores - 1).getAttribute('aria-pressed'), 'true', 'whether its number picks a die');
  await page.keyboard.press(String(scores));
  same(await page.locator('.die').nth(scores - 1).getAttribute('aria-pressed'), 'false', 'whether its number puts the die back');
  const useless = 1 + await page.locator('.die').evaluateAll((all) => all.findIndex((die) => die.ariaDisabled === 'true'));
  if (useless) {
    await page.keyboard.press(String(useless));
    await page.getByRole('alert').waitFor();
    same(await page.locator('.die').nth(useless - 1).getAttribute('aria-pressed'), 'false', 'whether a die is picked that does not score');
  }
  check(dice === 6, `${dice} dice lie there`);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('You can turn shortcuts off').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('m');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const before = await lineCount(page);
  await page.keyboard.press('u');
  await moved(page, before);
  check(/^undo$/m.test((await records(page))[0]), 'u did not undo');
  await page.done();
});

claim('a dialog traps the focus and restores it on closing', async (browser) => {
  const page = await visit(browser, server.address);
  await beginByKeys(page, 'yardzee');
  await tabTo(page, 'button[aria-label="Menu"]');
  await page.getByRole('dialog').waitFor();
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press('Tab');
    const inside = await page.evaluate(() => document.activeElement === document.body || Boolean(document.activeElement.closest('dialog')));
    check(inside, 'the focus left the dialog');
  }
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  same(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Menu', 'the focus afterwards');
  await page.done();
});

const moving = (page) => page.evaluate(() => document.getAnimations().filter((a) => a.effect.target?.closest('.die')).length);

claim('with reduced motion, dice appear and are picked without animation', async (browser) => {
  const page = await visit(browser, server.address, { reducedMotion: 'reduce' });
  await beginByKeys(page, 'yardzee');
  await page.evaluate(() => {
    globalThis.animated = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...all) { globalThis.animated++; return animate.apply(this, all); };
  });
  await page.keyboard.press('r');
  await page.locator('button.box.offer').first().waitFor();
  same(await page.evaluate(() => globalThis.animated), 0, 'things that moved');
  await page.keyboard.press('1');
  await page.locator('.die[aria-pressed="true"]').waitFor();
  same(await moving(page), 0, 'dice that move when picked');
  await page.done();
});

claim('nothing is told before the dice lie, and a tap ends the throw', async (browser) => {
  const page = await visit(browser, server.address, { reducedMotion: 'no-preference' });
  await beginByKeys(page, 'yardzee');
  await page.evaluate(() => { // slowed down, so that the dice are still rolling when checked
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) { return animate.call(this, frames, { ...timing, duration: 1000 * timing.duration }); };
  });
  const told = () => page.evaluate(() => [document.querySelector('.plank').textContent, document.getElementById('live').textContent, document.querySelectorAll('button.box.offer').length]);
  const before = await told();
  await page.keyboard.press('r');
  await becomes(async () => await moving(page) > 0, true, 'whether dice move');
  await page.locator('main[aria-busy="true"]').waitFor();
  same(await told(), before, 'what is told while the dice fly');
  const roll = page.locator('.action .go');
  await roll.click(); // in the place of the button that throws
  await page.locator('button.box.offer').first().waitFor();
  same(await moving(page), 0, 'dice that still move after a tap');
  same((await records(page))[0].match(/^roll/gm).length, 1, 'throws');
  check((await told())[0].includes('Roll 1 of 3'), await told());
  await page.done();
});

claim('a screen reader announces every roll and every score', async (browser) => {
  const page = await visit(browser, server.address);
  await beginByKeys(page, 'yardzee');
  const heard = () => page.locator('#live').textContent();
  await page.keyboard.press('r');
  await becomes(async () => /rolls [1-6]( [1-6]){4}\./.test(await heard()), true, 'whether the roll is heard');
  const [, rolled] = /rolls ([1-6 ]+)\./.exec(await heard());
  const shown = await page.locator('.die').evaluateAll((dice) => dice.map((die) => die.dataset.face).sort().join(' '));
  same(rolled, shown, 'the dice heard');
  await tabTo(page, 'button.box[data-box="chance"]');
  await page.waitForFunction(() => /scores \d+ points in Chance/.test(document.getElementById('live').textContent));
  same(Number(/scores (\d+) points/.exec(await heard())[1]), native(yard, (await records(page))[0]).seats[0].total, 'the points heard');
  await page.done();
});
