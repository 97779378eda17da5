import { cleanup, render } from '@testing-library/svelte';
import axe from 'axe-core';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Choice } from '../src/api/types';
import type { Happening } from '../src/boards/board';
import Board from '../src/boards/splut/Board.svelte';
import { ahead, at, BOX, centreOf, fileOf, next, rankOf, SQUARES, type Towards } from '../src/boards/splut/squares';
import { stepsOf, type SplutView, type Stepped } from '../src/boards/splut/things';
import { letterOf } from '../src/parts/seats';
import { settings } from '../src/settings.svelte';
import fixtures from './fixtures/splut.json';

type Name = keyof typeof fixtures;
const NAMES = Object.keys(fixtures) as Name[];
const ARROWS: Record<Towards, string> = { N: 'ArrowUp', E: 'ArrowRight', S: 'ArrowDown', W: 'ArrowLeft' };

function lay(name: Name, more: Record<string, unknown> = {}) {
  const { view, seated, eyes, choices } = fixtures[name];
  const heard = { onchoose: vi.fn(), onpoint: vi.fn(), onask: vi.fn() };
  const props = {
    view: view as SplutView,
    seated: seated.map((each) => ({ ...each, letter: letterOf(each.seat) })),
    eyes: eyes as number | null,
    choices: choices as Choice[],
    draft: [] as string[],
    ready: false,
    events: [] as Happening[],
    ...heard,
    ...more,
  };
  const board = render(Board, { props });
  const found = board.container.querySelectorAll<SVGGElement>('[role="gridcell"]');
  const cells = new Map([...found].map((each) => [each.dataset.square!, each]));
  const cell = (square: string) => cells.get(square)!;
  return { ...board, ...heard, props, cell, hands: new Hands(board.container, cells) };
}

/** Clicks and keys, as somebody at the board would make them. */
class Hands {
  constructor(
    private board: HTMLElement,
    private cells: Map<string, SVGGElement>,
  ) {}

  click(square: string) {
    this.#click(this.cells.get(square)!.firstElementChild!);
  }

  aim(towards: Towards) {
    this.#click(this.board.querySelector(`[data-towards="${towards}"]`)!);
  }

  button(text: string) {
    this.#click([...this.board.querySelectorAll('button')].find((button) => button.textContent === text)!);
  }

  /** The square that the tab key leads to. */
  get cursor(): string {
    const [here, ...others] = [...this.cells].filter(([, cell]) => cell.getAttribute('tabindex') === '0');
    expect(others).toEqual([]);
    return here![0];
  }

  key(key: string, more: KeyboardEventInit = {}) {
    this.cells
      .get(this.cursor)!
      .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
    flushSync();
  }

  /** The cursor walks to a square. */
  walk(square: string) {
    for (let k = 0; k < 20 && this.cursor !== square; k++) {
      const [dx, dy] = [fileOf(square) - fileOf(this.cursor), rankOf(square) - rankOf(this.cursor)];
      const ways: (Towards | false)[] = [dx > 0 && 'E', dx < 0 && 'W', dy > 0 && 'N', dy < 0 && 'S'];
      this.key(ARROWS[ways.find((way): way is Towards => !!way && next(this.cursor, way) !== null)!]);
    }
    expect(this.cursor).toBe(square);
  }

  #click(element: Element) {
    element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    flushSync();
  }
}

function kinds(steps: Stepped[], step: Stepped): Set<string> {
  return new Set(steps.filter(({ start, end }) => start === step.start && end === step.end).map(({ event }) => event));
}

beforeEach(() => {
  settings.language = 'en';
});
afterEach(cleanup);

describe.each(NAMES)('the position %s', { timeout: 30_000 }, (name) => {
  const steps = stepsOf(fixtures[name].choices as Choice[]);
  const events = steps.map(({ event }) => event);

  it('is all there: every choice is a step', () => {
    expect(steps.length).toBe(fixtures[name].choices.length);
  });

  it('offers every choice to clicks', () => {
    const { hands, onchoose } = lay(name);
    for (const { choice, event } of steps) {
      onchoose.mockClear();
      hands.click(event.start);
      hands.click(event.end);
      const ways = kinds(events, event);
      if (event.event === 'thrown') {
        const only = events.filter((each) => each.end === event.end && each.event === 'thrown').length === 1;
        if (!only) hands.aim(event.towards!);
        expect(onchoose).not.toHaveBeenCalled();
        hands.aim(event.towards!);
      } else if (onchoose.mock.calls.length === 0) {
        if (event.event === 'levitated') hands.click(event.rock!);
        else if (event.event === 'pulled') hands.button('Pull');
        else hands.button(ways.has('pulled') ? 'Step' : 'Step alone');
      }
      expect(onchoose.mock.calls).toEqual([[choice.move]]);
      hands.key('Escape');
      hands.key('Escape');
    }
  });

  it('offers every choice to keys', () => {
    const { hands, onchoose } = lay(name);
    for (const { choice, event } of steps) {
      onchoose.mockClear();
      hands.walk(event.start);
      hands.key('Enter');
      hands.walk(event.end);
      if (event.event === 'pulled') hands.key('p');
      else if (event.event === 'levitated' && kinds(events, event).size > 1) {
        for (let k = 0; k < 4 && hands.cursor !== event.rock; k++) hands.key('r');
        hands.key('Enter');
      } else {
        hands.key('Enter');
        if (event.event === 'thrown') hands.key(ARROWS[event.towards!]);
        if (onchoose.mock.calls.length === 0) hands.key('Enter');
      }
      expect(onchoose.mock.calls).toEqual([[choice.move]]);
      hands.key('Escape');
      hands.key('Escape');
    }
  });

  it('lets go by Escape and by a press elsewhere, wherever one is', () => {
    const { hands, onchoose, onask, container } = lay(name);
    const held = () => container.querySelectorAll('[aria-selected="true"], .options, [data-towards]').length;
    const elsewhere = SQUARES.find(
      (square) => !events.some((event) => JSON.stringify(event).includes(`"${square}"`)) && square !== 'e5',
    )!;
    const free = (letGo: () => void) => {
      const ends = new Map(events.map((event) => [event.start + event.end, event]));
      for (const event of ends.values()) {
        hands.click(event.start);
        expect(held()).toBeGreaterThan(0);
        letGo();
        expect(held()).toBe(0);
        hands.click(event.start);
        hands.click(event.end);
        letGo();
        expect(held()).toBe(0);
        expect(onask.mock.lastCall![0]).toMatch(/^Choose a piece: /);
      }
    };
    free(() => {
      hands.key('Escape');
      hands.key('Escape');
    });
    onchoose.mockClear();
    free(() => hands.click(elsewhere));
  });
});

describe('what is said', () => {
  it('names the squares that mean something, and no more of the others', () => {
    const { cell, hands } = lay('killed');
    const name = (square: string) => cell(square).getAttribute('aria-label');
    expect(name('e5')).toBe('e5, your troll. Can go to e6, f5, e4, and d5.');
    expect(name('c6')).toBe('c6, Marta’s troll');
    expect(name('g4')).toBe('g4, rock');
    expect(name('e9')).toBe('e9');
    hands.click('e5');
    expect(name('e5')).toBe('e5, your troll. Chosen. Can go to e6, f5, e4, and d5.');
    expect(name('e6')).toBe('e6. Red’s troll walks from e5 to e6.'.replace('’', "'"));
    expect(name('f5')).toBe('f5, rock. Step onto the rock and throw it: north, east, south, and west.');
    expect(name('d5')).toBe('d5. Step here, and pull the rock if you like.');
    hands.click('f5');
    expect(name('f5')).toBe('f5, your troll, on a rock. Can throw north, east, south, and west.');
    expect(name('e5')).toMatch(/^e5\. Red's troll throws the rock from f5 west/);
  });

  it('tells the status line what is pointed at and what to do next', () => {
    const { hands, onpoint, onask } = lay('killed');
    expect(onask.mock.lastCall).toEqual(['Choose a piece: 2 steps to go']);
    hands.click('e5');
    expect(onask.mock.lastCall).toEqual(['Choose where the troll goes']);
    hands.click('f5');
    expect(onask.mock.lastCall).toEqual(['Choose where to throw']);
    hands.aim('N');
    expect(onpoint.mock.lastCall![0]).toMatchObject({ move: 'Te5-f5>N' });
    hands.key('Escape');
    expect(onpoint.mock.lastCall).toEqual([null]);
    hands.click('d5');
    expect(onask.mock.lastCall).toEqual(['Step, or pull the rock?']);
  });

  it('is said in four languages', () => {
    for (const [language, rock] of [
      ['es', 'roca'],
      ['de', 'Felsen'],
      ['fr', 'rocher'],
    ] as const) {
      settings.language = language;
      const { cell, unmount } = lay('killed');
      expect(cell('g4').getAttribute('aria-label')).toBe(`g4, ${rock}`);
      unmount();
    }
  });
});

it('has no fault that axe finds', { timeout: 30_000 }, async () => {
  const { container, hands } = lay('killed');
  const faults = async () => {
    const found = await axe.run(container, { rules: { region: { enabled: false } } });
    return found.violations.map(({ id }) => id);
  };
  expect(await faults()).toEqual([]);
  hands.click('e5');
  hands.click('d5');
  expect(await faults()).toEqual([]);
  hands.click('f5');
  expect(await faults()).toEqual([]);
});

describe('by keys', () => {
  it('jumps between what may be chosen with Control', () => {
    const { hands } = lay('killed');
    hands.walk('e3');
    hands.key('ArrowUp', { ctrlKey: true });
    expect(hands.cursor).toBe('e5');
    expect(ahead('e5', 'N', ['e3'])).toBe(null);
  });

  it('leaves keys alone that it has no use for', () => {
    const { cell, hands } = lay('killed');
    for (const key of ['Enter', 'Escape', 'p', 'r', 'l', 'z']) {
      hands.walk('e9');
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      cell('e9').dispatchEvent(event);
      expect(event.defaultPrevented).toBe(false);
    }
  });

  it('stays on the board', () => {
    const { hands } = lay('start');
    hands.walk('e9');
    for (const key of Object.values(ARROWS)) if (key !== 'ArrowDown') hands.key(key);
    expect(hands.cursor).toBe('e9');
    expect(at(0, 1)).toBe(null);
  });
});

describe('where nothing can be chosen', () => {
  it.each([{ still: true }, { eyes: null, choices: [] }, { ready: true, choices: [] }])('%o', (more) => {
    const { hands, container, onchoose } = lay('killed', more);
    for (const square of SQUARES) hands.click(square);
    expect(onchoose).not.toHaveBeenCalled();
    expect(container.querySelectorAll('[aria-selected]')).toHaveLength(0);
  });
});

describe('a drag', () => {
  const pointer = (type: string, x: number, y: number) =>
    Object.assign(new MouseEvent(type, { bubbles: true, clientX: x, clientY: y }), { pointerId: 1 });
  function drag(from: string, to: string) {
    const { cell, container, ...rest } = lay('killed');
    const svg = container.querySelector('svg')!;
    const at = (square: string) => {
      const { x, y } = centreOf(square);
      return [x - BOX.x + 9, y - BOX.y - 7] as const; // drawn at its own size, for want of a screen
    };
    cell(from).firstElementChild!.dispatchEvent(pointer('pointerdown', ...at(from)));
    svg.dispatchEvent(pointer('pointermove', ...at(to)));
    flushSync();
    svg.dispatchEvent(pointer('pointerup', ...at(to)));
    svg.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    flushSync();
    return { container, ...rest };
  }

  it('does the same as two taps', () => {
    expect(drag('e3', 'e4').onchoose.mock.calls).toEqual([['De3-e4']]);
    expect(drag('e5', 'f5').onask.mock.lastCall).toEqual(['Choose where to throw']);
  });

  it('onto nothing leaves the piece chosen', () => {
    const { onchoose, container } = drag('e3', 'b4');
    expect(onchoose).not.toHaveBeenCalled();
    expect(container.querySelector('[aria-selected="true"]')?.getAttribute('data-square')).toBe('e3');
  });
});

describe('with the table page', () => {
  it('lets go when the page says so', async () => {
    const { hands, rerender, props, container } = lay('killed', { letgo: 0 });
    hands.click('e5');
    hands.click('f5');
    await rerender({ ...props, letgo: 1 });
    expect(container.querySelectorAll('[aria-selected="true"], [data-towards]')).toHaveLength(0);
  });

  it('says at the corners who is away', async () => {
    const { rerender, props, container } = lay('killed');
    expect(container.textContent).not.toContain('away');
    await rerender({ ...props, seated: props.seated.map((each, seat) => ({ ...each, away: seat === 1 })) });
    const plates = [...container.querySelectorAll('.plate')].map((each) => each.textContent!.includes('away'));
    expect(plates.filter(Boolean)).toHaveLength(1);
    expect(plates[1]).toBe(true);
  });

  it('says which choices are left of the piece and of its square', () => {
    const onhold = vi.fn();
    const { hands } = lay('killed', { onhold });
    const left = () => (onhold.mock.lastCall![0] as Choice[]).map(({ move }) => move);
    expect(left()).toEqual([]);
    hands.click('e5');
    expect(left().length).toBeGreaterThan(0);
    expect(left().filter((move) => !move.startsWith('Te5'))).toEqual([]);
    hands.click('f5');
    expect(left().filter((move) => !move.startsWith('Te5-f5'))).toEqual([]);
  });

  it('says what the button that plays a throw should say', async () => {
    const onact = vi.fn();
    const { rerender, props } = lay('killed', { onact });
    expect(onact.mock.lastCall).toEqual([null]);
    const { events } = props.choices.find(({ move }) => move === 'Te5-f5>N')!;
    await rerender({ ...props, events: events as Happening[], ready: true, choices: [] });
    expect(onact.mock.lastCall).toEqual(['Throw north']);
  });

  it('turns the aim by the wheel', () => {
    const { hands, container, onpoint } = lay('killed');
    hands.click('e5');
    hands.click('f5');
    const turn = (deltaY: number) => {
      container.querySelector('svg')!.dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true }));
      flushSync();
      return onpoint.mock.lastCall![0]?.move;
    };
    expect([100, 100, -100, -100].map(turn)).toEqual(['Te5-f5>N', 'Te5-f5>E', 'Te5-f5>N', 'Te5-f5>W']);
  });
});

describe('a new position', () => {
  it('ends what was half chosen, but only if something is new', async () => {
    const { hands, rerender, props, container } = lay('killed');
    const chosen = () => container.querySelectorAll('[aria-selected="true"]').length;
    hands.click('e5');
    await rerender({ ...props, view: structuredClone(props.view), choices: [...props.choices], events: [] });
    expect(chosen()).toBe(1);
    await rerender({ ...props, view: { ...props.view, steps: 1 } });
    expect(chosen()).toBe(0);
  });
});
