import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { beKnown } from '../src/api/house';
import { Table } from '../src/api/table.svelte';
import type { About, Terms, Wanted } from '../src/api/types';
import Lobby from '../src/pages/Lobby.svelte';
import { settings } from '../src/settings.svelte';
import { about, FakeSocket, place, shelf, termsOf } from './house';

let posted: { path: string; data: unknown }[];
let refused: string;
/** The address by which others reach the server. */
let reached = 'http://192.0.2.7:8765/';

beforeEach(async () => {
  settings.language = 'en';
  settings.name = 'Olive stone';
  posted = [];
  refused = '';
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
    if (path === '/api/tiles' && refused) return { ok: false, status: 400, json: async () => ({ why: refused }) };
    const answer = path.endsWith('/terms')
      ? termsOf(path, data as Wanted)
      : path === '/api/games'
        ? shelf
        : path === '/api/house'
          ? { version: '1', address: reached }
          : path === '/api/tiles'
            ? { name: '0123456789abcdef', changed: 3 }
            : { name: 'Olive stone', token: 'x' };
    return { ok: true, json: async () => answer };
  });
  await beKnown();
});

afterEach(() => {
  cleanup();
  reached = 'http://192.0.2.7:8765/';
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
  await fireEvent.click(within(plates()).getByRole('button', { name: /^Free\s*Jade/ }));
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
  expect(screen.queryByRole('button', { name: /^Hard/ })).toBeNull();
  await fireEvent.input(screen.getByLabelText('Their name'), { target: { value: 'Grace' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Seat them here' }));
  expect(socket.sent).toMatchObject([{ do: 'sit', seat: 1, name: 'Grace' }]);
  expect(settings.name).toBe('Olive stone');

  tell({ places: [place('red', 'Ada'), place('green')], you: [0], owner: true });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await fireEvent.click(within(plates()).getByRole('button', { name: /^Free/ }));
  await fireEvent.click(screen.getByRole('button', { name: /^Hard/ }));
  expect(socket.sent.at(-1)).toMatchObject({ do: 'bot', seat: 1, bot: 'hard' });
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
  await fireEvent.click(within(plates()).getByRole('button', { name: /Jade · bot/ }));
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
  await fireEvent.click(screen.getByRole('button', { name: /^Hard/ }));
  expect(socket.sent).toMatchObject([{ do: 'fill', bot: 'hard' }]);
  const full = [place('red', 'Ada'), place('green', '', 'hard'), place('blue', '', 'random')];
  tell({ places: full, you: [0], owner: true });
  await fireEvent.click(await screen.findByRole('button', { name: 'Begin' }));
  expect(socket.sent.at(-1)).toMatchObject({ do: 'begin' });
  expect(within(plates()).getByRole('button', { name: /^Hard\s*Jade · bot/ })).toBeTruthy();
});

test('whoever only looks on begins nothing', async () => {
  await open({ places: [place('red', 'Ada'), place('green', 'Grace')] });
  expect(screen.getByText('All seats are taken')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Begin' })).toBeNull();
  expect(within(plates()).queryAllByRole('button')).toEqual([]);
});

/** A table of one's own, as the house lays it for a game. */
async function own(game: string, seats: number) {
  const { options } = termsOf(`/api/games/${game}/terms`, { seats });
  const chairs = ['ruby', 'maize', 'jade', 'lapis', 'violet', 'papaya', 'turquoise', 'salt'];
  const places = (count: number) =>
    chairs.slice(0, count).map((seat, number) => (number ? place(seat) : place(seat, 'Ada')));
  const part = { game, options: Object.fromEntries(options.map((each) => [each.name, each.value])) };
  const opened = await open({ places: places(seats), you: [0], owner: true, part });
  await screen.findByRole('group', { name: 'Clock' });
  /** The house tells what was agreed, as it does before it answers. */
  const agreed = (terms: Terms) =>
    opened.tell({
      places: places(terms.seats),
      you: [0],
      owner: true,
      part: { game, options: Object.fromEntries(terms.options.map((each) => [each.name, each.value])) },
    });
  return { ...opened, agreed };
}

const last = (socket: FakeSocket) => socket.sent.filter((each) => each.do === 'agree').at(-1);

test('another number of seats is agreed at the same table, with the same link', async () => {
  const { socket } = await open({ places: [place('red', 'Ada'), place('green', '', 'random')], you: [0], owner: true });
  await fireEvent.click(await screen.findByRole('radio', { name: '3' }));
  await waitFor(() => expect(last(socket)).toMatchObject({ do: 'agree', seats: 3, options: {} }));
  expect(posted.filter((each) => each.path === '/api/tables')).toEqual([]);
});

test('a number that is none of its range is not asked for, and says so', async () => {
  const { socket } = await own('splut', 2);
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Turn limit' });
  expect(field.getAttribute('aria-describedby')).toBeTruthy();
  field.value = '0';
  await fireEvent.change(field);
  expect(screen.getByRole('alert').textContent).toContain('from 1 to 10000');
  expect(last(socket)).toBeUndefined();
  field.value = '50';
  await fireEvent.change(field);
  await waitFor(() => expect(last(socket)).toMatchObject({ options: { turn_limit: '50' } }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a mode says what it is in a sentence, and brings the seats that fit it', async () => {
  const { socket, agreed } = await own('end-of-line', 2);
  const modes = screen.getByRole('group', { name: 'What is played' });
  expect(within(modes).getAllByRole('radio')).toHaveLength(5);
  const teams = within(modes).getByRole('radio', { name: 'Teams of two' });
  expect(document.getElementById(teams.getAttribute('aria-describedby')!)!.textContent).toContain('partner');
  const seats = () =>
    within(screen.getByRole('group', { name: 'Seats' }))
      .getAllByRole<HTMLInputElement>('radio')
      .map((each) => each.value);
  expect(seats()).toEqual(['2', '3', '4', '5', '6', '7', '8']);
  expect(screen.queryByText('Crossing your partner’s line')).toBeNull();
  await fireEvent.click(teams);
  await waitFor(() => expect(last(socket)).toMatchObject({ seats: 4, options: { mode: 'teams' } }));
  agreed(termsOf('/api/games/end-of-line/terms', { seats: 2, options: { mode: 'teams' }, first: 'mode' }));
  await waitFor(() => expect(seats()).toEqual(['4', '6', '8']));
  expect(screen.getByRole('group', { name: 'Crossing your partner’s line' })).toBeTruthy();
  expect(within(plates()).getByText(/Ruby · with Lapis/)).toBeTruthy();
});

test('what an edition says and was changed is marked, and can be changed back', async () => {
  const { socket } = await own('end-of-line', 2);
  await fireEvent.click(screen.getByRole('radio', { name: '2021' }));
  await waitFor(() => expect(last(socket)).toMatchObject({ options: { mode: 'versus', edition: '2021' } }));
  cleanup();
  FakeSocket.all = [];
  const again = await own('end-of-line', 2);
  await fireEvent.click(screen.getByRole('switch', { name: 'A new first hand' }));
  expect(await screen.findByText('In this edition: no')).toBeTruthy();
  expect(screen.getByText('1 changed')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Change back: A new first hand' }));
  await waitFor(() => expect(last(again.socket)).toMatchObject({ options: { mode: 'versus' } }));
  await waitFor(() => expect(screen.queryByText('1 changed')).toBeNull());
});

test('walls are put on squares of a small picture, by pointer and by keys, and where there can be none it says why', async () => {
  const { socket } = await own('end-of-line', 2);
  expect(screen.queryByRole('group', { name: /^Walls/ })).toBeNull();
  await fireEvent.click(screen.getByRole('radio', { name: 'Puzzle for one' }));
  const area = await screen.findByRole('group', { name: /^Walls/ });
  expect(within(area).getAllByRole('button')).toHaveLength(25);
  await fireEvent.click(within(area).getByRole('button', { name: /^Row 2, column 2/ }));
  expect(screen.getByText('a line begins here')).toBeTruthy();
  await fireEvent.click(within(area).getByRole('button', { name: 'Row 1, column 2' }));
  expect(screen.getByText('with a wall here nobody could begin')).toBeTruthy();
  expect(socket.sent.filter((each) => each.do === 'agree')).toHaveLength(1);
  const corner = within(area).getByRole('button', { name: 'Row 0, column 0' });
  await fireEvent.click(corner);
  await waitFor(() => expect(last(socket)).toMatchObject({ options: { mode: 'solo', walls: '0,0' } }));
  expect(corner.getAttribute('aria-pressed')).toBe('true');
  corner.focus();
  await fireEvent.keyDown(corner, { key: 'ArrowLeft' });
  expect(document.activeElement!.getAttribute('aria-label')).toBe('Row 0, column 4');
  await fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' });
  expect(document.activeElement!.getAttribute('aria-label')).toBe('Row 4, column 4');
});

test('a figure of one’s own that is none says so where it was written', async () => {
  const { socket } = await own('shut-the-lines', 2);
  expect(screen.queryByLabelText('Rounds')).toBeNull();
  await fireEvent.input(screen.getByLabelText('A figure of your own'), { target: { value: '1 2 3' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Use it' }));
  expect((await screen.findByRole('alert')).textContent).toContain('12, 14, 16 or 25 numbers');
  expect(last(socket)).toBeUndefined();
  expect(screen.queryByText('That does not work')).toBeNull();
});

async function bring(text: string, size = text.length) {
  const file = new File([text], 'mine.toml');
  Object.defineProperties(file, { size: { value: size }, text: { value: async () => text } });
  const field = document.querySelector<HTMLInputElement>('input[type=file]')!;
  Object.defineProperty(field, 'files', { value: [file], configurable: true });
  await fireEvent.change(field);
}

test('tiles of one’s own are brought as a file; what is wrong with them is told line by line', async () => {
  await own('outspeed', 3);
  expect(screen.getByText(/our reconstruction/)).toBeTruthy();
  const template = screen.getByRole('link', { name: 'Download our tiles as a file' });
  expect(template.getAttribute('href')).toBe('/api/tiles/house');
  refused = 'That tile set cannot be played with:\ntile 1, <b>: it is missing.';
  await bring('tiles');
  const alert = await screen.findByRole('alert');
  expect(within(alert).getAllByRole('listitem')).toHaveLength(1);
  expect(alert.textContent).toContain('tile 1, <b>: it is missing.');
  refused = '';
  await bring('x', 60_001);
  expect((await screen.findByRole('alert')).textContent).toContain('too large');
  expect(posted.filter((each) => each.path === '/api/tiles')).toHaveLength(1);
});

test('who may find the table is said at the table', async () => {
  const { socket } = await own('splut', 2);
  await fireEvent.click(screen.getByRole('radio', { name: 'anyone' }));
  expect(socket.sent.at(-1)).toMatchObject({ do: 'open', public: true });
});

test('the clock is agreed at the same table', async () => {
  const { socket } = await open({ places: [place('red', 'Ada'), place('green')], you: [0], owner: true });
  await fireEvent.click(await screen.findByRole('radio', { name: '5 min + 10 s' }));
  expect(socket.sent).toMatchObject([{ do: 'manner', clock: { initial: 300, increment: 10 }, coach: true }]);
});

test('days for each turn stand beside the clocks, and others than the usual are told', async () => {
  const seen = { places: [place('red', 'Ada'), place('green')], you: [0], owner: true };
  const { socket, tell } = await open(seen);
  await fireEvent.click(await screen.findByRole('radio', { name: '3 days a turn' }));
  expect(socket.sent).toMatchObject([{ do: 'manner', clock: { days: 3 } }]);
  tell({ ...seen, part: { manner: { resign: 'loses', clock: { days: 14, out: 'loses' }, coach: true } } });
  expect(await screen.findByRole('radio', { name: '14 days a turn', checked: true })).toBeTruthy();
});

test('whoever laid the table says whether those who play may have a coach, and the clock stays', async () => {
  const clock = { initial: 300, increment: 10, out: 'loses' };
  const part = { game: 'shut-the-lines', options: {}, manner: { resign: 'loses', clock, coach: true } };
  const { socket } = await open({ places: [place('ruby', 'Ada'), place('maize')], you: [0], owner: true, part });
  await fireEvent.click(await screen.findByRole('switch', { name: 'A coach for who wants one' }));
  expect(socket.sent).toMatchObject([{ do: 'manner', resign: 'loses', clock, coach: false }]);
});

test('when somebody else sits, what is agreed is only told', async () => {
  await open({ places: [place('red', 'Ada'), place('green', 'Grace')], you: [0], owner: true });
  expect(screen.queryAllByRole('radio')).toEqual([]);
  const row = (await screen.findByText('Turn limit')).parentElement!;
  expect(row.textContent).toContain('200');
});

test('where others cannot come, the page says so instead of showing a code', async () => {
  reached = '';
  await open({ places: [place('red', 'Ada'), place('green')], you: [0] });
  expect(await screen.findByText(/Only this computer can open this link/)).toBeTruthy();
  expect(screen.queryByRole('img', { name: /Rq7/ })).toBe(null);
  const link = screen.getByLabelText<HTMLInputElement>('Link to come here by');
  expect(link.value).toBe(new URL('/table/Rq7', location.href).href);
});

test('the link and a code for cameras lead to the table by the address that others come by', async () => {
  await open({ places: [place('red', 'Ada'), place('green')], you: [0] });
  const link = 'http://192.0.2.7:8765/table/Rq7';
  expect((await screen.findByLabelText<HTMLInputElement>('Link to come here by')).value).toBe(link);
  const code = screen.getByRole('img', { name: new RegExp(link) });
  expect(code.getAttribute('src')).toBe('/api/tables/Rq7/code.svg');
  const copied = vi.fn(async () => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
  await fireEvent.click(screen.getAllByRole('button', { name: 'Copy link' })[0]!);
  expect(copied).toHaveBeenCalledWith(link);
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
});
