import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import axe from 'axe-core';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Sitting } from '../src/api/sitting.svelte';
import { Table } from '../src/api/table.svelte';
import { clockText, leftOf } from '../src/api/time';
import type { Choice, State } from '../src/api/types';
import { BOARDS } from '../src/boards/board';
import Clock from '../src/parts/Clock.svelte';
import Match from '../src/parts/Match.svelte';
import { settings } from '../src/settings.svelte';
import { play } from '../src/sound';
import positions from './fixtures/shut-the-lines.json';
import { place } from './house';
import { playing, sight, state, walk, Wire } from './wire';

vi.mock('../src/sound', () => ({ play: vi.fn() }));

beforeEach(() => {
  delete BOARDS.outspeed; // the page, without a board: what may be chosen stands in a list
  vi.mocked(play).mockClear();
  settings.language = 'en';
  Wire.all = [];
  Element.prototype.scrollTo = () => {};
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  vi.stubGlobal('WebSocket', Wire);
  vi.stubGlobal('fetch', async (path: string) => ({ ok: !path.includes('/plan'), json: async () => [] }));
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const outspeed = {
  game: 'outspeed',
  places: [place('ruby', 'Rosa'), place('maize', 'Ada'), place('jade', '', 'random')],
};
const choices = [
  { move: 'A', text: 'Ruby seals route A', events: [] },
  { move: 'B', text: '', events: [] },
];
const mine = (part = {}) =>
  sight({ view: { ships: [{ awaited: true }] }, moves: ['A', 'B'], choices, expected: 'Choose a route', ...part });

async function sitAt(told: State) {
  const table = new Table('Rq7');
  Wire.last.open();
  Wire.last.hear(told);
  render(Match, { table });
  await tick();
  return table;
}

const ours = (part = {}, about = {}) =>
  state({ about: playing({ ...outspeed, ...about }), seats: { ruby: mine(part) } });
const asked = () => Wire.last.sent.map(({ id: _, ...rest }) => rest);
const status = () => document.querySelector('.ticket')!.textContent;
const answer = (message: object) => Wire.last.hear({ id: Wire.last.sent.at(-1)!.id, ...message });

test('every choice is a button; choosing drafts, Enter confirms', async () => {
  await sitAt(ours());
  await fireEvent.keyDown(window, { key: 'a' });
  const sheet = document.querySelector('dialog')!;
  const buttons = [...sheet.querySelectorAll<HTMLElement>('[data-move]')];
  expect(buttons.map((each) => each.dataset.move)).toEqual(['A', 'B']);
  await fireEvent.click(buttons[0]!);
  expect(asked()).toEqual([{ do: 'draft', seat: 0, choice: 0, moves: ['A'] }]);
  answer({ type: 'done' });
  Wire.last.hear(ours({ moves: [], choices: [], draft: ['A'], ready: true }));
  await waitFor(() => expect(screen.getByRole('button', { name: /Play it/ })).toBeTruthy());
  await fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(asked().at(-1)).toEqual({ do: 'confirm', seat: 0, choice: 0, moves: ['A'] });
});

test('arrows go through the list of choices', async () => {
  await sitAt(ours());
  await fireEvent.keyDown(window, { key: 'a' });
  const [first, second] = document.querySelectorAll<HTMLElement>('dialog [data-move]');
  for (const focused of [first, second, first]) {
    await fireEvent.keyDown(document.querySelector('dialog ul')!, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(focused);
  }
});

test('Z takes the last choice of the draft back', async () => {
  await sitAt(ours({ draft: ['A', 'B'] }));
  await fireEvent.keyDown(document.body, { key: 'z' });
  expect(asked()).toEqual([{ do: 'draft', seat: 0, choice: 0, moves: ['A'] }]);
});

test('what is pressed while the house has not answered waits for its turn, however much it is', async () => {
  await sitAt(ours({ draft: ['A', 'B'] }));
  await fireEvent.keyDown(document.body, { key: 'z' });
  await fireEvent.keyDown(document.body, { key: 'z' });
  Wire.last.hear(ours({ moves: [], choices: [], draft: ['A'], ready: true }));
  await fireEvent.keyDown(document.body, { key: 'Enter' });
  answer({ type: 'done' });
  await waitFor(() => expect(asked()).toHaveLength(2));
  answer({ type: 'done' });
  await waitFor(() => expect(asked().map((each) => each.do)).toEqual(['draft', 'draft', 'confirm']));
});

test('what is refused stands in the status line with its rule, until one lets go', async () => {
  await sitAt(ours());
  await fireEvent.click(document.querySelector('.listed [data-move="B"]')!);
  answer({ type: 'refused', why: 'There is no room.', rule: 12 });
  await waitFor(() => expect(status()).toContain('There is no room.'));
  expect(screen.getByRole('button', { name: 'Rule 12' })).toBeTruthy();
  await fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(status()).toContain('Choose a route');
});

test('what is refused goes back on the board; that somebody comes or goes does not hide why', async () => {
  const table = await sitAt(ours({}, { entries: 7 }));
  const sitting = new Sitting(table);
  sitting.choose('B');
  expect(sitting.letgo).toBe(0);
  answer({ type: 'refused', why: 'There is no room.' });
  await waitFor(() => expect(sitting.refused?.why).toBe('There is no room.'));
  expect(sitting.letgo).toBe(1);
  sitting.refuse({ why: 'Say less.', rule: null });
  expect(sitting.letgo).toBe(1);
  Wire.last.hear(ours({}, { entries: 7, watchers: 1 }));
  expect(sitting.refused?.why).toBe('Say less.');
  Wire.last.hear(ours({}, { entries: 8 }));
  expect(sitting.refused).toBeNull();
});

test('the rules open at what is chosen on the board, or at all that may be chosen', async () => {
  const sitting = new Sitting(await sitAt(ours()));
  expect(sitting.left).toEqual(choices);
  sitting.held = [choices[1]!];
  expect(sitting.left).toEqual([choices[1]]);
  Wire.last.hear(ours({ moves: [], choices: [] }));
  expect(sitting.left).toEqual([]);
});

test('the status line tells who begins what may be chosen, and where the rules are', async () => {
  await sitAt(ours());
  expect(document.querySelector('.ticket .why')!.textContent).toMatch(/^You may choose .* The rules are /);
});

test('it rings once when it is one’s turn, not for every choice in it', async () => {
  await sitAt(ours({ moves: [], choices: [] }));
  expect(play).not.toHaveBeenCalledWith('rise');
  for (const draft of [[], ['A'], ['A', 'B'], []]) {
    Wire.last.hear(ours({ draft }));
    await tick();
  }
  expect(vi.mocked(play).mock.calls.filter(([sound]) => sound === 'rise')).toHaveLength(1);
});

test('what choices are worth is asked of the house, where the table lets one and it is one’s turn', async () => {
  const asking = vi.fn(async (path: string) => ({
    ok: !path.includes('/plan'),
    json: async () => (path.includes('/worth') ? {} : []),
  }));
  vi.stubGlobal('fetch', asking);
  const position = positions['hexagram closing'];
  const throwing = (coach: boolean, moves: string[]) =>
    state({
      about: playing({
        game: 'shut-the-lines',
        places: position.seated.map(({ seat, name }) => place(seat, name)),
        manner: { clock: null, coach },
      }),
      you: [position.eyes!],
      seats: { maize: sight({ view: position.view, choices: position.choices as Choice[], moves }) },
    });
  const moves = position.choices.map(({ move }) => move);
  await sitAt(throwing(true, moves));
  await fireEvent.click(await screen.findByText('What are they worth?', {}, { timeout: 4000 }));
  const weighed = () => asking.mock.calls.filter(([path]) => path.includes('/worth'));
  expect(weighed()).toEqual([['/api/tables/Rq7/worth?seat=maize', expect.anything()]]);
  Wire.last.hear(throwing(false, moves));
  await waitFor(() => expect(screen.queryByText(/worth\?/)).toBeNull());
});

test('keys that are typed into the chat are no commands', async () => {
  await sitAt(ours());
  await fireEvent.keyDown(screen.getByRole('textbox'), { key: 'a' });
  expect(document.querySelector('dialog')).toBeNull();
});

test('whoever watches has no buttons to choose with', async () => {
  const places = outspeed.places.map((each, seat) => ({ ...each, awaited: seat === 1 }));
  await sitAt(state({ about: playing({ ...outspeed, places }), you: [], seats: { spectator: sight() } }));
  expect(status()).toContain('Waiting for Ada');
  expect(document.querySelector('[data-move], [data-act]')).toBeNull();
});

test('one sees who is away, and how many look on', async () => {
  const places = [place('ruby', 'Rosa'), { ...place('maize', 'Ada'), here: false }, place('jade', '', 'random')];
  await sitAt(ours({}, { places, watchers: 2 }));
  const away = () => {
    const seats = [...document.querySelectorAll<HTMLElement>('.seats .seat')];
    return seats.filter((each) => each.textContent!.includes('away')).map((each) => each.dataset.seat);
  };
  expect(away()).toEqual(['maize']);
  expect(screen.getByText('2 are watching')).toBeTruthy();
  Wire.last.hear(ours());
  await waitFor(() => expect(screen.queryByText(/watching/)).toBeNull());
  expect(away()).toEqual([]);
});

test('a seat that was left to a bot is not asked to choose', async () => {
  const places = [{ ...place('ruby', 'Rosa'), bot: 'random' }, place('maize', 'Ada')];
  await sitAt(ours({}, { places }));
  expect(document.querySelector('[data-act]')).toBeNull();
});

test('who asks to take back is named, and agreeing is one press', async () => {
  await sitAt(ours({}, { agreed: { undo: ['maize'] }, entries: 12 }));
  expect(screen.getByText('Ada would like to take back the last choice.')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Agree' }));
  expect(asked()).toEqual([{ do: 'undo', entries: 12 }]);
});

test('giving up is asked twice', async () => {
  await sitAt(ours());
  await fireEvent.click(screen.getByRole('button', { name: 'Table' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Give up' }));
  expect(asked()).toEqual([]);
  expect(screen.getByText('Give up this match?')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Give up' }));
  expect(asked()).toEqual([{ do: 'resign', seat: 0 }]);
});

test('before another person’s secrets there is a curtain', async () => {
  const two = (red: object, maize: object) =>
    state({ about: playing(outspeed), you: [0, 1], seats: { ruby: sight(red), maize: sight(maize) } });
  await sitAt(two({ moves: ['A'], choices, expected: 'For Rosa' }, {}));
  await fireEvent.click(screen.getByRole('button', { name: 'I am Rosa' }));
  expect(status()).toContain('For Rosa');
  Wire.last.hear(two({}, { moves: ['A'], choices, expected: 'For Ada' }));
  await tick();
  expect(document.querySelector('.ticket')).toBeNull();
  expect(screen.getByText('Pass the table to Ada')).toBeTruthy();
});

test('a lost line says so, and the board stays', async () => {
  await sitAt(ours());
  Wire.last.drop();
  await tick();
  expect(status()).toContain('Finding the table again');
  expect(document.querySelector('.listed')).toBeTruthy();
});

test('what has moved does not move again when one comes back from the past', async () => {
  vi.stubGlobal('fetch', async () => ({
    ok: true,
    json: async () => [{ number: 0, seat: 'ruby', events: [walk(0, 0, 'one')], view: {} }],
  }));
  const table = new Table('Rq7');
  Wire.last.open();
  Wire.last.hear(ours());
  const sitting = new Sitting(table);
  Wire.last.hear(ours({ events: [walk(0, 0, 'one')] }, { moves: 1 }));
  expect(sitting.events).toHaveLength(1);
  await vi.waitFor(() => sitting.show(0).then(() => expect(sitting.past?.number).toBe(0)));
  expect(sitting.events).toEqual([]);
  expect(sitting.choices).toEqual([]);
  sitting.release();
  expect(sitting.events).toEqual([]);
  Wire.last.hear(ours({ events: [walk(1, 1, 'two')] }, { moves: 2 }));
  expect(sitting.events).toHaveLength(1);
});

test('the log shrinks when something is taken back', async () => {
  const seats = { ruby: mine({ events: [walk(0, 0, 'one'), walk(1, 1, 'two')] }) };
  vi.stubGlobal('fetch', async (path: string) => ({
    ok: !path.includes('/plan'),
    json: async () =>
      [0, 1].map((number) => ({ number, seat: 'ruby', events: [walk(number, number, `line ${number}`)], view: {} })),
  }));
  await sitAt(state({ about: playing({ ...outspeed, moves: 2 }), seats }));
  await waitFor(() => expect(document.querySelectorAll('[data-moment]')).toHaveLength(2));
  Wire.last.hear(state({ about: playing({ ...outspeed, moves: 1 }), seats: { ruby: mine() } }));
  await waitFor(() => expect(document.querySelectorAll('[data-moment]')).toHaveLength(1));
});

test('nothing about the page is hard for anybody', async () => {
  await sitAt(ours());
  const found = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(found.violations.map((each) => `${each.id}: ${each.nodes[0]?.html}`)).toEqual([]);
});

test('a clock shows minutes, then tenths, and runs on between messages', async () => {
  expect([252.9, 3723, 9.87, 0].map(clockText)).toEqual(['4:12', '1:02:03', '9.8', '0.0']);
  expect(leftOf({ left: 60, runs: true }, 1000, 6000)).toBe(55);
  expect(leftOf({ left: 60, runs: false }, 1000, 6000)).toBe(60);
  expect(leftOf({ left: 2, runs: true }, 0, 9000)).toBe(0);
  vi.useFakeTimers();
  render(Clock, { time: { left: 23, runs: true }, told: Date.now() });
  expect(screen.getByRole('timer').textContent).toBe('0:23');
  await vi.advanceTimersByTimeAsync(5000);
  expect(screen.getByRole('timer').textContent).toBe('0:18');
  expect(screen.getByRole('status').textContent).toContain('Time is short');
});
