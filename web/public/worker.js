// What a browser keeps of the house while no page of it is open: it shows that a table waits, and opens it.

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

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

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
