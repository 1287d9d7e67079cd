/**
 * Keeps the page for days without a signal. The build puts in the list of its files, those of its
 * languages, and their version. A new version is fetched whole, and takes over when no window shows
 * the old one any more. Of the languages the person's own is kept, and any used once.
 */
/* global FILES, LANGUAGES, VERSION */
const CACHE = `yardstick-${VERSION}`;

addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    const own = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES) ?? 'en';
    const files = [...FILES, LANGUAGES[own]];
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
    const page = event.request.mode === 'navigate'; // only one there is
    const kept = await cache.match(page ? 'index.html' : event.request, { ignoreSearch: true });
    if (kept) return kept;
    const answer = await fetch(event.request);
    if (answer.ok && Object.values(LANGUAGES).some((file) => url.pathname.endsWith(`/${file}`))) {
      await cache.put(event.request, answer.clone());
    }
    return answer;
  })());
});
