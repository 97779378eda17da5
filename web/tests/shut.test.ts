// The board of Shut the Lines, with what the server showed: every choice can be made, by every way of making it.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import axe from 'axe-core';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import Board from '../src/boards/shut-the-lines/Board.svelte';
import { laid, made, splits, sum } from '../src/boards/shut-the-lines/groups';
import { along, nearest, wayOf, type View, type Way } from '../src/boards/shut-the-lines/view';
import { LANGUAGES, settings } from '../src/settings.svelte';
import { propsOf, type Shown } from './board';
import cases from './fixtures/shut-the-lines.json';

type Name = keyof typeof cases;
const NAMES = Object.keys(cases) as Name[];
const caseOf = (name: Name) => cases[name] as unknown as Shown<View>;
const SPLIT = NAMES.filter((name) => caseOf(name).view.dice && caseOf(name).choices.length > 0);
const waysOf = (name: Name) => caseOf(name).choices.map(wayOf) as Way[];

function props(name: Name, more: object = {}) {
  const shown = caseOf(name);
  return { ...propsOf(shown), ready: shown.draft.length > 0, ...more };
}

/** A board with a table page round it, that keeps the draft. */
function laidOut(name: Name, more: object = {}) {
  const given = props(name, more);
  const draft = async (moves: string[]) => {
    const drafted = moves.length > 0;
    await board.rerender({
      draft: moves,
      ready: drafted,
      choices: drafted ? [] : given.choices,
      view: drafted ? { ...given.view, dice: null } : given.view,
    });
  };
  const log: string[][] = [];
  const write = (moves: string[]) => {
    log.push(moves);
    void draft(moves);
  };
  given.onchoose.mockImplementation((move) => write([move]));
  given.onreplace.mockImplementation(write);
  const board = render(Board, { props: given as never });
  const last = () => given.onact.mock.lastCall?.[0];
  const drafts = () => log;
  return { ...given, ...board, drafts, last };
}

const way = (move: string) => document.querySelector<HTMLElement>(`.way[data-move="${move}"]`)!;
const place = (number: number) => document.querySelector<SVGGElement>(`[data-number="${number}"]`)!;
const die = (number: number) => document.querySelector<HTMLElement>(`[data-die="${number}"]`)!;
const key = (pressed: string, on: Element = document.body) => fireEvent.keyDown(on, { key: pressed });
const sums = () => [...document.querySelectorAll('.saucer .sum')].map((each) => Number(each.textContent));

function motion(reduced: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches: reduced, addEventListener() {}, removeEventListener() {} }));
}

beforeEach(() => {
  settings.language = 'en';
  motion(false);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('every choice', () => {
  test.each(SPLIT)('%s: is a button of the list', async (name) => {
    const board = laidOut(name);
    for (const { move } of caseOf(name).choices) {
      await fireEvent.click(way(move));
      expect(board.drafts().at(-1)).toEqual([move]);
      expect(way(move).getAttribute('aria-pressed')).toBe('true');
    }
    expect(board.onchoose).toHaveBeenCalledTimes(1); // the others replace it
  });

  test.each(SPLIT)('%s: is made of dice, picked and grouped, by taps and by keys', async (name) => {
    const dice = caseOf(name).view.dice!;
    for (const each of waysOf(name)) {
      const groups = laid(each, dice, waysOf(name))!;
      if (made(groups, dice, waysOf(name)) !== each) continue; // to leave though one need not, is in the list only
      for (const byKey of [false, true]) {
        const board = laidOut(name);
        for (const group of groups) {
          for (const number of group) await (byKey ? key(String(number + 1)) : fireEvent.click(die(number + 1)));
          await (byKey ? key('g') : fireEvent.click(document.querySelector('[data-do=group]')!));
        }
        expect(board.drafts().at(-1)).toEqual([each.move]);
        expect(sums().sort()).toEqual(groups.map((group) => sum(group, dice)).sort());
        cleanup();
      }
    }
  });

  test.each(SPLIT)('%s: is found by going through the list with the arrow keys', async (name) => {
    const { choices } = caseOf(name);
    const board = laidOut(name);
    const met = new Set<string>();
    for (let n = 0; n < choices.length; n++) {
      await key('ArrowDown');
      met.add((document.activeElement as HTMLElement).dataset.move!);
      expect(board.onpoint.mock.lastCall![0]!.move).toBe((document.activeElement as HTMLElement).dataset.move);
    }
    expect(met).toEqual(new Set(choices.map(({ move }) => move)));
    await key('ArrowUp');
    await fireEvent.click(document.activeElement!);
    expect(board.onchoose).toHaveBeenCalledTimes(1);
  });

  test.each(SPLIT)('%s: is reached by tapping its numbers again and again', async (name) => {
    const met = new Set<string>();
    const board = laidOut(name);
    for (const number of new Set(waysOf(name).flatMap(({ numbers }) => numbers))) {
      const among = waysOf(name).filter(({ numbers }) => numbers.includes(number));
      for (const _ of among) {
        await fireEvent.click(place(number));
        met.add(board.drafts().at(-1)![0]!);
      }
      const last = document.querySelector('.way[aria-pressed=true]')!.getAttribute('data-move');
      expect(among.map(({ move }) => move)).toContain(last);
    }
    const covering = waysOf(name).filter(({ numbers }) => numbers.length > 0);
    expect(met).toEqual(new Set(covering.map(({ move }) => move)));
  });

  test('a plan is chosen from its drawings', async () => {
    const board = laidOut('choosing a plan');
    await fireEvent.click(screen.getByRole('button', { name: 'Heptagram' }));
    expect(board.onchoose).toHaveBeenCalledWith('plan-2');
    expect(screen.getByRole('button', { name: 'Heptagram' }).getAttribute('aria-pressed')).toBe('true');
    await fireEvent.click(screen.getByRole('button', { name: 'Square of 25' }));
    expect(board.onreplace).toHaveBeenCalledWith(['plan-4']);
  });
});

describe('the figure', () => {
  test.each(NAMES.filter((name) => caseOf(name).view.plan))('%s: has every number, with a name', (name) => {
    laidOut(name);
    const { view, choices } = caseOf(name);
    const reached = new Set(choices.flatMap((choice) => wayOf(choice)?.numbers ?? []));
    for (const { number } of view.places) {
      expect(place(number).getAttribute('aria-label')).toMatch(new RegExp(`^${number}, `));
      expect(place(number).getAttribute('aria-disabled')).toBe(String(!reached.has(number)));
    }
    expect(document.querySelectorAll('[data-number][tabindex="0"]')).toHaveLength(1);
  });

  test('a number says by which dice it is reached and what it would complete', () => {
    laidOut('hexagram closing');
    expect(place(7).getAttribute('aria-label')).toBe(
      '7, free, with chips of Olive, reached by 2 and 5. Would complete 5, 4, 10, 7.',
    );
    expect(place(1).getAttribute('aria-label')).toBe('1, free, with chips of Jonas, reached by 1.');
    expect(place(8).getAttribute('aria-label')).toBe('8, free, reached by 1, 2, and 5.');
    expect(place(4).getAttribute('aria-label')).toBe('4, yours.');
  });

  test('chips of others sit on the rim, and a complete line has the colour of its seat', () => {
    const view = structuredClone(caseOf('hexagram closing').view);
    view.players[0]!.covered = [1, 12, 6, 7];
    view.players[0]!.shut = [1];
    laidOut('hexagram closing', { view });
    expect(document.querySelector('[data-rim="12"] [data-chip]')!.getAttribute('data-chip')).toBe('R');
    expect(document.querySelectorAll('[data-line="R"]')).toHaveLength(1);
  });

  test('what is pointed at is previewed, with the line that would close', async () => {
    const board = laidOut('hexagram closing');
    await fireEvent.pointerEnter(way('1+7'));
    expect(board.onpoint.mock.lastCall![0]!.move).toBe('1+7');
    expect(document.querySelector('[data-closes]')!.getAttribute('data-closes')).toBe('3');
    await fireEvent.pointerLeave(way('1+7'));
    expect(board.onpoint).toHaveBeenLastCalledWith(null);
    expect(document.querySelector('[data-closes]')).toBeNull();
  });

  test('is one stop, and the arrows go to the nearest number', async () => {
    const board = laidOut('square4 opening');
    place(16).focus();
    await key('ArrowRight', place(16));
    expect(document.activeElement).toBe(place(3));
    await key('ArrowDown', place(3));
    expect(document.activeElement).toBe(place(10));
    await key('Enter', place(10));
    expect(board.onchoose).toHaveBeenCalledTimes(1);
    expect(board.drafts().at(-1)![0]!.split('+')).toContain('10');
  });

  test.each(['hexagram opening', 'heptagram opening', 'square4 opening', 'square5 opening'] as Name[])(
    '%s: the arrows lead to every number',
    (name) => {
      const { places } = caseOf(name).view;
      const met = new Set([places[0]!]);
      for (const spot of met) {
        for (const [right, down] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ] as const) {
          const next = nearest(spot, places, right, down);
          if (next) met.add(next);
        }
      }
      expect(met.size).toBe(places.length);
    },
  );

  test.each(['hexagram opening', 'heptagram opening', 'square5 opening', 'own layout'] as Name[])(
    '%s: its lines are straight',
    (name) => {
      const { places, lines } = caseOf(name).view;
      for (const line of lines) {
        const spots = along(line, places);
        const [one, other] = [spots[0]!, spots.at(-1)!];
        for (const spot of spots) {
          const area = (other.x - one.x) * (spot.y - one.y) - (other.y - one.y) * (spot.x - one.x);
          expect(Math.abs(area)).toBeLessThan(0.01);
        }
      }
    },
  );
});

describe('the dice', () => {
  test('are grouped by keys with the focus in the status line too, but not while one writes', async () => {
    laidOut('hexagram closing'); // 1 2 5
    document.body.insertAdjacentHTML('beforeend', '<section data-status="you"><i></i></section><input />');
    const [status, field] = [document.querySelector('[data-status] i')!, document.querySelector('input')!];
    for (const pressed of ['1', '2', 'g']) await key(pressed, field);
    expect(sums()).toEqual([1, 2, 5]);
    for (const pressed of ['1', '2', 'g']) await key(pressed, status);
    expect(sums().sort()).toEqual([3, 5]);
    for (const each of [status.parentElement!, field]) each.remove();
  });

  test('groups that are no way are said to be none, and take a draft back', async () => {
    const board = laidOut('hexagram closing'); // 1 2 5: 8, 2+6, 1+7
    await fireEvent.click(way('2+6'));
    expect(sums()).toEqual([2, 6]);
    await key('1');
    await key('2');
    await key('g');
    expect(sums().sort()).toEqual([3, 5]);
    expect(board.onreplace).toHaveBeenLastCalledWith([]);
    expect(board.onask).toHaveBeenLastCalledWith('These groups cannot be covered: regroup');
    expect(screen.getByRole('group', { name: 'Group: 1 and 2 make 3, no way has a 3' })).toBeTruthy();
  });

  test('a die goes onto a saucer, and the draft is replaced', async () => {
    const board = laidOut('hexagram closing');
    await fireEvent.click(way('2+6'));
    await fireEvent.click(die(2));
    await fireEvent.click(screen.getByRole('button', { name: 'Put the picked dice with 1 and 5' }));
    expect(board.onreplace).toHaveBeenLastCalledWith(['8']);
    expect(sums()).toEqual([8]);
  });

  test('a die is carried onto another', async () => {
    const board = laidOut('hexagram closing');
    const onto = die(3).closest('[data-saucer]')!;
    document.elementFromPoint = () => onto;
    await fireEvent.pointerDown(die(2), { button: 0, clientX: 0, clientY: 0 });
    await fireEvent.pointerMove(window, { clientX: 40, clientY: 40 });
    await fireEvent.pointerUp(window, { clientX: 40, clientY: 40 });
    await fireEvent.click(die(2));
    expect(sums()).toEqual([1, 7]);
    expect(board.onchoose).toHaveBeenCalledWith('1+7');
    expect(document.querySelector('.die[aria-pressed=true]')).toBeNull();
  });

  test('Escape lets go, step by step', async () => {
    const board = laidOut('hexagram closing');
    await fireEvent.click(way('2+6'));
    await key('3');
    await key('Escape');
    expect(document.querySelector('.die[aria-pressed=true]')).toBeNull();
    expect(board.onreplace).not.toHaveBeenCalled();
    await key('Escape');
    expect(board.onreplace).toHaveBeenLastCalledWith([]);
    expect(sums()).toEqual([1, 2, 5]);
  });

  test('what the table takes back stays laid, and can be taken again', async () => {
    const board = laidOut('hexagram closing');
    await fireEvent.click(way('2+6'));
    expect(board.last()).toBe('Cover 2 and 6');
    board.onreplace([]);
    await tick();
    expect(board.last()).toBeNull();
    expect(sums()).toEqual([2, 6]);
    await key('g');
    expect(board.drafts().at(-1)).toEqual(['2+6']);
  });

  test('Enter on the chosen way is the table’s, and comes from no button', async () => {
    laidOut('hexagram closing');
    await fireEvent.click(way('2+6'));
    const heard: EventTarget[] = [];
    const hear = (event: KeyboardEvent) => heard.push(event.target!);
    addEventListener('keydown', hear);
    await key('Enter', way('2+6'));
    await key('Enter', die(1));
    await key('Enter', way('8'));
    removeEventListener('keydown', hear);
    expect(heard.map((target) => (target as HTMLElement).tagName)).toEqual(['DIV', 'DIV', 'BUTTON']);
  });

  test('a draft that was made elsewhere is laid out', async () => {
    const board = laidOut('hexagram closing');
    board.onreplace(['1+7']);
    await tick();
    expect(sums()).toEqual([1, 7]);
    expect(way('1+7').getAttribute('aria-pressed')).toBe('true');
  });

  test('a draft whose choices were not seen can be let go', async () => {
    const board = render(Board, { props: props('drafted') as never });
    expect(screen.getByText('Your dice lie under what you have chosen.')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Regroup' }));
    board.unmount();
  });

  test('where no full split exists, that is said and the largest covers come first', () => {
    laidOut('square4 leaving');
    expect(screen.getByText(/No full split exists/)).toBeTruthy();
    const counts = [...document.querySelectorAll('.way')].map((each) => each.querySelectorAll('b').length);
    expect(counts).toEqual([...counts].sort((one, other) => other - one));
  });

  test('there are as many ways to lay dice as there should be', () => {
    expect([1, 2, 3, 4, 5].map((many) => splits(Array(many).fill(1)).length)).toEqual([1, 2, 5, 15, 52]);
  });
});

describe('who only looks', () => {
  test('a spectator sees the throw and the chips of whoever moves, and can do nothing', async () => {
    const board = laidOut('spectator');
    const { view, seated } = caseOf('spectator');
    expect(screen.getByRole('img', { name: 'Thrown: 1, 2, and 6' })).toBeTruthy();
    expect(screen.getByText(`${seated[view.mover!]!.name} throws`)).toBeTruthy();
    for (const { number } of view.places) await fireEvent.click(place(number));
    await key('1');
    expect(board.drafts()).toEqual([]);
    expect(document.querySelector('.way, .die')).toBeNull();
  });

  test('nothing can be chosen in a moment of the past', async () => {
    const board = laidOut('hexagram closing', { still: true });
    for (const { number } of caseOf('hexagram closing').view.places) await fireEvent.click(place(number));
    await key('g');
    expect(board.drafts()).toEqual([]);
    expect(screen.getByRole('img', { name: 'Thrown: 1, 2, and 5' })).toBeTruthy();
  });
});

describe('what happens', () => {
  const after = () => caseOf('drafted after');
  async function confirmed() {
    const board = laidOut('drafted before');
    const move = caseOf('drafted').draft[0]!;
    await fireEvent.click(way(move));
    await board.rerender({ view: after().view, choices: [], draft: [], ready: false, events: after().events });
    return board;
  }

  test('chips land, then the dice tumble, then all is as it is', async () => {
    vi.useFakeTimers();
    await confirmed();
    expect(document.querySelectorAll('.lands').length).toBeGreaterThan(0);
    expect(document.querySelector('.light')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(840);
    expect(document.querySelector('.lands')).toBeNull();
    expect(document.querySelectorAll('.tumbles')).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1100);
    expect(document.querySelector('.lands, .tumbles')).toBeNull();
  });

  test('a draft that the house told of before it was confirmed lands when it is', async () => {
    vi.useFakeTimers();
    const board = laidOut('drafted before');
    await fireEvent.click(way(caseOf('drafted').draft[0]!));
    await board.rerender({ events: caseOf('drafted').events });
    expect(document.querySelector('.lands')).toBeNull();
    const { view, events } = after();
    const rest = events.filter(({ event }) => event !== 'covered');
    await board.rerender({ view, choices: [], draft: [], ready: false, events: rest });
    expect(document.querySelectorAll('.lands').length).toBeGreaterThan(0);
  });

  test('a draft that is taken back does not land', async () => {
    const board = laidOut('drafted before');
    await fireEvent.click(way(caseOf('drafted').draft[0]!));
    board.onreplace([]);
    await tick();
    expect(document.querySelector('.lands')).toBeNull();
  });

  test('who looks at the past finds the draft again', async () => {
    const board = laidOut('hexagram closing');
    await fireEvent.click(way('2+6'));
    await board.rerender({ still: true, draft: [], view: caseOf('hexagram opening').view });
    expect(document.querySelector('.way, .die')).toBeNull();
    const { view } = caseOf('hexagram closing');
    await board.rerender({ still: false, draft: ['2+6'], view: { ...view, dice: null } });
    expect(sums()).toEqual([2, 6]);
    expect(way('2+6').getAttribute('aria-pressed')).toBe('true');
  });

  test('any input finishes it at once', async () => {
    vi.useFakeTimers();
    await confirmed();
    await fireEvent.pointerDown(document.body);
    expect(document.querySelector('.lands, .tumbles, .light')).toBeNull();
    const { view } = after();
    for (const number of view.players[view.mover!]!.covered) expect(place(number)).toBeTruthy();
  });

  test('who wants no motion gets none', async () => {
    motion(true);
    vi.useFakeTimers();
    await confirmed();
    expect(document.querySelector('.tumbles, .light')).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a round is counted before the next begins', async () => {
    vi.useFakeTimers();
    const board = laidOut('counted before');
    const { view, events, choices } = caseOf('counted');
    await board.rerender({ view, events, choices, draft: [], ready: false });
    expect(document.querySelectorAll('.lands, .place').length).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(screen.getByText('Round 1 is counted')).toBeTruthy();
    await vi.advanceTimersByTimeAsync(5000);
    expect(screen.queryByText('Round 1 is counted')).toBeNull();
    for (const { number } of view.places) expect(place(number).getAttribute('aria-label')).toContain('free');
  });

  test('a crowd of events is not watched one by one', async () => {
    vi.useFakeTimers();
    const board = laidOut('drafted before');
    const many = Array.from({ length: 5 }, () => after().events).flat();
    await board.rerender({ view: after().view, choices: [], events: many });
    expect(document.querySelector('.lands, .tumbles')).toBeNull();
  });
});

describe('what choices are worth', () => {
  test('is not offered where it may not be asked', () => {
    laidOut('hexagram closing');
    expect(screen.queryByText('What are they worth?')).toBeNull();
  });

  test('is told to who asks, and the best is marked', async () => {
    const worth = vi.fn(async () => ({ '8': 1.5, '2+6': 0.25, '1+7': 2 }));
    laidOut('hexagram closing', { worth });
    expect(worth).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByText('What are they worth?'));
    await vi.waitFor(() => expect(way('2+6').textContent).toContain('0.25'));
    expect(document.querySelectorAll('.value.best')).toHaveLength(1);
    expect(way('1+7').querySelector('.best')).toBeTruthy();
    await fireEvent.click(screen.getByText('What are they worth?'));
    expect(document.querySelector('.value')).toBeNull();
  });
});

test.each(['hexagram closing', 'square4 leaving', 'spectator', 'choosing a plan'] as Name[])(
  '%s: axe finds nothing',
  async (name) => {
    laidOut(name);
    const { violations } = await axe.run(document.body, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]!.html])).toEqual([]);
  },
);

test.each(LANGUAGES)('every text is there in %s', (language) => {
  settings.language = language;
  for (const name of ['hexagram closing', 'square4 leaving', 'spectator', 'choosing a plan', 'drafted'] as Name[]) {
    laidOut(name);
    expect(document.body.textContent).not.toMatch(/undefined|\{\w+\}/);
    for (const each of document.querySelectorAll('[aria-label]'))
      expect(each.getAttribute('aria-label')).not.toMatch(/undefined|\{\w+\}/);
    cleanup();
  }
});
