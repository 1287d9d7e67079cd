/**
 * Service worker: caches the page for offline use. The build fills in the list of files, the list of
 * optional files, and the version. A new version is fetched as a whole and takes over once no window shows the
 * old one. Of the optional files, the one for the user's language is cached up front, the others after their
 * first use, or when the page asks for it. Responses about a server's tables are never cached.
 */
/* global FILES, LATER, VERSION */
const CACHE = `yardstick-${VERSION}`;

/** Optional files to cache: the one for the user's language, and those that the previous version had cached. */
async function laterFiles() {
  const wanted = new Set([navigator.languages.map((tag) => `${tag.slice(0, 2).toLowerCase()}.js`).find((name) => name in LATER) ?? 'en.js']);
  for (const name of await caches.keys()) {
    if (!name.startsWith('yardstick-')) continue;
    for (const { url } of await (await caches.open(name)).keys()) {
      const kept = new URL(url).pathname.replace(/.*\/chunks\/(\w+)-\w+/, '$1');
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

// The names of files that the page fetched, maybe before it was under this worker's control.
addEventListener('message', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    for (const name of event.data) {
      if (!await cache.match(LATER[name])) await cache.add(LATER[name]).catch(() => {}); // the next fetch tries again
    }
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
  if (/^(api|t|g)(\/|$)/.test(url.pathname.slice(home.length))) return; // the server's tables and groups, and links to them
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    const page = url.pathname === home; // there may be other pages in the same folder
    const kept = await cache.match(page ? 'index.html' : event.request, { ignoreSearch: true });
    if (kept) return kept;
    const answer = await fetch(event.request);
    if (answer.ok && Object.values(LATER).some((file) => url.pathname.endsWith(`/${file}`))) {
      await cache.put(event.request, answer.clone()).catch(() => {}); // out of quota: the response is still good
    }
    return answer;
  })());
});
