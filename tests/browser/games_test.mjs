// Whole games on the page in a real browser, played as people play them, by tapping and typing. What the page
// shows at the end must be what the native program makes of the record.
import { check, claim, LONG, same, words } from './browser.mjs';
import { begin, beginByForm, fill, native, pickDice, playOn, records, sameAsNative, take, tapOn, throwDice } from './person.mjs';
import { visit } from './windows.mjs';
import { server, yard } from './world.mjs';

// A deterministic random number generator.
function coin(seed) {
  let x = seed;
  return () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return x / 2 ** 32;
  };
}

const quiet = (page) => same(page.complaints, [], 'what the browser complains about');

// One game of each family, kept short: in Yahtzee, Ann always scores her first roll; Yardkle has a lower goal. Long
// runs play more games, with random choices.
const GAMES = LONG ? [
  ['yardzee', ['Ann', 'Robo bot club']],
  ['yardkle', ['Ann', 'Robo bot family']],
  ['yahtzee', ['Robo bot perfect', 'Ann']],
  ['yahtzee-classic', ['Ann', 'Robo bot novice', 'Dot bot expert']],
] : [
  ['yahtzee', ['Robo bot perfect', 'Ann']],
  ['yardkle', ['Ann', 'Robo bot family'], goal(2000)],
];

for (const [rules, seats, house] of GAMES) {
  claim(`a whole game of ${rules} against bots ends with the same result as in the program`, async (browser) => {
    const page = await visit(browser, server.address);
    await beginByForm(page, { rules, seats, house });
    await tapOn(page, LONG ? coin(rules.length) : () => 0);
    const { state } = await sameAsNative(page, yard);
    same(state.phase, 'over', 'the phase');
    const said = await page.locator('.over h2').textContent();
    for (const winner of state.winners) check(said.includes(state.seats[winner - 1].name), `${said}: no word of the winner`);
    quiet(page);
    await page.done();
  });
}

claim('two pairs of partners on one phone roll to see who starts, play and begin a rematch', async (browser) => {
  const page = await visit(browser, server.address);
  await beginByForm(page, { ...(LONG ? { rules: 'yardzee' } : { rules: 'yardkle', house: goal(1500) }), seats: ['Ann+Bea', 'Cy+Dee'], startRoll: true });
  await playOn(page, { seed: 7 });
  const { state, text } = await sameAsNative(page, yard);
  same(state.seats.map((seat) => seat.people), [['Ann', 'Bea'], ['Cy', 'Dee']], 'the sides');
  check(/^start roll$/m.test(text), 'nobody rolled for who starts');
  await page.getByRole('button', { name: 'Play again' }).click();
  await page.locator('.roll-button').waitFor();
  same(native(yard, (await records(page))[0]).game, 2, 'the number of the game');
  quiet(page);
  await page.done();
});

// ---- real dice ----

claim('with real dice, a joker and a bonus count, and a refusal quotes its rule', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yahtzee', seats: ['Ann'], real: true });
  await throwDice(page, [4, 4, 4, 1, 2], { tap: true });
  await fill(page, 'fours');
  await throwDice(page, [4, 4, 4, 4, 4], { tap: true });
  await fill(page, 'five-kind');
  await throwDice(page, [4, 4, 4, 4, 4]);
  // The Fours box is filled, so this is a joker, which cannot go into an upper box while a lower one is open.
  await page.locator('button.box[data-box="sixes"]').click({ force: true });
  const refusal = page.getByRole('alert');
  await refusal.waitFor();
  const said = await refusal.textContent();
  check(/must score this five of a kind in the lower section/.test(said), `no reason in: ${said}`);
  check(/The rule/.test(said), `no rule in: ${said}`);
  const large = page.locator('button.box[data-box="large-straight"]');
  check(/\+140/.test(await large.textContent()), 'the joker does not offer 40 and the bonus of 100 for a large straight');
  await fill(page, 'large-straight');
  const { state } = await sameAsNative(page, yard);
  same(state.seats[0].total, 12 + 50 + 40 + 100, 'the total with joker and bonus');
  quiet(page);
  await page.done();
});

claim('a zero by choice, from the menu or with a key, is entered only after a question', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yahtzee', seats: ['Ann'], real: true });
  await throwDice(page, [1, 2, 2, 4, 5]);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Menu' }).click();
  await dialog.getByRole('button', { name: 'Enter a zero by choice' }).click();
  same(await dialog.getByRole('button', { name: / instead of / }).allTextContents(),
    ['Aces instead of 1', 'Twos instead of 4', 'Fours instead of 4', 'Fives instead of 5', 'Chance instead of 14'], 'the boxes offered');
  await dialog.getByRole('button', { name: 'Twos instead of 4' }).click();
  await page.getByRole('heading', { name: 'Enter a zero in Twos instead of 4?' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('button.box[data-box="twos"]').focus();
  await page.keyboard.press('z');
  await page.getByRole('heading', { name: 'Enter a zero in Twos instead of 4?' }).waitFor();
  await dialog.getByRole('button', { name: 'Enter a zero' }).click();
  await page.getByText('Ann enters a zero in Twos instead of 4.').first().waitFor();
  check((await records(page))[0].endsWith('roll 1 2 2 4 5\nscore twos 0\n'), 'the record ends differently', (await records(page))[0]);
  // A correction says so, too, and can take it back.
  await page.getByRole('button', { name: 'Menu' }).click();
  await dialog.getByRole('button', { name: 'Correct an earlier entry' }).click();
  await dialog.getByRole('button', { name: /entered a zero in Twos/ }).click();
  same(await dialog.getByRole('checkbox', { name: 'Enter a zero instead' }).isChecked(), true, 'whether it is a zero');
  await dialog.getByRole('checkbox', { name: 'Enter a zero instead' }).uncheck();
  await dialog.getByRole('button', { name: 'Correct it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { state } = await sameAsNative(page, yard);
  same(state.seats[0].total, 4, 'the total after the correction');
  quiet(page);
  await page.done();
});

claim('going back from rules or settings returns to the game', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Bea'], real: true });
  const game = new URL(page.url()).hash;
  for (const there of ['Rules of this game', 'Settings']) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: there }).click();
    await page.locator('.table-screen').waitFor({ state: 'detached' }); // the next screen may have the same heading
    await page.getByRole('heading', { level: 1, name: there === 'Settings' ? there : 'Yardzee' }).waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.locator('.pad').waitFor();
    same(new URL(page.url()).hash, game, `the address after ${there}`);
  }
  quiet(page);
  await page.done();
});

claim('the page asks only for dice that were not kept, and a misread roll can be corrected', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Bea'], real: true });
  await throwDice(page, [6, 6, 2, 3, 1]);
  await pickDice(page, [6, 6]);
  await page.locator('.roll-key').click();
  await page.locator('.pad').waitFor();
  same(await page.locator('.pad-new .flat').count(), 3, 'the faces asked for');
  await throwDice(page, [6, 5, 5]);
  await fill(page, 'sixes');
  await throwDice(page, [1, 1, 1, 2, 2]);
  await fill(page, 'full-house');
  const before = native(yard, (await records(page))[0]);
  same(before.seats.map((seat) => seat.total), [18, 25], 'the totals');
  // Ann's last roll was 6 6 5, not 6 5 5.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Correct an earlier entry' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /5 5 6/ }).click();
  await correctDice(page, [6, 6, 5]);
  const { state } = await sameAsNative(page, yard);
  same(state.seats.map((seat) => seat.total), [24, 25], 'the corrected totals');
  check(/^correct \d+ roll 5 6 6$/m.test((await records(page))[0]), 'the record holds no correction');
  quiet(page);
  await page.done();
});

// Enters other faces in the correction dialog and confirms.
async function correctDice(page, faces) {
  const dialog = page.getByRole('dialog');
  for (const face of faces) await dialog.getByRole('button', { name: `Face ${face}`, exact: true }).click();
  await dialog.getByRole('button', { name: 'Correct it' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

claim('a final round can end in a shared win, and the ledger of the series is settled', async (browser) => {
  const page = await visit(browser, server.address);
  await beginByForm(page, { rules: 'yardkle', seats: ['Ann', 'Bea', 'Cy'], real: true, house: async (form) => {
    await goal(1000)(form);
    await form.getByLabel(/The winner collects/).check();
  } });
  await throwDice(page, [1, 1, 1, 2, 3, 4]);
  await take(page, [1, 1, 1], 'stop');
  await words(page, 'Final round!').first().waitFor();
  await throwDice(page, [2, 2, 3, 3, 4, 6]); // Bea: nothing scores
  await throwDice(page, [1, 1, 1, 2, 3, 4]);
  await take(page, [1, 1, 1], 'stop');
  const said = await page.locator('.over h2').textContent();
  check(/Ann and Cy tie for the win with 1,000/.test(said), said);
  const { state } = await sameAsNative(page, yard);
  same(state.winners, [1, 3], 'the winners');
  same(state.seats.map((seat) => seat.ledger), [1000, -2000, 1000], 'the ledger');
  const ledger = await page.locator('.over').textContent();
  check(ledger.includes('+1,000') && ledger.includes('−2,000'), `no ledger in: ${ledger}`);
  quiet(page);
  await page.done();
});

claim('a game against a bot ends without debts', async (browser) => {
  const page = await visit(browser, server.address);
  await begin(page, { rules: 'yardkle:goal=500,settlement=on', seats: ['Ann', 'Robo bot family'] });
  await playOn(page);
  const { state } = await sameAsNative(page, yard);
  check(state.rules.includes('settlement=on') && !('settlement' in state), JSON.stringify(state));
  const said = await page.locator('.over').textContent();
  check(!/Balance|pays|settle/i.test(said), said);
  quiet(page);
  await page.done();
});

// Sets the goal in the house rules.
function goal(points) {
  return async (page) => {
    await page.getByText('House rules').click();
    await page.getByLabel('Target score').fill(String(points));
  };
}
