/**
 * Keeps the whole page for days without a signal. The build puts in the list of its files and their
 * version; a new version is fetched whole before it takes over.
 */
/* global FILES, VERSION */
const CACHE = `yardstick-${VERSION}`;

addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
    await self.skipWaiting();
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
    const kept = await cache.match(event.request, { ignoreSearch: true });
    return kept ?? fetch(event.request);
  })());
});
