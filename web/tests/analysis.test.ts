// A match looked at again: what is asked of the house, and how it is drawn.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Analysis } from '../src/api/analysis.svelte';
import type { Analysed, Weighed } from '../src/api/types';
import { curvesOf, marksOf, shapeOf, valueAt } from '../src/parts/analysis/curves';
import Graph from '../src/parts/analysis/Graph.svelte';
import Note from '../src/parts/analysis/Note.svelte';
import Panel from '../src/parts/analysis/Panel.svelte';
import { settings } from '../src/settings.svelte';

const SEATS = ['red', 'green'];
const SEATED = [
  { seat: 'red', letter: 'R', name: 'Rosa' },
  { seat: 'green', letter: 'J', name: 'Juan' },
];

function row(number: number, more: Partial<Weighed> = {}): Weighed {
  return {
    number,
    seat: SEATS[number % 2]!,
    move: `move ${number}`,
    said: [`Sentence ${number}`, 'and more'],
    before: 0.5,
    after: 0.5,
    lost: 0,
    mark: '',
    best: null,
    best_said: [],
    gained: [],
    risked: [],
    line: [],
    luck: {},
    outlook: [0.25, -0.25],
    truth: [],
    ...more,
  };
}

const blunder = row(3, {
  mark: '??',
  lost: 0.75,
  risked: ['A rock can fall on you'],
  best: 'De2-e3',
  best_said: ['A dwarf walks'],
  gained: ['It threatens somebody'],
  line: ['De2-e3', 'x'],
});
let rows: Weighed[];
let state: Analysed['state'];
let asked: string[];

beforeEach(() => {
  settings.language = 'en';
  asked = [];
  state = 'none';
  rows = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async (path: string, asking?: RequestInit) => {
    const method = asking?.method ?? 'GET';
    asked.push(`${method} ${path}`);
    if (path === '/api/guests/me') return { ok: true, json: async () => ({ name: 'Ada' }) };
    if (method === 'POST') state = 'going';
    if (method === 'DELETE') state = 'stopped';
    const since = Number(new URLSearchParams(path.split('?')[1]).get('since'));
    const answer: Analysed = {
      state,
      bot: 'hard@50000',
      moves: 240,
      done: rows.length,
      place: 0,
      shape: 'rivals',
      hidden: true,
      may_stop: true,
      rows: rows.slice(since, since + 100),
      sums: SEATS.map((seat) => ({
        seat,
        choices: 9,
        lost: 0.75,
        blunders: 1,
        mistakes: 0,
        slips: 0,
        luck: null,
        error: 0,
      })),
    };
    return { ok: true, json: async () => answer };
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('what has been found comes in parts, and what is still done is asked for until it is', async () => {
  vi.useFakeTimers();
  const analysis = new Analysis('Rq7');
  await analysis.find();
  expect(analysis.told!.state).toBe('none');
  rows = Array.from({ length: 130 }, (_, n) => row(n + 1));
  await analysis.begin();
  expect(analysis.rows.map(({ number }) => number)).toEqual(rows.map(({ number }) => number));
  rows = Array.from({ length: 240 }, (_, n) => row(n + 1));
  state = 'done';
  await vi.advanceTimersByTimeAsync(1000);
  expect(analysis.rows).toHaveLength(240);
  expect(analysis.going).toBe(false);
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toHaveLength(before);
});

test('who leaves the page asks no more', async () => {
  vi.useFakeTimers();
  const analysis = new Analysis('Rq7');
  await analysis.begin();
  analysis.close();
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toHaveLength(before);
});

test('two opponents have one curve, three have three, and with open eyes two who hide have one', () => {
  const all = [row(1), row(2, { outlook: [null, 0.5] }), blunder];
  const [one, ...none] = curvesOf(all, SEATS, 'rivals', false);
  expect(none).toEqual([]);
  expect(one!.points).toEqual([
    [0, -0.5],
    [1, 0.25],
    [3, 0.25],
  ]);
  expect(valueAt(one!, 2)).toBe(0.25);
  expect(marksOf(all, SEATS, [one!])).toEqual([{ row: blunder, seat: 0, value: 0.25 }]);
  expect(curvesOf(all, [...SEATS, 'blue'], 'each', false)).toHaveLength(3);
  expect(shapeOf('each', 2, true)).toBe('rivals');
  expect(shapeOf('each', 3, true)).toBe('each');
  expect(shapeOf('together', 2, true)).toBe('together');
  const true_ = [row(1, { truth: [0.9, -0.9] })];
  expect(curvesOf(true_, SEATS, 'rivals', true)[0]!.points).toEqual([[1, 0.9]]);
});

test('the graph goes where one presses, and says where one is', async () => {
  const onshow = vi.fn();
  render(Graph, {
    rows: [row(1), row(2), blunder],
    seated: SEATED,
    shape: 'rivals',
    truth: false,
    moves: 6,
    at: 3,
    onshow,
  });
  const graph = screen.getByRole('slider');
  expect(graph.getAttribute('aria-valuetext')).toBe('after move 3, Rosa +0.25, Blunder');
  await fireEvent.keyDown(graph, { key: 'ArrowLeft' });
  await fireEvent.keyDown(graph, { key: 'End' });
  expect(onshow.mock.calls).toEqual([[2], [6]]);
});

test('a moment says what is best there, how it would go on, and what was played', () => {
  render(Note, { last: row(2, { seat: 'chance', luck: { green: 0.3, red: 0.05 } }), next: blunder, seated: SEATED });
  const told = screen.getByRole('region').textContent;
  for (const said of [
    'Luck: Juan +0.30.',
    'Best: A dwarf walks.',
    'Coach: It threatens somebody.',
    'Then x',
    'Played: Sentence 3 – gave away 0.75.',
    'Coach: A rock can fall on you.',
  ])
    expect(told).toContain(said);
  cleanup();
  render(Note, { last: undefined, next: row(1), seated: SEATED });
  expect(screen.getByRole('region').textContent).toContain('That was played.');
});

test('a panel begins, stops, and leads to what was given away; nothing about it is hard for anybody', async () => {
  const [onshow, onlook] = [vi.fn(), vi.fn()];
  const analysis = new Analysis('Rq7');
  await analysis.find();
  const { container } = render(Panel, { analysis, seated: SEATED, at: 2, onshow, onlook });
  rows = [row(1, { truth: [0, 0] }), row(2, { truth: [0, 0] }), { ...blunder, truth: [1, -1] }];
  await fireEvent.click(screen.getByRole('button', { name: 'Analyse this match' }));
  await waitFor(() => screen.getByRole('button', { name: 'Stop' }));
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('3');
  await fireEvent.click(screen.getByRole('button', { name: /Blunder/ }));
  expect(onlook).toHaveBeenCalledWith(3);
  await fireEvent.click(screen.getByLabelText('The truth'));
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toContain('Rosa 0.00');
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations).toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await waitFor(() => screen.getByText('It was stopped after 3 of 240 moves.'));
  analysis.close();
});
