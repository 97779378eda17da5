import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { cameOut, type Past } from '../src/api/profile';
import People from '../src/pages/People.svelte';
import { settings } from '../src/settings.svelte';

const past = (table: string, part: Partial<Past> = {}): Past => ({
  table,
  game: 'splut',
  mode: '-',
  at: 1_790_000_000,
  rated: false,
  sides: 2,
  place: 1,
  shared: false,
  others: [{ name: 'normal', bot: true }],
  ...part,
});
const profile = {
  name: 'Ada',
  handle: 'h',
  you: true,
  results: [
    { game: 'splut', mode: '-', seats: 2, matches: 5, won: 3, drawn: 1, lost: 1, place: null },
    { game: 'outspeed', mode: '-', seats: 3, matches: 2, won: 0, drawn: 0, lost: 2, place: 2.5 },
    { game: 'end-of-line', mode: 'solo', seats: 1, matches: 4, won: 0, drawn: 0, lost: 0, place: null },
  ],
  openings: [
    { game: 'splut', first: 'De2-e3', matches: 3, score: 0.5 },
    { game: 'end-of-line', first: 'x', matches: 4, score: null },
  ],
};
let answers: Record<string, unknown>;

beforeEach(() => {
  settings.language = 'en';
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {} }));
  answers = {
    '/api/profile/me': profile,
    '/api/ratings/me': { name: 'Ada', kind: 'person', handle: 'h', you: true, ladders: [] },
    '/api/people/h/profile': { ...profile, you: false },
    '/api/people/h/ratings': { name: 'Ada', kind: 'person', handle: 'h', you: false, ladders: [] },
    '/api/profile/matches': { matches: [past('a'), past('b', { at: 5 })], more: true },
    '/api/profile/matches?before=5': { matches: [past('c', { place: 3, sides: 4, others: [] })], more: false },
  };
  vi.stubGlobal('fetch', async (path: string) =>
    path in answers
      ? new Response(JSON.stringify(answers[path]))
      : new Response('{"why": "Nobody on any ladder is called that."}', { status: 404 }),
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('one’s own profile has results, openings and matches with replays and records', async () => {
  render(People, { rest: ['me'] });
  await screen.findByText('3 won');
  expect(screen.getByText('place 2.5 on average')).toBeTruthy();
  expect(screen.getByText('50%')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Splut!' })).toHaveLength(2));
  await fireEvent.click(screen.getByRole('button', { name: 'Earlier ones' }));
  await screen.findByText(/place 3 of 4/);
  const links = screen.getAllByRole('link', { name: 'Splut!' }).map((each) => each.getAttribute('href'));
  expect(links).toEqual(['/replay/a', '/replay/b', '/replay/c']);
  expect(screen.queryByRole('button', { name: 'Earlier ones' })).toBeNull();
  expect(screen.getByRole('link', { name: 'All records in one file' }).getAttribute('href')).toContain('.zip');
});

test('of others there is no list of matches, and nobody has no profile', async () => {
  render(People, { rest: ['h'] });
  await screen.findByText('3 won');
  expect(screen.queryByText('Your matches')).toBeNull();
  cleanup();
  render(People, { rest: ['x'] });
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Nobody on any ladder'));
});

test('how a match came out', () => {
  const out = (part: Partial<Past>) => cameOut(past('a', part));
  expect([out({}), out({ shared: true }), out({ place: 2 })]).toEqual(['won', 'drawn', 'lost']);
  expect([out({ place: 2, sides: 3 }), out({ sides: 1 }), out({ place: 0 })]).toEqual(['place', 'played', 'played']);
});

test('who has not played yet is told how a profile begins', async () => {
  delete answers['/api/profile/me'];
  render(People, { rest: ['me'] });
  await screen.findByRole('heading', { name: 'Nobody knows you here yet' });
  expect(screen.getByRole('link', { name: 'To the front page' }).getAttribute('href')).toBe('/');
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});
