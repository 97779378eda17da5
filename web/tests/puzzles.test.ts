// The room of puzzles: trying, being refuted, trying again, giving up; and the list of a kind.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Solving } from '../src/api/puzzles.svelte';
import type { Asked, Judged, Leaf, Riddle, Studied } from '../src/api/types';
import Puzzling from '../src/parts/people/Puzzling.svelte';
import Catalogue from '../src/parts/puzzles/Catalogue.svelte';
import { filterOf, listPath, puzzlePath, walkOf } from '../src/parts/puzzles/filter';
import Kinds from '../src/parts/puzzles/Kinds.svelte';
import Pager from '../src/parts/puzzles/Pager.svelte';
import Splits from '../src/parts/puzzles/Splits.svelte';
import Walk from '../src/parts/puzzles/Walk.svelte';
import { placeOf, router } from '../src/router.svelte';
import { settings } from '../src/settings.svelte';

const YOU = { kind: 'splut-save', rating: 1200, tried: 0, solved: 0, count: 500, new: true };
const ASKED: Asked = {
  id: 'sabc',
  kind: 'splut-save',
  game: 'splut',
  seats: 2,
  rating: 1480,
  tried: 0,
  solved: 0,
  mine: '',
  known: true,
  you: YOU,
};
const OPEN: Judged = {
  state: 'open',
  said: 'open',
  refutation: [],
  loss: 0,
  splits: [],
  solutions: [],
  count: 0,
  counted: false,
  change: null,
  puzzle: 1480,
};

/** What the house would say of a position after these choices. */
const studied = (moves: string[]): Partial<Studied> => ({
  seats: ['red', 'green'],
  eyes: 'red',
  events: [],
  awaited: ['red'],
  choices: { red: [] },
  chance: [],
  played: moves.map((move) => ({ seat: move.split(': ')[0]!, move: move.split(': ')[1]! })),
});

let verdicts: Judged[];
let asked: [string, unknown][];
let answers: Record<string, unknown>;

beforeEach(() => {
  settings.language = 'en';
  [verdicts, asked, answers] = [[], [], { 'GET /api/puzzles/next?kind=splut-save': ASKED }];
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const data = body ? JSON.parse(body as string) : undefined;
    asked.push([`${method} ${path}`, data]);
    const answer =
      path === '/api/study'
        ? studied(data.moves)
        : path.endsWith('/try')
          ? verdicts.shift()
          : answers[`${method} ${path}`];
    return {
      ok: !!answer,
      status: answer ? 200 : 404,
      json: async () => answer ?? { why: 'There is no such puzzle.' },
    };
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function begun(pause = 0) {
  const solving = new Solving(pause);
  await solving.come('splut-save');
  return solving;
}

async function play(solving: Solving, move: string) {
  await solving.study!.play(move);
  await solving.played();
}

test('the room has a path of its own, and each kind and puzzle another', () => {
  expect(placeOf('/puzzles/throw/tabc')).toEqual({ page: 'room', room: 'puzzles', rest: ['throw', 'tabc'] });
});

test('while a turn goes on nothing is decided', async () => {
  const solving = await begun();
  verdicts = [OPEN];
  await play(solving, 'De2-e3');
  expect([solving.phase, solving.judged]).toEqual(['play', null]);
  expect(asked.at(-1)).toEqual(['POST /api/puzzles/sabc/try', { moves: ['De2-e3'] }]);
});

test('a wrong turn is refuted on the board, counts, and can be tried again', async () => {
  const solving = await begun();
  const change = { before: 1500, after: 1420 };
  verdicts = [{ ...OPEN, state: 'failed', said: 'refuted', refutation: ['Td8-d7', 'Td7-d6>S'], counted: true, change }];
  await play(solving, 'De2-e3');
  expect(solving.phase).toBe('wrong');
  expect(solving.study!.line.map(({ move }) => move)).toEqual(['De2-e3', 'Td8-d7', 'Td7-d6>S']);
  expect(solving.asked!.you).toMatchObject({ rating: 1420, tried: 1, solved: 0 });
  await solving.again();
  expect([solving.phase, solving.study!.at, solving.judged]).toEqual(['play', 0, null]);
  verdicts = [{ ...OPEN, state: 'solved', said: 'safe', solutions: [['Sd2-d3']], count: 1 }];
  await play(solving, 'Sd2-d3');
  expect(solving.phase).toBe('over');
  expect(asked.at(-1)![1]).toEqual({ moves: ['Sd2-d3'] });
  expect(solving.change).toEqual(change); // the first try is what counted
});

test('who gives up sees a solution played', async () => {
  const solving = await begun();
  answers['POST /api/puzzles/sabc/solution'] = {
    ...OPEN,
    state: 'failed',
    said: 'shown',
    solutions: [['Sd2-d3', 'Sd3-d4']],
    count: 1,
  };
  await solving.giveUp();
  expect([solving.phase, solving.study!.line.map(({ move }) => move)]).toEqual(['over', ['Sd2-d3', 'Sd3-d4']]);
});

test('whoever leaves, or goes on, is not played to any longer', async () => {
  const solving = await begun(300);
  verdicts = [{ ...OPEN, state: 'failed', said: 'refuted', refutation: ['Td8-d7'] }];
  await solving.study!.play('De2-e3');
  const judging = solving.played();
  await waitFor(() => expect(solving.phase).toBe('show'));
  solving.leave();
  await judging;
  expect(solving.study!.line).toHaveLength(1);
});

test('a puzzle that is none is refused in its sentence', async () => {
  const solving = new Solving(0);
  await solving.come('splut-save', 'nothing');
  expect([solving.no, solving.asked]).toEqual(['There is no such puzzle.', null]);
});

test('every kind has its door, with how one stands', async () => {
  answers['GET /api/puzzles/me'] = [{ ...YOU, rating: 1620, tried: 4, solved: 3 }];
  render(Kinds);
  const door = screen.getByRole('link', { name: /^Splut! Save/ });
  await waitFor(() => expect(door.textContent).toContain('3 of 4 solved'));
  expect(door.getAttribute('href')).toBe('/puzzles/splut-save');
  expect(screen.getAllByRole('link').map((each) => each.getAttribute('href'))).toContain('/puzzles/fill/all');
});

test('splits are told with their values, and one’s own is marked', () => {
  const splits = [
    { move: '4+15', value: 3.25, loss: 0 },
    { move: '19', value: 3, loss: 0.25 },
  ];
  render(Splits, { splits, chosen: '19' });
  const rows = screen.getAllByRole('row').map((row) => row.textContent!.replace(/\s+/g, ' ').trim());
  expect(rows[1]).toBe('4 + 15 3.250');
  expect(rows[2]).toBe('19 you3.000');
});

test('who is nobody is led on by what came of the puzzle before', async () => {
  const solving = await begun();
  verdicts = [
    { ...OPEN, state: 'failed', said: 'lives' },
    { ...OPEN, state: 'solved', said: 'safe' },
  ];
  await play(solving, 'De2-e3');
  await solving.again();
  await play(solving, 'Sd2-d3');
  const path = 'GET /api/puzzles/next?kind=splut-save&after=sabc&came=failed';
  answers[path] = { ...ASKED, id: 'sdef' };
  await solving.come('splut-save');
  expect(solving.asked!.id).toBe('sdef');
  answers['GET /api/puzzles/sxyz?show=missed&step=2'] = { ...ASKED, id: 'sxyz' };
  await solving.come('splut-save', 'sxyz', { show: 'missed', step: 2 });
  expect(solving.asked!.id).toBe('sxyz');
});

test('an address says which puzzles, which step and which page', () => {
  expect(filterOf('?show=missed&step=3&page=2')).toEqual({ show: 'missed', step: 3, page: 2 });
  expect(filterOf('?show=some&step=x&page=-1')).toEqual({ show: 'all', step: 0, page: 1 });
  expect(listPath('throw', { show: 'all', step: 0 })).toBe('/puzzles/throw/all');
  const there = listPath('throw', { show: 'open', step: 2 }, 5);
  expect(filterOf(there.split('?')[1]!)).toEqual({ show: 'open', step: 2, page: 5 });
  expect(puzzlePath('throw', 'tabc', null)).toBe('/puzzles/throw/tabc');
  expect(walkOf(puzzlePath('throw', 'tabc', { show: 'all', step: 4 }).split('?')[1]!)).toEqual({
    show: 'all',
    step: 4,
  });
  expect(walkOf('')).toBeNull();
  router.go('/puzzles/throw/all?page=2');
  expect([router.place, router.query]).toEqual([placeOf('/puzzles/throw/all'), '?page=2']);
});

const riddle = (id: string, part: Partial<Riddle> = {}): Riddle => ({
  id,
  rating: 1240,
  mine: '',
  position: 'b4* c5 d8 h5 / f5 c6 d5 / g5 - b6',
  ...part,
});
const leaf = (kind: string, puzzles: Riddle[], part: Partial<Leaf> = {}): Leaf => ({
  kind,
  page: 1,
  pages: 1,
  count: puzzles.length,
  counts: { all: puzzles.length, open: 1, solved: 2, missed: 3 },
  steps: [
    { step: 1, count: 5, solved: 2 },
    { step: 2, count: 30, solved: 0 },
  ],
  puzzles,
  next: null,
  options: {},
  ...part,
});
const names = (role: string) => screen.getAllByRole(role).map((each) => each.getAttribute('aria-label'));

test('a list tells of each puzzle what one has made of it, not by colour alone', async () => {
  answers['GET /api/puzzles?kind=splut-kill&show=all&step=1&page=2'] = leaf(
    'splut-kill',
    [riddle('ka', { mine: 'solved', tried: 7, solved: 3 }), riddle('kb', { mine: 'failed' }), riddle('kc')],
    { page: 2, pages: 3, count: 53 },
  );
  const { container } = render(Catalogue, { kind: 'splut-kill', query: '?step=1&page=2' });
  await screen.findByText('53 puzzles · page 2 of 3');
  expect(names('link')).toEqual(
    expect.arrayContaining([
      'rated 1240; solved; 3 of 7 solved it',
      'rated 1240; missed',
      'rated 1240; Not tried',
      'The next page',
    ]),
  );
  expect(screen.getByText('solved').querySelector('svg')).toBeTruthy();
  expect(container.querySelectorAll('.mine, .other')).not.toHaveLength(0);
  const first = screen.getByRole('link', { name: /3 of 7/ });
  expect(first.getAttribute('href')).toBe('/puzzles/splut-kill/ka?show=all&step=1');
  expect(screen.getByRole('link', { name: /Nearly by itself/ }).getAttribute('aria-current')).toBe('true');
  expect(screen.getByRole('link', { name: /^Missed/ }).getAttribute('href')).toBe(
    '/puzzles/splut-kill/all?show=missed&step=1',
  );
  expect(screen.getByText('2 of 35 solved')).toBeTruthy();
});

test('boards are played at tables, with stars for what one has reached', async () => {
  answers['GET /api/guests/me'] = { name: 'Ada' };
  const boards = [
    riddle('fa', { position: '0,1', best: 3, points: 3, mine: 'solved' }),
    riddle('fb', { position: '0,2 3,4', best: 3, points: 5, mine: 'failed' }),
    riddle('fc', { position: 'none', best: 0 }),
  ];
  answers['GET /api/puzzles?kind=fill&show=all&step=0&page=1'] = leaf('fill', boards, {
    next: boards[2]!,
    options: { mode: 'solo', deck: 'open' },
  });
  render(Catalogue, { kind: 'fill', query: '' });
  await screen.findByText('You have filled 2 boards of 35 as well as can be.');
  expect(names('button').filter((each) => each?.startsWith('rated'))).toEqual([
    'rated 1240; walls at 0,1; best 3; yours 3; 3 of 3 stars',
    'rated 1240; walls at 0,2 3,4; best 3; yours 5; 2 of 3 stars',
    'rated 1240; no walls; best 0; Not filled',
  ]);
  await fireEvent.click(screen.getByRole('button', { name: 'The next open one' }));
  await waitFor(() => expect(asked.at(-1)![0]).toBe('POST /api/tables'));
  expect(asked.at(-1)![1]).toEqual({
    game: 'end-of-line',
    seats: 1,
    options: { mode: 'solo', deck: 'open', walls: 'none' },
  });
});

test('where nothing is on the list it says so, and leads to all', async () => {
  answers['GET /api/puzzles?kind=throw&show=missed&step=0&page=1'] = leaf('throw', []);
  render(Catalogue, { kind: 'throw', query: '?show=missed' });
  await screen.findByText('You have missed none of these.');
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('/puzzles/throw/all');
});

test('pages far away are left out, and one stands on the page where one is', () => {
  render(Pager, { page: 5, pages: 44, pathOf: (page: number) => `/p/${page}` });
  expect(screen.getByRole('navigation').textContent!.replace(/\s+/g, '')).toBe('1…456…44');
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('5');
  expect(screen.getByRole('link', { name: 'The page before' }).getAttribute('href')).toBe('/p/4');
});

test('from a puzzle one walks on along the list that one came from', () => {
  const beside = { number: 31, count: 200, page: 2, step: 2, before: null, after: riddle('tb') };
  render(Walk, { kind: 'throw', walk: { show: 'open', step: 2 }, beside });
  expect(screen.getAllByRole('link').map((each) => each.getAttribute('href'))).toEqual([
    '/puzzles/throw/all?show=open&step=2&page=2',
    '/puzzles/throw/tb?show=open&step=2',
  ]);
});

test('one’s own page tells how one stands, and leads to what one has missed', async () => {
  answers['GET /api/puzzles/me'] = [YOU, { ...YOU, kind: 'throw', rating: 1310, tried: 4, solved: 3 }];
  render(Puzzling);
  await screen.findByText('about 1310');
  expect(screen.getByRole('link', { name: /Those you missed/ }).getAttribute('href')).toBe(
    '/puzzles/throw/all?show=missed',
  );
  expect(screen.queryByText('Save your sorcerer')).toBeNull();
});
