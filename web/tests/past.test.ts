import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { lines, type Written } from '../src/api/past';
import Table from '../src/pages/Table.svelte';
import { nameOf } from '../src/parts/who';
import { settings } from '../src/settings.svelte';
import { Wire } from './wire';

const PLAYED: Written = {
  table: 'Rq7',
  game: 'splut',
  title: 'Splut!',
  rules: 1,
  here: 2,
  state: 'playing',
  seats: ['red', 'green'],
  players: ['Ada', 'somebody gone'],
  moves: [
    { seat: 'red', move: 'De2-e3' },
    { seat: 'green', move: 'De8-e7' },
    { seat: 'green', move: 'De7-e6' },
  ],
};
let answer: Written | null;

beforeEach(() => {
  settings.language = 'en';
  answer = PLAYED;
  Wire.all = [];
  vi.stubGlobal('WebSocket', Wire);
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {} }));
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/tables/Rq7/log' && answer
      ? { ok: true, status: 200, json: async () => answer }
      : { ok: false, status: 404, json: async () => ({ why: 'No.' }) },
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(code: number) {
  render(Table, { name: 'Rq7' });
  Wire.last.open();
  Wire.last.hear({ type: 'refused', id: '', why: 'The rules of Splut! have changed.' });
  Wire.last.drop(code);
}

test('a match whose rules have changed is shown as it was typed, and can be taken along', async () => {
  open(4409);
  await waitFor(() => expect(screen.getByText(/ended without a result/)).toBeTruthy());
  expect(screen.getByText(/version 1 of the rules; this house has version 2/)).toBeTruthy();
  const rows = [...document.querySelectorAll('.moves li')].map((row) => row.textContent);
  expect(rows).toEqual([expect.stringMatching(/ De2-e3\s*$/), expect.stringMatching(/ De8-e7 De7-e6\s*$/)]);
  expect(document.querySelector('.players')!.textContent).toMatch(/Ada.*somebody gone/s);
  expect(document.querySelector<HTMLAnchorElement>('a[download]')!.getAttribute('href')).toBe('/api/tables/Rq7/record');
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([]);
});

test.each([
  ['es', 'terminó sin resultado', 'alguien que se fue'],
  ['de', 'endete ohne Ergebnis', 'jemand, der gegangen ist'],
  ['fr', 'terminée sans résultat', 'quelqu’un qui est parti'],
] as const)('it is said in %s', async (language, said, gone) => {
  settings.language = language;
  open(4409);
  await waitFor(() => expect(document.body.textContent).toContain(said));
  expect(document.body.textContent).toContain(gone);
});

test('one that was over, or never begun, says that', async () => {
  answer = { ...PLAYED, state: 'laid', players: ['', ''], moves: [] };
  open(4409);
  await waitFor(() => expect(screen.getByText(/lay a new one/)).toBeTruthy());
  expect(document.querySelector('.moves')).toBeNull();
  expect(screen.getAllByText(/nobody/).length).toBe(2);
});

test('what cannot be read says why', async () => {
  answer = null;
  open(4409);
  await waitFor(() => expect(screen.getByText('The rules of Splut! have changed.')).toBeTruthy());
});

test('a table that is not there is something else', async () => {
  open(4404);
  await waitFor(() => expect(screen.getByText('This table has been cleared')).toBeTruthy());
});

test('choices of one seat in a row are one line', () => {
  expect(lines([])).toEqual([]);
  expect(lines(PLAYED.moves)).toEqual([
    { seat: 'red', moves: ['De2-e3'] },
    { seat: 'green', moves: ['De8-e7', 'De7-e6'] },
  ]);
});

test('who has deleted everything is named in the language of the reader, at any table', () => {
  settings.language = 'de';
  expect(nameOf({ name: 'somebody gone', bot: '', person: true })).toBe('jemand, der gegangen ist');
  expect(nameOf({ name: 'Ada', bot: '', person: true })).toBe('Ada');
});
