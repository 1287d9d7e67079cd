// Functions that find out what a screen says and whether all of it can be read. They run in the page, so they are
// self-contained.

// Returns the text on the screen, including what only screen readers say, and the text that is cut off, unless it is
// not to be measured. Opens everything that can be unfolded.
export function look(measured = true) {
  for (const folded of document.querySelectorAll('details:not([open])')) folded.open = true;
  const texts = new Set([document.title]);
  const cut = new Set();
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };

  // The left and right edges within which an element's text is visible: those of the boxes drawn around it and of the
  // window, up to an element that scrolls.
  const edges = new Map();
  const edgesOf = (element) => {
    if (!element) return [0, innerWidth];
    if (edges.has(element)) return edges.get(element);
    const style = styleOf(element);
    let found = [-Infinity, Infinity];
    if (!/auto|scroll/.test(style.overflowX) || element.matches('html, body, dialog')) found = edgesOf(element.parentElement);
    const drawn = style.backgroundColor !== 'rgba(0, 0, 0, 0)' || style.borderLeftStyle !== 'none' || style.overflowX !== 'visible';
    if (drawn && style.display !== 'inline' && style.overflowX !== 'auto') {
      const { left, right } = element.getBoundingClientRect();
      found = [Math.max(found[0], left), Math.min(found[1], right)];
    }
    edges.set(element, found);
    return found;
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const element = node.parentElement;
    if (!text || element.closest('body [lang]')) continue; // in another language, such as language names
    if (!element.closest('select') && !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (!element.closest('code')) texts.add(text); // commands are the same in every language
    if (!measured || element.closest('.unseen, select')) continue;
    const [left, right] = edgesOf(element);
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.left < left - 1.5 || rect.right > right + 1.5) cut.add(`${text} (from ${Math.round(rect.left)} to ${Math.round(rect.right)}, not ${Math.round(left)} to ${Math.round(right)})`);
    }
  }

  const pen = document.createElement('canvas').getContext('2d');
  const ARROW = 20; // width of the arrow beside the selected option
  const wider = (field, text, beside = 0) => {
    const style = styleOf(field);
    pen.font = style.font;
    return pen.measureText(text).width + beside > field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 1;
  };
  for (const element of document.body.querySelectorAll('*')) {
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt']) if (element.hasAttribute(name) && element.checkVisibility()) texts.add(element.getAttribute(name));
    if (!measured) continue;
    if (element.placeholder && !element.value && wider(element, element.placeholder)) cut.add(`${element.placeholder} (of a field)`);
    if (element.matches('select') && wider(element, element.selectedOptions[0]?.text ?? '', ARROW)) cut.add(`${element.selectedOptions[0].text} (chosen)`);
    if (element.closest('.unseen, svg') || !element.textContent.trim()) continue;
    const style = styleOf(element);
    const hidden = (overflow) => overflow === 'hidden' || overflow === 'clip';
    if ((hidden(style.overflowX) && element.scrollWidth > element.clientWidth + 1) || (hidden(style.overflowY) && element.scrollHeight > element.clientHeight + 1)) {
      cut.add(`${element.textContent.trim().slice(0, 200)} (${element.className})`);
    }
  }
  const root = document.scrollingElement;
  if (measured && root.scrollWidth > root.clientWidth) cut.add(`the page: ${root.scrollWidth} of ${root.clientWidth} pixels`);
  return { texts: [...texts], cut: [...cut] };
}

// Finds and presses what is on the page, from within it. `until` looks again whenever the page changes, so it costs
// nothing while a bot thinks.
export function hands(patience) {
  const end = performance.now() + patience;
  const find = (selector) => [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
  const until = (what, there) => new Promise((resolve, reject) => {
    const observer = new MutationObserver(check);
    const late = setTimeout(() => finish(reject, new Error(`waited in vain for ${what}: ${document.body.innerText.slice(0, 500)}`)), end - performance.now());
    function finish(how, value) {
      observer.disconnect();
      clearTimeout(late);
      how(value);
    }
    function check() {
      const found = there();
      if (found) finish(resolve, found);
    }
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    check();
  });
  const appears = (selector) => until(selector, () => find(selector));
  const press = async (selector) => (await appears(selector)).click();
  const ready = () => find('main')?.ariaBusy !== 'true';
  const lines = () => find('main')?.dataset.lines;
  return { find, until, appears, press, ready, lines };
}

// Plays for the people who play on this page until the game is over, partly at random. Presses as programs do; real
// taps take ten times as long, and the claims that play with them say so.
export async function playOut({ hands, patience, seed }) {
  const { find, until, appears, ready, lines } = hands(patience);
  let x = seed;
  const random = () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return x / 2 ** 32;
  };
  for (;;) {
    await until('something to do', () => ready() && find('.over, .pad, .stakes, button.box.offer, .roll-button, .keypad .bust-key:not(.key-off)'));
    if (find('.over')) return;
    const before = lines();
    const keys = (selector) => [...document.querySelectorAll(`${selector} .key:not(.key-off, .key-none)`)];
    if (find('.keypad[data-mode="points"] .bust-key')) {
      if (random() < 0.3) find('.bust-key').click();
      else {
        for (const key of random() < 0.5 ? ['5', '50'] : ['9', '00']) keys('.digits').find((one) => one.textContent === key).click();
        (await appears('.bank-key:not(.key-off)')).click();
      }
    } else if (find('.sheet-pad[data-mode="points"] .digits')) {
      const boxes = document.querySelectorAll('button.box.offer');
      boxes[Math.floor(random() * boxes.length)].click();
      while (lines() === before) {
        await until('keys', () => lines() !== before || (ready() && keys('.digits').length));
        if (lines() !== before) break;
        const values = keys('.digits');
        const { textContent } = find('.plank');
        values[Math.floor(random() * values.length)].click();
        await until('an answer', () => lines() !== before || find('.plank').textContent !== textContent);
      }
    } else if (find('.press-pad[data-mode="last"] .bust-key:not(.key-off)')) {
      if (random() < 0.3) find('.bust-key').click();
      else {
        for (let i = 0; i < 3; i++) document.querySelectorAll('.faces button')[0].click();
        (await appears('.bank-key:not(.key-off)')).click();
      }
    } else if (find('.pad')) {
      const faces = document.querySelectorAll('.faces button');
      for (let count = document.querySelectorAll('.pad-new .flat').length; count > 0; count--) faces[Math.floor(random() * 6)].click();
    } else if (find('.stakes')) {
      find('.all-button').click(); // picks all dice that score
      await appears('.lawn .die[aria-pressed="true"]');
      (find('.choice-stop.primary, .bank-key:not(.key-off)') ?? find('.again-button, .roll-key:not(.key-off)')).click();
    } else if (find('button.box.offer') && (!find('.roll-button, .sheet-pad .roll-key:not(.key-off)') || random() < 0.25)) {
      const points = (box) => Number(box.querySelector('.box-points').textContent.replace(/[^0-9]/g, '') || -1);
      [...document.querySelectorAll('button.box.offer')].sort((a, b) => points(b) - points(a))[0].click();
      await until('an answer', () => find('.box.sure') || lines() !== before);
      find('.box.sure')?.click(); // agrees to a zero
    } else {
      const dice = () => (find('button.box.offer') ? [...document.querySelectorAll('.lawn .die')] : []);
      const kept = dice().map((_, i) => i > 0 && random() < 0.4); // at least one die is rolled again
      const wrong = () => dice().filter((die, i) => (die.ariaPressed === 'true') !== kept[i]);
      for (const die of wrong()) die.click();
      await until('picked dice', () => !wrong().length);
      (await appears('.roll-button, .sheet-pad .roll-key:not(.key-off)')).click();
    }
    await until('an answer', () => lines() !== before && ready());
  }
}

// Plays a whole game and looks at every screen on the way; resolves to what was seen on each screen. Chooses by
// position, not by words, so it works in every language. If `solved`, the opponent is a bot, and the coach gives hints,
// warnings and a review, for all of which the page first solves the game; otherwise two people play without a coach.
// Reads the table at every step, and measures its text at every `measured`th.
export async function playThrough({ hands, look, language, rules, solved, measured, patience }) {
  const { find, until, appears, press, ready, lines } = hands(patience);
  const frame = () => new Promise((then) => { requestAnimationFrame(() => setTimeout(then)); });
  // What a frame draws may have effects in the next one.
  const settled = async () => {
    await frame();
    await frame();
  };
  const enter = (field, value) => {
    field.value = value;
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const seen = {};
  const note = async (screen) => {
    await settled();
    const all = seen[screen] ??= { texts: [], cut: [], times: 0 };
    const { texts, cut } = look(screen !== 'table' || all.times++ % measured === 0);
    all.texts.push(...texts);
    all.cut.push(...cut);
  };

  location.hash = '#/settings';
  enter(await appears('select:has([lang])'), language);
  await until(language, () => document.documentElement.lang === language);
  const warning = find('[aria-describedby="about-warn"]');
  if (warning.checked !== solved) warning.click();
  await note('settings');

  location.hash = `#/new/app/${rules}`;
  await appears(`.rule-set input[value="${rules.split(':')[0]}"]:checked`);
  // The form begins with the players of the last game.
  const against = async (bot) => {
    find('.place:nth-child(2) .icon-button').click();
    await until('one place', () => !find('.place:nth-child(2)'));
    await press(`.places + .buttons button:nth-child(${bot ? 3 : 1})`);
    await appears('.place:nth-child(2)');
  };
  await appears('.place');
  if (!find('.place:nth-child(2) select')) await against(true);
  await appears('.place .small'); // about the bot
  enter(find('.place input'), 'Ann');
  await note('new game');
  if (!solved) await against(false);
  await press('form.new-game [type="submit"]');

  // Waits until there is something to do, while bots play.
  const chance = () => until('something to do', () => ready() && find('.over, dialog, .stakes, button.box.offer, .roll-button'));
  const act = async (element) => {
    const before = lines();
    const asked = element.closest('dialog');
    const sure = find('.box.sure');
    element.click();
    await until('an answer', () => {
      const asks = find('dialog') ?? null;
      if (asks !== null) return asks !== asked;
      return find('[role="alert"]') || (find('.box.sure') && find('.box.sure') !== sure) || (lines() !== before && ready());
    });
    if (find('[role="alert"]')) throw new Error(`refused: ${find('[role="alert"]').innerText}`);
  };

  const advice = async () => {
    await press('.hint-button');
    await appears('.best-choice');
    await note('hint');
    await press('.best-choice button[aria-expanded]');
    await appears('.best-choice .reasons');
    await note('reasons');
    find('.other-choices .choice-row')?.click(); // there may be only one choice
    await frame();
    await until('reasons', () => find('.reasons') && !find('.solving'));
    await note('reasons');
    await press('.dialog-head button');
    await until('the table', () => !find('dialog'));
  };

  let advised = !solved, turns = 0;
  for (;;) {
    await chance();
    if (find('.over')) break;
    if (find('dialog .link')) {
      await note('blunder');
      await press('dialog .link');
      await note('blunder');
      await act(find('dialog .buttons button:last-child'));
    } else if (find('.box.sure')) {
      await note('zero');
      await act(find('.box.sure'));
    } else if (find('.stakes, button.box.offer') && !advised) {
      advised = true;
      await advice();
    } else if (find('.stakes')) {
      await note('table');
      await press('.all-button');
      await appears('.lawn .die[aria-pressed="true"]');
      await note('picked');
      await act(find('.choice-stop.primary') ?? find('.again-button'));
    } else if (find('button.box.offer')) {
      await note('table');
      const rolls = find('.roll-button');
      if (rolls && turns++ % 2) {
        await act(rolls);
      } else {
        // The lowest box on the card first: the dice often score nothing there.
        const boxes = [...document.querySelectorAll('button.box.offer:not(.barred)')];
        await act(boxes[boxes.length - 1]);
      }
    } else {
      await note('table');
      await act(find('.roll-button'));
    }
  }
  await note('over');
  if (!solved) return seen;
  await press('.over a[href$="/review"]');
  await appears('.key-moment .dice-row');
  await note('review');
  await press('.decision');
  await note('review');
  return seen;
}
