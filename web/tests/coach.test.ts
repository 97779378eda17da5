// The coach at a table: who has one, what it says, and when it speaks up by itself.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import axe from 'axe-core';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Table } from '../src/api/table.svelte';
import { BOARDS } from '../src/boards/board';
import Match from '../src/parts/Match.svelte';
import { settings } from '../src/settings.svelte';
import { place } from './house';
import { playing, sight, state, Wire } from './wire';

vi.mock('../src/sound', () => ({ play: vi.fn() }));

type Asked = { path: string; data: unknown };
let asked: Asked[];
/** What the house answers to whoever asks for a warning; a promise that never comes is a coach who is late. */
let warned: Promise<object>;
/** What the house says, one after the other, of whether the coach is ready; after that it is. */
let readiness: boolean[];

const HINT = { seat: 'ruby', nudge: 'Look at your token.', moves: [], said: [], why: '' };
const WHOLE = { ...HINT, moves: ['A'], said: ['Ruby seals route A.'], why: 'It stays even.' };

beforeEach(() => {
  delete BOARDS.outspeed;
  settings.language = 'en';
  Wire.all = [];
  asked = [];
  readiness = [];
  warned = Promise.resolve({ seat: 'ruby', warning: '' });
  Element.prototype.scrollTo = () => {};
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  vi.stubGlobal('WebSocket', Wire);
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    const answer = (told: unknown) => ({ ok: true, status: 200, json: async () => told });
    if (path.includes('/plan')) return { ok: false, status: 404, json: async () => ({}) };
    if (path.includes('/coach?')) return answer({ ready: readiness.shift() ?? true });
    if (!path.includes('/hint') && !path.includes('/weigh')) return answer([]);
    asked.push({ path, data: body ? JSON.parse(body as string) : null });
    if (path.includes('/weigh')) return answer(await warned);
    return answer(path.includes('step=2') ? WHOLE : HINT);
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const choices = [
  { move: 'A', text: 'Ruby seals route A', events: [] },
  { move: 'B', text: 'Ruby seals route B', events: [] },
];

function told(coach: boolean, part = {}, about = {}) {
  const places = [{ ...place('ruby', 'Rosa'), coach }, place('maize', 'Ada')];
  const seen = sight({ view: { ships: [{}] }, moves: ['A', 'B'], choices, expected: 'Choose a route', ...part });
  return state({ about: playing({ game: 'outspeed', places, ...about }), you: [0], seats: { ruby: seen } });
}

async function sitAt(first: ReturnType<typeof told>) {
  const table = new Table('Rq7');
  Wire.last.open();
  Wire.last.hear(first);
  render(Match, { table });
  await tick();
}

const act = (name: string) => document.querySelector<HTMLButtonElement>(`[data-act=${name}]`);
const bubble = () => document.querySelector<HTMLElement>('.bubble');
const sent = (what: string) => Wire.last.sent.filter((each) => (each as { do: string }).do === what);

test('a coach is switched on for all to see, and only then is there a hint to ask for', async () => {
  await sitAt(told(false));
  expect(act('hint')).toBeNull();
  await fireEvent.click(screen.getByRole('switch', { name: 'A coach for me' }));
  expect(sent('coach')).toMatchObject([{ seat: 0, on: true }]);
  Wire.last.hear(told(true));
  await waitFor(() => expect(act('hint')).toBeTruthy());
  const rosa = document.querySelector('[data-seat=ruby]')!;
  expect(rosa.textContent).toContain('coach');
  expect(document.querySelector('[data-seat=maize]')!.textContent).not.toContain('coach');
});

test('a hint says where to look, and then what to choose', async () => {
  await sitAt(told(true));
  await fireEvent.click(act('hint')!);
  await waitFor(() => expect(bubble()?.textContent).toContain('Look at your token.'));
  expect(bubble()!.textContent).not.toContain('seals');
  expect((await axe.run(bubble()!)).violations).toEqual([]);
  await fireEvent.click(act('show')!);
  await waitFor(() => expect(bubble()!.textContent).toContain('Ruby seals route A.'));
  expect(bubble()!.textContent).toContain('It stays even.');
  expect(asked.map(({ path }) => path)).toEqual([
    '/api/tables/Rq7/hint?seat=ruby&step=1',
    '/api/tables/Rq7/hint?seat=ruby&step=2',
  ]);
  Wire.last.hear(told(true, {}, { entries: 4, moves: 4 })); // somebody else has chosen at the same time
  await tick();
  expect(bubble()!.textContent).toContain('Ruby seals route A.');
  Wire.last.hear(told(true, { draft: ['B'], ready: true }, { entries: 4, moves: 4 })); // who goes another way hears no more of it
  await waitFor(() => expect(bubble()).toBeNull());
});

test('nobody has a coach where the table does not allow it', async () => {
  await sitAt(told(false, {}, { manner: { clock: null, coach: false, strict: true } }));
  expect(screen.queryByRole('switch')).toBeNull();
  Wire.last.hear(told(false, {}, { attempt: true }));
  await tick();
  expect(screen.queryByRole('switch')).toBeNull();
  Wire.last.hear(told(false));
  await waitFor(() => expect(screen.queryByRole('switch')).toBeTruthy());
});

const drafted = { draft: ['B'], ready: true };

test('what gives much away is asked about before it is played; one tap plays on', async () => {
  warned = Promise.resolve({ seat: 'ruby', warning: 'That gives away a lot.', moves: ['A'], said: ['Better.'] });
  await sitAt(told(true, drafted));
  await waitFor(() => expect(asked).toEqual([{ path: '/api/tables/Rq7/weigh', data: { seat: 'ruby', moves: ['B'] } }]));
  await fireEvent.click(act('do')!);
  const dialog = await screen.findByRole('dialog', { name: 'Play it anyway?' });
  expect(dialog.textContent).toContain('That gives away a lot.');
  expect(sent('confirm')).toEqual([]);
  await fireEvent.click(act('anyway')!);
  await waitFor(() => expect(sent('confirm')).toMatchObject([{ moves: ['B'] }]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what is better can be taken instead, to be confirmed', async () => {
  warned = Promise.resolve({ seat: 'ruby', warning: 'That gives away a lot.', moves: ['A'], said: ['Better.'] });
  await sitAt(told(true, drafted));
  await fireEvent.click(act('do')!);
  await screen.findByRole('dialog');
  await fireEvent.click(act('instead')!);
  await waitFor(() => expect(sent('draft')).toMatchObject([{ moves: ['A'] }]));
  expect(sent('confirm')).toEqual([]);
});

test('a coach who is late is not waited for, and who has none is not kept at all', async () => {
  warned = new Promise(() => {});
  vi.useFakeTimers();
  await sitAt(told(true, drafted));
  await fireEvent.click(act('do')!);
  await vi.advanceTimersByTimeAsync(900);
  expect(sent('confirm')).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(sent('confirm')).toHaveLength(1);
  cleanup();
  asked = [];
  await sitAt(told(false, drafted));
  await fireEvent.click(act('do')!);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent('confirm')).toHaveLength(1);
  expect(asked).toEqual([]);
});

test('a coach that is getting ready says so, until it is', async () => {
  readiness = [false, false];
  vi.useFakeTimers();
  await sitAt(told(true));
  await vi.advanceTimersByTimeAsync(1);
  expect(bubble()?.textContent).toContain('getting ready');
  expect((await vi.waitFor(() => bubble()!)).querySelector('button')).toBeNull();
  await vi.advanceTimersByTimeAsync(3000);
  expect(bubble()?.textContent).toContain('getting ready');
  await vi.advanceTimersByTimeAsync(3000);
  expect(bubble()).toBeNull();
  readiness = [false];
  Wire.last.hear(told(true, {}, { entries: 4, moves: 4 }));
  await vi.advanceTimersByTimeAsync(1);
  expect(readiness, 'once it is ready nobody asks again').toHaveLength(1);
});
