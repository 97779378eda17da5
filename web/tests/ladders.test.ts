import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import {
  busiest,
  chosen,
  nearest,
  type Board,
  type Climber,
  type Counted,
  type Ladder,
  type Rung,
} from '../src/api/ladders';
import Ladders from '../src/pages/Ladders.svelte';
import Agreed from '../src/parts/Agreed.svelte';
import Menu from '../src/parts/Menu.svelte';
import Rated from '../src/parts/Rated.svelte';
import { placeOf, router } from '../src/router.svelte';
import { settings } from '../src/settings.svelte';
import type { Table } from '../src/api/table.svelte';
import { about, place, shelf, termsOf } from './house';

const ladder = (game: string, mode: string, seats: number, matches = 0): Ladder => ({
  game,
  mode,
  seats,
  matches,
  listed: matches,
  par: mode === 'solo' ? { what: 'points', count: 4 } : null,
});
const ALL = [
  ladder('splut', '-', 2, 5),
  ladder('splut', '-', 3),
  ladder('end-of-line', 'versus', 2, 1),
  ladder('end-of-line', 'versus', 4, 7),
  ladder('end-of-line', 'teams', 4),
  ladder('end-of-line', 'solo', 1),
];
const shown = (estimate: number, doubt: number) => ({ rating: estimate - doubt, estimate, doubt });
const rung = (place: number, name: string, part: Partial<Rung> = {}): Rung => ({
  place,
  name,
  kind: 'person',
  handle: `h-${name}`,
  shown: shown(1540, 300),
  matches: 1200,
  you: false,
  ...part,
});

let answers: Record<string, unknown>;

beforeEach(() => {
  settings.language = 'en';
  answers = { '/api/ladders': ALL };
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {} }));
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('fetch', async (path: string) => {
    const found = answers[path];
    const refused = found === undefined || found instanceof Error;
    const given = refused ? { why: (found as Error)?.message ?? path } : found;
    return { ok: !refused, status: refused ? 404 : 200, json: async () => given };
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function board(part: Partial<Board> = {}): Board {
  return { ladder: ALL[0]!, page: 1, pages: 1, places: [], you: null, listed: false, ...part };
}

test('a ladder and a person have paths of their own', () => {
  expect(placeOf('/ladders')).toEqual({ page: 'room', room: 'ladders', rest: [] });
  expect(placeOf('/ladders/splut/-/2')).toEqual({ page: 'room', room: 'ladders', rest: ['splut', '-', '2'] });
  expect(placeOf('/ladders/person/bot%3Aeasy')).toEqual({
    page: 'room',
    room: 'ladders',
    rest: ['person', 'bot:easy'],
  });
  expect(placeOf('/ladders/a/b/c/d')).toEqual({ page: 'nowhere' });
});

test('who names no ladder sees where most is played, and who wants another gets the nearest', () => {
  expect(busiest(ALL)).toBe(ALL[3]);
  expect(chosen(ALL, [])).toBe(ALL[3]);
  expect(chosen(ALL, ['splut', '-', '3'])).toBe(ALL[1]);
  expect(chosen(ALL, ['splut', '-', '9'])).toBeUndefined();
  expect(nearest(ALL, ALL[0]!, { game: 'end-of-line' })).toBe(ALL[3]);
  expect(nearest(ALL, ALL[3]!, { mode: 'teams' })).toBe(ALL[4]);
  expect(nearest(ALL, ALL[3]!, { mode: 'solo' })).toBe(ALL[5]);
  expect(nearest(ALL, ALL[3]!, { mode: 'versus', seats: 2 })).toBe(ALL[2]);
});

test('bots stand among people, and oneself is marked', async () => {
  answers['/api/ladders/splut/-/2?page=1'] = board({
    listed: true,
    places: [
      rung(1, 'Ada', { you: true }),
      rung(2, 'easy', { kind: 'bot', handle: 'bot:easy', shown: shown(900, 400) }),
    ],
  });
  render(Ladders, { rest: ['splut', '-', '2'] });
  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  const cells = (row: HTMLElement) =>
    [...row.querySelectorAll('td, th')].map((cell) => cell.textContent!.replace(/\s+/g, ' ').trim());
  expect(rows.map(cells)).toEqual([
    ['Place', 'Who', 'Rating', 'Matches'],
    ['1', 'Ada You', '1240estimated at 1540, give or take 300 1540 ± 300', '1,200'],
    ['2', 'Easy Bot', '500estimated at 900, give or take 400 900 ± 400', '1,200'],
  ]);
  expect(rows[1]!.getAttribute('aria-current')).toBe('true');
  expect(screen.getByRole('link', { name: 'Easy' }).getAttribute('href')).toBe('/ladders/person/bot%3Aeasy');
  expect(screen.getByRole('link', { name: 'Ada' }).getAttribute('href')).toBe('/ladders/person/me');
  expect(screen.queryByText(/Guests are rated/)).toBeNull();
});

test('who stands on another page, or is a guest, sees themselves below', async () => {
  const own = rung(61, 'Bo', { you: true });
  answers['/api/ladders/splut/-/2?page=1'] = board({ pages: 2, places: [rung(1, 'Ada')], you: own });
  answers['/api/ladders/splut/-/2?page=2'] = board({ page: 2, pages: 2, places: [rung(51, 'Cy')], you: own });
  render(Ladders, { rest: ['splut', '-', '2'] });
  expect((await screen.findByRole('link', { name: 'Bo' })).closest('tbody')!.className).toContain('elsewhere');
  expect(screen.getByText(/Guests are rated/)).toBeDefined();
  const next = screen.getByRole('button', { name: 'Lower' });
  await fireEvent.click(next);
  expect(await screen.findByRole('link', { name: 'Cy' })).toBeDefined();
  expect(screen.getByText('Page 2 of 2')).toBeDefined();
  expect((screen.getByRole('button', { name: 'Lower' }) as HTMLButtonElement).disabled).toBe(true);
});

test('another game, mode and number of seats can be chosen, and nobody may stand there', async () => {
  answers['/api/ladders/end-of-line/solo/1?page=1'] = board({ ladder: ALL[5]! });
  const go = vi.spyOn(router, 'go').mockImplementation(() => {});
  render(Ladders, { rest: ['end-of-line', 'solo', '1'] });
  expect(await screen.findByText('Nobody stands here yet.')).toBeDefined();
  expect(screen.getByText(/Par is a full area with 4 points/)).toBeDefined();
  await fireEvent.click(screen.getByRole('radio', { name: 'Teams of two' }));
  expect(go).toHaveBeenLastCalledWith('/ladders/end-of-line/teams/4', true);
  await fireEvent.click(screen.getByRole('radio', { name: 'Splut!' }));
  expect(go).toHaveBeenLastCalledWith('/ladders/splut/-/2', true);
  go.mockRestore();
});

test('somebody has a way on each ladder, told in a sentence too', async () => {
  const step = (place: number, before: number, after: number, part = {}) => ({
    at: 1_700_000_000,
    table: 'Rq7',
    place,
    sides: 3,
    gave_up: false,
    before: shown(1500, 1500 - before),
    after: shown(1500, 1500 - after),
    ...part,
  });
  const climber: Climber = {
    name: 'Ada',
    kind: 'person',
    handle: 'abc',
    you: true,
    ladders: [
      {
        game: 'splut',
        mode: '-',
        seats: 3,
        place: 2,
        shown: shown(1500, 800),
        matches: 3,
        steps: [step(1, 500, 650), step(3, 650, 600, { gave_up: true }), step(0, 600, 700, { table: '' })],
      },
    ],
  };
  answers['/api/ratings/me'] = climber;
  render(Ladders, { rest: ['person', 'me'] });
  const slip = await screen.findByRole('region', { name: 'Splut! · 3 seats' });
  expect(within(slip).getByRole('img', { name: 'From 500 to 700 in 3 steps; lowest 500, highest 700.' })).toBeDefined();
  const steps = within(slip).getAllByRole('listitem');
  expect(steps.map((each) => each.textContent!.replace(/\s+/g, ' ').trim())).toEqual([
    expect.stringMatching(/^Brought along by signing in .* \+100$/),
    expect.stringMatching(/^Given up .* -50$/),
    expect.stringMatching(/^Place 1 of 3 .* \+150$/),
  ]);
  expect(within(steps[2]!).getByRole('link').getAttribute('href')).toBe('/replay/Rq7');
});

test('who is not found is told so', async () => {
  answers['/api/people/nobody/ratings'] = new Error('Nobody on any ladder is called that.');
  render(Ladders, { rest: ['person', 'nobody'] });
  expect((await screen.findByRole('alert')).textContent).toBe('Nobody on any ladder is called that.');
});

test('after a rated match everybody sees what changed, as soon as it is counted', async () => {
  vi.useFakeTimers();
  const told = about({ state: 'over', places: [place('red', 'Ada'), place('green', '', 'easy')] });
  const seated = [
    { seat: 'red', letter: 'R', name: 'Ada' },
    { seat: 'green', letter: 'J', name: 'Easy' },
  ];
  answers['/api/tables/Rq7/ratings'] = { pending: true, changes: [] } satisfies Counted;
  render(Rated, { about: told, seated });
  await vi.advanceTimersByTimeAsync(400);
  expect(screen.getByText(/being counted/)).toBeDefined();
  answers['/api/tables/Rq7/ratings'] = {
    pending: false,
    changes: [
      { seat: 0, before: shown(1500, 1000), after: shown(1400, 980) },
      { seat: 1, before: shown(1500, 1000), after: shown(1600, 980) },
    ],
  } satisfies Counted;
  await vi.advanceTimersByTimeAsync(1000);
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent!.replace(/\s+/g, ' ').trim());
  expect(rows).toEqual(['R Ada 420 -80', 'J Easy 620 +120']);
  expect(screen.getByRole('link', { name: 'See the ladder' }).getAttribute('href')).toBe('/ladders/splut/-/2');
  vi.useRealTimers();
});

test('at a rated table the menu takes nothing back and leaves no seat to a bot', () => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  const seated = [{ seat: 'red', letter: 'R', name: 'Ada' }];
  const rated = { resign: 'loses', clock: null, coach: false, rated: true, strict: true };
  for (const [manner, count] of [
    [rated, 0],
    [{ ...rated, rated: false, strict: false }, 1],
  ] as const) {
    const told = about({ state: 'playing', moves: 3, places: [place('red', 'Ada'), place('green', 'Bo')], manner });
    const state = { about: told, you: [0], owner: true, seats: {} };
    const table = {
      about: told,
      state,
      said: [],
      muted: [],
      isOwn: (seat: string) => seat === 'red',
    } as unknown as Table;
    render(Menu, { table, seated, eyes: 'red', moves: 3, onno() {}, onclose() {} });
    expect(screen.queryAllByRole('button', { name: 'Ask to take back the last choice' })).toHaveLength(count);
    expect(screen.queryAllByRole('button', { name: 'Leave my seat to a bot' })).toHaveLength(count);
    expect(screen.getAllByRole('button', { name: 'Give up' })).toHaveLength(1);
    cleanup();
  }
});

test('who lays a table lets it be rated, by the usual rules alone', async () => {
  const terms = termsOf('/api/games/splut/terms', { seats: 2, options: {} });
  const onmanner = vi.fn();
  const props = { box: shelf.find((each) => each.game === 'splut')!, letGo: [], fixed: false, busy: false, onmanner };
  const doing = { onchoose() {}, ontry: async () => {}, onopen() {} };
  const { rerender } = render(Agreed, { about: about(), terms, ...props, ...doing });
  expect(screen.getByText('Rules in detail')).toBeDefined();
  await fireEvent.click(screen.getByRole('switch', { name: 'Rated' }));
  expect(onmanner).toHaveBeenCalledWith({ rated: true });

  const rated = { resign: 'loses', clock: null, coach: false, rated: true, strict: true };
  await rerender({ about: about({ manner: rated }) });
  expect((screen.getByRole('switch', { name: 'Rated' }) as HTMLInputElement).checked).toBe(true);
  expect(screen.queryByText('Rules in detail')).toBeNull();
  await rerender({ fixed: true });
  expect(screen.getByText('Rated').nextElementSibling!.textContent).toBe('Yes');

  const other = {
    ...terms,
    options: terms.options.map((each) => (each.name === 'turn_limit' ? { ...each, value: '9' } : each)),
  };
  await rerender({ about: about(), fixed: false, terms: other });
  expect(screen.queryByRole('switch', { name: 'Rated' })).toBeNull();
  expect(screen.getByText(/^Only the usual rules can be rated: set .+ back first\.$/)).toBeDefined();
});
