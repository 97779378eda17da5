import { beforeEach, expect, test, vi } from 'vitest';

type Event = { data?: unknown; notification?: unknown; waitUntil: (promise: Promise<unknown>) => void };

const listeners: Record<string, (event: Event) => void> = {};
const showNotification = vi.fn();
const openWindow = vi.fn();
const close = vi.fn();
let pages: { url: string; focus: () => void; navigate: (to: string) => void }[] = [];

beforeEach(async () => {
  vi.clearAllMocks();
  pages = [];
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: (event: Event) => void) => (listeners[name] = listener),
    registration: { showNotification },
    clients: { matchAll: async () => pages, openWindow },
    location: { origin: 'https://house.test' },
  });
  vi.resetModules();
  const path = '../public/worker.js';
  await import(/* @vite-ignore */ path);
});

/** Until the worker has done what an event asks for. */
async function happen(name: string, event: Omit<Event, 'waitUntil'>) {
  const waits: Promise<unknown>[] = [];
  listeners[name]!({ ...event, waitUntil: (promise) => waits.push(promise) });
  await Promise.all(waits);
}

const click = () => happen('notificationclick', { notification: { close, data: { path: '/table/abc' } } });

test('a notice is shown in the words of the house and the time of the place', async () => {
  const told = {
    title: 'Du bist dran bei Splut!',
    body: 'A hat gespielt. Du hast Zeit bis {until}.',
    until: 1_790_000_000,
    language: 'de',
    path: '/table/abc',
    tag: 'abc',
  };
  await happen('push', { data: { json: () => told } });
  const [title, shown] = showNotification.mock.calls[0] as [string, Record<string, unknown>];
  expect(title).toBe(told.title);
  expect(shown).toMatchObject({ tag: 'abc', lang: 'de', data: { path: '/table/abc' } });
  expect(shown.body).toMatch(/^A hat gespielt\. Du hast Zeit bis \S.*\d\d:\d\d\.$/);
});

test('pressed, it opens the table in a page that is open, or in a new one', async () => {
  await click();
  expect(close).toHaveBeenCalled();
  expect(openWindow).toHaveBeenCalledWith('https://house.test/table/abc');
  const page = { url: 'https://house.test/', focus: vi.fn(), navigate: vi.fn() };
  pages = [page];
  await click();
  expect(page.focus).toHaveBeenCalled();
  expect(page.navigate).toHaveBeenCalledWith('https://house.test/table/abc');
  const there = { url: 'https://house.test/table/abc', focus: vi.fn(), navigate: vi.fn() };
  pages = [page, there];
  await click();
  expect(there.focus).toHaveBeenCalled();
  expect(there.navigate).not.toHaveBeenCalled();
  expect(openWindow).toHaveBeenCalledTimes(1);
});
