// Laying out Outspeed: what is done to a race, and by which ways.
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import axe from 'axe-core';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { View } from '../src/boards/outspeed/view';
import { counted, putTile, shift, toPhase, toTurn, type RaceData } from '../src/parts/study/race/data';
import RaceSetUp from '../src/parts/study/RaceSetUp.svelte';
import { settings } from '../src/settings.svelte';
import { propsOf, type Shown } from './board';
import cases from './fixtures/outspeed.json';

const shown = Object.values(cases).find(({ view }) => view.phase === 'programming') as unknown as Shown<View>;
const { view, seated } = propsOf(shown);
const [ruby, maize] = seated.map(({ seat }) => seat) as [string, string];
const { rear, front } = view.track;

const RACE: RaceData = {
  turn: 5,
  phase: 'programming',
  tiles: [3, 7, 1, 12, 4, 2, 5, 6, 8, 9, 10, 11, 13],
  rear,
  front,
  ships: Object.fromEntries(
    seated.map(({ seat }, place) => [seat, { zone: rear + place, fuel: 7, hand: { nitro: 1 }, route: 'A', last: 'B' }]),
  ),
  fields: [{ zone: rear + 3, entered: true }, null, { zone: front }],
  used: {},
  under: [],
  drawn: [],
};

function laid(race: Partial<RaceData> = {}, answer: () => Promise<boolean> = async () => true) {
  const onedit = vi.fn<(next: RaceData) => Promise<boolean>>(answer);
  const data = { ...RACE, ...race };
  const board = render(RaceSetUp, { view, seated, data, onedit: onedit as never });
  return { onedit, ...board, last: () => onedit.mock.calls.at(-1)![0] };
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
});
afterEach(cleanup);

/** By its name, without asking for the role of everything on the page, which takes long. */
const named = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)!;
const ship = (name: string) => named(`${name}’s ship`);

test('another turn forgets what was chosen on the tile, another phase what belongs to its own', () => {
  expect(toTurn(RACE, 6).ships[ruby]).toEqual({ zone: rear, fuel: 7, hand: { nitro: 1 } });
  const bonuses = toPhase({ ...RACE, front: front + 7 }, 'bonuses');
  expect(bonuses.ships[ruby]).toEqual({ zone: rear, fuel: 7, hand: { nitro: 1 }, last: 'B' });
  expect([bonuses.rear, bonuses.front]).toEqual([rear + 7, front + 7]);
  expect(bonuses.fields).toEqual([{ zone: rear + 3 }, null, { zone: front }]);
  const drawing = { ...RACE, phase: 'drawing', drawn: ['nitro', 'nitro'] };
  expect([toTurn(drawing, 6).phase, toTurn(drawing, 6).drawn]).toEqual(['programming', []]);
});

test('a tile changes places with the one that lay there, and a finish tile with none', () => {
  expect(putTile(RACE, 4, 3).tiles.slice(0, 5)).toEqual([4, 7, 1, 12, 3]);
  expect(putTile(RACE, 12, 16).tiles).toEqual([...RACE.tiles.slice(0, 12), 16]);
});

test('the track goes on with everything on it', () => {
  const on = shift({ ...RACE, ships: { ...RACE.ships, [maize]: { zone: null, hand: {} } } }, 1);
  expect([on.rear, on.front, on.ships[ruby]!.zone, on.ships[maize]!.zone]).toEqual([
    rear + 7,
    front + 7,
    rear + 7,
    null,
  ]);
  expect(on.fields[0]).toEqual({ zone: rear + 10, entered: true });
  expect(counted({ nitro: 1 }, 'nitro', 0)).toEqual({});
});

test('a ship is drawn by keys, to the ends of the track and out of the race', async () => {
  const { onedit, last } = laid();
  const own = ship(seated[0]!.name);
  expect(own.getAttribute('aria-valuenow')).toBe(String(rear));
  await fireEvent.keyDown(own, { key: 'ArrowRight' });
  expect(last().ships[ruby]!.zone).toBe(rear + 1);
  await tick();
  await fireEvent.keyDown(own, { key: 'End' });
  expect(last().ships[ruby]!.zone).toBe(front);
  await tick();
  const before = onedit.mock.calls.length;
  await fireEvent.keyDown(own, { key: 'Home' });
  expect(onedit.mock.calls.length).toBe(before); // it is there again: the house has not changed anything
  await fireEvent.keyDown(own, { key: 'Delete' });
  expect(last().ships[ruby]).toMatchObject({ zone: null, route: '' });
});

test('steps that come before the answer go on from each other; what is refused goes back', async () => {
  let answer: (done: boolean) => void;
  const { last } = laid({}, () => new Promise((done) => (answer = done)));
  const more = named('Fuel: one more');
  await fireEvent.click(more);
  await fireEvent.click(more);
  expect(last().ships[ruby]!.fuel).toBe(9);
  expect((screen.getByLabelText('Fuel') as HTMLInputElement).value).toBe('9');
  answer!(false);
  await vi.waitFor(() => expect((screen.getByLabelText('Fuel') as HTMLInputElement).value).toBe('7'));
});

test('a number is typed, and nothing that is none', async () => {
  const { onedit, last } = laid();
  const field = screen.getByLabelText('Fuel') as HTMLInputElement;
  await fireEvent.change(field, { target: { value: '23' } });
  expect(last().ships[ruby]!.fuel).toBe(23);
  await tick();
  for (const value of ['', '0', '9999']) await fireEvent.change(field, { target: { value } });
  expect(onedit).toHaveBeenCalledTimes(1);
});

test('each ship has its tokens, and what it has chosen', async () => {
  const { last } = laid();
  const group = named(`Tokens of ${seated[0]!.name}`);
  expect(group.querySelectorAll('input')).toHaveLength(6);
  await fireEvent.click(named(`Tokens of ${seated[0]!.name}: ion cannon: one more`));
  expect(last().ships[ruby]!.hand).toEqual({ nitro: 1, 'ion-cannon': 1 });
  await tick();
  await fireEvent.click(screen.getByLabelText(seated[1]!.name));
  await fireEvent.change(screen.getByLabelText('Sealed route'), { target: { value: '' } });
  expect(last().ships[maize]!.route).toBe('');
});

test('fields, the pile and the order are laid too', async () => {
  const { last } = laid();
  await fireEvent.click(screen.getByText('Lay a force field'));
  expect(last().fields).toHaveLength(4);
  await tick();
  await fireEvent.click(named(`Lift the force field from zone ${front}`));
  expect(last().fields[2]).toBe(null);
  await tick();
  await fireEvent.click(screen.getByText('Put a token under the pile'));
  expect(last().under).toEqual([{ token: 'nitro', by: ruby }]);
  await tick();
  await fireEvent.change(screen.getByLabelText('Tile of turn 1'), { target: { value: '4' } });
  expect(last().tiles.slice(0, 5)).toEqual([4, 7, 1, 12, 3]);
});

test('where a token is kept, the two can be others', async () => {
  const { last } = laid({ phase: 'drawing', drawn: ['nitro', 'fuel-tank'] });
  await fireEvent.change(screen.getByLabelText('Token 2 of two'), { target: { value: 'ion-cannon' } });
  expect(last().drawn).toEqual(['nitro', 'ion-cannon']);
});

test('nothing is wrong with it for who does not see it', async () => {
  const { container } = laid({ phase: 'bonuses' });
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`)).toEqual([]);
});
