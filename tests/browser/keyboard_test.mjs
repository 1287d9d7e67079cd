// Play by keyboard alone, from the home screen to the end of a game; reduced motion; screen readers.
import { becomes, check, claim, LONG, same } from './browser.mjs';
import { agree, lineCount, moment, moved, native, records, sameAsNative } from './person.mjs';
import { visit } from './windows.mjs';
import { server, yard } from './world.mjs';

const TURNS = LONG ? 13 : 5;

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

claim('a game can be played with Tab, Enter and Space alone, without shortcuts', async (browser) => {
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
  same((await moment(page)).over, LONG, 'whether the game is over');
  await sameAsNative(page, yard);
  same(page.complaints, [], 'what the browser complains about');
  await page.done();
});

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
