// The board of End of Line, with what the server showed: every choice can be made, by hand and by keys.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import axe from 'axe-core';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Choice } from '../src/api/types';
import type { Happening } from '../src/boards/board';
import Board from '../src/boards/end-of-line/Board.svelte';
import { CELL, middleOf } from '../src/boards/end-of-line/torus';
import { USES, type Kind, type Place, type View } from '../src/boards/end-of-line/view';
import { letterOf } from '../src/parts/seats';
import { LANGUAGES, settings } from '../src/settings.svelte';
import { propsOf, type Shown } from './board';
import cases from './fixtures/end-of-line.json';

type Name = keyof typeof cases;
interface Case extends Shown<View> {
  told: Happening[];
}
const NAMES = Object.keys(cases) as Name[];
const caseOf = (name: Name) => cases[name] as unknown as Case;
const isLaid = ({ move }: Choice) => move.includes('>');
const CLASSIC: Name[] = ['turned up', 'pile'];
const LAYING = NAMES.filter((name) => caseOf(name).choices.some(isLaid));
const SPENDING = NAMES.filter((name) => caseOf(name).choices.some(({ move }) => move === 'go'));

function props(name: Name, more: object = {}) {
  return {
    ...propsOf(caseOf(name)),
    told: caseOf(name).told,
    onhold: vi.fn<(choices: Choice[]) => void>(),
    ...more,
  };
}

function laidOut(name: Name, more: object = {}) {
  const given = props(name, more);
  return { ...given, ...render(Board, { props: given as never }) };
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const squares = (selector: string, attribute: string) => all(selector).map((each) => each.getAttribute(attribute)!);
const hand = () => all('.hand [data-card]');
const cell = (square: string) => document.querySelector<SVGGElement>(`[role=gridcell][data-square="${square}"]`)!;
const key = (pressed: string, on: Element = document.body, more: object = {}) =>
  fireEvent.keyDown(on, { key: pressed, ...more });

/** Where a square is on the screen: without one, a pixel is a unit and the middle of the area is at nothing. */
function at(square: string, size: number) {
  const { x, y } = middleOf(square);
  return { clientX: x - (size * CELL) / 2, clientY: y - (size * CELL) / 2 };
}
const press = (square: string, size: number) => fireEvent.click(document.querySelector('.area')!, at(square, size));

function motion(reduced: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches: reduced, addEventListener() {}, removeEventListener() {} }));
}

beforeEach(() => {
  settings.language = 'en';
  motion(true);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('every card that can be laid', () => {
  test.each(LAYING)('%s: is taken and put where it fits', async (name) => {
    const { choices, view } = caseOf(name);
    for (const choice of choices.filter(isLaid)) {
      const board = laidOut(name);
      const [kind, square] = choice.move.split('>') as [Kind, string];
      const places = choices.filter(({ move }) => move.startsWith(`${kind}>`));
      if (!CLASSIC.includes(name)) await fireEvent.click(document.querySelector(`.hand [data-card="${kind}"]`)!);
      await tick();
      if (places.length > 1 || CLASSIC.includes(name)) {
        expect(new Set(squares('[data-spot]', 'data-spot'))).toEqual(
          new Set(places.map(({ move }) => move.split('>')[1])),
        );
        expect(board.onchoose).not.toHaveBeenCalled();
        await press(square, view.size);
      }
      expect(board.onchoose.mock.calls).toEqual([[choice.move]]);
      cleanup();
    }
  });

  test.each(LAYING.filter((name) => !CLASSIC.includes(name)))('%s: is laid by keys', async (name) => {
    const { choices, view } = caseOf(name);
    const ARROWS = { N: 'ArrowUp', E: 'ArrowRight', S: 'ArrowDown', W: 'ArrowLeft' };
    for (const choice of choices.filter(isLaid)) {
      const board = laidOut(name);
      const [kind, square] = choice.move.split('>') as [Kind, string];
      const nth = hand().findIndex((card) => card.dataset.card === kind);
      await key(String(nth + 1));
      if (!board.onchoose.mock.calls.length) {
        const { heading } = view.places.lay!.find((place) => place.square === square)!;
        await key(ARROWS[heading]);
        expect(document.activeElement).toBe(cell(square));
        await key('Enter', cell(square));
      }
      expect(board.onchoose.mock.calls).toEqual([[choice.move]]);
      cleanup();
    }
  });

  test.each(SPENDING)('%s: goes without energy if none is spoken of', async (name) => {
    const { view, eyes, draft } = caseOf(name);
    const own = view.lines[eyes!]!.hand!;
    const kind = (Object.keys(own) as Kind[]).find((each) => own[each])!;
    const board = laidOut(name);
    await fireEvent.click(document.querySelector(`.hand [data-card="${kind}"]`)!);
    const [place] = view.places.go as [Place];
    if (view.places.go!.length > 1) await press(place.square, view.size);
    expect(board.onreplace.mock.calls).toEqual([[[...draft, 'go', `${kind}>${place.square}`]]]);
  });

  test('is laid by keys with the focus in the status line too, but not while one writes', async () => {
    document.body.insertAdjacentHTML('beforeend', '<section data-status="you"><i></i></section><input />');
    const board = laidOut('opening');
    await key('1', document.querySelector('input')!);
    expect(board.onchoose).not.toHaveBeenCalled();
    await key('1', document.querySelector('[data-status] i')!);
    expect(board.onchoose).toHaveBeenCalledTimes(1);
    for (const each of all('[data-status], input')) each.remove();
  });

  test('is dragged there', async () => {
    const { view, choices } = caseOf('forked');
    const board = laidOut('forked');
    const [card] = hand() as [HTMLElement];
    const choice = choices.find(({ move }) => move.startsWith(`${card.dataset.card}>`))!;
    const where = at(choice.move.split('>')[1]!, view.size);
    await fireEvent.pointerDown(card, { button: 0, clientX: 900, clientY: 900 });
    await fireEvent.pointerMove(card, { clientX: 800, clientY: 800 });
    await fireEvent.pointerMove(card, where);
    expect(document.querySelector('.drag')).not.toBeNull();
    await fireEvent.pointerUp(card, where);
    await fireEvent.click(card); // as a browser does after a drag
    expect(board.onchoose.mock.calls).toEqual([[choice.move]]);
  });

  test('is let go of: by pressing it again, beside the places, or by Escape', async () => {
    const { view } = caseOf('forked');
    const board = laidOut('forked');
    const spots = () => squares('[data-spot]', 'data-spot').length;
    for (const release of [
      () => fireEvent.click(hand()[0]!),
      () => press(view.lines[0]!.cards[0]!.square, view.size),
      () => key('Escape'),
      () => board.rerender({ letgo: 1 }),
    ]) {
      await fireEvent.click(hand()[0]!);
      expect(spots()).toBe(3);
      await release();
      expect(spots()).toBe(0);
    }
    expect(board.onchoose).not.toHaveBeenCalled();
  });

  test('is told of where it is pointed at, with the ways that it leaves', async () => {
    const { view } = caseOf('forked');
    const board = laidOut('forked');
    await fireEvent.click(hand()[0]!);
    const [place] = view.places.lay!;
    await fireEvent.pointerMove(document.querySelector('.area')!, at(place!.square, view.size));
    await tick();
    expect(board.onpoint.mock.lastCall![0]!.text).toMatch(/here: (one way|\d ways|no way) on/);
    expect(board.onask.mock.lastCall![0]).toMatch(/^Choose a square/);
    expect(board.onhold.mock.lastCall![0]).toHaveLength(3);
  });

  test('is hit from beside its place where a square is smaller than a finger', async () => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(private told: () => void) {}
        observe = () => this.told();
        disconnect() {}
      },
    );
    const width = vi.spyOn(SVGElement.prototype, 'clientWidth', 'get').mockReturnValue(160);
    const height = vi.spyOn(SVGElement.prototype, 'clientHeight', 'get').mockReturnValue(160);
    const { view } = caseOf('forked');
    const board = laidOut('forked');
    await tick();
    await fireEvent.click(hand()[0]!);
    const place = view.places.lay![0]!;
    const [down, right] = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] }[place.heading] as [number, number];
    const { clientX, clientY } = at(place.square, view.size);
    const beside = { clientX: clientX + right * 0.8 * CELL, clientY: clientY + down * 0.8 * CELL };
    await fireEvent.click(document.querySelector('.area')!, beside);
    expect(board.onchoose.mock.calls).toEqual([[`${hand()[0]!.dataset.card}>${place.square}`]]);
    width.mockRestore();
    height.mockRestore();
  });
});

describe('energy', () => {
  test.each(SPENDING)('%s: each use is a button and a key, and shows what it would do', async (name) => {
    const { view, choices } = caseOf(name);
    const KEYS = { boost: 'b', brake: 'k', turnaround: 't', gas: 'g', cross: 'x' };
    for (const use of USES.filter((each) => choices.some(({ move }) => move === each))) {
      const board = laidOut(name);
      const button = document.querySelector(`[data-use="${use}"]`)!;
      await fireEvent.pointerEnter(button);
      await tick();
      const places = view.places[use]!.map(({ square }) => square).sort();
      expect(squares('[data-open]', 'data-open').sort()).toEqual(places);
      expect(board.onpoint.mock.lastCall![0]!.move).toBe(use);
      await fireEvent.pointerLeave(button);
      await fireEvent.click(button);
      await key(KEYS[use]);
      expect(board.onchoose.mock.calls).toEqual([[use], [use]]);
      cleanup();
    }
  });

  test('without any a line that is stuck says so', () => {
    const board = laidOut('stuck');
    expect(board.onask.mock.lastCall![0]).toBe('Only energy saves your line');
    expect(all('[data-use]').map(({ dataset }) => dataset.use)).toEqual(['turnaround']);
    for (const card of hand()) expect(card.getAttribute('aria-disabled')).toBe('true');
  });

  test('spent in a draft it is pressed, can be spent otherwise, or not at all', async () => {
    const board = laidOut('spending');
    const { view, choices, draft } = caseOf('boosted');
    await board.rerender({ view, choices, draft });
    expect(document.querySelector('[data-use=boost]')!.getAttribute('aria-pressed')).toBe('true');
    await fireEvent.click(document.querySelector('[data-use=brake]')!);
    await fireEvent.click(document.querySelector('[data-use=boost]')!);
    expect(board.onreplace.mock.calls).toEqual([[['brake']], [[]]]);
  });

  test('in a draft of several turns it is spent in the last of them', async () => {
    const { draft, choices, view } = caseOf('several turns');
    expect(draft.length).toBeGreaterThan(1);
    const board = laidOut('several turns');
    await fireEvent.click(document.querySelector('[data-use=boost]')!);
    expect(board.onchoose.mock.calls).toEqual([['boost']]);
    await board.rerender({ draft: [...draft, 'boost'], choices: choices.filter(isLaid) });
    expect(document.querySelector('[data-use=boost]')!.getAttribute('aria-pressed')).toBe('true');
    await fireEvent.click(document.querySelector('[data-use=brake]')!);
    await fireEvent.click(document.querySelector('[data-use=boost]')!);
    expect(board.onreplace.mock.calls).toEqual([[[...draft, 'brake']], [draft]]);
    await board.rerender({ draft: [...draft, 'boost'], choices: [], view: { ...view, round: view.round + 1 } });
    expect(all('[data-use]')).toHaveLength(0); // that was another turn
  });

  test('a turnaround moves the places to the card before', async () => {
    laidOut('turned around');
    const { view } = caseOf('turned around');
    expect(squares('[data-open]', 'data-open').sort()).toEqual(view.places.lay!.map(({ square }) => square).sort());
    expect(view.places.lay!.every(({ start }) => start === view.lines[view.mover!]!.cards.at(-2)!.square)).toBe(true);
  });
});

describe('what is drafted', () => {
  test('lies on the board with a frame, and says what confirming does', () => {
    const board = laidOut('drafted');
    const laid = caseOf('drafted').draft.filter((move) => move.includes('>'));
    expect(all('.line .chosen').length).toBeGreaterThanOrEqual(2);
    expect(board.onact.mock.lastCall![0]).toBe('Lay 2 cards');
    for (const move of laid) expect(cell(move.split('>')[1]!).getAttribute('aria-label')).toContain('not laid yet');
  });

  test('is taken up again by pressing it, and with the first card that nothing is spent', async () => {
    const { draft, view } = caseOf('drafted');
    const board = laidOut('drafted');
    const [, first, second] = draft as [string, string, string];
    await press(second.split('>')[1]!, view.size);
    await press(first.split('>')[1]!, view.size);
    expect(board.onreplace.mock.calls).toEqual([[draft.slice(0, 2)], [[]]]);
  });

  test('is confirmed by Enter also where the focus is on a card that cannot be laid any more', async () => {
    laidOut('drafted');
    const enter = vi.fn();
    addEventListener('keydown', enter);
    await key('Enter', hand()[0]!);
    expect(enter.mock.calls.map(([event]) => (event.target as Element).tagName)).toEqual(['DIV']);
    removeEventListener('keydown', enter);
  });
});

describe('what else is to be decided', () => {
  test('the first hand is kept or changed', async () => {
    const board = laidOut('mulligan');
    for (const call of ['keep', 'mulligan']) await fireEvent.click(document.querySelector(`[data-call=${call}]`)!);
    expect(board.onchoose.mock.calls).toEqual([['keep'], ['mulligan']]);
    await board.rerender({ draft: ['keep'], choices: [], ready: true });
    expect(board.onact.mock.lastCall![0]).toBe('Keep the hand');
    const enter = vi.fn();
    addEventListener('keydown', enter);
    await key('Enter', document.querySelector('[data-call=keep]')!); // what is chosen is done: the table hears it
    expect(enter.mock.calls.map(([event]) => (event.target as Element).tagName)).toEqual(['DIV']);
    removeEventListener('keydown', enter);
    await fireEvent.click(document.querySelector('[data-call=mulligan]')!);
    expect(board.onreplace.mock.calls).toEqual([[['mulligan']]]);
  });

  test('in classic solitaire a card is discarded, and the next turned up', async () => {
    let board = laidOut('turned up');
    await fireEvent.click(screen.getByText('Discard it'));
    await key('d');
    expect(board.onchoose.mock.calls).toEqual([['discard'], ['discard']]);
    cleanup();
    board = laidOut('pile');
    await key('n');
    expect(board.onchoose.mock.calls).toEqual([['next']]);
    expect(hand()[0]!.dataset.card).toBe(caseOf('pile').view.pile.at(-1));
  });

  test('where one only looks, nothing can be chosen', async () => {
    const board = laidOut('forked', { still: true });
    for (const card of hand()) await fireEvent.click(card);
    await key('1');
    expect(squares('[data-spot], [data-open]', 'data-spot')).toEqual([]);
    expect(board.onchoose).not.toHaveBeenCalled();
  });
});

describe('what is seen', () => {
  test.each(NAMES)('%s: every line with its colour, its letter and its end', (name) => {
    const { view, seated } = caseOf(name);
    laidOut(name);
    for (const [seat, line] of view.lines.entries()) {
      const letter = letterOf(seated[seat]!.seat);
      const cards = squares(`[data-line=${letter}] [data-card]`, 'data-card');
      expect(cards).toEqual(line.cards.map(({ square }) => square));
      expect(all(`[data-cut=${letter}]`)).toHaveLength(line.alive ? 0 : 1);
      if (line.cards.length > 1) expect(all(`[data-head=${letter}]`)).toHaveLength(1);
    }
    expect(squares('[data-wall]', 'data-wall').sort()).toEqual([...view.walls].sort());
    expect(all('[role=gridcell]')).toHaveLength(view.size ** 2);
  });

  test.each(NAMES)('%s: a card at an edge is seen once more at the opposite one', (name) => {
    const { view } = caseOf(name);
    laidOut(name);
    const last = view.size - 1;
    const edges = (square: string) => square.split(',').filter((at) => at === '0' || at === String(last)).length;
    const cards = view.lines.flatMap((line) => line.cards);
    const copies = cards.reduce((sum, { square }) => sum + [0, 1, 3][edges(square)]!, 0);
    expect(all('.card.ghost')).toHaveLength(copies);
  });

  test('over an edge a place is lit at both sides', async () => {
    const { view, choices } = caseOf('edge');
    const event = choices.flatMap((choice) => choice.events as Happening[]).find(({ edge }) => edge)!;
    laidOut('edge');
    const place = view.places.lay!.find(({ square }) => square === event.end)!;
    expect(all(`[data-open="${place.square}"]`)).toHaveLength(1);
    expect(all('.spot.ghost').length).toBeGreaterThan(0);
  });

  test('the order of a round, with the initiatives that made it', () => {
    laidOut('eight');
    const { view, told, seated } = caseOf('eight');
    const order = told.findLast(({ event }) => event === 'order')!;
    expect(squares('[data-row]', 'data-row').slice(0, view.order.length)).toEqual(
      (order.order as number[]).map((seat) => letterOf(seated[seat]!.seat)),
    );
    for (const [nth, looked] of (order.initiatives as number[][]).entries())
      expect(all('[data-row] .why b')[nth]!.textContent).toBe(looked.join('·'));
  });

  test('who begins, once and before one has laid a card', async () => {
    vi.useFakeTimers();
    laidOut('opening');
    await tick();
    expect(screen.getByText('Who begins?')).toBeTruthy();
    const revealed = caseOf('opening').told.filter(({ event }) => event === 'revealed');
    expect(all('.reveal .card')).toHaveLength(revealed.length);
    await vi.advanceTimersByTimeAsync(3000);
    expect(screen.queryByText('Who begins?')).toBeNull();
    cleanup();
    laidOut('forked');
    await tick();
    expect(screen.queryByText('Who begins?')).toBeNull();
  });

  test('partners, and where one line crosses the other', async () => {
    laidOut('crossing');
    const { view, choices } = caseOf('crossing');
    expect(all('[data-row] .pair')).toHaveLength(4);
    const event = choices.flatMap((choice) => choice.events as Happening[]).find(({ over }) => over)!;
    await fireEvent.click(document.querySelector(`.hand [data-card="${event.card}"]`)!);
    if (view.places.lay!.length > 1) expect(all('.leap')).toHaveLength(1);
    expect(cell(String(event.end)).getAttribute('aria-label')).toContain('free');
  });

  test('what a line has not laid is told of everybody, the hand only where hands are open', async () => {
    for (const [name, open] of [
      ['eight', false],
      ['coop', true],
    ] as const) {
      HTMLDialogElement.prototype.showModal = function () {
        this.open = true;
      };
      const { view, eyes, seated } = caseOf(name);
      const other = view.lines.findIndex((_, seat) => seat !== eyes);
      laidOut(name);
      await fireEvent.click(document.querySelector(`[data-row=${letterOf(seated[other]!.seat)}]`)!);
      const line = view.lines[other]!;
      expect(document.querySelector('dialog')!.textContent).toContain(`${line.held + line.deck} cards not laid`);
      expect(all('dialog h3')).toHaveLength(open ? 2 : 1);
      cleanup();
    }
  });

  test('what counts, and in the end the points', () => {
    laidOut('walls');
    expect(document.querySelector('.tally')!.textContent).toContain(String(caseOf('walls').view.tally!.left));
    cleanup();
    laidOut('over alone');
    expect(document.querySelector<HTMLElement>('[data-points]')!.dataset.points).toBe(
      String(caseOf('over alone').view.points),
    );
  });

  test('all of an open deck, each kind once', () => {
    laidOut('open');
    const { view } = caseOf('open');
    const kinds = Object.values(view.lines[0]!.hand!).filter(Boolean);
    expect(hand()).toHaveLength(kinds.length);
    expect(all('.hand .count').map((each) => each.textContent)).toEqual(
      kinds.filter((count) => count > 1).map((count) => `×${count}`),
    );
  });
});

describe('what happens', () => {
  test('cards come one after the other, and the state is true before the picture', async () => {
    motion(false);
    vi.useFakeTimers();
    const { view, events } = caseOf('laid');
    const seat = events.find(({ event }) => event === 'laid')!.seat;
    const letter = letterOf(caseOf('laid').seated[seat]!.seat);
    const before = { ...view, lines: view.lines.map((line) => ({ ...line, cards: line.cards.slice(0, -2) })) };
    const board = laidOut('laid', {
      view: { ...view, lines: view.lines.map((line, each) => (each === seat ? before.lines[each]! : line)) },
    });
    await board.rerender({ view, events });
    const cards = () => squares(`[data-line=${letter}] [data-card]`, 'data-card').length;
    const all_ = view.lines[seat]!.cards.length;
    expect(cards()).toBe(all_ - 1); // the first is being laid
    expect(cell(view.lines[seat]!.cards.at(-1)!.square).getAttribute('aria-label')).not.toContain('free');
    await vi.advanceTimersByTimeAsync(430);
    expect(cards()).toBe(all_);
    expect(all(`[data-line=${letter}] .grows`).length).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(900);
    expect(all('.grows')).toHaveLength(0);
    expect(all('.trace').length).toBeGreaterThanOrEqual(2);
  });

  test('any key ends it, and with less motion nothing moves', async () => {
    for (const reduced of [false, true]) {
      motion(reduced);
      vi.useFakeTimers();
      const { view, events } = caseOf('laid');
      const board = laidOut('laid');
      await board.rerender({ view, events: [...events] });
      expect(all('.grows').length > 0).toBe(!reduced);
      await key('Shift');
      expect(all('.grows')).toHaveLength(0);
      vi.useRealTimers();
      cleanup();
    }
  });

  test('a line that is cut is drained when its turn to be so has come', async () => {
    motion(false);
    vi.useFakeTimers();
    const { view, events } = caseOf('over versus');
    const board = laidOut('over versus', { events: [] });
    await board.rerender({ view, events: [...events] });
    expect(all('[data-cut]')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(430 * events.length);
    expect(all('[data-cut]')).toHaveLength(1);
    expect(all('.line.cut')).toHaveLength(1);
  });
});

describe('for everybody', () => {
  test('arrows go over the edge, and with Ctrl to the places', async () => {
    laidOut('forked');
    const { view } = caseOf('forked');
    const last = view.size - 1;
    cell('0,0').focus();
    await key('ArrowUp', cell('0,0'));
    expect(document.activeElement).toBe(cell(`${last},0`));
    await key('ArrowLeft', cell(`${last},0`));
    expect(document.activeElement).toBe(cell(`${last},${last}`));
    await key('ArrowRight', document.activeElement!, { ctrlKey: true });
    expect(view.places.lay!.map(({ square }) => square)).toContain(document.activeElement!.getAttribute('data-square'));
  });

  test.each(NAMES)('%s: is told in every language', (name) => {
    for (const language of LANGUAGES) {
      settings.language = language;
      laidOut(name);
      expect(document.body.textContent).not.toMatch(/\{\w+\}|undefined|null/);
      cleanup();
    }
  });

  const SOME: Name[] = ['opening', 'spending', 'drafted', 'teams', 'coop', 'turned up', 'over alone', 'spectator'];
  test.each(SOME)('%s: nothing is hard for anybody', async (name) => {
    laidOut(name);
    if (name === 'spending') await fireEvent.click(hand()[0]!);
    const rules = { region: { enabled: false }, 'color-contrast': { enabled: false } };
    const found = await axe.run(document.body, { rules });
    expect(found.violations.map(({ id, nodes }) => [id, nodes[0]!.html])).toEqual([]);
  });
});
