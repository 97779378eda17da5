import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { beKnown } from '../src/api/house';
import { Table } from '../src/api/table.svelte';
import type { About, NewTable } from '../src/api/types';
import Lobby from '../src/pages/Lobby.svelte';
import { router } from '../src/router.svelte';
import { settings } from '../src/settings.svelte';
import { about, FakeSocket, place, shelf } from './house';

let posted: { path: string; data: unknown }[];

beforeEach(async () => {
  settings.language = 'en';
  settings.name = 'Olive stone';
  posted = [];
  Element.prototype.scrollTo = () => {};
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const data = body ? JSON.parse(body as string) : undefined;
    if (method === 'POST') posted.push({ path, data });
    const answer =
      path === '/api/games'
        ? shelf
        : path.startsWith('/api/guests')
          ? { name: 'Olive stone', token: 'x' }
          : about({ table: 'Other1', game: (data as NewTable).game });
    return { ok: true, json: async () => answer };
  });
  await beKnown();
});

afterEach(() => {
  cleanup();
  FakeSocket.all = [];
  FakeSocket.no = '';
  vi.unstubAllGlobals();
});

interface Seen {
  places?: About['places'];
  you?: number[];
  owner?: boolean;
  part?: Partial<About>;
}

async function open(seen: Seen) {
  const table = new Table('Rq7');
  const socket = FakeSocket.all[0]!;
  const tell = (now: Seen) =>
    socket.tell({
      type: 'state',
      about: about({ places: now.places ?? [place('red'), place('green')], ...now.part }),
      you: now.you ?? [],
      owner: now.owner ?? false,
      seats: {},
    });
  tell(seen);
  render(Lobby, { table });
  await screen.findByRole('heading', { name: 'How it is played' });
  return { table, socket, tell };
}

const plates = () => screen.getByRole('list', { name: 'The table from above' });

test('a guest sits down where they choose, with words of their own', async () => {
  const { socket } = await open({ places: [place('red', 'Ada'), place('green')] });
  expect(screen.getByText('Take a seat')).toBeTruthy();
  expect(within(plates()).queryByRole('button', { name: /Ada/ })).toBeNull();
  await fireEvent.click(within(plates()).getByRole('button', { name: /^Free\s*jade/ }));
  expect(socket.sent).toMatchObject([{ do: 'sit', seat: 1, name: 'Olive stone' }]);
  expect(socket.sent[0]!.words).toMatch(/^[0-9a-f]{16}$/);
});

test.each([
  ['whom the house does not know comes in first', '', ['POST /api/guests']],
  ['whom it knows by now does not come in twice', 'Ada', []],
])('%s, and sits down at a socket that knows them', async (_, name, came) => {
  vi.resetModules(); // as on a page that was just opened
  const { sit } = await import('../src/api/seating');
  const { Table } = await import('../src/api/table.svelte');
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return { ok: true, json: async () => ({ name }) };
  });
  const table = new Table('Rq7');
  await sit(table, 0, 'Ada');
  await sit(table, 1, 'Grace');
  expect(asked).toEqual(['GET /api/guests/me', ...came]);
  expect(FakeSocket.all.map((socket) => socket.sent.map((each) => each.seat))).toEqual([[], [0, 1]]);
});

test('a refusal is said in the status line', async () => {
  await open({});
  FakeSocket.no = 'The seat red is taken by Ada.';
  await fireEvent.click(screen.getByRole('button', { name: 'Sit down' }));
  expect(await screen.findByText('The seat red is taken by Ada.')).toBeTruthy();
});

test('whoever sits can seat somebody beside them, and only who laid the table a bot', async () => {
  const { socket, tell } = await open({ places: [place('red', 'Ada'), place('green')], you: [0] });
  await fireEvent.click(within(plates()).getByRole('button', { name: /^Free/ }));
  expect(screen.queryByRole('button', { name: /Tactician/ })).toBeNull();
  await fireEvent.input(screen.getByLabelText('Their name'), { target: { value: 'Grace' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Seat them here' }));
  expect(socket.sent).toMatchObject([{ do: 'sit', seat: 1, name: 'Grace' }]);
  expect(settings.name).toBe('Olive stone');

  tell({ places: [place('red', 'Ada'), place('green')], you: [0], owner: true });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await fireEvent.click(within(plates()).getByRole('button', { name: /^Free/ }));
  await fireEvent.click(screen.getByRole('button', { name: /Tactician/ }));
  expect(socket.sent.at(-1)).toMatchObject({ do: 'bot', seat: 1, bot: 'tactician' });
});

test('one’s own plate changes the name or lets one stand up', async () => {
  const { socket } = await open({ places: [place('red', 'Ada'), place('green')], you: [0] });
  await fireEvent.click(within(plates()).getByRole('button', { name: /^Ada/ }));
  await fireEvent.input(screen.getByLabelText('Your name'), { target: { value: 'Lovelace' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Take this name' }));
  await waitFor(() => expect(socket.sent).toHaveLength(2));
  expect(socket.sent).toMatchObject([
    { do: 'stand', seat: 0 },
    { do: 'sit', seat: 0, name: 'Lovelace' },
  ]);
  expect(settings.name).toBe('Lovelace');
  await fireEvent.click(within(plates()).getByRole('button', { name: /^Ada/ }));
  await fireEvent.click(screen.getByRole('button', { name: 'Stand up' }));
  expect(socket.sent.at(-1)).toMatchObject({ do: 'stand', seat: 0 });
});

test('whoever laid the table sends a bot away', async () => {
  const places = [place('red', 'Ada'), place('green', '', 'random')];
  const { socket, tell } = await open({ places, you: [0], owner: true });
  await fireEvent.click(within(plates()).getByRole('button', { name: /jade · bot/ }));
  await fireEvent.click(screen.getByRole('button', { name: 'Free the seat' }));
  expect(socket.sent).toMatchObject([{ do: 'stand', seat: 1 }]);
  tell({ places: [place('red', 'Ada'), place('green')], you: [0], owner: true });
  await fireEvent.click(await within(plates()).findByRole('button', { name: /^Free/ }));
  expect(screen.queryByRole('button', { name: 'Free the seat' })).toBeNull();
});

test('free seats are filled with bots of one kind, then it begins', async () => {
  const places = [place('red', 'Ada'), place('green'), place('blue')];
  const { socket, tell } = await open({ places, you: [0], owner: true });
  expect(screen.getByText('Waiting for 2 more')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Begin' })).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'Fill 2 seats with bots' }));
  await fireEvent.click(screen.getByRole('button', { name: /Tactician/ }));
  expect(socket.sent).toMatchObject([{ do: 'fill', bot: 'tactician' }]);
  const full = [place('red', 'Ada'), place('green', '', 'tactician'), place('blue', '', 'random')];
  tell({ places: full, you: [0], owner: true });
  await fireEvent.click(await screen.findByRole('button', { name: 'Begin' }));
  expect(socket.sent.at(-1)).toMatchObject({ do: 'begin' });
  expect(within(plates()).getByRole('button', { name: /^Tactician\s*jade · bot/ })).toBeTruthy();
});

test('whoever only looks on begins nothing', async () => {
  await open({ places: [place('red', 'Ada'), place('green', 'Grace')] });
  expect(screen.getByText('All seats are taken')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Begin' })).toBeNull();
  expect(within(plates()).queryAllByRole('button')).toEqual([]);
});

test('alone with bots, the table is laid anew with other seats, and who sat sits there', async () => {
  await open({ places: [place('red', 'Ada'), place('green', '', 'random')], you: [0], owner: true });
  await fireEvent.click(screen.getByRole('radio', { name: '3' }));
  await waitFor(() => expect(router.place).toEqual({ page: 'table', table: 'Other1' }));
  expect(posted.at(-1)!.data).toMatchObject({ game: 'splut', seats: 3, public: false });
  expect(FakeSocket.all[1]!.sent).toMatchObject([
    { do: 'sit', seat: 0, name: 'Ada' },
    { do: 'bot', seat: 1, bot: 'random' },
  ]);
});

test('a number that is none of its range is not asked for', async () => {
  await open({ you: [0], places: [place('red', 'Ada'), place('green')], owner: true });
  const field = screen.getByLabelText<HTMLInputElement>(/^Draw among those/);
  field.value = '0';
  await fireEvent.change(field);
  expect(posted).toEqual([]);
  expect(field.value).toBe('200');
  field.value = '50';
  await fireEvent.change(field);
  await waitFor(() => expect(posted.at(-1)?.data).toMatchObject({ options: { turn_limit: '50' } }));
});

test('the clock is agreed at the same table', async () => {
  const { socket } = await open({ places: [place('red', 'Ada'), place('green')], you: [0], owner: true });
  await fireEvent.click(screen.getByRole('radio', { name: '5 min + 10 s' }));
  expect(socket.sent).toMatchObject([{ do: 'manner', clock: { initial: 300, increment: 10 }, coach: true }]);
  expect(screen.queryByText('May one ask what a choice is worth?')).toBeNull();
});

test('where choices can be weighed, whoever laid the table says whether one may ask, and the clock stays', async () => {
  const clock = { initial: 300, increment: 10, out: 'loses' };
  const part = { game: 'shut-the-lines', options: {}, manner: { resign: 'loses', clock, coach: true } };
  const { socket } = await open({ places: [place('ruby', 'Ada'), place('maize')], you: [0], owner: true, part });
  const asks = screen.getByRole('group', { name: 'May one ask what a choice is worth?' });
  await fireEvent.click(within(asks).getByRole('radio', { name: 'no' }));
  expect(socket.sent).toMatchObject([{ do: 'manner', resign: 'loses', clock, coach: false }]);
});

test('when somebody else sits, what is agreed is only told', async () => {
  await open({ places: [place('red', 'Ada'), place('green', 'Grace')], you: [0], owner: true });
  expect(screen.queryAllByRole('radio')).toEqual([]);
  const row = screen.getByText(/^Draw among those still standing/).parentElement!;
  expect(row.textContent).toContain('200');
});

test('the link and a code for cameras lead to the table', async () => {
  await open({ places: [place('red', 'Ada'), place('green')], you: [0] });
  const link = new URL('/table/Rq7', location.href).href;
  expect(screen.getByLabelText<HTMLInputElement>('Link to this table').value).toBe(link);
  const code = screen.getByRole('img', { name: new RegExp(link) });
  expect(code.getAttribute('src')).toBe('/api/tables/Rq7/code.svg');
  const copied = vi.fn(async () => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
  await fireEvent.click(screen.getAllByRole('button', { name: 'Copy link' })[0]!);
  expect(copied).toHaveBeenCalledWith(link);
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
});
