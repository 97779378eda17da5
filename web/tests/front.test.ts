import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { About } from '../src/api/types';
import Front from '../src/pages/Front.svelte';
import DayOver from '../src/parts/DayOver.svelte';
import { pathOf } from '../src/parts/code';
import { inLanguage, invent } from '../src/parts/names';
import { router } from '../src/router.svelte';
import { LANGUAGES, settings } from '../src/settings.svelte';
import { ALL } from '../src/words/all';
import { about, FakeSocket, place, shelf } from './house';

let answers: Record<string, unknown>;
let asked: { method: string; path: string; data: unknown }[];

beforeEach(() => {
  settings.language = 'en';
  settings.name = 'Olive stone';
  answers = { 'GET /api/games': shelf, 'GET /api/tables': [], 'GET /api/guests/me': { name: 'Olive stone' } };
  asked = [];
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {} }));
  class Eye {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Eye);
  vi.stubGlobal('ResizeObserver', Eye);
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const data = body ? JSON.parse(body as string) : undefined;
    asked.push({ method: method!, path, data });
    const answer = answers[`${method} ${path}`];
    const given = typeof answer === 'function' ? answer(data) : answer;
    return { ok: given !== undefined, status: 404, json: async () => given ?? { why: 'No.' } };
  });
  router.go('/');
});

afterEach(() => {
  cleanup();
  FakeSocket.all = [];
  vi.unstubAllGlobals();
});

test('a code is a name or a link, and nothing else', () => {
  expect(pathOf(' RAHHzLRNcWRs ')).toBe('/table/RAHHzLRNcWRs');
  expect(pathOf('http://192.168.1.7:8765/table/RA-Hz_RNcWRs')).toBe('/table/RA-Hz_RNcWRs');
  expect(pathOf('house.example/table/RAHHzLRNcWRs?seat=red#x')).toBe('/table/RAHHzLRNcWRs');
  expect(pathOf('https://house.example/replay/RAHHzLRNcWRs?moment=3')).toBe('/replay/RAHHzLRNcWRs');
  for (const wrong of ['', 'abc', 'two words', '../../etc', 'https://house.example/', 'table/<b>']) {
    expect(pathOf(wrong)).toBeNull();
  }
});

test('invented names differ from those taken, and are said in another language; own names stay', () => {
  for (const language of LANGUAGES) {
    const names: string[] = [];
    for (let i = 0; i < 20; i++) names.push(invent(language, names));
    expect(new Set(names).size).toBe(20);
  }
  expect(inLanguage('Olive stone', 'de')).toBe('Olivenkern');
  expect(inLanguage('Olivenkern', 'fr')).toBe('Noyau d’olive');
  expect(inLanguage('Ada', 'es')).toBe('Ada');
});

test('every text of the front page, the lobby and the bar is there in four languages', () => {
  for (const area of [ALL.common, ALL.front, ALL.lobby] as Record<string, Record<string, unknown>>[]) {
    for (const [key, text] of Object.entries(area)) {
      for (const language of LANGUAGES) expect(text[language], `${key} in ${language}`).toBeTruthy();
    }
  }
});

test('a code leads to its table, and what is none says so', async () => {
  render(Front);
  const field = screen.getByLabelText('Somebody gave you a code?');
  await fireEvent.input(field, { target: { value: 'not a code' } });
  await fireEvent.submit(field.closest('form')!);
  expect(screen.getByRole('alert').textContent).toContain('neither the code');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await fireEvent.input(field, { target: { value: 'RAHHzLRNcWRs' } });
  expect(screen.queryByRole('alert')).toBeNull();
  await fireEvent.submit(field.closest('form')!);
  expect(router.place).toEqual({ page: 'table', table: 'RAHHzLRNcWRs' });
});

test('the guest is called by an invented name, and can take another', async () => {
  render(Front);
  expect(screen.getByText('Olive stone')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Change' }));
  await fireEvent.input(screen.getByLabelText('Your name'), { target: { value: ' Ada ' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
  expect(settings.name).toBe('Ada');
  expect(screen.getByText('Ada')).toBeTruthy();
});

async function buttonFor(name: RegExp): Promise<HTMLButtonElement> {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  return button;
}

test('one click begins a match against the usual bot', async () => {
  answers['POST /api/tables'] = (wanted: { game: string }) => about({ table: 'NEW_table', game: wanted.game });
  render(Front);
  await fireEvent.click(await buttonFor(/^Play now: Shut the Lines/));
  await waitFor(() => expect(router.place).toEqual({ page: 'table', table: 'NEW_table' }));
  expect(asked.find((each) => each.method === 'POST')!.data).toEqual({
    game: 'shut-the-lines',
    seats: 2,
    options: {},
  });
  expect(FakeSocket.all[0]!.sent).toMatchObject([
    { do: 'sit', seat: 0, name: 'Olive stone' },
    { do: 'fill', bot: 'normal' },
    { do: 'begin' },
  ]);
  expect(FakeSocket.all[0]!.closed).toBe(true);
});

test('with friends one sits down at a table of one’s own, and nobody else does', async () => {
  answers['POST /api/tables'] = about({ table: 'NEW_table' });
  render(Front);
  await fireEvent.click(await buttonFor(/^With friends: lay a table for Splut!/));
  await waitFor(() => expect(router.place).toEqual({ page: 'table', table: 'NEW_table' }));
  expect(FakeSocket.all[0]!.sent).toMatchObject([{ do: 'sit', seat: 0 }]);
});

test('a first match of Outspeed is a first game, with bots in the other seats', async () => {
  answers['POST /api/tables'] = about({ table: 'NEW_table', game: 'outspeed' });
  render(Front);
  await fireEvent.click(await buttonFor(/^Play now: Outspeed, a first game/));
  await waitFor(() => expect(router.place).toEqual({ page: 'table', table: 'NEW_table' }));
  expect(asked.find((each) => each.method === 'POST')!.data).toEqual({
    game: 'outspeed',
    seats: 3,
    options: { first_game: 'on' },
  });
});

test('the day’s puzzle is one click away, and tells its walls and its par', async () => {
  answers['GET /api/puzzle'] = { date: '2026-11-16', walls: ['1,3', '2,1'], size: 5, start: '2,2', par: 4 };
  answers['POST /api/puzzle'] = about({ table: 'NEW_table', game: 'end-of-line', puzzle: '2026-11-16' });
  render(Front);
  const section = (await screen.findByRole('heading', { name: 'Today’s puzzle' })).parentElement!;
  expect(within(section).getByText('End of Line, 2 walls')).toBeTruthy();
  expect(within(section).getByText(/par is 4/)).toBeTruthy();
  expect(section.querySelectorAll('svg.wall')).toHaveLength(2);
  await fireEvent.click(within(section).getByRole('button', { name: 'Try it' }));
  await waitFor(() => expect(router.place).toEqual({ page: 'table', table: 'NEW_table' }));
  expect(FakeSocket.all.at(-1)!.sent).toMatchObject([{ do: 'sit', seat: 0 }, { do: 'begin' }]);
});

test.each([
  [4, '★★★', '4 points; par is 4. Nobody could do better'],
  [6, '★★☆', '6 points; par is 4.'],
  [9, '★☆☆', '9 points; par is 4.'],
  [null, '☆☆☆', 'The area is not full; par is 4.'],
])('the day’s puzzle with %s points is told beside par, to be copied', async (points, stars, told) => {
  answers['GET /api/puzzle?day=2026-11-16'] = { date: '2026-11-16', walls: [], size: 5, start: '2,2', par: 4 };
  const copied = vi.fn(async () => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
  render(DayOver, { day: '2026-11-16', points, attempt: true, record: '/api/tables/Rq7/record' });
  const section = await screen.findByRole('region', { name: 'Today’s puzzle' });
  await waitFor(() => expect(section.textContent).toContain(told));
  expect(within(section).getByRole('heading').textContent).toBe('The puzzle of November 16, 2026');
  await fireEvent.click(await screen.findByRole('button', { name: 'Copy the result' }));
  expect(copied).toHaveBeenCalledWith(expect.stringContaining(stars));
});

test('a refusal is said at the game it belongs to', async () => {
  render(Front);
  await fireEvent.click(await buttonFor(/^Play now: Splut!/));
  expect((await screen.findByRole('alert')).textContent).toBe('No.');
  expect(router.place).toEqual({ page: 'front' });
});

test('open tables are there to sit down at or to watch; where there are none, one can be laid', async () => {
  const tables: About[] = [
    about({ table: 'waiting1', places: [place('red', 'Ada'), place('green')] }),
    about({ table: 'playing1', state: 'playing', places: [place('red', 'Ada'), place('green', '', 'tactician')] }),
    about({ table: 'finished1', state: 'over' }),
  ];
  answers['GET /api/tables'] = tables;
  render(Front);
  const sit = await screen.findByRole('link', { name: /^Sit down: Splut!, Ada’s table/ });
  expect(sit.getAttribute('href')).toBe('/table/waiting1');
  expect(screen.getByText('1 of 2 seats')).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Watch: Splut!/ }).getAttribute('href')).toBe('/table/playing1');
  expect(screen.getAllByRole('link', { name: /table$/ })).toHaveLength(2);
  cleanup();

  answers['GET /api/tables'] = [];
  answers['POST /api/tables'] = about({ table: 'NEW_table' });
  render(Front);
  await fireEvent.click(await buttonFor(/^Lay one for Splut!/));
  await waitFor(() => expect(router.place).toEqual({ page: 'table', table: 'NEW_table' }));
  expect(asked.findLast((each) => each.method === 'POST')!.data).toMatchObject({ public: true });
});
