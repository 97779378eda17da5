import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Reel } from '../src/api/reel.svelte';
import { BOARDS } from '../src/boards/board';
import Replay from '../src/pages/Replay.svelte';
import { router } from '../src/router.svelte';
import { settings } from '../src/settings.svelte';
import { FakeSocket, place, shelf } from './house';
import { playing } from './wire';

const COUNT = 130;
let asked: string[];
let posted: unknown[];

beforeEach(() => {
  delete BOARDS.outspeed; // the page, without a board: what lies on the table here is no race
  settings.language = 'en';
  asked = [];
  posted = [];
  Element.prototype.scrollTo = () => {};
  vi.stubGlobal('scrollTo', () => {});
  const about = playing({
    game: 'outspeed',
    state: 'over',
    moves: COUNT,
    places: [place('ruby', 'Rosa'), place('maize', 'Ada')],
  });
  const moment = (number: number) => ({
    number,
    seat: number % 4 < 2 ? 'ruby' : 'maize',
    move: 'x',
    events: [{ event: 'moved', seat: number % 4 < 2 ? 0 : 1, text: `choice ${number}` }],
    view: { ships: [{ racing: true }, { racing: number < 50 }] },
  });
  vi.stubGlobal('fetch', async (path: string, asking?: RequestInit) => {
    asked.push(path);
    if (asking?.body) posted.push(JSON.parse(asking.body as string));
    const since = Number(new URLSearchParams(path.split('?')[1]).get('since'));
    const moments = Array.from({ length: Math.min(100, COUNT - since) }, (_, step) => moment(since + step));
    const answer = path.includes('/moments')
      ? moments
      : path === '/api/games'
        ? shelf
        : path.endsWith('/fork')
          ? { ...about, table: 'Forked' }
          : about;
    return { ok: true, json: async () => answer };
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the moment one asks for comes first, then all others', async () => {
  const reel = new Reel('Rq7');
  await reel.load('', 120);
  const pages = asked.filter((path) => path.includes('/moments'));
  expect(pages.map((path) => new URLSearchParams(path.split('?')[1]).get('since'))).toEqual(['100', '0']);
  expect(pages[0]).toContain('seat=everyone');
  expect(reel.at).toBe(120);
  expect(reel.moments.filter(Boolean)).toHaveLength(COUNT);
});

test('where somebody falls there is a mark', async () => {
  const reel = new Reel('Rq7');
  await reel.load('', null);
  expect(reel.marks).toEqual([{ number: 50, seat: 1 }]);
});

test('a moment is shown moving only when one goes one step on', async () => {
  const reel = new Reel('Rq7');
  await reel.load('', 10);
  reel.go(11);
  expect(reel.stepped).toBe(true);
  reel.go(10);
  expect(reel.stepped).toBe(false);
  reel.go(900);
  expect(reel.at).toBe(COUNT - 1);
});

async function look(moment: number | null = null) {
  render(Replay, { name: 'Rq7', moment, seat: '' });
  await waitFor(() => expect(screen.getByRole('slider')).toBeTruthy());
}

const at = () => Number((screen.getByRole('slider') as HTMLInputElement).value);
const press = (key: string, shiftKey = false) => fireEvent.keyDown(document.body, { key, shiftKey });

test('nothing about the page is hard for anybody', async () => {
  await look(20);
  const found = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'landmark-unique': { enabled: true } },
  });
  expect(found.violations.map((each) => `${each.id}: ${each.nodes[0]?.html}`)).toEqual([]);
  expect(screen.queryByText(/away/)).toBeNull();
});

test('keys go by choices, by turns and to both ends', async () => {
  await look(20);
  await press('ArrowRight');
  expect(at()).toBe(21);
  await press('ArrowRight', true);
  expect(at()).toBe(22);
  await press('ArrowLeft', true);
  expect(at()).toBe(20);
  await press('End');
  expect(at()).toBe(COUNT - 1);
  await press('Home');
  expect(at()).toBe(0);
});

test('space plays, as fast as 1 to 4 say, and stops at the end', async () => {
  await look(COUNT - 4);
  vi.useFakeTimers();
  await press('4');
  await press(' ');
  await vi.advanceTimersByTimeAsync(600);
  expect(at()).toBe(COUNT - 2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(at()).toBe(COUNT - 1);
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy();
});

test('with another seat’s eyes the same moment is asked for again', async () => {
  await look(30);
  await fireEvent.change(screen.getByLabelText('Seen by'), { target: { value: 'maize' } });
  await waitFor(() => expect(asked.at(-1)).toContain('seat=maize'));
  expect(at()).toBe(30);
});

test('the link of a moment is copied, or shown where it cannot be', async () => {
  await look(12);
  const copy = vi.fn(async () => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copy } });
  await fireEvent.click(screen.getByRole('button', { name: 'Share this moment' }));
  expect(copy).toHaveBeenCalledWith(expect.stringContaining('/replay/Rq7?moment=12&seat=everyone'));
  await waitFor(() => expect(screen.getByText('Link copied')).toBeTruthy());
  vi.unstubAllGlobals();
});

test('one can play on from a moment, against the usual bot', async () => {
  await look(12);
  const go = vi.spyOn(router, 'go').mockImplementation(() => {});
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  await fireEvent.click(screen.getByRole('button', { name: 'Play on from here' }));
  await waitFor(() => expect(go).toHaveBeenCalledWith('/table/Forked'));
  expect(posted).toContainEqual({ seat: 'ruby', bot: 'normal', moves: 13 });
  const done = FakeSocket.all.flatMap((socket) => socket.sent.map((each) => each.do));
  expect(done).toEqual(['sit', 'begin']);
});
