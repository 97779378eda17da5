// What a browser keeps of the house while no page of it is open: it shows that a table waits, and opens it. And it keeps
// the pages themselves, for when the house cannot be reached: while it can, they always come from there.
const KEPT = 'sobremesa';

/** Keep the client as the house has it now. The page comes after its parts, and what it needs no more goes last: so what
 * is kept fits together, wherever this ends. */
async function keep() {
  const answer = await fetch('/assets', { cache: 'no-cache' });
  if (!answer.ok) return;
  const wanted = await answer.json();
  const cache = await caches.open(KEPT);
  const had = (await cache.keys()).map((each) => new URL(each.url).pathname);
  await cache.addAll(wanted.filter((path) => !had.includes(path)));
  await cache.add(new Request('/', { cache: 'no-cache' }));
  const old = had.filter((path) => path !== '/' && !wanted.includes(path));
  await Promise.all(old.map((path) => cache.delete(path)));
}

/** What is done beside something else, and may fail: the house may be away. */
const aside = (promise) => promise.catch(() => undefined);

/** A moment as people say it where the browser is. */
function said(seconds, language) {
  return new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(seconds * 1000));
}

self.addEventListener('install', (event) => event.waitUntil(aside(keep()).then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (pathname.startsWith('/assets/'))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});

/** Said by whatever stands before a house that is away. */
const AWAY = [502, 503, 504];

/** A page of the house; the one that was kept, if the house cannot be reached. */
async function page(event) {
  const answer = await fetch(event.request).catch((error) => error);
  if (answer instanceof Response && !AWAY.includes(answer.status)) {
    event.waitUntil(aside(keep()));
    return answer;
  }
  const kept = await caches.match('/');
  if (kept) return kept;
  if (answer instanceof Response) return answer;
  throw answer;
}

self.addEventListener('push', (event) => {
  const { title, body, until, language, path, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, {
      body: body.replace('{until}', said(until, language)),
      lang: language,
      tag,
      renotify: true,
      data: { path },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.path, self.location.origin).href;
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
      const open = pages.find((page) => page.url === address) ?? pages[0];
      if (!open) return self.clients.openWindow(address);
      await open.focus();
      return open.url === address ? undefined : open.navigate(address);
    })(),
  );
});
