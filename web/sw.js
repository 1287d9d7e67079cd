/**
 * Keeps the page for days without a signal. The build puts in the list of its files, those that not
 * everybody needs, and their version. A new version is fetched whole, and takes over when no window shows
 * the old one any more. Of the languages the person's own is kept; of them and of other parts that come
 * later any that was used once. What a server says about its tables is never kept.
 */
/* global FILES, LATER, VERSION */
const CACHE = `yardstick-${VERSION}`;

/** The files wanted here that not everybody needs: the person's own language, and those the version before has kept. */
async function laterFiles() {
  const wanted = new Set([navigator.languages.map((tag) => `${tag.slice(0, 2).toLowerCase()}.js`).find((name) => name in LATER) ?? 'en.js']);
  for (const name of await caches.keys()) {
    if (!name.startsWith('yardstick-')) continue;
    for (const { url } of await (await caches.open(name)).keys()) {
      const kept = url.replace(/.*\/chunks\/(\w+)-\w+/, '$1');
      if (kept in LATER) wanted.add(kept);
    }
  }
  return [...wanted].map((name) => LATER[name]);
}

addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    const files = [...FILES, ...await laterFiles()];
    await cache.addAll(files.map((file) => new Request(file, { cache: 'no-cache' })));
  })());
});

addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('yardstick-') && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  const home = new URL(registration.scope).pathname;
  if (/^(api|t)(\/|$)/.test(url.pathname.slice(home.length))) return; // the server's tables, and the way to them
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const page = url.pathname === home; // other pages may stand beside it
    const kept = await cache.match(page ? 'index.html' : event.request, { ignoreSearch: true });
    if (kept) return kept;
    const answer = await fetch(event.request);
    if (answer.ok && Object.values(LATER).some((file) => url.pathname.endsWith(`/${file}`))) {
      await cache.put(event.request, answer.clone()).catch(() => {}); // no room: it is there all the same
    }
    return answer;
  })());
});
