// Muting, reporting, what moderators tell people, and their desk.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Table } from '../src/api/table.svelte';
import type { Between, Case, Deed, Desk, Notice } from '../src/api/types';
import Moderation from '../src/pages/Moderation.svelte';
import Muted from '../src/parts/account/Muted.svelte';
import Chat from '../src/parts/Chat.svelte';
import Menu from '../src/parts/Menu.svelte';
import Notices from '../src/parts/Notices.svelte';
import { settings } from '../src/settings.svelte';
import { playing, sight, state, Wire } from './wire';

const NOTHING: Between = { muted: [], notices: [], moderator: false };
const DEED: Deed = {
  id: 'd1',
  made: 1,
  kind: 'silence',
  name: 'Bob',
  reason: 'insult',
  why: 'Be kind.',
  until: null,
  moderator: 'Wilma',
  lifted: null,
  holds: true,
};
const CASE: Case = {
  id: 'r1',
  made: 1,
  reason: 'insult',
  text: 'He swears.',
  table: 'Rq7',
  name: 'Bob',
  called: 'Bobby',
  account: true,
  moderator: false,
  reporter: 'Ada',
  lines: [
    { seat: 'red', name: 'Ada', text: 'hello', at: 1, theirs: false },
    { seat: 'green', name: 'Bob', text: 'you', at: 2, theirs: true },
  ],
  earlier: [{ made: 1, reason: 'spam', text: 'again', closed: true }],
  deeds: [DEED],
};

let answers: Record<string, unknown>;
let asked: { path: string; data: unknown }[];

beforeEach(() => {
  settings.language = 'en';
  settings.name = 'Bob';
  Wire.all = [];
  asked = [];
  answers = { 'GET /api/conduct': NOTHING, 'GET /api/guests/me': { name: 'Olive' } };
  Element.prototype.scrollTo = () => {};
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {} }));
  vi.stubGlobal('WebSocket', Wire);
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'POST') asked.push({ path, data: JSON.parse(body as string) });
    const answer = answers[`${method} ${path}`] ?? null;
    const refused = answer instanceof Error;
    const status = refused ? 403 : answer === null ? 204 : 200;
    return { ok: !refused, status, json: async () => (refused ? { why: answer.message } : answer) };
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function sitAt() {
  const table = new Table('Rq7');
  Wire.last.open();
  Wire.last.hear(state({ about: playing(), you: [0], seats: { red: sight() } }));
  await tick();
  return table;
}

const said = (seat: string, name: string, text: string) => ({
  type: 'said',
  seat,
  name,
  text,
  at: 1,
  spectator: !seat,
});

test('whom one has muted elsewhere is muted here, and can be heard again', async () => {
  const table = await sitAt();
  render(Chat, { table, onno: () => {} });
  Wire.last.hear(said('green', 'Ada', 'hello'));
  Wire.last.hear({ type: 'muted', names: ['green', 'Watcher'] });
  await tick();
  expect(screen.queryByText('hello')).toBeNull();
  expect(screen.getByRole('button', { name: 'Hear Watcher again', hidden: true })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Hear Ada again', hidden: true }));
  expect(Wire.last.sent.at(-1)).toMatchObject({ do: 'mute', name: 'green', muted: false });
});

test('somebody is reported from the chat, with a reason and a sentence', async () => {
  const table = await sitAt();
  render(Chat, { table, onno: () => {} });
  await fireEvent.click(screen.getByRole('button', { name: 'Report Ada', hidden: true }));
  const sheet = await screen.findByRole('dialog');
  expect(within(sheet).getByRole<HTMLInputElement>('radio', { name: 'Ada' }).checked).toBe(true);
  await fireEvent.click(within(sheet).getByRole('radio', { name: 'Cheating' }));
  await fireEvent.input(within(sheet).getByLabelText(/What happened/), { target: { value: 'She peeked.' } });
  await fireEvent.submit(sheet.querySelector('form')!);
  expect((await within(sheet).findByRole('status')).textContent).toContain('Thank you.');
  expect(asked).toEqual([
    { path: '/api/reports', data: { table: 'Rq7', name: 'green', reason: 'cheating', text: 'She peeked.' } },
  ]);
});

test('a report that is refused is refused in its sentence, and nothing is lost', async () => {
  answers['POST /api/reports'] = new Error('You have reported much in a short time: wait a few minutes.');
  const table = await sitAt();
  render(Menu, {
    table,
    seated: [{ seat: 'red', name: 'You', letter: 'R' }] as never,
    eyes: 'red',
    moves: 0,
    onno: () => {},
    onclose: () => {},
  });
  await fireEvent.click(screen.getByRole('button', { name: 'Report somebody' }));
  const sheet = await screen.findByRole('dialog');
  await fireEvent.input(within(sheet).getByLabelText(/What happened/), { target: { value: 'He swears.' } });
  await fireEvent.submit(sheet.querySelector('form')!);
  expect((await within(sheet).findByRole('alert')).textContent).toContain('wait a few minutes');
  expect(within(sheet).getByLabelText<HTMLTextAreaElement>(/What happened/).value).toBe('He swears.');
});

test.each([
  [false, 3],
  [true, 0],
])(
  'where it is an attempt (%s) the menu neither takes back nor asks a bot nor plays on from here',
  async (attempt, count) => {
    const table = new Table('Rq7');
    Wire.last.open();
    const places = [{ ...playing().places[0]!, seat: 'ruby' }];
    Wire.last.hear(state({ about: playing({ attempt, moves: 3, places }), you: [0], seats: { ruby: sight() } }));
    await tick();
    render(Menu, {
      table,
      seated: [{ seat: 'ruby', name: 'You', letter: 'R' }] as never,
      eyes: 'ruby',
      moves: 3,
      onno: () => {},
      onclose: () => {},
    });
    const names = screen.getAllByRole('button').map((each) => each.textContent!.trim());
    const helping = names.filter((name) => !['', 'Give up'].includes(name));
    expect(helping).toHaveLength(count);
    expect(names).toContain('Give up');
  },
);

test('muted people are listed in the account, and heard again', async () => {
  answers['GET /api/conduct'] = { ...NOTHING, muted: [{ id: 'm1', name: 'Bob', made: 1 }] };
  render(Muted);
  const slip = await screen.findByRole('region', { name: 'Muted people' });
  answers['GET /api/conduct'] = NOTHING;
  await fireEvent.click(within(slip).getByRole('button', { name: 'Hear Bob again' }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(asked).toEqual([{ path: '/api/conduct/unmute', data: { id: 'm1' } }]);
  expect(screen.queryByRole('link')).toBeNull();
});

test('a moderator finds the desk', async () => {
  answers['GET /api/conduct'] = { ...NOTHING, moderator: true };
  render(Muted);
  expect((await screen.findByRole('link')).getAttribute('href')).toBe('/moderation');
});

const notice = (part: Partial<Notice>): Notice => ({
  id: 'n1',
  made: 1,
  kind: 'warn',
  name: 'Bob',
  reason: 'name',
  why: 'Be kind.',
  until: null,
  ...part,
});

test.each([
  ['warn', 'You have been warned.'],
  ['silence', 'You may not talk at tables any more.'],
  ['shut out', 'You were shut out of the house for a time.'],
  ['rename', 'Your name Bob was replaced. Choose another one in your account.'],
] as const)('who was acted upon (%s) is told so with the reason, once', async (kind, told) => {
  answers['GET /api/conduct'] = { ...NOTHING, notices: [notice({ kind })] };
  render(Notices);
  const sheet = await screen.findByRole('dialog', { name: 'From the moderators' });
  for (const part of [told, 'The reason: An offensive name.', 'Be kind.']) expect(sheet.textContent).toContain(part);
  answers['GET /api/conduct'] = NOTHING;
  await fireEvent.click(within(sheet).getByRole('button', { name: 'I have read it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked).toEqual([{ path: '/api/conduct/read', data: { id: 'n1' } }]);
  expect(settings.name).toBe(kind === 'rename' ? 'Olive' : 'Bob');
});

test('the desk shows a report with all there is to it, and what is done closes it', async () => {
  const desk: Desk = { cases: [CASE], holding: [], done: [] };
  answers['GET /api/moderation'] = desk;
  render(Moderation);
  const slip = await screen.findByRole('article', { name: 'About Bob' });
  for (const part of ['now called Bobby', 'has an account', 'He swears.', 'Reported by Ada', 'hello', '(1)'])
    expect(slip.textContent).toContain(part);
  await fireEvent.click(within(slip).getByRole('radio', { name: 'Silence' }));
  await fireEvent.click(within(slip).getByRole('radio', { name: '30 days' }));
  await fireEvent.input(within(slip).getByLabelText(/Why, in a sentence/), { target: { value: 'Be kind.' } });
  answers['GET /api/moderation'] = { cases: [], holding: [DEED], done: [DEED] };
  await fireEvent.submit(slip.querySelector('form')!);
  expect(await screen.findByText('Nothing is reported.')).toBeTruthy();
  expect(asked[0]).toEqual({
    path: '/api/moderation/act',
    data: { report: 'r1', kind: 'silence', reason: 'insult', why: 'Be kind.', days: 30, name: '' },
  });
  const holding = screen.getByRole('region', { name: 'What holds now' });
  await fireEvent.click(within(holding).getByRole('button', { name: 'Lift: Silence, Bob' }));
  await fireEvent.input(within(holding).getByLabelText('Why it is lifted'), { target: { value: 'Sorry.' } });
  answers['POST /api/moderation/lift'] = new Error('That does not hold any more.');
  await fireEvent.submit(holding.querySelector('form')!);
  expect((await within(holding).findByRole('alert')).textContent).toBe('That does not hold any more.');
});

test('a name is replaced by one that is typed, for good', async () => {
  answers['GET /api/moderation'] = { cases: [CASE], holding: [], done: [] };
  render(Moderation);
  const slip = await screen.findByRole('article', { name: 'About Bob' });
  await fireEvent.click(within(slip).getByRole('radio', { name: 'Replace the name' }));
  await fireEvent.input(within(slip).getByLabelText('The new name'), { target: { value: 'Olive' } });
  await fireEvent.input(within(slip).getByLabelText(/Why, in a sentence/), { target: { value: 'Rude.' } });
  await fireEvent.submit(slip.querySelector('form')!);
  await waitFor(() => expect(asked[0]!.data).toMatchObject({ kind: 'rename', name: 'Olive', days: null }));
});

test('nothing is offered against a moderator, and nobody else sees the desk', async () => {
  answers['GET /api/moderation'] = { cases: [{ ...CASE, moderator: true }], holding: [], done: [] };
  render(Moderation);
  const slip = await screen.findByRole('article', { name: 'About Bob' });
  expect(within(slip).queryByRole('button')).toBeNull();
  cleanup();
  answers['GET /api/moderation'] = new Error('That is for the moderators of the house.');
  render(Moderation);
  expect(await screen.findByText('This page is for the moderators of the house.')).toBeTruthy();
});
