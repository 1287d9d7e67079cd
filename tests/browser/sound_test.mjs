// Sound and vibration: what each sound is like, measured on its samples, and when the page plays it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { becomes, check, claim, same, words } from './browser.mjs';
import { begin, throwDice } from './person.mjs';
import { fresh } from './windows.mjs';
import { pictures, server } from './world.mjs';

const RATES = [48000, 16000]; // of a phone, and of a headset that is used as a microphone, too

// What each sound has to be: for how many seconds it can be heard, its loudest sample, the hertz around which its power
// lies, and how often something is struck.
const SOUNDS = {
  throw: { seconds: [0.1, 0.3], peak: [0.1, 0.25], centroid: [800, 2500] },
  land: { seconds: [0.04, 0.15], peak: [0.3, 0.5], centroid: [600, 1800], strikes: 1 },
  keep: { seconds: [0.01, 0.06], peak: [0.1, 0.2], centroid: [900, 2500], strikes: 1 },
  tick: { seconds: [0.01, 0.06], peak: [0.1, 0.2], centroid: [1200, 3000], strikes: 1 },
  no: { seconds: [0.1, 0.3], peak: [0.2, 0.4], centroid: [150, 800], strikes: 2 },
  write: { seconds: [0.15, 0.25], peak: [0.15, 0.3], centroid: [2000, 5000] },
  zero: { seconds: [0.08, 0.15], peak: [0.05, 0.15], centroid: [2000, 5000] },
  bonus: { seconds: [0.18, 0.35], peak: [0.4, 0.6], centroid: [500, 1500], strikes: 2 },
  five: { seconds: [0.5, 1.6], peak: [0.4, 0.6], centroid: [500, 1500], strikes: 4 },
  again: { seconds: [0.5, 1.6], peak: [0.4, 0.6], centroid: [500, 1500], strikes: 4 },
  hot: { seconds: [0.5, 1.6], peak: [0.4, 0.6], centroid: [400, 1500], strikes: 4 },
  bust: { seconds: [0.15, 0.5], peak: [0.6, 0.8], centroid: [60, 220], strikes: 1 },
  final: { seconds: [1, 2.2], peak: [0.4, 0.6], centroid: [600, 2000], strikes: 1 },
  comeback: { seconds: [0.3, 0.9], peak: [0.3, 0.5], centroid: [350, 900], strikes: 2 },
  win: { seconds: [1.2, 2.4], peak: [0.5, 0.7], centroid: [500, 1500], strikes: 7 },
};

// ---- the page ----

// Opens the page so that the test notices what it plays, and how it vibrates.
const attentive = (browser, options = {}) => fresh(browser, server.address, { reducedMotion: 'no-preference', ...options }, (window) => window.addInitScript(() => {
  globalThis.played = [];
  globalThis.buzzed = [];
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function heard(...when) {
    globalThis.played.push(this.buffer.duration);
    return start.apply(this, when);
  };
  Object.defineProperty(navigator, 'vibrate', { value: (pattern) => globalThis.buzzed.push(pattern) > 0 });
}));
const noticed = (page) => page.evaluate(() => [globalThis.played.length, globalThis.buzzed.length]);
const impacts = (page) => page.requests.filter((url) => /chunks\/impacts-\w+\.js$/.test(url));

async function turnOn(page) {
  await page.goto(`${server.address}#/settings`);
  await page.getByLabel('Sound and vibration').check();
  await page.waitForFunction(() => globalThis.played.length > 0);
}

// The samples of a sound, with half a second of silence after it; for several details, all of them at once.
async function render(page, name, rate, details = [{}]) {
  const [url] = impacts(page);
  const text = await page.evaluate(async ({ url, name, rate, details }) => {
    const { perform, samples } = await import(url);
    const length = Math.max(...details.map((detail) => samples(rate, name, detail).length));
    const context = new OfflineAudioContext(1, length + rate / 2, rate);
    for (const detail of details) perform(context, name, detail);
    const heard = (await context.startRendering()).getChannelData(0);
    return Array.from(heard, (sample) => sample.toPrecision(7)).join();
  }, { url, name, rate, details });
  return Float64Array.from(text.split(','), Number);
}

// ---- measuring ----

// The power of a sound at each frequency: a fast Fourier transform.
function spectrum(samples, rate) {
  let n = 1;
  while (n < samples.length) n *= 2;
  const re = new Float64Array(n);
  const im = new Float64Array(n);
  for (let i = 0, to = 0; i < n; i++) {
    re[to] = samples[i] ?? 0;
    let bit = n >> 1;
    for (; to & bit; bit >>= 1) to ^= bit;
    to ^= bit;
  }
  for (let size = 2; size <= n; size *= 2) {
    for (let start = 0; start < n; start += size) {
      for (let k = 0; k < size / 2; k++) {
        const angle = (-2 * Math.PI * k) / size;
        const [a, b] = [start + k, start + k + size / 2];
        const real = re[b] * Math.cos(angle) - im[b] * Math.sin(angle);
        const imaginary = re[b] * Math.sin(angle) + im[b] * Math.cos(angle);
        [re[b], im[b]] = [re[a] - real, im[a] - imaginary];
        [re[a], im[a]] = [re[a] + real, im[a] + imaginary];
      }
    }
  }
  return Array.from({ length: n / 2 }, (_, i) => ({ hertz: (i * rate) / n, power: re[i] ** 2 + im[i] ** 2 }));
}

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const strongest = (bands) => bands.reduce((a, b) => (b.power > a.power ? b : a)).hertz;

// When something is struck, in seconds: where five milliseconds are suddenly louder than all of the last thirty.
function strikes(samples, rate) {
  const frame = Math.round(0.005 * rate);
  const power = Array.from({ length: Math.floor(samples.length / frame) }, (_, i) => sum(Array.from(samples.subarray(i * frame, (i + 1) * frame), (x) => x * x)));
  const most = Math.max(...power);
  const found = [];
  for (const [i, now] of power.entries()) {
    const last = found.length ? found[found.length - 1] : -9;
    if (now > 0.05 * most && i - last > 8 && now > 1.6 * Math.max(0, ...power.slice(Math.max(0, i - 6), i))) found.push(i);
  }
  return found.map((i) => (i * frame) / rate);
}

function measure(samples, rate) {
  const loudest = samples.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
  const heard = samples.reduce((last, sample, i) => (Math.abs(sample) > loudest / 1000 ? i : last), 0);
  const bands = spectrum(samples, rate);
  const all = sum(bands.map(({ power }) => power));
  const top = strongest(bands);
  return {
    seconds: heard / rate,
    peak: loudest,
    centroid: sum(bands.map(({ hertz, power }) => hertz * power)) / all,
    // How much of it is not the strongest tone: nothing of a beep, and most of a knock.
    beside: sum(bands.filter(({ hertz }) => Math.abs(hertz / top - 1) > 0.06).map(({ power }) => power)) / all,
    rest: Math.max(...samples.subarray(samples.length - rate / 2).map(Math.abs)),
  };
}

// Writes a sound for people to listen to, only with PICTURES=1.
function keep(name, samples, rate) {
  if (!process.env.PICTURES) return;
  const data = Int16Array.from(samples, (sample) => Math.round(32767 * sample));
  const MONO_PCM = 0x10001;
  const SIXTEEN_BITS = 0x100002;
  const head = Uint32Array.of(0x46464952, 36 + 2 * data.length, 0x45564157, 0x20746d66, 16, MONO_PCM, rate, 2 * rate, SIXTEEN_BITS, 0x61746164, 2 * data.length);
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, `sound-${name}.wav`), Buffer.concat([Buffer.from(head.buffer), Buffer.from(data.buffer)]));
}

// ---- claims ----

claim('every sound is as long, loud, high and often struck as it should be, and silent afterwards', async (browser) => {
  const page = await attentive(browser);
  await turnOn(page);
  same(await page.evaluate((url) => import(url).then(({ NAMES }) => NAMES.sort()), impacts(page)[0]), Object.keys(SOUNDS).sort(), 'the sounds');
  for (const rate of RATES) {
    for (const [name, wanted] of Object.entries(SOUNDS)) {
      const samples = await render(page, name, rate);
      const found = measure(samples, rate);
      if (rate === RATES[0]) keep(name, samples, rate);
      const figures = Object.entries(found).map(([key, value]) => `${key} ${value.toPrecision(3)}`);
      const all = `${name} at ${rate} Hz: ${figures.join(', ')}, struck at ${strikes(samples, rate).map((at) => at.toFixed(3)).join(' ')}`;
      console.log(`# ${all}`);
      for (const key of ['seconds', 'peak', 'centroid']) {
        const [least, most] = wanted[key];
        check(found[key] >= least && found[key] <= most, `${key} should be from ${least} to ${most}:`, all);
      }
      check(Math.abs(samples[0]) < 0.02 && found.rest < 1e-5, 'it begins or ends with a click', all);
      if (wanted.strikes) same(strikes(samples, rate).length, wanted.strikes, `how often something is struck; ${all}`);
    }
  }
  await page.done();
});

claim('knocks are no beeps: they are loudest at once, fade at once, and have no single pitch', async (browser) => {
  const page = await attentive(browser);
  await turnOn(page);
  const [rate] = RATES;
  for (const name of ['land', 'keep', 'tick', 'bonus', 'bust']) {
    const samples = await render(page, name, rate);
    const { beside, peak } = measure(samples, rate);
    const loudest = samples.findIndex((sample) => Math.abs(sample) >= 0.999 * peak) / rate;
    check(beside > 0.2, `${Math.round(100 * beside)} % of ${name} is beside its strongest tone`);
    if (name !== 'bonus') check(loudest < 0.006, `${name} is loudest after ${loudest} s`);
  }
  const beep = Float64Array.from({ length: rate / 10 }, (_, i) => 0.4 * Math.sin((2 * Math.PI * 660 * i) / rate));
  check(measure(beep, rate).beside < 0.05, 'a beep would pass for a knock');
  await page.done();
});

claim('six dice have six pitches, and all at once do not clip', async (browser) => {
  const page = await attentive(browser);
  await turnOn(page);
  const [rate] = RATES;
  const dice = [0, 1, 2, 3, 4, 5].map((die) => ({ die }));
  const pitches = [];
  for (const detail of dice) pitches.push(Math.round(strongest(spectrum(await render(page, 'land', rate, [detail]), rate))));
  same(new Set(pitches).size, 6, `different pitches among ${pitches}`);
  check(Math.max(...pitches) / Math.min(...pitches) < 2.5, `too different: ${pitches}`);
  const { peak } = measure(await render(page, 'land', rate, dice), rate);
  check(peak > 0.5 && peak < 1, `six dice at once: ${peak}`);
  const { peak: bust } = measure(await render(page, 'bust', rate, [{}, {}, {}, {}]), rate);
  check(bust < 1, `four thuds at once: ${bust}`);
  await page.done();
});

claim('four notes rise for five of a kind, a joker and hot dice, each from another note', async (browser) => {
  const page = await attentive(browser);
  await turnOn(page);
  const [rate] = RATES;
  const first = [];
  for (const name of ['five', 'again', 'hot']) {
    const samples = await render(page, name, rate);
    const from = strikes(samples, rate);
    const notes = from.map((at, i) => {
      const begin = Math.round((at + 0.01) * rate);
      const note = samples.subarray(begin, Math.round((from[i + 1] ?? at + 0.1) * rate));
      // The notes before it still ring: they are below it.
      const low = i ? 1.1 : 0;
      return { note, low };
    });
    const pitches = [];
    for (const { note, low } of notes) pitches.push(strongest(spectrum(note, rate).filter(({ hertz }) => hertz > low * (pitches[pitches.length - 1] ?? 0))));
    const steps = pitches.slice(1).map((pitch, i) => pitch / pitches[i]);
    check(steps.length === 3 && steps.every((step) => step > 1.1 && step < 1.5), `${name}: ${pitches.map(Math.round)}`);
    first.push(Math.round(pitches[0] / 10));
  }
  same(new Set(first).size, 3, `different first notes among ${first}`);
  await page.done();
});

claim('without being asked, the page neither sounds nor vibrates, nor fetches any sounds', async (browser) => {
  const page = await attentive(browser);
  await begin(page, { rules: 'yardkle', seats: ['Ann', 'Bea'] });
  await page.locator('.roll-button').click();
  await page.locator('.stakes, .roll-button').first().waitFor();
  same(await noticed(page), [0, 0], 'sounds and vibrations');
  same(impacts(page), [], 'files with sounds');
  await page.done();
});

claim('one switch turns sound and vibration on, and off again', async (browser) => {
  const page = await attentive(browser);
  await turnOn(page);
  await page.goto(server.address);
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Bea'] });
  const before = await noticed(page);
  await page.locator('.roll-button').click();
  await page.waitForFunction(([sounds, buzzes]) => globalThis.played.length > sounds && globalThis.buzzed.length > buzzes, before);
  await page.locator('button.box.offer').first().waitFor();
  const table = page.url();
  await page.goto(`${server.address}#/settings`);
  await page.getByLabel('Sound and vibration').uncheck();
  await page.goto(table);
  await page.locator('button.box.offer').first().waitFor();
  const after = await noticed(page);
  await page.locator('button.box.offer').first().click();
  await words(page, /Bea/).first().waitFor();
  same(await noticed(page), after, 'sounds and vibrations');
  same(page.complaints, [], 'what the browser complains about');
  await page.done();
});

claim('phones do not vibrate for people who want less motion, but sounds stay', async (browser) => {
  const page = await attentive(browser, { reducedMotion: 'reduce' });
  await turnOn(page);
  same(await noticed(page), [1, 0], 'sounds and vibrations');
  await page.locator('input[name="motion"][value="full"]').check();
  await page.getByLabel('Sound and vibration').uncheck();
  await page.getByLabel('Sound and vibration').check();
  await becomes(() => noticed(page), [2, 1], 'sounds and vibrations once motion is asked for');
  await page.done();
});

claim('while the sounds are fetched, only the newest one waits', async (browser) => {
  const page = await attentive(browser);
  let release = () => {};
  const held = new Promise((resolve) => { release = resolve; });
  await page.route(/chunks\/impacts-/, (route) => held.then(() => route.continue()));
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Bea'], real: true });
  await page.getByRole('button', { name: 'Turn on' }).click();
  await throwDice(page, [6, 6, 6, 2, 1]);
  same(await noticed(page), [0, 0], 'sounds and vibrations');
  release();
  await page.waitForFunction(() => globalThis.played.length > 0);
  same(await noticed(page), [1, 1], 'sounds and vibrations');
  await page.locator('.lawn .die').first().click();
  await becomes(() => noticed(page), [2, 2], 'sounds and vibrations after a die is kept');
  await page.done();
});

// A second game with real dice asks nothing.
async function asksNoMore(page, ask) {
  await page.evaluate(() => { location.hash = '#/'; });
  await page.locator('main.home').waitFor();
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Bea'], real: true });
  await page.locator('.pad').waitFor();
  same(await ask.count(), 0, 'questions');
  await page.done();
}

claim('with real dice the page asks once whether to play sounds, and nothing moves', async (browser) => {
  const page = await attentive(browser);
  await begin(page, { rules: 'yardzee', seats: ['Ann', 'Bea'], real: true });
  const ask = page.getByRole('group', { name: 'Play sounds and vibrate?' });
  const place = () => page.locator('.pad').boundingBox();
  const before = await place();
  await ask.getByRole('button', { name: 'Turn on' }).click();
  await ask.waitFor({ state: 'hidden' });
  same(await place(), before, 'where the pad is');
  await page.waitForFunction(() => globalThis.played.length === 1 && globalThis.buzzed.length === 1);
  await throwDice(page, [6, 6, 6, 2, 1]);
  await becomes(() => noticed(page), [7, 7], 'a sound for each die, and one for the throw');
  await asksNoMore(page, ask);
});

claim('a no is remembered: the page does not ask again', async (browser) => {
  const page = await attentive(browser);
  await begin(page, { rules: 'yardkle', seats: ['Ann', 'Bea'], real: true });
  const ask = page.getByRole('group', { name: 'Play sounds and vibrate?' });
  await ask.getByRole('button', { name: 'No, thanks' }).click();
  await ask.waitFor({ state: 'hidden' });
  await throwDice(page, [6, 6, 6, 2, 1, 3]);
  same(await noticed(page), [0, 0], 'sounds and vibrations');
  await asksNoMore(page, ask);
});
