// The room of puzzles: trying, being refuted, trying again, giving up; and the boards in their steps.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Solving } from '../src/api/puzzles.svelte';
import type { Asked, Fillable, Judged, Studied } from '../src/api/types';
import { isBest, stepsOf, wallsOf } from '../src/parts/puzzles/boards';
import Atlas from '../src/parts/puzzles/Atlas.svelte';
import Kinds from '../src/parts/puzzles/Kinds.svelte';
import Splits from '../src/parts/puzzles/Splits.svelte';
import { placeOf } from '../src/router.svelte';
import { settings } from '../src/settings.svelte';

const YOU = { kind: 'splut-save', rating: 1500, tried: 0, solved: 0, count: 500 };
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
  const door = screen.getByRole('link', { name: /Save your sorcerer/ });
  await waitFor(() => expect(door.textContent).toContain('3 of 4 solved'));
  expect(door.getAttribute('href')).toBe('/puzzles/splut-save');
  expect(screen.getAllByRole('link').map((each) => each.getAttribute('href'))).toContain('/puzzles/fill');
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

const board = (id: string, difficulty: number, mine: number | null, walls: string[] = []): Fillable => ({
  id,
  walls,
  best: 3,
  difficulty,
  mine,
  table: '',
});

test('boards stand in steps of difficulty', () => {
  const steps = stepsOf([board('a', 3.3, null), board('b', 5, null), board('c', 99, null), board('d', 2000, null)]);
  expect(steps.map((each) => each.map(({ id }) => id).join(''))).toEqual(['a', 'b', '', '', 'c', 'd']);
  expect([isBest(board('a', 1, 3)), isBest(board('a', 1, 4)), isBest(board('a', 1, null))]).toEqual([
    true,
    false,
    false,
  ]);
  expect([wallsOf(board('a', 1, null)), wallsOf(board('a', 1, null, ['0,1', '3,4']))]).toEqual(['none', '0,1 3,4']);
});

test('the step where one is stands open, with what one has reached', async () => {
  const boards = [board('a', 4, 3, ['0,1']), board('b', 4, 5, ['0,2']), board('c', 6, null, ['0,3'])];
  answers['GET /api/puzzles/boards'] = { boards, options: { mode: 'solo', deck: 'open' } };
  answers['GET /api/guests/me'] = { name: 'Ada' };
  const { container } = render(Atlas);
  await screen.findByText(/You have filled 2 boards of 3, 1 as well as can be/);
  const steps = [...container.querySelectorAll('details')];
  expect(steps.map((each) => each.open)).toEqual([false, true, false, false, false, false]);
  expect(within(steps[0]!).getByRole('button', { name: 'Walls at 0,2; best 3; yours 5', hidden: true })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'The next open one' }));
  await waitFor(() => expect(asked.at(-1)![0]).toBe('POST /api/tables'));
  expect(asked.at(-1)![1]).toEqual({
    game: 'end-of-line',
    seats: 1,
    options: { mode: 'solo', deck: 'open', walls: '0,3' },
  });
});
