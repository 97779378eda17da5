import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Happening } from '../src/boards/board';
import { Motion } from '../src/boards/splut/motion.svelte';
import { placesOf, thingOf, type SplutView, type Stepped } from '../src/boards/splut/things';
import fixtures from './fixtures/splut.json';

const { view, choices } = fixtures.killed;
const BEFORE = placesOf(view as SplutView);
const TROLL = thingOf(0, 'troll');

function event(move: string): Stepped {
  return choices.find((choice) => choice.move === move)!.events[0] as unknown as Stepped;
}

/** The places after a step, as the server would tell them. */
function after(places: (string | null)[], step: Stepped): (string | null)[] {
  const then = [...places];
  then[thingOf(step.seat, step.piece)] = step.end;
  if (step.rock) then[places.indexOf(step.rock)] = (step.rock_end ?? step.landing)!;
  for (const [thing, , end] of step.things ?? []) then[thing] = end;
  if (step.victim != null) then[step.victim] = null;
  if (step.out != null) for (let k = 0; k < 3; k++) then[thingOf(step.out, 'sorcerer') + k] = null;
  return then;
}

function walk(start: string, end: string): Stepped {
  return { event: 'walked', seat: 0, piece: 'troll', start, end, text: '' };
}

function drawn(motion: Motion): (string | null)[] {
  return motion.things.map(({ place, out }) => (out ? null : place));
}

function wantLess(less: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches: less }));
}

beforeEach(() => {
  vi.useFakeTimers();
  wantLess(false);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe.each(choices.map(({ move }) => move))('%s', (move) => {
  it('moves, and ends where the view says', () => {
    const motion = new Motion(BEFORE);
    const then = after(BEFORE, event(move));
    motion.show(then, [event(move)]);
    expect(motion.running).toBe(true);
    vi.advanceTimersByTime(2000);
    expect(motion.running).toBe(false);
    expect(drawn(motion)).toEqual(then);
    expect(motion.trace).toEqual([event(move)]);
  });

  it('is over at once when somebody does something', () => {
    const motion = new Motion(BEFORE);
    motion.show(after(BEFORE, event(move)), [event(move)]);
    vi.advanceTimersByTime(100);
    motion.finish();
    expect(drawn(motion)).toEqual(after(BEFORE, event(move)));
    expect([motion.running, motion.lifting, motion.flying, motion.hat, motion.floating]).toEqual([
      false,
      null,
      null,
      null,
      null,
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a throw is a step, a lift, a flight of 95 ms a square and a hat that stays', () => {
  const step = event('Te5-f5>S');
  expect(step.out).toBe(0);
  const motion = new Motion(BEFORE);
  motion.show(after(BEFORE, step), [step]);
  const rock = BEFORE.indexOf('f5');
  expect(motion.things[TROLL]!.place).toBe('f5');
  vi.advanceTimersByTime(240);
  expect(motion.lifting).toEqual({ troll: TROLL, rock });
  vi.advanceTimersByTime(140);
  expect(motion.flying).toEqual({ rock, squares: 2 });
  vi.advanceTimersByTime(2 * 95 - 1);
  expect(motion.things[step.victim!]!.out).toBe(false);
  vi.advanceTimersByTime(1);
  expect(motion.things[step.victim!]!.out).toBe(true);
  expect(motion.hat).toEqual({ square: 'f3', seat: 0 });
  vi.advanceTimersByTime(299);
  expect(motion.hat).not.toBe(null);
  vi.advanceTimersByTime(1);
  expect(motion.hat).toBe(null);
});

describe('what waits', () => {
  const there = ['e5', 'e6', 'e7', 'e8', 'e9'];
  const steps = (count: number): Happening[] =>
    Array.from({ length: count }, (_, k) => {
      const [here, next] = k % 8 < 4 ? [k % 8, (k % 8) + 1] : [8 - (k % 8), 7 - (k % 8)];
      return walk(there[here]!, there[next]!);
    });
  const end = (events: Happening[]) => BEFORE.with(TROLL, events.at(-1)!.end as string);

  it.each([
    [3, 1],
    [4, 2],
  ])('%i events play at %i times the speed', (count, speed) => {
    const motion = new Motion(BEFORE);
    motion.show(end(steps(count)), steps(count));
    expect(motion.speed).toBe(speed);
    vi.advanceTimersByTime((count * 300) / speed);
    expect(motion.running).toBe(false);
    expect(drawn(motion)).toEqual(end(steps(count)));
  });

  it('more than eight do not play at all', () => {
    const motion = new Motion(BEFORE);
    motion.show(end(steps(9)), steps(9));
    expect(motion.running).toBe(false);
    expect(drawn(motion)).toEqual(end(steps(9)));
  });

  it('comes after what is moving', () => {
    const motion = new Motion(BEFORE);
    motion.show(BEFORE.with(TROLL, 'e6'), [walk('e5', 'e6')]);
    vi.advanceTimersByTime(100);
    motion.show(BEFORE.with(TROLL, 'e7'), [walk('e6', 'e7')]);
    expect(motion.things[TROLL]!.place).toBe('e6');
    vi.advanceTimersByTime(1000);
    expect(motion.things[TROLL]!.place).toBe('e7');
  });
});

describe('the trace', () => {
  it('is one turn long, and of what is so', () => {
    const motion = new Motion(BEFORE);
    const other: Stepped = { event: 'walked', seat: 1, piece: 'troll', start: 'c6', end: 'c7', text: '' };
    const then = BEFORE.with(thingOf(1, 'troll'), 'c7');
    motion.show(then, [other]);
    motion.show(then.with(TROLL, 'e6'), [walk('e5', 'e6')]);
    motion.show(then.with(TROLL, 'e7'), [walk('e6', 'e7')]);
    expect(motion.trace).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(motion.trace).toEqual([walk('e5', 'e6'), walk('e6', 'e7')]);
    motion.show(then.with(TROLL, 'e6'), []);
    expect(motion.trace).toEqual([walk('e5', 'e6')]);
  });

  it('of a moment of the past is that of the moment', () => {
    const motion = new Motion(BEFORE);
    motion.show(BEFORE.with(TROLL, 'e6'), [walk('e5', 'e6')], true);
    expect([motion.running, motion.things[TROLL]!.place]).toEqual([false, 'e6']);
    motion.show(BEFORE, [], true);
    expect(motion.trace).toEqual([]);
  });
});

describe('with less motion', () => {
  beforeEach(() => wantLess(true));

  it('places change at once, and the squares concerned fade', () => {
    const motion = new Motion(BEFORE);
    motion.show(BEFORE.with(TROLL, 'e6'), [walk('e5', 'e6')]);
    expect(motion.running).toBe(false);
    expect(motion.things[TROLL]!.place).toBe('e6');
    expect(motion.faded.toSorted()).toEqual(['e5', 'e6']);
    vi.advanceTimersByTime(120);
    expect(motion.faded).toEqual([]);
  });

  it('the trace stays a turn longer', () => {
    const motion = new Motion(BEFORE);
    const other: Stepped = { event: 'walked', seat: 1, piece: 'troll', start: 'c6', end: 'c7', text: '' };
    motion.show(BEFORE.with(TROLL, 'e6'), [walk('e5', 'e6')]);
    motion.show(BEFORE.with(TROLL, 'e6').with(thingOf(1, 'troll'), 'c7'), [other]);
    expect(motion.trace).toEqual([walk('e5', 'e6'), other]);
  });
});
