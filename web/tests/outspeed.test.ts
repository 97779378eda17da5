// The board of Outspeed, with what the server showed: every choice can be made, by every way of making it, and what
// happened is shown up to where the server says.
import { readFileSync } from 'node:fs';

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import axe from 'axe-core';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { after } from '../src/boards/outspeed/after';
import Board from '../src/boards/outspeed/Board.svelte';
import { Choosing } from '../src/boards/outspeed/choosing.svelte';
import { sentenceOf } from '../src/boards/outspeed/names';
import { scenesOf } from '../src/boards/outspeed/scenes';
import { companies, routeOf, termsOf, type Printed, type View } from '../src/boards/outspeed/view';
import { standOf } from '../src/boards/stand';
import { LANGUAGES, settings } from '../src/settings.svelte';
import words from '../src/words/outspeed.json';
import { propsOf, type Shown } from './board';
import cases from './fixtures/outspeed.json';

type Name = keyof typeof cases;
const NAMES = Object.keys(cases) as Name[];
const caseOf = (name: Name) => cases[name] as unknown as Shown<View>;
const CHOOSING = NAMES.filter((name) => caseOf(name).choices.length > 0);
const ROUTES = CHOOSING.filter((name) => caseOf(name).view.phase === 'programming');
const TURNS = ['rolled', 'torn', 'fired', 'full', 'over'] as const;

function props(name: Name, more: object = {}) {
  return {
    ...propsOf(caseOf(name)),
    onsay: vi.fn<(what: string) => void>(),
    onshown: vi.fn<(view: View) => void>(),
    ...more,
  };
}

/** A board with a table page round it, that keeps the draft. */
function laidOut(name: Name, more: object = {}) {
  const given = props(name, more);
  const log: string[][] = [];
  const write = (moves: string[]) => {
    log.push(moves);
    void board.rerender({ draft: moves, ready: moves.length > 0, choices: moves.length ? [] : given.choices });
  };
  given.onchoose.mockImplementation((move) => write([move]));
  given.onreplace.mockImplementation(write);
  const board = render(Board, { props: given as never });
  return { ...given, ...board, log };
}

const route = (symbol: string) => document.querySelector<HTMLElement>(`[data-route="${symbol}"]`)!;
const chip = (move: string) => document.querySelector<HTMLElement>(`.chip[data-move="${move}"]`)!;
const moving = () => document.querySelector<HTMLElement>('.holder')!.dataset.moving ?? null;
const place = () => Number(document.querySelector<HTMLElement>('.holder')!.dataset.place);
const key = (pressed: string, on: Element = document.body) => fireEvent.keyDown(on, { key: pressed });

function motion(reduced: boolean) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: reduced && query.includes('reduced-motion'),
    addEventListener: () => {},
  }));
}

beforeEach(() => {
  settings.language = 'en';
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  motion(false);
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('choosing', () => {
  test.each(ROUTES)('every route can be taken, and no other: %s', async (name) => {
    const board = laidOut(name);
    const moves = caseOf(name).choices.map(({ move }) => move);
    for (const move of moves) {
      await fireEvent.click(route(move[0]!));
      if (move.length > 1) await fireEvent.click(document.querySelector(`[data-wheel="${move[1]}"]`)!);
      expect(board.log.at(-1)).toEqual([move]);
      expect(route(move[0]!).getAttribute('aria-checked')).toBe('true');
      expect(board.onact.mock.lastCall).toEqual([`Seal route ${move}`]);
    }
    const open = [...document.querySelectorAll('.route:not([aria-disabled])')];
    expect(new Set(open.map((each) => (each as HTMLElement).dataset.route))).toEqual(
      new Set(moves.map((move) => move[0])),
    );
  });

  test.each(ROUTES)('keys do the same: %s', async (name) => {
    const board = laidOut(name);
    for (const { move } of caseOf(name).choices) {
      await key(move[0]!.toLowerCase());
      if (move.length > 1) await key(move[1]!);
      expect(board.log.at(-1)).toEqual([move]);
    }
  });

  test('keys are heard wherever the focus is, but not where one writes', async () => {
    const board = laidOut('opening');
    const field = document.body.appendChild(document.createElement('input'));
    await key('b', field);
    expect(board.log).toEqual([]);
    const button = document.body.appendChild(document.createElement('button'));
    await key('b', button);
    expect(board.log).toEqual([['B']]);
    field.remove();
    button.remove();
  });

  test('the same again lets go, and Enter on what is chosen is for the page', async () => {
    const board = laidOut('opening');
    await fireEvent.click(route('B'));
    const heard = vi.fn();
    window.addEventListener('keydown', heard);
    await key('Enter', route('B'));
    window.removeEventListener('keydown', heard);
    const passed = heard.mock.calls.map(([event]) => event as KeyboardEvent).filter((event) => !event.defaultPrevented);
    expect(passed).toHaveLength(1);
    expect((passed[0]!.target as Element).closest('button')).toBeNull();
    await fireEvent.click(route('B'));
    expect(board.log.at(-1)).toEqual([]);
  });

  test('the wheel goes as far as one can pay, and asks for a number first', async () => {
    const board = laidOut('wheel');
    const { symbol, wheel } = caseOf('wheel').view.tile!.routes.find((each) => each.wheel)!;
    await fireEvent.click(route(symbol));
    expect(board.log).toEqual([]);
    expect(board.onask.mock.lastCall).toEqual([`Choose your number for route ${symbol}`]);
    const numbers = [...document.querySelectorAll<HTMLButtonElement>('[data-wheel]')];
    expect(numbers.map((each) => each.disabled)).toEqual(numbers.map((_, number) => number > wheel![1]));
    await key(String(wheel![1] + 1));
    expect(board.log).toEqual([]);
    await key('0');
    expect(board.log).toEqual([[`${symbol}0`]]);
    await key('ArrowRight', document.querySelector('[data-wheel="0"]')!);
    expect(board.log.at(-1)).toEqual([`${symbol}1`]);
  });

  test('a route that one cannot pay says so, and the house says why', async () => {
    const board = laidOut('shut');
    const shut = caseOf('shut').view.tile!.routes.find((each) => !each.open)!;
    expect(route(shut.symbol).getAttribute('aria-disabled')).toBe('true');
    expect(route(shut.symbol).getAttribute('aria-label')).toContain('You cannot pay for it.');
    await fireEvent.click(route(shut.symbol));
    expect(board.onchoose).toHaveBeenCalledWith(shut.symbol);
  });

  test('tokens are laid face down, or nothing', async () => {
    const board = laidOut('laying');
    for (const { move } of caseOf('laying').choices) {
      await fireEvent.click(chip(move));
      expect(board.log.at(-1)).toEqual([move]);
      expect(chip(move).getAttribute('aria-pressed')).toBe('true');
    }
    await fireEvent.click(chip(board.log.at(-1)![0]!));
    await key('n');
    expect(board.log.at(-1)).toEqual(['none']);
    expect(board.onact.mock.lastCall).toEqual(['Lay nothing']);
  });

  test('a token that may not be laid is there with a cross', () => {
    laidOut('not to be laid');
    const [token] = caseOf('not to be laid').view.ships[0]!.hand!;
    expect(chip(token!).getAttribute('aria-disabled')).toBe('true');
    expect(chip('none').getAttribute('aria-disabled')).toBeNull();
  });

  test('of two tokens one is kept, also when the draft no longer shows them', async () => {
    const board = laidOut('keeping');
    const [first, second] = caseOf('keeping').choices;
    await key('1');
    await board.rerender({ view: { ...board.view, tokens: { ...board.view.tokens, drawn: [] } } });
    await fireEvent.click(chip(second!.move));
    expect(board.log).toHaveLength(2);
    expect(board.log.map(([move]) => move).sort()).toEqual([first!.move, second!.move].sort());
  });

  test.each(['spectator', 'sealed'] as const)('nothing can be chosen: %s', async (name) => {
    const board = laidOut(name);
    await fireEvent.click(route('A'));
    await key('b');
    expect(board.log).toEqual([]);
    expect(document.querySelector('[role="radio"]')).toBeNull();
  });

  test('a moment of the past is only looked at', async () => {
    const board = laidOut('opening', { still: true });
    await key('a');
    expect(board.log).toEqual([]);
    expect(document.querySelector('[data-say]')).toBeNull();
  });
});

describe('what is said before it is sealed', () => {
  const routes = NAMES.flatMap((name) => caseOf(name).view.tile?.routes ?? []);
  const routeWith = (room: number | null, more: Partial<Printed> = {}) => {
    const told = routes[0]!.with[0]!;
    const cases = [0, 1, 2, 3].map((others) => ({ ...told, others, fits: room === null || others < room }));
    return { ...routes[0]!, room, with: cases, symbol: 'C', cost: '1', zones: '3', fuel: '0', bonus: 0, ...more };
  };
  const SHARED = 'C: you pay 1 fuel and get 3 zones.';

  test('a route with room for one says what holds only for who is alone on it', async () => {
    const board = laidOut('first game');
    await fireEvent.click(route('C'));
    expect(board.onpoint.mock.lastCall![0]!.text).toBe(
      'C: if nobody else chooses it, you pay nothing and get 3 zones. Otherwise nobody pays or gains.',
    );
    await fireEvent.click(route('B'));
    expect(board.onpoint.mock.lastCall![0]!.text).toMatch(/^B: you pay 1 fuel and get 2 zones\. Once sealed/);
  });

  test('where there is room for some, how many', () => {
    expect(sentenceOf(routeWith(null), 'C', null)).toBe(SHARED);
    expect(sentenceOf(routeWith(2), 'C', null)).toBe(
      'C: if at most one other ship chooses it, you pay 1 fuel and get 3 zones. ' + 'With more, nobody pays or gains.',
    );
    const three = routeWith(3);
    expect(sentenceOf(three, 'C', null)).toContain('if at most 2 other ships choose it');
    expect(sentenceOf({ ...three, with: three.with.slice(0, 3) }, 'C', null)).toBe(SHARED);
  });

  test('where the others cannot come, or must, there is no condition', () => {
    const one = routeWith(1);
    expect(sentenceOf({ ...one, with: one.with.slice(0, 1) }, 'C', null)).toBe(SHARED);
    expect(sentenceOf({ ...one, with: one.with.slice(1) }, 'C', null)).toBe(
      'C: other ships must choose it too, and there is not room for all: nobody pays or gains.',
    );
    const solo = routeWith(null, { solo: true });
    expect(sentenceOf(solo, 'C', null)).toBe(
      'C: if nobody else chooses it, you pay nothing and get 3 zones. ' +
        'Otherwise every ship on it pays 1 fuel and gets nothing.',
    );
    expect(sentenceOf({ ...solo, with: solo.with.slice(0, 1) }, 'C', null)).toBe('C: you pay nothing and get 3 zones.');
    expect(sentenceOf({ ...solo, with: solo.with.slice(1) }, 'C', null)).toBe('C: you pay 1 fuel and get nothing.');
  });

  test.each(LANGUAGES)('no route promises what depends on the others, in %s', (language) => {
    settings.language = language;
    for (const each of routes) {
      const said = sentenceOf(each, each.wheel ? `${each.symbol}1` : each.symbol, null);
      expect(said).not.toMatch(/\{\w+\}|undefined|NaN/);
      const gains = new Set(each.with.map((told) => told.fits && !(each.solo && told.others > 0)));
      const pays = words['sentence-pays'][language].split(/\{\w+\}/)[1]!;
      if (gains.size > 1) expect(said.startsWith(`${each.symbol}${pays}`)).toBe(false);
    }
  });
});

describe('what is seen', () => {
  test('each route tells what it brings in each company', () => {
    laidOut('opening');
    const { tile } = caseOf('opening').view;
    for (const each of tile!.routes) {
      const label = route(each.symbol).getAttribute('aria-label')!;
      expect(label).toMatch(new RegExp(`^Route ${each.symbol}, `));
      expect(label).toContain('alone: ');
      expect(route(each.symbol).querySelectorAll('.case')).toHaveLength(companies(tile!.routes).length);
    }
  });

  test('companies beyond three are one where all routes bring the same', () => {
    const told = (others: number, zones = 1) => ({ others, fits: true, bonus: 0, zones: [zones, zones] });
    const one = { with: [0, 1, 2, 3, 4, 5].map((others) => told(others)) } as unknown as Printed;
    const two = { with: [0, 1, 2, 3, 4, 5].map((others) => told(others, others > 4 ? 0 : 1)) } as unknown as Printed;
    expect(companies([one])).toEqual([0, 1, 2, [3, 5]].map((each) => (Array.isArray(each) ? each : [each, each])));
    expect(companies([one, two]).at(-1)).toEqual([5, 5]);
    expect(companies([one, two]).at(-2)).toEqual([3, 4]);
  });

  test('numbers are drawn term by term', () => {
    expect(termsOf('0')).toEqual([]);
    expect(termsOf('1 + yellow').map(({ kind }) => kind)).toEqual(['fixed', 'dice']);
    expect(termsOf('A yellow')).toEqual([{ kind: 'dice', text: 'A', die: 'yellow' }]);
    expect(termsOf('B')).toEqual([{ kind: 'riders', text: 'B' }]);
    expect(termsOf('wheel')[0]!.kind).toBe('wheel');
  });

  test('a force field ahead is told on the routes that lead into it', () => {
    laidOut('field ahead');
    const { tile, track } = caseOf('field ahead').view;
    const into = tile!.routes.filter((each) => each.with.some((told) => told.lands![1] === track.stop));
    expect(into.length).toBeGreaterThan(0);
    for (const each of into) expect(route(each.symbol).textContent).toContain(`you stop in ${track.stop}`);
  });

  test('the tiles are said to be reconstructed, and how to play with one’s own', async () => {
    laidOut('opening');
    await fireEvent.click(screen.getByRole('button', { name: 'reconstructed' }));
    expect(screen.getByText(/Do you own the box/)).toBeTruthy();
  });

  test('tiles of one’s own are not', async () => {
    const { view } = caseOf('opening');
    laidOut('opening', { view: { ...view, tile: { ...view.tile!, reconstructed: false, set: 'a'.repeat(16) } } });
    expect(screen.queryByRole('button', { name: 'reconstructed' })).toBeNull();
    expect(screen.getByText('own tiles')).toBeTruthy();
  });

  test('in a first game the next tile is known', () => {
    laidOut('first game');
    expect(screen.getByText('next: filling station')).toBeTruthy();
  });

  test('who has sealed, and nobody sees what', () => {
    laidOut('one sealed');
    expect(screen.getByText('Jonas: sealed')).toBeTruthy();
    expect(screen.getByText('Marta: still choosing')).toBeTruthy();
    expect(document.querySelector('[data-envelope="J"] small')).toBeNull();
  });

  test('who is in danger', () => {
    laidOut('opening');
    const { ships, track } = caseOf('opening').view;
    const behind = ships.filter((ship) => ship.zone! <= track.danger).length;
    expect(document.querySelectorAll('.danger .dot')).toHaveLength(behind);
  });

  test('how a seat stands: fuel, tokens, zone, and whether it has sealed', () => {
    const { view } = caseOf('one sealed');
    expect(standOf(view as never, 2)).toMatchObject({
      told: '12 fuel · 0 tokens',
      aside: 'zone 3',
      sealed: true,
      gauge: 1,
    });
    expect(standOf(view as never, 0)!.sealed).toBe(false);
    const out = caseOf('torn').view.ships.findIndex((ship) => !ship.racing);
    expect(standOf(caseOf('torn').view as never, out)).toBeNull();
  });

  test.each(LANGUAGES)('nothing is untold in %s', (language) => {
    settings.language = language;
    for (const name of NAMES) {
      const { container, unmount } = laidOut(name);
      expect(container.textContent).not.toMatch(/\{\w+\}|undefined|NaN/);
      for (const each of container.querySelectorAll('[aria-label]'))
        expect(each.getAttribute('aria-label')).not.toMatch(/\{\w+\}|undefined|NaN/);
      unmount();
    }
  });

  test('the names of the tiles are the server’s', () => {
    const toml = readFileSync('../src/sobremesa/games/outspeed/words.toml', 'utf8');
    for (const language of LANGUAGES) {
      const table = toml.split(`[${language}.tiles]`)[1]!.split('[')[0]!;
      for (const [, number, name] of table.matchAll(/^(\d+) = "(.*)"$/gm))
        expect(words[`tile-${number}` as 'tile-1'][language]).toBe(name);
    }
  });

  test.each(['opening', 'drafted', 'laying', 'keeping', 'wheel', 'over', 'spectator'] as Name[])(
    'axe finds nothing wrong: %s',
    async (name) => {
      const { container } = laidOut(name);
      const found = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
      expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)).toEqual([]);
    },
  );
});

describe('saying aloud', () => {
  test('what one says goes to the page, and a bubble stands on the route', async () => {
    const board = laidOut('opening', { signals: { 2: { signal: 'B', turn: 1 } } });
    await fireEvent.click(screen.getByRole('button', { name: 'Say route A' }));
    expect(board.onsay).toHaveBeenCalledWith('A');
    expect(route('B').querySelector('[data-says="J"]')!.textContent).toContain('Jonas says B');
    await board.rerender({ signals: { 2: { signal: 'not telling', turn: 1 } } });
    expect(document.querySelector('header .bubble')!.textContent).toContain('Jonas is not telling');
    await board.rerender({ signals: { 2: { signal: 'B', turn: 0 } } });
    expect(document.querySelector('[data-says]')).toBeNull();
  });

  test('a lie is struck out when the envelopes are open', async () => {
    const { view } = caseOf('rolled');
    const seat = view.ships.findIndex((ship) => routeOf(ship) === 'B');
    const told = (signal: string) => ({ signals: { [seat]: { signal, turn: view.tile!.place } } });
    const board = laidOut('rolled', told('A'));
    expect(document.querySelector('.bubble')!.classList.contains('lie')).toBe(true);
    await board.rerender(told('B'));
    expect(document.querySelector('.bubble')!.classList.contains('lie')).toBe(false);
    expect(document.querySelector('.bubble')!.textContent).toContain('that was true');
  });

  test('who cannot say anything has no buttons', () => {
    laidOut('opening', { onsay: undefined });
    expect(document.querySelector('[data-say]')).toBeNull();
  });
});

describe('what happened', () => {
  /** What everybody sees of the ships and the track. */
  const seen = ({ ships, track }: View) => ({
    ships: ships.map(({ racing, zone, fuel, tokens }) => ({ racing, zone, fuel, tokens })),
    track: { ...track, stop: null },
  });

  test.each(TURNS)('the events lead from one view to the next: %s', (name) => {
    const [from, to] = [caseOf(`${name} before`).view, caseOf(name)];
    const reached = to.events.reduce((view, event) => after(view, event, to.view), from);
    expect(seen(reached)).toEqual(seen(to.view));
  });

  test('the envelopes turn over together, then one route after the other, then dice, costs and gains', () => {
    const kinds = scenesOf(caseOf('rolled').events).map(({ kind }) => kind);
    expect(kinds).toEqual(['seal', 'turn', 'light', 'light', 'light', 'roll', 'pay', 'go', 'draw']);
    expect(scenesOf(caseOf('torn').events).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['turn', 'pay', 'go', 'fall']),
    );
    expect(scenesOf(caseOf('fired').events).map(({ kind }) => kind)).toEqual(['lay', 'show', 'go', 'show', 'go']);
  });

  async function watch(name: (typeof TURNS)[number]) {
    vi.useFakeTimers();
    const board = laidOut(`${name} before`);
    const { view, events, choices, draft } = caseOf(name);
    await board.rerender({ view, events, choices, draft });
    return board;
  }

  test('is seen scene by scene, and ends where the server says', async () => {
    const { onshown } = await watch('full');
    expect(moving()).toBe('seal');
    expect(place()).toBe(caseOf('full before').view.tile!.place);
    const scenes: (string | null)[] = [];
    while (moving()) {
      scenes.push(moving());
      vi.advanceTimersToNextTimer();
      await tick();
    }
    expect(scenes).toEqual(scenesOf(caseOf('full').events).map(({ kind }) => kind));
    expect(place()).toBe(caseOf('full').view.tile!.place);
    expect(onshown.mock.lastCall).toEqual([caseOf('full').view]);
    expect(document.querySelector('.recap')!.textContent).toContain('Last turn');
    expect(document.querySelectorAll('.recap .dot')).toHaveLength(3);
  });

  test('while it is seen nothing of it can be chosen; any input ends it', async () => {
    await watch('full');
    expect(document.querySelector('[role="radio"]')).toBeNull();
    await fireEvent.pointerDown(document.body);
    expect(moving()).toBeNull();
    expect(document.querySelectorAll('[role="radio"]').length).toBeGreaterThan(0);
  });

  test('too many in a route: it says that nobody pays or gains', async () => {
    await watch('full');
    while (moving() !== 'light') {
      vi.advanceTimersToNextTimer();
      await tick();
    }
    const crowded = caseOf('full').events.find((event) => event.event === 'route' && !event.fits)!;
    expect(route(crowded.route as string).textContent).toContain('too many');
    const riders = (crowded.seats as number[]).length;
    expect(route(crowded.route as string).querySelectorAll('.taken')).toHaveLength(riders);
  });

  test('who falls with the tail is still seen falling, then gone', async () => {
    await watch('torn');
    while (moving() !== 'fall') {
      vi.advanceTimersToNextTimer();
      await tick();
    }
    expect(document.querySelector('.ship.tail')).toBeTruthy();
    expect(document.querySelector('.falling')).toBeTruthy();
    vi.runAllTimers();
    await tick();
    expect(document.querySelector('.ship.tail, .falling')).toBeNull();
  });

  test('with less motion nothing moves, and the last turn is told all the same', async () => {
    motion(true);
    await watch('full');
    expect(moving()).toBeNull();
    expect(place()).toBe(caseOf('full').view.tile!.place);
    expect(document.querySelector('.recap')).toBeTruthy();
  });

  test('many waiting scenes are not shown at all', async () => {
    const board = await watch('full');
    const { events } = caseOf('full');
    await board.rerender({ events: [1, 2, 3, 4, 5].flatMap(() => events) });
    expect(moving()).toBeNull();
  });

  test('one’s own draft is no news', async () => {
    const board = laidOut('opening');
    const { view, events, draft } = caseOf('drafted');
    await board.rerender({ view, events, draft, choices: [] });
    expect(moving()).toBeNull();
    expect(route(draft[0]!).getAttribute('aria-checked')).toBe('true');
  });

  test('the winner’s ring is on the track', () => {
    laidOut('over');
    expect(document.querySelectorAll('.ship .won')).toHaveLength(caseOf('over').view.winners.length);
  });
});

test('a route that is drafted is called one, also when the turn goes on without it', () => {
  const { view, eyes } = caseOf(ROUTES[0]!);
  const onchoose = vi.fn<(move: string) => void>();
  const given = { view: { ...view, phase: 'laying' as View['phase'] }, eyes, choices: [], draft: ['B3'], onchoose };
  for (const still of [false, true]) {
    const choosing = new Choosing(() => ({ ...given, still }));
    expect(choosing.act).toContain('B3');
    expect(choosing.told).toBe(words['lay-why'].en);
  }
});
