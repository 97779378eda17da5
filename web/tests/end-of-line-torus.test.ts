// The area as it is drawn: what leaves one side comes in at the other.
import { expect, test } from 'vitest';

import { Showing } from '../src/boards/end-of-line/showing.svelte';
import { crossings, joined, leaves, middlesOf, nearest, seams, squareAt, step } from '../src/boards/end-of-line/torus';
import { exitsOf, type Card } from '../src/boards/end-of-line/view';
import { revealed, whyOf } from '../src/boards/end-of-line/why';
import cases from './fixtures/end-of-line.json';

const card = (square: string, kind: Card['kind'], heading: Card['heading']): Card => ({
  square,
  kind,
  heading,
  initiative: null,
});

test('a step over an edge comes in at the opposite one', () => {
  expect(step('0,3', 'N', 7)).toBe('6,3');
  expect(step('6,3', 'S', 7)).toBe('0,3');
  expect(step('3,0', 'W', 7, 2)).toBe('3,5');
  expect(step('3,6', 'E', 7)).toBe('3,0');
  expect(leaves('0,3', 'N', 7)).toBe(true);
  expect(leaves('0,3', 'E', 7)).toBe(false);
});

test('a square in a corner is drawn four times, one at an edge twice', () => {
  expect(middlesOf('0,0', 5).map(({ x, y }) => [x, y])).toEqual([
    [50, 50],
    [550, 50],
    [50, 550],
    [550, 550],
  ]);
  expect(middlesOf('4,2', 5).map(({ x, y, ghost }) => [x, y, ghost])).toEqual([
    [250, 450, false],
    [250, -50, true],
  ]);
  expect(middlesOf('2,2', 5)).toHaveLength(1);
});

test('a point in the rim is the square of the opposite edge', () => {
  expect(squareAt({ x: 250, y: -20 }, 5)).toBe('4,2');
  expect(squareAt({ x: 520, y: 520 }, 5)).toBe('0,0');
  expect(nearest({ x: 250, y: -20 }, ['4,2', '2,2'], 5, 60)).toBe('4,2');
  expect(nearest({ x: 250, y: 120 }, ['4,2', '2,2'], 5, 60)).toBeNull();
});

test('a card is left by its exits, turned as it lies', () => {
  expect(exitsOf('tee', 'N')).toEqual(['W', 'E']);
  expect(exitsOf('left-ahead', 'E')).toEqual(['N', 'E']);
  expect(exitsOf('cross-0', 'S')).toEqual(['E', 'S', 'W']);
});

test('a turnaround leaves a card by a second exit, and a crossing goes on beyond its partner', () => {
  const line = {
    cards: [
      card('3,2', 'start', 'N'),
      card('2,2', 'tee', 'N'),
      card('2,1', 'straight', 'W'),
      card('2,3', 'straight', 'E'),
      card('2,5', 'straight', 'E'),
      card('2,6', 'straight', 'E'),
      card('2,0', 'straight', 'E'),
    ],
  };
  const found = joined(line, 7);
  expect(found.map(({ outs }) => outs)).toEqual([['N'], ['W', 'E'], [], ['E'], ['E'], ['E'], []]);
  expect(found.map(({ over }) => over)).toEqual([null, null, null, null, '2,4', null, null]);
  expect(crossings(line, 7)).toBe(1);
});

test('the lines that the house shows hang together', () => {
  for (const { view } of Object.values(cases))
    for (const line of view.lines) {
      const found = joined(line as never, view.size);
      const into = found.flatMap(({ outs }) => outs).length;
      expect(into).toBe(found.length - 1);
      for (const { card, outs } of found)
        for (const out of outs) expect(exitsOf(card.kind, card.heading)).toContain(out);
    }
});

test('both seams that a line goes through lie at opposite sides', () => {
  const [out, back] = seams('0,3', 'N', 7);
  expect(out).toEqual([
    { x: 300, y: 0 },
    { x: 400, y: 0 },
  ]);
  expect(back).toEqual([
    { x: 300, y: 700 },
    { x: 400, y: 700 },
  ]);
  expect(seams('3,5', 'E', 7)[0]![0]).toEqual({ x: 700, y: 300 }); // over a card that lies at the edge
});

test('the first order is explained by what was revealed, later ones by what was laid last', () => {
  const told = [
    { event: 'revealed', seat: 0, initiative: 1, text: '' },
    { event: 'revealed', seat: 1, initiative: 1, text: '' },
    { event: 'revealed', seat: 0, initiative: 3, text: '' },
    { event: 'revealed', seat: 1, initiative: 2, text: '' },
    { event: 'order', seat: 1, round: 1, order: [1, 0], initiatives: [[], []], text: '' },
  ];
  expect(revealed(told)).toEqual({ 0: [1, 3], 1: [1, 2] });
  expect(whyOf(told, 1).of).toEqual({ 0: [1, 3], 1: [1, 2] });
  const later = [
    ...told,
    {
      event: 'order',
      seat: 0,
      round: 2,
      order: [0, 1],
      initiatives: [
        [2, 1],
        [2, 4],
      ],
      text: '',
    },
  ];
  expect(whyOf(later, 2).of).toEqual({ 0: [2, 1], 1: [2, 4] });
});

test('with more than eight things waiting the picture is there at once', () => {
  const showing = new Showing(
    () => 0,
    () => 7,
  );
  const laid = (end: string) => ({ event: 'laid', seat: 1, end, start: '0,0', heading: 'N', edge: false, text: '' });
  showing.go(Array.from({ length: 9 }, (_, n) => laid(`0,${n}`)));
  expect(showing.now).toBeNull();
  expect(showing.coming.size).toBe(0);
  showing.go([laid('1,1'), laid('1,2')]);
  expect(showing.now?.end).toBe('1,1');
  expect([...showing.coming]).toEqual(['1,2']);
  showing.finish();
  expect(showing.coming.size).toBe(0);
});
