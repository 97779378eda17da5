import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Evening, Listed, RoundTable } from '../src/api/evening.svelte';
import { cameFrom, eveningOf } from '../src/api/evening-of';
import Evenings from '../src/pages/Evenings.svelte';
import { against, isTogether } from '../src/parts/evening/words';
import { placeOf, router } from '../src/router.svelte';
import { settings } from '../src/settings.svelte';
import { shelf, termsOf } from './house';

const TABLE: RoundTable = {
  table: 'T1',
  state: 'waiting',
  seats: [0, 1],
  names: ['red', 'green'],
  points: null,
  ruled: false,
  missing: [0, 1],
};
const line = (number: number, place: number, points: number) => ({
  number,
  place,
  points,
  opponents: 0,
  direct: 0,
  played: 1,
  byes: 0,
});
const OPEN: Evening = {
  id: 'E1',
  name: 'Friday',
  game: 'splut',
  seats: 2,
  options: {},
  manner: { resign: '', clock: null, coach: true },
  kind: 'swiss',
  rounds: 3,
  bot: '',
  auto: true,
  public: false,
  state: 'open',
  host: 'Ada',
  least: 2,
  smaller: [],
  people: ['Ada', 'Bo', 'Cleo'].map((name, number) => ({ number, name, since: 1, here: true })),
  standing: [line(0, 1, 0), line(1, 1, 0), line(2, 1, 0)],
  drawn: [],
  you: [],
  yours: false,
};
const PLAYING: Evening = { ...OPEN, state: 'playing', drawn: [{ number: 1, byes: [2], tables: [TABLE] }] };

let asked: { path: string; data: unknown }[];
let answers: Record<string, unknown>;
let sockets: Socket[];

class Socket {
  onopen = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};
  closed = false;

  constructor(readonly address: URL) {
    sockets.push(this);
  }

  close() {
    this.closed = true;
  }

  tell(evening: Evening) {
    this.onopen();
    this.onmessage({ data: JSON.stringify(evening) });
  }
}

beforeEach(() => {
  settings.language = 'en';
  settings.name = 'Dan';
  asked = [];
  sockets = [];
  answers = { 'GET /api/games': shelf, 'GET /api/guests/me': { name: 'Dan' }, 'GET /api/evenings': [] };
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {} }));
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('scrollTo', () => {});
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  Element.prototype.animate = () =>
    ({ cancel() {}, finished: Promise.resolve(), onfinish: null, currentTime: 0 }) as unknown as Animation;
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const data = body ? JSON.parse(body as string) : undefined;
    if (method === 'POST') asked.push({ path, data });
    const answer = path.endsWith('/terms') ? termsOf(path, data) : answers[`${method} ${path}`];
    if (answer instanceof Error) return { ok: false, status: 400, json: async () => ({ why: answer.message }) };
    return { ok: true, status: 200, json: async () => answer ?? OPEN };
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

async function look(evening: Evening) {
  render(Evenings, { rest: ['E1'] });
  await waitFor(() => expect(sockets).toHaveLength(1));
  sockets[0]!.tell(evening);
  await screen.findByRole('heading', { name: 'Friday' });
}

test('the pages have paths of their own', () => {
  expect(placeOf('/evenings')).toEqual({ page: 'room', room: 'evenings', rest: [] });
  expect(placeOf('/evenings/E1')).toEqual({ page: 'room', room: 'evenings', rest: ['E1'] });
  expect(placeOf('/evenings/E1/more')).toEqual({ page: 'nowhere' });
});

test('one’s own evenings are apart from those that one can come to', async () => {
  const listed: Listed = { ...OPEN, people: 7, round: 2, rounds: 3, made: 0, yours: true, state: 'playing' };
  answers['GET /api/evenings'] = [listed, { ...listed, id: 'E2', name: 'Monday', yours: false, state: 'open' }];
  render(Evenings, { rest: [] });
  const yours = await screen.findByRole('region', { name: 'Yours' });
  expect(within(yours).getByRole('link', { name: 'Friday' }).getAttribute('href')).toBe('/evenings/E1');
  expect(yours.textContent).toMatch(/Splut! · Swiss · 7 people · round 2 of 3/);
  const open = screen.getByRole('region', { name: 'Evenings you can come to' });
  expect(within(open).getByRole('link', { name: 'Monday' })).toBeTruthy();
  expect(within(open).queryByText('Friday')).toBeNull();
});

test('whoever comes is told so; why not, if the house refuses', async () => {
  await look(OPEN);
  answers['POST /api/evenings/E1/join'] = new Error('The host has taken you off the list.');
  await fireEvent.click(screen.getByRole('button', { name: 'Come along' }));
  expect((await screen.findByRole('alert')).textContent).toContain('off the list');
  const here = { ...OPEN, you: [3], people: [...OPEN.people, { number: 3, name: 'Dan', since: 1, here: true }] };
  answers['POST /api/evenings/E1/join'] = here;
  await fireEvent.click(screen.getByRole('button', { name: 'Come along' }));
  sockets.at(-1)!.tell(here);
  expect(await screen.findByText('You are on the list')).toBeTruthy();
  expect(asked.at(-1)).toEqual({ path: '/api/evenings/E1/join', data: { name: 'Dan' } });
});

test('only the host begins, and when there are enough', async () => {
  await look({ ...OPEN, people: OPEN.people.slice(0, 1), you: [0], yours: true });
  expect(screen.getByText('Waiting for people')).toBeTruthy();
  sockets[0]!.tell({ ...OPEN, you: [0], yours: true });
  await fireEvent.click(await screen.findByRole('button', { name: 'Begin the evening' }));
  expect(asked.at(-1)!.path).toBe('/api/evenings/E1/begin');
  sockets[0]!.tell({ ...OPEN, you: [1] });
  expect(await screen.findByText('Ada begins when all are there.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Begin the evening' })).toBeNull();
});

test('whose table is ready goes there, and finds back', async () => {
  await look({ ...PLAYING, you: [1] });
  expect(screen.getByText('Your table is ready')).toBeTruthy();
  expect(screen.getByText('With Ada.')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Go to your table' }));
  expect(router.place).toEqual({ page: 'table', table: 'T1' });
  expect(eveningOf('T1')).toBe('E1');
  expect(eveningOf('T2')).toBeNull();
  cameFrom('E2', 'T2');
  expect(eveningOf('T2')).toBe('E2');
});

test('whoever sits out is told what that is worth', async () => {
  await look({ ...PLAYING, you: [2] });
  expect(screen.getByText('You sit out this round')).toBeTruthy();
  expect(screen.getByText(/^Sit out, half a point each:/).textContent).toContain('Cleo');
});

test('standings move when the house tells of a result, without being asked', async () => {
  await look({ ...PLAYING, you: [2] });
  const names = () =>
    screen.getAllByRole('rowheader').map((each) => each.textContent!.replace(/\s+/g, ' ').trim().replace(' you', ''));
  expect(names().slice(0, 3)).toEqual(['Ada', 'Bo', 'Cleo']);
  sockets[0]!.tell({
    ...PLAYING,
    standing: [line(1, 1, 1), line(2, 2, 0.5), line(0, 3, 0)],
    drawn: [{ number: 1, byes: [2], tables: [{ ...TABLE, state: 'over', points: [0, 1], missing: [] }] }],
  });
  await waitFor(() => expect(names().slice(0, 3)).toEqual(['Bo', 'Cleo', 'Ada']));
  expect(screen.getByText('The round is over')).toBeTruthy();
});

test('the host begins the next round where it does not begin by itself', async () => {
  const over = { ...TABLE, state: 'over' as const, points: [0, 1], missing: [] };
  await look({ ...PLAYING, auto: false, yours: true, you: [0], drawn: [{ number: 1, byes: [2], tables: [over] }] });
  await fireEvent.click(screen.getByRole('button', { name: 'Begin round 2' }));
  expect(asked.at(-1)).toEqual({ path: '/api/evenings/E1/round', data: { number: 2 } });
});

test('the host says who has lost without playing on', async () => {
  await look({ ...PLAYING, yours: true, you: [0] });
  await fireEvent.click(screen.getByRole('button', { name: 'Say how table 1 came out' }));
  const count = screen.getByRole<HTMLButtonElement>('button', { name: 'So it counts' });
  expect(count.disabled).toBe(true);
  await fireEvent.click(screen.getByLabelText('Bo'));
  await fireEvent.click(count);
  expect(asked.at(-1)).toEqual({ path: '/api/evenings/E1/forfeit', data: { table: 'T1', seats: [1] } });
});

test('the host takes somebody off the list only when sure', async () => {
  await look({ ...OPEN, yours: true, you: [0] });
  expect(screen.queryByRole('button', { name: 'Take Ada off the list' })).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'Take Bo off the list' }));
  expect(asked).toEqual([]);
  const sure = screen.getAllByRole('button', { name: 'Take Bo off the list' }).at(-1)!;
  await fireEvent.click(sure);
  expect(asked.at(-1)).toEqual({ path: '/api/evenings/E1/remove', data: { number: 1 } });
});

test('a lost connection comes back; an evening that is not there says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    render(Evenings, { rest: ['E1'] });
    sockets[0]!.tell(OPEN);
    sockets[0]!.onclose({ code: 1006 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(sockets).toHaveLength(2);
    sockets[1]!.onclose({ code: 4404 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(sockets).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
  expect(await screen.findByText('There is no such evening')).toBeTruthy();
});

test('an evening is laid as it was planned, and whoever lays it comes too', async () => {
  render(Evenings, { rest: ['new'] });
  await fireEvent.input(await screen.findByLabelText('What is it called?'), { target: { value: 'Club' } });
  await fireEvent.click(screen.getByLabelText('Round robin'));
  await fireEvent.click(screen.getByLabelText('5'));
  await fireEvent.click(screen.getByLabelText('Anybody may find it'));
  await fireEvent.click(screen.getByLabelText('15 min'));
  await fireEvent.click(screen.getByRole('button', { name: 'Lay the evening' }));
  await waitFor(() => expect(router.place).toEqual({ page: 'room', room: 'evenings', rest: ['E1'] }));
  const [laid, joined] = asked.filter((each) => each.path.startsWith('/api/evenings'));
  expect(laid!.data).toMatchObject({
    name: 'Club',
    game: 'splut',
    seats: 2,
    kind: 'robin',
    rounds: 5,
    bot: '',
    auto: true,
    public: true,
    manner: { clock: { initial: 900, increment: 0 } },
  });
  expect(joined).toEqual({ path: '/api/evenings/E1/join', data: { name: 'Dan' } });
});

test('everybody against everybody is told by who was ahead', () => {
  const table = (seats: number[], points: number[] | null): RoundTable => ({ ...TABLE, seats, points });
  const evening: Evening = {
    ...OPEN,
    drawn: [
      { number: 1, byes: [], tables: [table([0, 1, 2], [1, 0.25, 0.25])] },
      { number: 2, byes: [2], tables: [table([1, 0], [1, 0])] },
      { number: 3, byes: [2], tables: [table([1, 0], null)] },
    ],
  };
  expect(against(evening, 0, 1)).toBe('1 0');
  expect(against(evening, 1, 0)).toBe('0 1');
  expect(against(evening, 1, 2)).toBe('½');
  expect(isTogether(evening)).toBe(false);
  expect(isTogether({ ...evening, options: { mode: 'coop' } })).toBe(true);
});
