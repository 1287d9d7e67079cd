/**
 * Keeps the page for days without a signal. The build puts in the list of its files, those of its
 * languages, and their version. A new version is fetched whole, and takes over when no window shows
 * the old one any more. Of the languages the person's own is kept, and any used once.
 */
/* global FILES, LANGUAGES, VERSION */
const CACHE = `yardstick-${VERSION}`;

/** The files of the languages wanted here: the person's own, and those the version before has kept. */
async function languageFiles() {
  const wanted = new Set([navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES) ?? 'en']);
  for (const name of await caches.keys()) {
    if (!name.startsWith('yardstick-')) continue;
    for (const { url } of await (await caches.open(name)).keys()) {
      const tag = /\/chunks\/([a-z]+)-[^/]*$/.exec(url)?.[1] ?? '';
      if (tag in LANGUAGES) wanted.add(tag);
    }
  }
  return [...wanted].map((tag) => LANGUAGES[tag]);
}

addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    const files = [...FILES, ...await languageFiles()];
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
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const page = url.pathname === new URL(registration.scope).pathname; // other pages may stand beside it
    const kept = await cache.match(page ? 'index.html' : event.request, { ignoreSearch: true });
    if (kept) return kept;
    const answer = await fetch(event.request);
    if (answer.ok && Object.values(LANGUAGES).some((file) => url.pathname.endsWith(`/${file}`))) {
      await cache.put(event.request, answer.clone()).catch(() => {}); // no room: it is there all the same
    }
    return answer;
  })());
});
