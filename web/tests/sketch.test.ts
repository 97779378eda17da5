// End of Line laid out bit by bit: what the house is asked for, what stays when it says no, and what each part changes.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Sketching } from '../src/api/sketching.svelte';
import type { NewSketch, Sketched } from '../src/api/types';
import {
  cut,
  deal,
  heldBy,
  hold,
  lay,
  move,
  replace,
  shift,
  takeBack,
  type Data,
  type Next,
} from '../src/parts/study/area/sketch';
import Stepper from '../src/parts/study/area/Stepper.svelte';
import AreaSetUp from '../src/parts/study/AreaSetUp.svelte';
import Rules from '../src/parts/study/Rules.svelte';
import RoundSetUp from '../src/parts/study/RoundSetUp.svelte';
import { settings } from '../src/settings.svelte';
import lines from './fixtures/end-of-line.json';

const KINDS = ['straight', 'left', 'right', 'left-ahead', 'ahead-right', 'tee', 'cross-5', 'cross-0'] as const;
const SEATED = [
  { seat: 'ruby', letter: 'R', name: 'Ruby' },
  { seat: 'maize', letter: 'M', name: 'Maize' },
];
const place = (square: string, heading: string) => ({
  square,
  start: '3,2',
  heading,
  over: null,
  open: ['N', 'E', 'W'],
});
const line = (cards: object[] = [], hand: object = {}) => ({ cards, hand, energy: 3 });
const CARD = { square: '2,2', kind: 'tee', heading: 'N' };
const POSITION = Object.values(lines).find(({ view }) => view.lines.length === 2 && view.mode === 'versus')!;
let asked: NewSketch[];

/** A house where a line goes on at two squares, and no card lies on 9,9. */
function house(wanted: NewSketch): { ok: boolean; status: number; body: object } {
  asked.push(wanted);
  const data = { lines: { ruby: line(), maize: line() }, ...wanted.set_up } as unknown as Data;
  const whole: Data = {
    ...{ order: ['ruby', 'maize'], mover: 'ruby', round: 3, spends: true, to_lay: 2, back: 0, crossing: false },
    ...{ opener: 'ruby', cut: [], keeps: false },
    ...data,
  };
  if (whole.lines.ruby!.cards.some(({ square }) => square === '9,9'))
    return { ok: false, status: 400, body: { why: 'No such square.' } };
  const onward = (cards: object[]) => ({
    places: [place('2,1', 'W'), place('2,3', 'E')],
    around: cards.length ? [place('4,2', 'S')] : [],
    elsewhere: cards.length ? [place('1,1', 'N')] : [],
    left: Object.fromEntries(KINDS.map((kind) => [kind, 2])),
    instead: cards.map(() => ['tee', 'cross-5']),
    holds: 5,
  });
  const next = {
    lines: { ruby: onward(whole.lines.ruby!.cards), maize: onward(whole.lines.maize!.cards) },
    turn: { spends: true, to_lay: [1, 2, 3], back: true, crossing: false, keeps: false },
    ...{ most: 6, energy: 3, rounds: 30, open: false },
  };
  const start = (square: string) => ({ square, kind: 'start', initiative: null, heading: 'N' });
  const shown = POSITION.view.lines.map((each, n) => ({
    ...each,
    cards: [start(n ? '3,4' : '3,2'), ...whole.lines[n ? 'maize' : 'ruby']!.cards],
  }));
  const body: Sketched = {
    game: 'end-of-line',
    seats: ['ruby', 'maize'],
    options: {},
    view: { ...POSITION.view, size: 7, lines: shown },
    set_up: whole as unknown as Sketched['set_up'],
    next,
    why: 'Not yet.',
  };
  return { ok: true, status: 200, body };
}

beforeEach(() => {
  settings.language = 'en';
  sessionStorage.clear();
  asked = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const answer = house(JSON.parse(body as string));
    return { ...answer, json: async () => answer.body };
  });
});
afterEach(cleanup);

async function opened(ruby: object[] = []) {
  const sketching = new Sketching();
  await sketching.open({ game: 'end-of-line', seats: 2, set_up: { lines: { ruby: line(ruby), maize: line() } } });
  return sketching;
}
const dataOf = (sketching: Sketching) => sketching.told!.set_up as unknown as Data;
const cardsOf = (sketching: Sketching) => dataOf(sketching).lines.ruby!.cards;

test('what nobody has said is found by the house, until somebody says it', async () => {
  const sketching = await opened();
  const parts = () => Object.keys(asked.at(-1)!.set_up!);
  await sketching.change((set_up) => set_up);
  expect(parts()).not.toContain('round');
  expect(parts()).not.toContain('spends');
  await sketching.change((set_up) => ({ ...set_up, round: 4 }), { says: ['round'] });
  expect(asked.at(-1)!.set_up).toMatchObject({ round: 4 });
  expect(parts()).not.toContain('order');
  const real = await opened([CARD]);
  await real.change((set_up) => set_up);
  expect(parts()).toContain('order');
  expect(asked.at(-1)!.set_up).toEqual(dataOf(real));
});

test('what the house does not take leaves all as it was; what is not whole yet is kept, also when the page is left', async () => {
  const sketching = await opened();
  expect(await sketching.change(lay('ruby', 'tee', place('9,9', 'N') as never))).toBe(false);
  expect([sketching.refused, cardsOf(sketching)]).toEqual(['No such square.', []]);
  expect(await sketching.change(lay('ruby', 'tee', place('2,2', 'N') as never))).toBe(true);
  expect([sketching.refused, sketching.told!.why, cardsOf(sketching)]).toEqual(['', 'Not yet.', [CARD]]);
  const other = new Sketching();
  expect(await other.again(Sketching.kept('end-of-line')!)).toBe(true);
  expect(cardsOf(other)).toEqual([CARD]);
  sketching.undo();
  expect([cardsOf(sketching), sketching.mayUndo]).toEqual([[], false]);
  expect(Sketching.kept('splut')).toBe(null);
});

test('changes that come quickly follow each other', async () => {
  const sketching = await opened();
  const at = (square: string) => place(square, 'N') as never;
  await Promise.all(['2,2', '1,2', '0,2'].map((square) => sketching.change(lay('ruby', 'straight', at(square)))));
  expect(cardsOf(sketching).map(({ square }) => square)).toEqual(['2,2', '1,2', '0,2']);
});

test('each change makes one part of it different', () => {
  const data = () => ({
    lines: { ruby: line([CARD, { ...CARD, square: '1,2' }]) },
    order: ['a', 'b', 'c'],
    cut: ['b'],
  });
  const after = (how: (set_up: Record<string, unknown>) => Record<string, unknown>) => how(data()) as unknown as Data;
  expect(after(takeBack('ruby')).lines.ruby!.cards).toHaveLength(1);
  expect(after(takeBack('ruby', 0)).lines.ruby!.cards).toHaveLength(0);
  expect(after(replace('ruby', 0, 'cross-5')).lines.ruby!.cards[0]!.kind).toBe('cross-5');
  expect(after(move('ruby', place('5,5', 'S') as never)).lines.ruby!.cards[1]).toMatchObject({
    square: '5,5',
    heading: 'S',
  });
  expect(after(hold('ruby', 'tee', 2)).lines.ruby!.hand).toEqual({ tee: 2 });
  expect([after(shift('a', 1)).order, after(shift('c', -1)).order]).toEqual([
    ['b', 'a', 'c'],
    ['a', 'c', 'b'],
  ]);
  expect([after(cut('a', true)).cut, after(cut('b', false)).cut]).toEqual([['b', 'a'], []]);
});

test('a hand is filled from what is left, and not beyond', () => {
  const left = { ...Object.fromEntries(KINDS.map((kind) => [kind, 0])), tee: 2, left: 1 };
  const next = { lines: { ruby: { left, holds: 5 } } } as unknown as Next;
  const filled = deal(['ruby'], next)({ lines: { ruby: line([], { tee: 1 }) } }) as unknown as Data;
  expect(filled.lines.ruby!.hand).toEqual({ tee: 2, left: 1 });
  expect(heldBy(filled.lines.ruby!)).toBe(3);
});

test('a card is laid by keys, another put instead, and the line taken back', async () => {
  const sketching = await opened();
  render(AreaSetUp, { sketching, seated: SEATED });
  await fireEvent.keyDown(document.body, { key: '6' });
  await fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  await fireEvent.keyDown(document.body, { key: 'Enter' });
  await waitFor(() => expect(cardsOf(sketching)).toEqual([{ square: '2,3', kind: 'tee', heading: 'E' }]));
  const cell = document.querySelector('[role="gridcell"][data-square="2,3"]')!;
  await fireEvent.keyDown(cell, { key: 'Enter' });
  expect(screen.getByText('Instead of: Tee')).toBeTruthy();
  await fireEvent.keyDown(cell, { key: '1' }); // it would break the line
  expect(cardsOf(sketching)[0]!.kind).toBe('tee');
  await fireEvent.keyDown(cell, { key: '7' });
  await waitFor(() => expect(cardsOf(sketching)[0]!.kind).toBe('cross-5'));
  await fireEvent.keyDown(document.body, { key: 'Backspace' });
  await waitFor(() => expect(cardsOf(sketching)).toEqual([]));
  await fireEvent.keyDown(document.body, { key: 'z' });
  expect(cardsOf(sketching)[0]!.kind).toBe('cross-5');
  await fireEvent.keyDown(document.body, { key: 'm' });
  expect((screen.getByRole('radio', { name: /Maize/ }) as HTMLInputElement).checked).toBe(true);
  await fireEvent.click(screen.getByRole('button', { name: 'Tee in the hand: one more' }));
  await waitFor(() => expect(dataOf(sketching).lines.maize!.hand).toEqual({ tee: 1 }));
});

test('the turn, the order and the round are said', async () => {
  const sketching = await opened([CARD]);
  render(RoundSetUp, { sketching, seated: SEATED });
  await fireEvent.click(screen.getByRole('radio', { name: '3 cards' }));
  await waitFor(() => expect(dataOf(sketching)).toMatchObject({ spends: false, to_lay: 3 }));
  await fireEvent.click(screen.getByRole('radio', { name: 'It is Maize’s turn' }));
  await waitFor(() => expect(dataOf(sketching)).toMatchObject({ mover: 'maize', spends: true, to_lay: 2 }));
  await fireEvent.click(screen.getByRole('button', { name: 'Maize sooner' }));
  await waitFor(() => expect(dataOf(sketching).order).toEqual(['maize', 'ruby']));
  await fireEvent.click(screen.getByRole('button', { name: 'Order by the last cards' }));
  await waitFor(() => expect(asked.at(-1)!.set_up).not.toHaveProperty('order'));
  await fireEvent.keyDown(screen.getByRole('spinbutton', { name: 'Round' }), { key: 'ArrowUp' });
  await waitFor(() => expect(dataOf(sketching).round).toBe(4));
});

test('a number stays within its bounds', async () => {
  const onpick = vi.fn();
  render(Stepper, { label: 'Energy', value: 3, most: 3, onpick });
  const number = screen.getByRole('spinbutton', { name: 'Energy' });
  for (const key of ['ArrowUp', '9', 'End']) await fireEvent.keyDown(number, { key });
  expect(onpick).not.toHaveBeenCalled();
  for (const key of ['ArrowDown', '1', 'Home']) await fireEvent.keyDown(number, { key });
  expect(onpick.mock.calls.flat()).toEqual([2, 1, 0]);
});

test('rules of one game are not offered for another, and a choice that cannot be is not shown as made', async () => {
  const holding: ((answer: object) => void)[] = [];
  const terms = (name: string, value: string) => ({
    ...{ seats: 2, counts: [2, 3], chosen: {}, dropped: {} },
    options: [{ name, value, usual: value, idle: false, values: ['on', 'off'], refused: {} }],
  });
  vi.stubGlobal('fetch', async () => {
    const body = await new Promise<object>((done) => holding.push(done));
    return { ok: true, status: 200, json: async () => body };
  });
  const boxed = (game: string, name: string) => ({ game, seats: [2, 3], options: [{ name, kind: 'switch' }] }) as never;
  const onagree = vi.fn(async () => false);
  const props = { seats: 2, options: {}, onagree };
  const { rerender } = render(Rules, { box: boxed('splut', 'levitate_adjacent'), ...props });
  await waitFor(() => expect(holding).toHaveLength(1));
  holding[0]!(terms('levitate_adjacent', 'on'));
  const own = await screen.findByRole('switch', { hidden: true });
  await fireEvent.click(own);
  await waitFor(() => expect(holding).toHaveLength(2));
  holding[1]!(terms('levitate_adjacent', 'off'));
  await waitFor(() => expect(onagree).toHaveBeenCalled());
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { hidden: true }).checked).toBe(true));
  await rerender({ box: boxed('end-of-line', 'mulligan') });
  expect(screen.queryByRole('switch', { hidden: true })).toBe(null);
  await waitFor(() => expect(holding).toHaveLength(3));
  holding[2]!(terms('mulligan', 'off'));
  expect((await screen.findByRole<HTMLInputElement>('switch', { hidden: true })).checked).toBe(false);
});
