// The room of the day's puzzle.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { DayResults } from '../src/api/types';
import Day from '../src/pages/Day.svelte';
import { lineOf, starsOf } from '../src/parts/day/stars';
import DayOver from '../src/parts/DayOver.svelte';
import { placeOf, router } from '../src/router.svelte';
import { settings } from '../src/settings.svelte';
import { about, place } from './house';
import { Wire } from './wire';

const PUZZLE = { date: '2026-11-16', walls: ['0,1', '3,4'], size: 5, start: '2,2', par: 4 };
const RESULTS: DayResults = {
  day: '2026-11-16',
  today: true,
  until: Date.UTC(2026, 10, 18) / 1000,
  tried: 3,
  shown: false,
  filled: 0,
  spread: [],
  places: [],
  mine: null,
  streak: 0,
  longest: 0,
  before: [],
};

let answers: Record<string, unknown>;
let asked: string[];

beforeEach(() => {
  settings.language = 'en';
  Wire.all = [];
  asked = [];
  answers = {
    'GET /api/puzzle': PUZZLE,
    'GET /api/puzzle/results': RESULTS,
    'GET /api/guests/me': { name: 'Ada' },
  };
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {} }));
  vi.stubGlobal('WebSocket', Wire);
  vi.stubGlobal('scrollTo', () => {});
  router.go('/day');
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    const key = `${method} ${path}`;
    asked.push(key);
    const answer = answers[key] ?? new Error(`Nobody answers ${key}`);
    const refused = answer instanceof Error;
    return {
      ok: !refused,
      status: refused ? 400 : 200,
      json: async () => (refused ? { why: answer.message } : answer),
    };
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = async (results: Partial<DayResults>) => {
  answers['GET /api/puzzle/results'] = { ...RESULTS, ...results };
  render(Day, { rest: [] });
  return screen.findByRole('region', { name: 'The puzzle of November 16, 2026' });
};

test('the room has a path of its own, and each day another', () => {
  expect(placeOf('/day')).toEqual({ page: 'room', room: 'day', rest: [] });
  expect(placeOf('/day/2026-11-15')).toEqual({ page: 'room', room: 'day', rest: ['2026-11-15'] });
});

test('who has not tried it begins, is told that it counts once, and sees nobody’s result', async () => {
  const board = await show({});
  expect(board.textContent).toContain('Par is 4');
  expect(board.textContent).toContain('Your first try counts, once');
  const results = screen.getByRole('region', { name: 'Results' });
  expect(results.textContent).toContain('3 people have tried it.');
  expect(results.textContent).toContain('when you have finished yours');
  expect(screen.queryByRole('table')).toBeNull();
  answers['POST /api/puzzle'] = about({ puzzle: '2026-11-16', attempt: true, places: [place('ruby')] });
  await fireEvent.click(within(board).getByRole('button', { name: 'Begin your attempt' }));
  await waitFor(() => expect(Wire.all).toHaveLength(1));
  Wire.last.open();
  await waitFor(() => expect(Wire.last.sent.at(-1)).toMatchObject({ do: 'sit', seat: 0 }));
});

test('who has begun goes on at the same table, and sits down no second time', async () => {
  const board = await show({ mine: { table: 'Rq7', state: 'going', points: null, place: null } });
  expect(board.textContent).toContain('Your attempt is under way.');
  answers['POST /api/puzzle'] = about({ table: 'Rq7', state: 'playing', places: [place('ruby', 'Ada')] });
  await fireEvent.click(within(board).getByRole('button', { name: 'Go on with your attempt' }));
  await waitFor(() => expect(router.place).toEqual({ page: 'table', table: 'Rq7' }));
  expect(Wire.all).toHaveLength(0);
});

test('who has sat down and not begun begins', async () => {
  const board = await show({ mine: { table: 'Rq7', state: 'going', points: null, place: null } });
  answers['POST /api/puzzle'] = about({ table: 'Rq7', state: 'laid', places: [place('ruby', 'Ada')] });
  await fireEvent.click(within(board).getByRole('button', { name: 'Go on with your attempt' }));
  await waitFor(() => expect(Wire.all).toHaveLength(1));
  Wire.last.open();
  await waitFor(() => expect(Wire.last.sent.map((each) => each.do)).toEqual(['begin']));
});

test('who has finished sees their place among all, with shared places', async () => {
  const board = await show({
    shown: true,
    filled: 3,
    spread: [
      { points: 4, count: 2 },
      { points: 7, count: 1 },
    ],
    places: [
      { place: 1, name: 'Bea', points: 4, mine: false },
      { place: 1, name: 'Cleo', points: 4, mine: false },
      { place: 3, name: 'Ada', points: 7, mine: true },
    ],
    mine: { table: 'Rq7', state: 'filled', points: 7, place: 3 },
    streak: 2,
    longest: 5,
  });
  expect(board.textContent).toContain('7 points');
  expect(board.textContent).toContain('Place 3 of 3 who filled the area.');
  expect(within(board).getByRole('button', { name: 'Practise it' })).toBeTruthy();
  expect(within(board).getByRole('link', { name: 'Look at it again' }).getAttribute('href')).toBe('/replay/Rq7');
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent!.trim()));
  expect(rows).toEqual([
    ['Place', 'Name', 'Points'],
    ['1', 'Bea', '4'],
    ['1', 'Cleo', '4'],
    ['3', 'Ada you', '7'],
  ]);
  expect(within(screen.getByRole('list', { name: /How many came/ })).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByRole('region', { name: 'Days in a row' }).textContent).toContain('2 days in a row');
});

test('a day before is shown with its par, and is practised', async () => {
  const before = { day: '2026-11-14', par: 2, tried: 5, filled: 3, mine: 6 };
  const day = { ...RESULTS, day: '2026-11-15', today: false, shown: true, before: [before] };
  answers['GET /api/puzzle?day=2026-11-15'] = { ...PUZZLE, date: '2026-11-15' };
  answers['GET /api/puzzle/results?day=2026-11-15'] = day;
  answers['POST /api/puzzle?day=2026-11-15'] = about({ table: 'Rq8', state: 'playing' });
  render(Day, { rest: ['2026-11-15'] });
  const board = await screen.findByRole('region', { name: 'The puzzle of November 15, 2026' });
  expect(board.textContent).toContain('You did not try it that day.');
  const past = screen.getByRole('region', { name: 'Days before' });
  expect(past.textContent).toContain('par 2 · 3 of 5 filled it · you 6 ★☆☆');
  expect(within(past).getByRole('link').getAttribute('href')).toBe('/day/2026-11-14');
  await fireEvent.click(within(board).getByRole('button', { name: 'Practise it' }));
  await waitFor(() => expect(router.place).toEqual({ page: 'table', table: 'Rq8' }));
});

test('a day that is none is refused in its sentence', async () => {
  answers['GET /api/puzzle?day=soon'] = new Error('A day is written like 2026-11-15.');
  answers['GET /api/puzzle/results?day=soon'] = new Error('A day is written like 2026-11-15.');
  render(Day, { rest: ['soon'] });
  expect((await screen.findByRole('alert')).textContent).toBe('A day is written like 2026-11-15.');
});

test.each([
  [true, 'This was your attempt: it counts.'],
  [false, 'This was practice.'],
])('at the table it is said whether the match counts (%s)', async (attempt, told) => {
  answers['GET /api/puzzle?day=2026-11-16'] = PUZZLE;
  render(DayOver, { day: '2026-11-16', points: 4, attempt, record: '' });
  expect(await screen.findByText(told)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Results' }).getAttribute('href');
  expect(link).toMatch(/^\/day(\/2026-11-16)?$/);
});

test('three stars for par, two near it, one for a full area, none without', () => {
  expect([3, 4, 5, 7, 8, null].map((points) => starsOf(points, 4))).toEqual([3, 3, 2, 2, 1, 0]);
});

test('a result is told in a line that gives nothing away', () => {
  expect(lineOf('2026-11-15', 3, 2, 5)).toBe('Sobremesa 2026-11-15 ★★☆ 3 (par 2) · 5 days');
  expect(lineOf('2026-11-15', 2, 2, 1)).toBe('Sobremesa 2026-11-15 ★★★ 2 (par 2)');
  expect(lineOf('2026-11-15', null, 2, 0)).toBe('Sobremesa 2026-11-15 ☆☆☆ – (par 2)');
});

test('the line is copied with the way to the day', async () => {
  const copied = vi.fn();
  vi.stubGlobal('navigator', { clipboard: { writeText: copied } });
  await show({ shown: true, mine: { table: 'Rq7', state: 'filled', points: 7, place: 3 }, streak: 2 });
  await fireEvent.click(screen.getByRole('button', { name: 'Copy the result' }));
  expect(copied.mock.calls[0]![0]).toMatch(/^Sobremesa 2026-11-16 ★★☆ 7 \(par 4\) · 2 days\nhttp.*\/day\/2026-11-16$/);
});
