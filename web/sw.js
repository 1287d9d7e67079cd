/**
 * Keeps the whole page for days without a signal. The build puts in the list of its files and their
 * version. A new version is fetched whole, and takes over when no window shows the old one any more.
 */
/* global FILES, VERSION */
const CACHE = `yardstick-${VERSION}`;

addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
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
    return kept ?? fetch(event.request);
  })());
});
