// A plan as a tree of branches, and the sheet in which it is made.
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { felled, grown, newCondition, Planning, supposed } from '../src/api/plan.svelte';
import type { Table } from '../src/api/table.svelte';
import type { Askable, Branch, ToldPlan } from '../src/api/types';
import Plan from '../src/parts/plan/Plan.svelte';
import PlanNote from '../src/parts/plan/PlanNote.svelte';
import { settings } from '../src/settings.svelte';
import { about } from './house';

const ASKS: Askable[] = [
  { fact: 'chose', parts: [{ name: 'seat', words: ['red'] }, { name: 'move' }] },
  { fact: 'may', parts: [{ name: 'move' }] },
  {
    fact: 'stands',
    parts: [
      { name: 'seat', words: ['red', 'green'] },
      { name: 'piece', words: ['sorcerer', 'dwarf', 'troll'] },
      { name: 'square', words: ['d2', 'd3'] },
    ],
  },
];
const NONE: ToldPlan = { seat: 'green', state: 'none', why: '', branches: [], at: -1, done: [], asks: ASKS };
const BRANCHES: Branch[] = [
  { then: ['Td8-d7', 'Td7-c7'], when: [], after: -1 },
  { then: ['Tc7-c6'], when: [], after: 0 },
  { then: ['De8-e7'], when: [], after: -1 },
  { then: ['Tc6-c5'], when: [], after: 1 },
];
const SEATED = [
  { seat: 'red', letter: 'R', name: 'Ada' },
  { seat: 'green', letter: 'J', name: 'Bob' },
];

let told: ToldPlan;
let asked: { method: string; path: string; data: unknown }[];
let refusal: string;

beforeEach(() => {
  settings.language = 'en';
  told = NONE;
  asked = [];
  refusal = '';
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    asked.push({ method, path, data: body ? JSON.parse(body as string) : null });
    if (refusal && method === 'PUT') return { ok: false, status: 400, json: async () => ({ why: refusal }) };
    const ahead = { seat: 'red', moves: ['Sd2-d3', 'De2-e3'] };
    return { ok: true, status: 200, json: async () => (path.includes('/ahead') ? ahead : told) };
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function planning(): Promise<Planning> {
  const table = { name: 'Rq7', about: about({ entries: 7 }), sight: () => ({ choice: 2 }) } as unknown as Table;
  const found = new Planning(table);
  await found.look('green');
  return found;
}

test('a plan is grown into a tree and felled again', () => {
  const tree = grown({ ...NONE, branches: BRANCHES });
  expect(tree.map((each) => [each.then, each.next.length])).toEqual([
    [['Td8-d7', 'Td7-c7'], 1],
    [['De8-e7'], 0],
  ]);
  expect(tree[0]!.next[0]!.next[0]!.then).toEqual(['Tc6-c5']);
  const again = felled(tree);
  expect(again.map(({ then, after }) => [then[0], after])).toEqual([
    ['Td8-d7', -1],
    ['Tc7-c6', 0],
    ['Tc6-c5', 1],
    ['De8-e7', -1],
  ]);
});

test('of a plan that is under way what is left is shown', () => {
  const half = { ...NONE, branches: BRANCHES, at: 0, done: [{ branch: 0, move: 1 }] };
  expect(felled(grown(half)).map(({ then, after }) => [then, after])).toEqual([
    [['Td7-c7'], -1],
    [['Tc7-c6'], 0],
    [['Tc6-c5'], 1],
  ]);
  const whole = { ...half, done: [...half.done, { branch: 0, move: 2 }] };
  expect(felled(grown(whole)).map(({ then }) => then[0])).toEqual(['Tc7-c6', 'Tc6-c5']);
});

test('empty moves are left out, and what others are supposed to choose is a line', () => {
  expect(felled([{ id: 1, when: [], then: ['A ', ' '], next: [] }])[0]!.then).toEqual(['A']);
  const chose = newCondition(ASKS[0]!);
  expect(chose).toEqual({ fact: 'chose', parts: { seat: 'red', move: '' }, not: false });
  const line = [
    { ...chose, parts: { seat: 'red', move: ' De2-e3' } },
    { ...chose, parts: { seat: 'red', move: 'Sd2-d3' }, not: true },
  ];
  expect(supposed(line)).toEqual(['De2-e3']);
});

test('a branch is filled in and saved for the table as one sees it', async () => {
  const mine = await planning();
  render(Plan, { planning: mine, seated: SEATED, awaited: false, onclose: () => {} });
  await fireEvent.click(screen.getByText('A condition'));
  await fireEvent.input(screen.getByLabelText('Move'), { target: { value: 'Sd2-d3' } });
  await fireEvent.focus(screen.getByLabelText('Move'));
  await waitFor(() => expect(document.querySelectorAll('datalist option')).toHaveLength(2));
  await fireEvent.input(screen.getByLabelText('Move 1'), { target: { value: 'Td8-d7' } });
  await fireEvent.click(screen.getByText('And then, next time …'));
  await fireEvent.input(screen.getAllByLabelText('Move 1')[1]!, { target: { value: 'Td7-c7' } });
  await fireEvent.click(screen.getByText('Save the plan'));
  await screen.findByText(/^Saved/);
  const [sent] = asked.filter((each) => each.method === 'PUT');
  expect(sent).toEqual({
    method: 'PUT',
    path: '/api/tables/Rq7/plan?seat=green',
    data: {
      choice: 2,
      entries: 7,
      branches: [
        { then: ['Td8-d7'], when: [{ fact: 'chose', parts: { seat: 'red', move: 'Sd2-d3' }, not: false }], after: -1 },
        { then: ['Td7-c7'], when: [], after: 0 },
      ],
    },
  });
});

test('another fact keeps what it has in common with the one before', async () => {
  const mine = await planning();
  render(Plan, { planning: mine, seated: SEATED, awaited: true, onclose: () => {} });
  expect(screen.getByText(/You are awaited now/)).toBeTruthy();
  await fireEvent.click(screen.getByText('A condition'));
  await fireEvent.change(screen.getByLabelText('What must be so'), { target: { value: 'stands' } });
  await fireEvent.change(screen.getByLabelText('If or unless'), { target: { value: 'unless' } });
  await fireEvent.change(screen.getByLabelText('Piece'), { target: { value: 'troll' } });
  expect(within(screen.getByLabelText('Who')).getByText('J · Bob')).toBeTruthy();
  await fireEvent.input(screen.getByLabelText('Move 1'), { target: { value: 'Td8-d7' } });
  await fireEvent.click(screen.getByText('Save the plan'));
  await screen.findByText(/^Saved/);
  const { data } = asked.find((each) => each.method === 'PUT')!;
  expect((data as { branches: Branch[] }).branches[0]!.when).toEqual([
    { fact: 'stands', parts: { seat: 'red', piece: 'troll', square: 'd2' }, not: true },
  ]);
});

test('branches are tried in another order, and removed', async () => {
  told = { ...NONE, state: 'stands', branches: BRANCHES };
  render(Plan, { planning: await planning(), seated: SEATED, awaited: false, onclose: () => {} });
  await fireEvent.click(screen.getByLabelText('Try branch 1 later'));
  await fireEvent.click(screen.getByLabelText('Remove branch 2.1'));
  await fireEvent.click(screen.getByText('Save the plan'));
  await screen.findByText(/^Saved/);
  const { data } = asked.find((each) => each.method === 'PUT')!;
  expect((data as { branches: Branch[] }).branches.map(({ then }) => then[0])).toEqual(['De8-e7', 'Td8-d7']);
});

test('what is wrong is said, and what was written stays', async () => {
  refusal = 'A plan has one branch at least.';
  render(Plan, { planning: await planning(), seated: SEATED, awaited: false, onclose: () => {} });
  await fireEvent.input(screen.getByLabelText('Move 1'), { target: { value: 'up' } });
  await fireEvent.click(screen.getByText('Save the plan'));
  expect((await screen.findByRole('alert')).textContent).toBe(refusal);
  expect((screen.getByLabelText('Move 1') as HTMLInputElement).value).toBe('up');
});

test('a plan that stands is dropped', async () => {
  told = { ...NONE, state: 'stands', branches: BRANCHES };
  const onclose = vi.fn();
  render(Plan, { planning: await planning(), seated: SEATED, awaited: false, onclose });
  await fireEvent.click(screen.getByText('Drop the plan'));
  await waitFor(() => expect(onclose).toHaveBeenCalled());
  expect(asked.at(-1)!.method).toBe('DELETE');
});

test('a note says how it stands; that it stopped only while one is awaited, until it is read', async () => {
  told = { ...NONE, state: 'stopped', why: 'The match is over.', branches: BRANCHES };
  const mine = await planning();
  const { rerender } = render(PlanNote, { planning: mine, awaited: false, onopen: () => {} });
  expect(screen.queryByText(/stopped/)).toBeNull();
  await rerender({ planning: mine, awaited: true, onopen: () => {} });
  expect(screen.getByText('Your plan has stopped: The match is over.')).toBeTruthy();
  await fireEvent.click(screen.getByText('All right'));
  expect(screen.queryByText(/stopped/)).toBeNull();
});

test('nothing is asked for who has no seat', async () => {
  const mine = await planning();
  asked = [];
  await mine.look('');
  expect([mine.told, mine.moves, asked]).toEqual([null, [], []]);
});

test('an answer that comes late does not hide a newer one', async () => {
  const mine = await planning();
  const late: ((told: ToldPlan) => void)[] = [];
  vi.stubGlobal('fetch', async () => ({ ok: true, status: 200, json: () => new Promise((done) => late.push(done)) }));
  const [first, second] = [mine.look('green'), mine.look('green')];
  await waitFor(() => expect(late).toHaveLength(2));
  late[1]!({ ...NONE, state: 'stands' });
  late[0]!(NONE);
  await Promise.all([first, second]);
  expect(mine.told!.state).toBe('stands');
});
