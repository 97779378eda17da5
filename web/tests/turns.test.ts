import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { beUnknown } from '../src/api/house';
import { hindrance, subscribe } from '../src/api/push';
import { daysText } from '../src/api/time';
import { waiting, type MyTable, type Told } from '../src/api/turns.svelte';
import Turns from '../src/pages/Turns.svelte';
import Clock from '../src/parts/Clock.svelte';
import Doors from '../src/parts/Doors.svelte';
import Stop from '../src/parts/turns/Stop.svelte';
import NextTable from '../src/parts/turns/NextTable.svelte';
import { placeOf } from '../src/router.svelte';
import { settings } from '../src/settings.svelte';

const NOW = 1_790_000_000;
const HOUR = 3600;
const DAY = 24 * HOUR;
const KEY = 'BA'.padEnd(87, 'A');
const TOLD: Told = {
  key: KEY,
  here: false,
  browsers: 0,
  letters: false,
  email: '',
  post: false,
  away: [],
  left: 30,
  now: NOW,
};

function sat(table: string, more: Partial<MyTable> = {}): MyTable {
  const since = NOW - DAY;
  return { table, game: 'splut', names: ['Bo'], state: 'playing', days: 3, waits: true, since, until: null, ...more };
}

let tables: MyTable[];
let told: Told;
let next: { table: string; waiting: number };
let asked: { path: string; data: unknown }[];
let refusal: string;
let loading: Promise<void>;

beforeEach(() => {
  settings.language = 'en';
  tables = [];
  told = TOLD;
  next = { table: '', waiting: 0 };
  asked = [];
  refusal = '';
  loading = Promise.resolve();
  waiting.count = 0;
  beUnknown();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {} }));
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const known: Record<string, unknown> = {
      '/api/guests/me': { name: 'Ada' },
      '/api/turns': tables,
      '/api/turns/told': told,
    };
    if (method === 'GET') await loading;
    if (method === 'GET') return { ok: true, status: 200, json: async () => known[path] ?? next };
    asked.push({ path, data: JSON.parse(body as string) });
    return { ok: !refusal, status: refusal ? 400 : 204, json: async () => ({ why: refusal }) };
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const region = (name: string) => within(screen.getByRole('region', { name }));

/** A browser that can show notices, if it is let. */
function able(answer: NotificationPermission, given: unknown = { endpoint: 'https://push.example/1' }) {
  const pushManager = {
    getSubscription: async () => null,
    subscribe: vi.fn(async () => {
      if (given instanceof DOMException) throw given;
      return { toJSON: () => given };
    }),
  };
  const serviceWorker = {
    register: vi.fn(),
    ready: Promise.resolve({ pushManager }),
    getRegistration: async () => undefined,
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => answer });
  vi.stubGlobal('navigator', { serviceWorker, languages: ['en'] });
  return { pushManager, serviceWorker };
}

test('the page has a path of its own, and one more for who wants no letters', () => {
  expect(placeOf('/turns')).toEqual({ page: 'room', room: 'turns', rest: [] });
  expect(placeOf('/turns/ada.123')).toEqual({ page: 'room', room: 'turns', rest: ['ada.123'] });
  expect(placeOf('/turns/a/b')).toEqual({ page: 'nowhere' });
});

test('days are told in the two units that matter, as the reader writes them', () => {
  expect([3 * DAY, 2 * DAY + 4 * HOUR + 59, HOUR + 720, 1440, 59].map(daysText)).toEqual([
    '3d',
    '2d 4h',
    '1h 12m',
    '24m',
    '0m',
  ]);
  settings.language = 'de';
  expect(daysText(2 * DAY + HOUR)).toBe(
    ['day', 'hour']
      .map((unit, n) => new Intl.NumberFormat('de', { style: 'unit', unit, unitDisplay: 'narrow' }).format(2 - n))
      .join(' '),
  );
});

test('a clock by correspondence counts no seconds and hurries nobody', () => {
  render(Clock, { time: { left: 5, runs: true }, told: Date.now(), days: true });
  expect(screen.getByRole('timer').textContent).toBe('0m');
  expect(screen.queryByRole('status')).toBeNull();
});

test('tables that wait stand apart, with whom and until when', async () => {
  tables = [
    sat('one', { until: NOW + 2 * DAY + HOUR }),
    sat('two', { until: NOW + HOUR, names: ['Cy', 'Dee'] }),
    sat('three', { until: null }),
    sat('four', { waits: false, since: null }),
    sat('five', { waits: false, state: 'laid', names: [], days: 0, since: null, game: 'outspeed' }),
  ];
  next = { table: 'two', waiting: 3 };
  render(Turns, { rest: [] });
  expect((await screen.findByText('3 tables wait for you')).getAttribute('role')).toBe('status');
  const mine = region('Your turn').getAllByRole('listitem');
  expect(mine.map((each) => each.querySelector('.when b')!.textContent)).toEqual([
    '2d 1h left',
    '1h left',
    'the clock stands',
  ]);
  expect(mine.map((each) => each.querySelector('.soon') !== null)).toEqual([false, true, false]);
  const link = within(mine[1]!).getByRole('link', { name: 'Play Splut! with Cy and Dee' });
  expect(link.getAttribute('href')).toBe('/table/two');
  const others = region('Where others are to play').getAllByRole('listitem');
  expect(others.map((each) => each.querySelector('.when b')!.textContent)).toEqual(['3 days a turn', 'not begun']);
  expect(within(others[1]!).getByText('Nobody else sits there yet')).toBeTruthy();
  await waitFor(() => expect(document.title).toBe('(3) Your tables · Sobremesa'));
});

test('who plays nowhere is told how to begin', async () => {
  render(Turns, { rest: [] });
  expect(await screen.findByText('Nobody waits for you.')).toBeTruthy();
  expect(region('You are not playing anywhere now').getByRole('link').getAttribute('href')).toBe('/');
});

test('the door on the front page says how many tables wait', async () => {
  render(Doors);
  expect(screen.getByRole('link', { name: /^Your tables/ }).querySelector('.count')).toBeNull();
  next = { table: 'one', waiting: 2 };
  await waiting.look();
  await waitFor(() => expect(screen.getByRole('link', { name: /^Your tables/ }).textContent).toContain('2'));
});

test('from a table one goes to the next that waits, and not to itself', async () => {
  next = { table: 'two', waiting: 4 };
  const { rerender } = render(NextTable, { table: 'one', entries: 5 });
  const link = await screen.findByRole('link', { name: 'Next table that waits (4)' });
  expect(link.getAttribute('href')).toBe('/table/two');
  next = { table: '', waiting: 1 };
  await rerender({ table: 'one', entries: 6 });
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
});

test('why a page cannot ask for notices', () => {
  able('granted');
  expect(hindrance()).toBe('');
  vi.stubGlobal('Notification', { permission: 'denied' });
  expect(hindrance()).toBe('denied');
  vi.stubGlobal('navigator', {});
  expect(hindrance()).toBe('browser');
  vi.stubGlobal('isSecureContext', false);
  expect(hindrance()).toBe('plain');
});

test('on a page that others could read on the way it says why there are no notices', async () => {
  vi.stubGlobal('isSecureContext', false);
  render(Turns, { rest: [] });
  expect(await screen.findByText(/begins with https/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Tell me by this browser' })).toBeNull();
});

test('a browser that is let shows notices, and is left alone again', async () => {
  const { pushManager, serviceWorker } = able('granted');
  render(Turns, { rest: [] });
  await fireEvent.click(await screen.findByRole('button', { name: 'Tell me by this browser' }));
  await waitFor(() =>
    expect(asked).toEqual([{ path: '/api/turns/push', data: { endpoint: 'https://push.example/1' } }]),
  );
  expect(serviceWorker.register).toHaveBeenCalledWith('/worker.js');
  const [wanted] = pushManager.subscribe.mock.calls[0] as unknown as [PushSubscriptionOptionsInit];
  expect(wanted.userVisibleOnly).toBe(true);
  expect((wanted.applicationServerKey as Uint8Array).length).toBe(65);
  told = { ...TOLD, here: true, browsers: 3 };
  cleanup();
  render(Turns, { rest: [] });
  expect(await screen.findByText('2 other browsers tell you too.')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Tell me here no more' }));
  await waitFor(() => expect(asked.at(-1)!.path).toBe('/api/turns/push/remove'));
});

test('who would rather not is asked no more, and a push service that is away is said', async () => {
  able('denied');
  expect(await subscribe(KEY)).toBeNull();
  able('granted', new DOMException('no', 'AbortError'));
  await expect(subscribe(KEY)).rejects.toThrow('cannot reach its push service');
});

test('letters are for accounts with an address, where the house writes any', async () => {
  able('granted');
  told = { ...TOLD, post: true };
  render(Turns, { rest: [] });
  expect(await screen.findByText(/Letters need an account/)).toBeTruthy();
  cleanup();
  told = { ...TOLD, post: true, email: 'ada@example.org' };
  render(Turns, { rest: [] });
  await fireEvent.click(await screen.findByRole('switch', { name: 'By a letter' }));
  await waitFor(() => expect(asked).toEqual([{ path: '/api/turns/letters', data: { wanted: true } }]));
});

test('a vacation is taken, called off and ended, and what is refused is said beside it', async () => {
  able('granted');
  told = {
    ...TOLD,
    left: 1,
    away: [
      { begins: NOW - DAY, ends: NOW + DAY },
      { begins: NOW + 9 * DAY, ends: NOW + 10 * DAY },
    ],
  };
  render(Turns, { rest: [] });
  const here = within(await screen.findByRole('region', { name: 'Vacation' }));
  expect(here.getByText('One day is left this year.')).toBeTruthy();
  await fireEvent.click(here.getByRole('button', { name: /^I am back/ }));
  await waitFor(() => expect(asked).toEqual([{ path: '/api/turns/vacation/end', data: { begins: NOW - DAY } }]));
  const idle = () =>
    waitFor(() => expect(here.getByRole('button', { name: 'Go on vacation' })).toHaveProperty('disabled', false));
  await idle();
  await fireEvent.click(here.getByRole('button', { name: /^Call off/ }));
  await waitFor(() => expect(asked.at(-1)!.data).toEqual({ begins: NOW + 9 * DAY }));
  await idle();
  await fireEvent.input(here.getByLabelText('First day'), { target: { value: '2026-12-01' } });
  await fireEvent.input(here.getByLabelText('Last day'), { target: { value: '2026-12-03' } });
  refusal = 'There are 30 days of vacation a year: 1 are left in 2026.';
  await fireEvent.click(here.getByRole('button', { name: 'Go on vacation' }));
  expect((await here.findByRole('alert')).textContent).toBe(refusal);
  expect(asked.at(-1)).toEqual({ path: '/api/turns/vacation', data: { first: '2026-12-01', last: '2026-12-03' } });
});

test('a day that is typed while a vacation is being kept stays', async () => {
  able('granted');
  render(Turns, { rest: [] });
  const here = within(await screen.findByRole('region', { name: 'Vacation' }));
  const last = here.getByLabelText<HTMLInputElement>('Last day');
  const typed = (value: string) => fireEvent.input(last, { target: { value } });
  for (const next of ['', '2026-12-09']) {
    let loaded = () => {};
    loading = new Promise((resolve) => (loaded = resolve));
    await typed('2026-12-03');
    await fireEvent.click(here.getByRole('button', { name: 'Go on vacation' }));
    if (next) await typed(next);
    loaded();
    await waitFor(() => expect(here.getByRole('button', { name: 'Go on vacation' })).toHaveProperty('disabled', false));
    expect(last.value).toBe(next);
  }
});

test('no letter is stopped before the button is pressed', async () => {
  render(Stop, { token: 'ada.123' });
  expect(asked).toEqual([]);
  refusal = 'That link is not whole: copy it from the letter once more.';
  await fireEvent.click(screen.getByRole('button', { name: 'Write me no more' }));
  expect((await screen.findByRole('alert')).textContent).toBe(refusal);
  refusal = '';
  await fireEvent.click(screen.getByRole('button', { name: 'Write me no more' }));
  expect(await screen.findByText(/You get no more letters/)).toBeTruthy();
  expect(asked.at(-1)).toEqual({ path: '/api/turns/stop', data: { token: 'ada.123' } });
});
