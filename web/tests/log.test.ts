import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { entries, History, type Line } from '../src/api/history.svelte';
import type { Seated } from '../src/boards/board';
import Log from '../src/parts/Log.svelte';
import { settings } from '../src/settings.svelte';
import { walk } from './wire';

let asked: URLSearchParams[];
let moments: object[];

const moment = (number: number) => ({
  number,
  seat: 'red',
  move: 'x',
  events: [{ event: 'walked', seat: number % 2, text: `step ${number}` }],
  view: { turn: number },
});

beforeEach(() => {
  settings.language = 'en';
  Element.prototype.scrollTo = () => {};
  asked = [];
  moments = Array.from({ length: 230 }, (_, number) => moment(number));
  vi.stubGlobal('fetch', async (path: string) => {
    const query = new URLSearchParams(path.split('?')[1]);
    asked.push(query);
    const since = Number(query.get('since'));
    return { ok: true, json: async () => moments.slice(since, since + 100) };
  });
});

afterEach(cleanup);

test('a log is fetched a hundred lines at a time, as one’s own seat saw it', async () => {
  const history = new History('Rq7');
  await history.load('red');
  expect(history.lines).toHaveLength(230);
  expect(asked.map((query) => query.get('since'))).toEqual(['0', '100', '200']);
  expect(asked[0]!.get('seat')).toBe('red');
});

test('what happens is added, and what is taken back goes', async () => {
  moments = [moment(0), moment(1)];
  const history = new History('Rq7');
  await history.load('red');
  history.tell(3, [walk(2, 0, 'step 2')]);
  expect(history.lines.map((line) => line.events[0]!.text)).toEqual(['step 0', 'step 1', 'step 2']);
  history.tell(1, []);
  expect(history.lines).toHaveLength(1);
  history.tell(2, [walk(1, 1, 'another')]);
  expect(history.lines.map((line) => line.events[0]!.text)).toEqual(['step 0', 'another']);
});

test('a draft is no part of the log', () => {
  const history = new History('Rq7');
  history.tell(1, [walk(0, 0, 'made'), walk(1, 0, 'drafted')]);
  expect(history.lines).toHaveLength(1);
});

test('what was missed is asked for', async () => {
  moments = [moment(0), moment(1), moment(2), moment(3)];
  const history = new History('Rq7');
  history.tell(4, [walk(3, 1, 'step 3')]);
  await vi.waitFor(() => expect(history.lines).toHaveLength(4));
});

test('what lay on the table after a choice is fetched when it is looked at', async () => {
  const history = new History('Rq7');
  history.tell(1, [walk(0, 0, 'step 0')]);
  expect(asked).toHaveLength(0);
  expect(await history.view(0)).toEqual({ turn: 0 });
  expect(await history.view(0)).toEqual({ turn: 0 });
  expect(asked).toHaveLength(1);
});

const line = (number: number, seat: number, ...texts: string[]): Line => ({
  number,
  events: texts.map((text) => walk(number, seat, text)),
  view: null,
});

test('lines are counted where another seat begins; what nobody could see has none', () => {
  const read = entries(
    [line(0, 0, 'a'), line(1, 1, 'b', 'and c'), line(2, 1), line(3, 1, 'd')],
    [line(4, 0, 'perhaps')],
  );
  expect(read.map((entry) => [entry.begins, entry.count, entry.text, entry.ghost])).toEqual([
    [true, 1, 'a', false],
    [true, 2, 'b; and c', false],
    [false, 2, 'd', false],
    [true, 3, 'perhaps', true],
  ]);
});

const seated: Seated[] = [
  { seat: 'red', letter: 'R', name: 'You' },
  { seat: 'green', letter: 'J', name: 'Ada' },
];

test('each line shows its moment; one that is not made yet shows none', async () => {
  const onshow = vi.fn();
  render(Log, { entries: entries([line(0, 0, 'a'), line(1, 1, 'b')], [line(2, 1, 'perhaps')]), seated, onshow });
  await fireEvent.click(screen.getByRole('button', { name: /b/ }));
  expect(onshow).toHaveBeenCalledWith(1);
  expect(screen.queryByRole('button', { name: /perhaps/ })).toBeNull();
});
