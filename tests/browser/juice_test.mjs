// Dice land before anything is told; great moments are celebrated without moving or blocking anything; bots are quick.
import { becomes, check, claim, same, WHILE_SOLVING } from './browser.mjs';
import { begin, fill, openGame, lineCount, moved, records } from './person.mjs';
import { fresh, visit } from './windows.mjs';
import { server } from './world.mjs';

// A game with dice on the screen. A throw that was undone comes up the same way again, so the last line says what the
// next throw will be.
const record = (rules, lines, seats = ['Ann', 'Bea']) =>
  `${['yardstick 1', 'date 2026-11-15T09:00:00Z', `rules ${rules}`, ...seats.map((seat) => `seat ${seat}`), 'dice system', 'start 1', ...lines].join('\n')}\n`;
const next = (rules, ...lines) => record(rules, [...lines, 'undo']);
const real = (rules, ...lines) => record(rules, lines).replace('dice system', 'dice physical');
const position = (words) => `yardstick 1\nposition ${words}\n`;

// Where the zones are, to the pixel.
const zones = (page) => page.evaluate(() => Object.fromEntries(['.bar', '.seats-zone', '.sheet-zone', '.race', '.message', '.stake', '.bench', '.plank', '.lawn', '.action', '.choices', '.speeds', '.keypad']
  .flatMap((zone) => {
    const element = document.querySelector(zone);
    if (!element?.checkVisibility()) return [];
    const { x, y, width, height } = element.getBoundingClientRect();
    return [[zone, [x, y, width, height].join(' ')]];
  })));

// ---- dice ----

// Everything that is told: text, names of dice, and what screen readers say.
const told = (page) => page.evaluate(() => [document.querySelector('main').innerText, document.getElementById('live').textContent,
  ...[...document.querySelectorAll('.die')].map((die) => die.ariaLabel)].join('\n'));

// Presses Roll and stops the dice in flight.
async function rollAndHold(page) {
  await page.evaluate(() => new Promise((held) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.cube')) return;
      observer.disconnect();
      for (const animation of document.getAnimations()) animation.pause();
      held(null);
    }).observe(document.body, { subtree: true, childList: true });
    document.getElementById('live').textContent = '';
    document.querySelector('.roll-button').click();
  }));
  await page.evaluate(() => new Promise((then) => { requestAnimationFrame(() => requestAnimationFrame(then)); }));
}

claim('nothing is told before the last die lies, and a tap ends the throw and does nothing else', async (browser) => {
  const page = await fresh(browser, server.address, { reducedMotion: 'no-preference' });
  await page.evaluate(() => localStorage.setItem('yardstick-settings', '{"quick":false,"warn":false,"marks":9}'));
  await page.reload();
  for (const [text, button] of [[next('yardzee', 'roll 6 6 6 6 6'), '.hint-button'], [next('yardkle', 'roll 1 1 1 2 3 4', 'take 1 1 1 roll', 'roll 2 3 4'), '.lawn']]) {
    await openGame(page, text);
    const before = await told(page);
    const lines = await lineCount(page);
    await rollAndHold(page);
    same(await told(page), before, 'what is told while dice fly');
    same(await page.locator('.cube').count() > 0, true, 'whether dice fly');
    await page.locator(button).click({ force: true });
    await page.locator('.ribbon').waitFor();
    same(await page.locator('.cube').count(), 0, 'dice in the air');
    same(await page.getByRole('dialog').count(), 0, 'dialogs');
    check(await lineCount(page) !== lines || await page.locator('.ribbon-bust').count() === 1, 'the throw is not told');
    await becomes(() => page.locator('#live').textContent().then((said) => /6 6 6 6 6.*YARDZEE! \+50|2 3 4/.test(said)), true, 'whether it is announced');
  }
  await page.done();
});

claim('a celebration lasts its time, and every control works from its first frame', async (browser) => {
  const page = await fresh(browser, server.address, { reducedMotion: 'no-preference' });
  await page.evaluate(() => localStorage.setItem('yardstick-settings', '{"quick":false,"warn":false,"marks":9}'));
  await page.reload();
  await openGame(page, next('yardzee', 'roll 6 6 6 6 6'));
  const throwFives = async () => {
    await rollAndHold(page);
    await page.locator('.plank').click({ force: true });
    await page.locator('.ribbon-five').waitFor();
  };
  await throwFives();
  check(await page.evaluate(() => document.getAnimations().some(({ animationName }) => animationName === 'pop')), 'no daisy pops up');
  await page.locator('.lawn .die').first().click(); // a tap ends it, and picks the die
  await page.locator('.ribbon').waitFor({ state: 'hidden' });
  await page.locator('.lawn .die[aria-pressed="true"]').waitFor();
  await page.locator('.undo-button').click();
  await page.locator('.roll-button:not(:has(span))').waitFor(); // no box can be tapped yet
  await throwFives();
  await page.locator('.ribbon').waitFor({ state: 'hidden' }); // by itself
  await page.locator('.undo-button').click();
  await page.locator('.roll-button:not(:has(span))').waitFor(); // no box can be tapped yet
  await throwFives();
  await fill(page, 'five-kind'); // under the ribbon
  same((await records(page))[0].trim().split('\n').pop(), 'score five-kind', 'the last line');
  await page.done();
});

// ---- great moments ----

const press = (selector) => (page) => page.locator(selector).first().click();
const roll = press('.roll-button');
const enter = (faces) => (page) => page.keyboard.type(faces);
const stop = (button) => async (page) => {
  if (button === '.choice-stop') await roll(page);
  await page.locator('.all-button:enabled').click();
  await page.locator(button).click();
};

// Games with dice on the screen, and positions, in which dice are real.
const NOTHING = 'roll 2 2 3 3 4 6';
const THOUSAND = 'roll 1 1 1 2 3 4';
const MOMENTS = {
  five: [next('yardzee', 'roll 6 6 6 6 6'), roll, 'YARDZEE!+50'],
  again: [next('yardzee', 'roll 6 6 6 6 6', 'score five-kind', 'roll 1 2 3 4 6', 'score chance', 'roll 4 4 4 4 4'), roll, 'YARDZEE again!+100'],
  bonus: [position('yardzee ones=4,twos=8,threes=9,fours=12,fives=15/- 1 6,6,6,1,2 3'), press('[data-box="sixes"]'), 'Bonus!+35'],
  hot: [next('yardkle', 'roll 1 1 1 5 5 5'), async (page) => { await roll(page); await page.locator('.all-button:enabled').click(); }, 'Hot dice!all 6 score: roll them all'],
  bust: [next('yardkle', 'roll 1 1 1 2 3 4', 'take 1 1 1 roll', 'roll 2 3 4'), roll, 'Yardkle!Ann loses 1,000'],
  comeback: [next('yardkle:goal=5000', NOTHING, THOUSAND, 'take 1 1 1 stop', NOTHING, NOTHING, 'roll 1 1 1 5 2 3'), stop('.choice-stop'), 'Comeback!Ann leads, 1,000 points made up'],
  final: [next('yardkle:goal=1000', THOUSAND), stop('.choice-stop'), 'Final round!Ann has 1,000'],
  'five with real dice': [real('yardzee'), enter('66666'), 'YARDZEE!+50'],
  'again with real dice': [real('yardzee', 'roll 6 6 6 6 6', 'score five-kind', 'roll 1 2 3 4 6', 'score chance'), enter('44444'), 'YARDZEE again!+100'],
  'hot with real dice': [real('yardkle', 'roll 1 1 1 5 5 5'), press('.all-button'), 'Hot dice!all 6 score: roll them all'],
  'bust with real dice': [real('yardkle', THOUSAND, 'take 1 1 1 roll'), enter('234'), 'Yardkle!Ann loses 1,000'],
  'comeback with real dice': [position('yardkle 3000/5500 1 2500 1,2,4'), stop('.bank-key:not(.key-off)'), 'Comeback!Seat 1 leads, 2,500 points made up'],
  'final with real dice': [position('yardkle 9600/5000/3000 1 900 1,2,4'), stop('.bank-key:not(.key-off)'), 'Final round!Seat 1 has 10,600'],
};

// From now on, celebrations and busts end only when somebody taps: their time depends on no machine's speed.
function untimed() {
  const wait = globalThis.setTimeout;
  globalThis.setTimeout = (go, ms = 0, ...more) => (ms >= 900 ? 0 : wait(go, ms, ...more));
}

for (const [width, height] of [[390, 664], [1440, 900]]) {
  claim(`each great moment is celebrated, and moves nothing, at ${width} x ${height}`, async (browser) => {
    const page = await visit(browser, server.address, { viewport: { width, height } });
    await page.evaluate(() => localStorage.setItem('yardstick-settings', '{"quick":false,"warn":false,"marks":9}'));
    await page.reload();
    await page.evaluate(untimed);
    for (const [moment, [text, act, words]] of Object.entries(MOMENTS)) {
      const [kind] = moment.split(' ');
      await openGame(page, text);
      await page.evaluate(() => { document.getElementById('live').textContent = ''; });
      const before = await zones(page);
      await act(page);
      const ribbon = page.locator(`.ribbon-${kind}`);
      await ribbon.waitFor();
      same((await ribbon.textContent()).replace(/\s*\n\s*/g, ''), words, `the ribbon of ${moment}`);
      const after = await zones(page);
      for (const zone of Object.keys(after)) if (before[zone]) same(after[zone], before[zone], `where ${zone} is at ${moment}`);
      same(await page.evaluate(() => document.getAnimations().length), 0, `what moves at ${moment}, though motion is unwanted`);
      same(await page.locator('.daisy').count() > 0, kind !== 'bust' && kind !== 'final', `whether daisies grow at ${moment}`);
      await becomes(() => page.locator('#live').textContent().then((said) => said !== ''), true, `whether ${moment} is announced`);
      if (moment === 'again') same(await page.locator('[data-box="three-kind"] .box-points').textContent(), '+120 points', 'what three of a kind brings');
      if (moment === 'bust') {
        same(await page.locator('.stake.bust .stake-figure').textContent(), '1,000', 'what is struck through');
        await page.locator('.next-button').click();
      } else await page.locator('.bar-title').click(); // outside the table: the ribbon may stay
      if (moment === 'bust') await ribbon.waitFor({ state: 'hidden' });
    }
    await page.done();
  });
}

// ---- bots ----

// A clock that passes only while a bot waits: its pauses and flights take their time on it, and none in the test. What
// is shorter belongs to drawing, what is longer to celebrations.
function ownClock() {
  const wait = globalThis.setTimeout;
  let due = [];
  let number = 1e9; // not a real timer's
  globalThis.time = 0;
  globalThis.held = false;
  performance.now = () => globalThis.time;
  globalThis.pump = () => {
    if (globalThis.held || !due.length) return;
    due.sort((a, b) => a.at - b.at || a.id - b.id);
    const { at, go } = due.shift();
    globalThis.time = Math.max(globalThis.time, at);
    go();
    if (due.length) wait(globalThis.pump);
  };
  globalThis.setTimeout = (go, ms = 0, ...more) => {
    if (ms <= 100) return wait(go, ms, ...more);
    if (ms >= 900) return 0;
    due.push({ at: globalThis.time + ms, id: ++number, go: () => go(...more) });
    wait(globalThis.pump);
    return number;
  };
  const forget = globalThis.clearTimeout;
  globalThis.clearTimeout = (id) => {
    due = due.filter((one) => one.id !== id);
    forget(id);
  };
  const { animate } = Element.prototype;
  Element.prototype.animate = function instantly(frames, options) {
    const animation = animate.call(this, frames, options);
    if (this.matches('.cube')) globalThis.setTimeout(() => animation.finish(), options.duration);
    return animation;
  };
}

claim('a bot takes at most 2.5 seconds, less if skipped, while your own sheet stays in view', async (browser) => {
  const page = await fresh(browser, server.address, { reducedMotion: 'no-preference' }, (window) => window.addInitScript(ownClock));
  await page.evaluate(() => localStorage.setItem('yardstick-settings', '{"quick":false,"warn":false,"marks":9}'));
  await page.reload();
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Robo bot family'] });
  const mine = page.locator('main:not([aria-busy]) .roll-button');
  const at = (button) => button.boundingBox().then(({ x, y, width }) => [x, y, width]);
  const seconds = [];
  let place = null;
  for (const skipped of [false, true]) {
    await mine.waitFor(WHILE_SOLVING);
    place ??= await at(mine);
    const before = await lineCount(page);
    await mine.click();
    await moved(page, before);
    await page.evaluate(() => { globalThis.held = true; });
    await page.locator('button.box.offer:not(.zero)').first().click();
    const skip = page.locator('.go.skip');
    await skip.waitFor();
    same(await at(skip), place, 'where Skip is');
    same(await page.locator('.sheet-zone').getAttribute('aria-label'), 'Ann’s score sheet', 'whose sheet is in view');
    const begun = await page.evaluate(() => globalThis.time);
    if (skipped) await skip.click();
    await page.evaluate(() => {
      globalThis.held = false;
      globalThis.pump();
    });
    await mine.waitFor(WHILE_SOLVING);
    seconds.push((await page.evaluate(() => globalThis.time) - begun) / 1000);
  }
  console.log(`# ${seconds[0]} s, skipped ${seconds[1]} s`);
  check(seconds[0] > 0.5 && seconds[0] <= 2.5, `a turn took ${seconds[0]} s`);
  check(seconds[1] < 0.2, `a skipped turn took ${seconds[1]} s`);
  await page.done();
});
