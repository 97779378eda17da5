import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { beKnown } from '../src/api/house';
import { News } from '../src/api/news';
import { Table } from '../src/api/table.svelte';
import { settings } from '../src/settings.svelte';
import { playing, sight, state, walk, Wire } from './wire';

beforeEach(() => {
  vi.useFakeTimers();
  Wire.all = [];
  vi.stubGlobal('WebSocket', Wire);
  settings.language = 'en';
});

afterEach(() => vi.useRealTimers());

function sitDown(part = {}) {
  const table = new Table('Rq7');
  Wire.last.open();
  Wire.last.hear(state(part));
  return table;
}

test('a table asks for what each choice would do, in the reader’s language', () => {
  settings.language = 'de';
  sitDown();
  expect(Wire.last.address.pathname).toBe('/api/tables/Rq7/socket');
  expect(Wire.last.address.protocol).toMatch(/^ws/);
  expect(Object.fromEntries(Wire.last.address.searchParams)).toEqual({ language: 'de', choices: 'true' });
});

test('a lost connection comes back, says how much it has seen, and asks again what was not answered', async () => {
  const table = sitDown({ about: playing({ moves: 7 }) });
  const said = table.ask({ do: 'say', text: 'Hello' });
  const first = Wire.last;
  first.drop();
  expect(table.connection).toBe('lost');
  expect(table.about!.moves).toBe(7);
  vi.advanceTimersByTime(400);
  expect(Wire.all).toHaveLength(2);
  expect(Wire.last.address.searchParams.get('moves')).toBe('7');
  Wire.last.open();
  expect(table.connection).toBe('open');
  expect(Wire.last.sent).toEqual(first.sent);
  Wire.last.hear({ type: 'done', id: first.sent[0]!.id });
  await expect(said).resolves.toBeUndefined();
});

test('what is asked while the line is down goes out when it is back', () => {
  const table = sitDown();
  Wire.last.drop();
  void table.ask({ do: 'say', text: 'Still here' });
  vi.advanceTimersByTime(400);
  Wire.last.open();
  expect(Wire.last.sent.map((each) => each.text)).toEqual(['Still here']);
});

test('it waits longer and longer, and not at all when asked to try now', () => {
  const table = sitDown();
  for (let tries = 0; tries < 6; tries++) {
    Wire.last.drop();
    vi.advanceTimersByTime(6000);
  }
  Wire.last.drop();
  const before = Wire.all.length;
  vi.advanceTimersByTime(800); // the longest wait, drawn as short as it can be, is 840
  expect(Wire.all).toHaveLength(before);
  table.reconnect();
  expect(Wire.all).toHaveLength(before + 1);
  vi.advanceTimersByTime(20_000);
  expect(Wire.all).toHaveLength(before + 1);
});

test('a table that is not there is not asked for again', () => {
  const table = new Table('nosuch');
  Wire.last.open();
  Wire.last.hear({ type: 'refused', id: '', why: 'There is no such table.' });
  Wire.last.drop(4404);
  vi.advanceTimersByTime(60_000);
  expect(table.connection).toBe('refused');
  expect(table.why).toBe('There is no such table.');
  expect(Wire.all).toHaveLength(1);
});

test('whoever has signed out comes back as whoever they are now, and is asked again who that is', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return { ok: true, status: 200, json: async () => ({ name: 'Ada' }) };
  });
  await beKnown();
  await beKnown();
  expect(asked).toEqual(['/api/guests/me']);
  const table = sitDown();
  Wire.last.drop(4401);
  expect(table.connection).toBe('lost');
  vi.advanceTimersByTime(400);
  expect(Wire.all).toHaveLength(2);
  await beKnown();
  expect(asked).toHaveLength(2);
});

test('a refusal says why, and by which rule', async () => {
  const table = sitDown();
  const asked = table.draft('red', ['De2-e9']);
  expect(Wire.last.sent[0]).toMatchObject({ do: 'draft', seat: 0, choice: 0, moves: ['De2-e9'] });
  Wire.last.hear({ type: 'refused', id: Wire.last.sent[0]!.id, why: 'Too far.', rule: 5 });
  await expect(asked).rejects.toEqual({ why: 'Too far.', rule: 5 });
});

test('in another language everything is told anew, and the old socket is not heard any more', () => {
  const table = sitDown();
  const old = Wire.last;
  settings.language = 'fr';
  table.reconnect();
  Wire.last.open();
  old.hear(state({ about: playing({ moves: 99 }) }));
  expect(table.about!.moves).toBe(0);
  expect(table.connection).toBe('open');
  expect(Wire.last.address.searchParams.get('language')).toBe('fr');
});

test('what a draft shows moving does not move again when it is confirmed', () => {
  const table = sitDown();
  const [one, two] = [walk(0, 0, 'one'), walk(1, 0, 'two')];
  const drafted = (draft: string[], events: object[], moves = 0) =>
    Wire.last.hear(state({ about: playing({ moves }), seats: { red: sight({ draft, events }) } }));
  drafted(['a'], [one]);
  expect(table.news.red).toEqual([one]);
  drafted(['a', 'b'], [one, two]);
  expect(table.news.red).toEqual([two]);
  drafted(['a'], [one]);
  expect(table.news.red).toEqual([]);
  drafted(['a', 'b'], [one, two]);
  expect(table.news.red).toEqual([two]);
  drafted([], [one, two, walk(2, 1, 'three')], 3);
  expect(table.news.red).toEqual([walk(2, 1, 'three')]);
});

test('who comes to a match that is being played sees it as it is, and nothing moves', () => {
  const table = sitDown({ about: playing({ moves: 2 }), seats: { red: sight({ events: [walk(1, 1, 'before')] }) } });
  expect(table.news.red).toEqual([]);
});

test('after something was taken back the same choice moves again', () => {
  const news = new News();
  news.of([walk(0, 0, 'one')]);
  news.cut(0);
  expect(news.of([walk(0, 0, 'one')])).toHaveLength(1);
});

test('whom one has muted is remembered, and the house is told', () => {
  const table = sitDown();
  void table.mute('green', true);
  expect(table.muted.has('green')).toBe(true);
  expect(Wire.last.sent[0]).toMatchObject({ do: 'mute', name: 'green', muted: true });
  void table.mute('green', false);
  expect(table.muted.size).toBe(0);
});
