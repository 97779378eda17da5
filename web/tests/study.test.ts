// A position that one plays with: the line of what was played, branches, and what the board is offered.
import { cleanup, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Study } from '../src/api/study.svelte';
import { Trying } from '../src/api/trying.svelte';
import type { NewStudy, Played, Studied, Terms } from '../src/api/types';
import Stand from '../src/parts/study/Stand.svelte';
import { settings } from '../src/settings.svelte';
import splut from './fixtures/splut.json';

const SEATS = ['red', 'green'];
const SHOWN = Object.values(splut)[0] as unknown as { view: Record<string, unknown>; choices: Studied['choices'][''] };
let asked: NewStudy[];
let holding: (() => void)[] | null;

/** A house where red and green choose in turn, `bad` is refused, and chance acts after `throw`. */
function house(wanted: NewStudy) {
  asked.push(wanted);
  const played: Played[] = wanted.moves!.map((text) => {
    const [seat, move] = text.split(': ');
    return { seat: seat!, move: move! };
  });
  const { set_up } = wanted.begin as { set_up?: { rocks: string[] } };
  if (played.some(({ move }) => move === 'bad') || set_up?.rocks.length === 0)
    return { ok: false, status: 400, body: { why: 'Not there. (rule 3)' } };
  const throws = played.at(-1)?.move === 'throw';
  if (throws && wanted.chance) played.push({ seat: 'chance', move: 'six' });
  const waits = throws && !wanted.chance;
  const seat = SEATS[played.filter((each) => each.seat !== 'chance').length % 2]!;
  const body: Studied = {
    game: 'splut',
    seats: wanted.begin.seats === 3 ? ['red', 'yellow', 'green'] : SEATS,
    options: {},
    eyes: seat,
    view: SHOWN.view,
    events: played
      .slice(wanted.since ?? 0)
      .map(({ move }, step) => ({ event: 'x', text: move, n: wanted.since! + step })),
    played,
    awaited: [waits ? 'chance' : seat],
    choices: waits ? {} : { [seat]: SHOWN.choices },
    expected: { [seat]: `${seat}: choose` },
    chance: waits ? ['one', 'six'] : [],
    over: false,
    set_up: set_up ?? { rocks: ['e1'] },
  };
  return { ok: true, status: 200, body };
}

beforeEach(() => {
  settings.language = 'en';
  asked = [];
  holding = null;
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    if (holding) await new Promise<void>((done) => holding!.push(done));
    const answer = house(JSON.parse(body as string));
    return { ...answer, json: async () => answer.body };
  });
});
afterEach(cleanup);

const moves = (study: Study) => study.line.slice(0, study.at).map(({ move }) => move);

test('what is played goes on a line, back and on, and is not asked for twice', async () => {
  const study = new Study({ game: 'splut' });
  await study.start();
  expect(await study.play('a')).toBe(true);
  await study.play('b');
  expect(moves(study)).toEqual(['a', 'b']);
  expect(study.line.map(({ seat }) => seat)).toEqual(['red', 'green']);
  expect(study.events.map(({ text }) => text)).toEqual(['b']);
  await study.back();
  expect([moves(study), study.mayGoOn, study.events]).toEqual([['a'], true, []]);
  await study.on();
  expect([moves(study), study.mayGoOn]).toEqual([['a', 'b'], false]);
  const before = asked.length;
  await study.back();
  await study.on();
  expect(asked.length).toBe(before);
  await study.go(0);
  expect([study.at, study.mayGoBack]).toEqual([0, false]);
});

test('playing otherwise begins a branch, and the other one is remembered', async () => {
  const study = new Study({ game: 'splut' });
  await study.start();
  await study.playAll(['a', 'b']);
  await study.go(0);
  await study.play('c');
  expect(study.line.map(({ move }) => move)).toEqual(['c']);
  await study.back();
  expect(study.branches.map(({ move }) => move)).toEqual(['a', 'c']);
});

test('a refusal leaves everything as it was, and says why', async () => {
  const study = new Study({ game: 'splut' });
  await study.start();
  await study.play('a');
  expect(await study.play('bad')).toBe(false);
  expect([study.refused, study.letgo, moves(study)]).toEqual(['Not there. (rule 3)', 1, ['a']]);
  await study.play('b');
  expect([study.refused, moves(study)]).toEqual(['', ['a', 'b']]);
});

test('what chance made of a choice goes back with it; where chance waits, one chooses for it', async () => {
  const study = new Study({ game: 'splut' }, { chance: 'olive' });
  await study.start();
  await study.play('throw');
  expect(moves(study)).toEqual(['throw', 'six']);
  await study.back();
  expect(moves(study)).toEqual([]);
  const other = new Study({ game: 'splut' });
  await other.start();
  await other.play('throw');
  expect(other.told!.chance).toEqual(['one', 'six']);
  await other.play('one');
  expect(other.line.at(-1)).toEqual({ seat: 'chance', move: 'one' });
  await other.back();
  expect(moves(other)).toEqual(['throw']);
});

test('what is chosen before the last answer came waits for it', async () => {
  const study = new Study({ game: 'splut' });
  await study.start();
  holding = [];
  const both = Promise.all([study.play('a'), study.play('b')]);
  await waitFor(() => expect(holding).toHaveLength(1));
  expect(study.busy).toBe(true);
  holding[0]!();
  await waitFor(() => expect(holding).toHaveLength(2));
  holding[1]!();
  await both;
  expect(moves(study)).toEqual(['a', 'b']);
});

test('the board is offered what is allowed, and tells what was played', async () => {
  const study = new Study({ game: 'splut' });
  await study.start();
  const only = SHOWN.choices[0]!.move;
  const onplayed = vi.fn();
  render(Stand, { study, allow: ({ move }) => move === only, onplayed });
  expect(await screen.findByText('1 choice')).toBeTruthy();
  expect(screen.getByText('red: choose')).toBeTruthy();
  await study.play('bad');
  await screen.findByText('Not there. (rule 3)');
});

test('what is laid out is what the house takes; chance waits meanwhile, and acts again when one plays', async () => {
  const trying = new Trying();
  await trying.begin('splut', 2);
  expect([asked.at(-1)!.chance !== '', trying.editing]).toEqual([true, false]);
  expect(await trying.edit({ rocks: ['e5'] })).toBe(true);
  expect([asked.at(-1)!.chance, trying.editing, trying.data]).toEqual(['', true, { rocks: ['e5'] }]);
  expect(await trying.edit({ rocks: [] })).toBe(false);
  expect([trying.why, trying.data, trying.editing]).toEqual(['Not there. (rule 3)', { rocks: ['e5'] }, true]);
  await trying.play();
  expect([asked.at(-1)!.chance !== '', trying.editing]).toEqual([true, false]);
  expect(asked.at(-1)!.begin.set_up).toEqual({ rocks: ['e5'] });
  await trying.choose(true);
  expect(trying.study!.chance).toBe('');
});

test('what is laid out has the seats that were chosen just before, also while the terms are still asked for', async () => {
  const trying = new Trying();
  await trying.begin('splut', 2);
  holding = [];
  let tell = (_: Terms) => {};
  const terms = new Promise<Terms>((resolve) => (tell = resolve));
  const [agreed, laid] = [trying.agree(terms), trying.edit()];
  tell({ seats: 3, counts: [2, 3, 4], options: [], chosen: {}, dropped: {} });
  await waitFor(() => expect(holding).toHaveLength(1));
  const [answer] = holding;
  holding = null;
  answer!();
  expect([await agreed, await laid, trying.editing]).toEqual([true, true, true]);
  expect([asked.at(-1)!.begin.seats, trying.study!.told!.seats.length]).toEqual([3, 3]);
});

test('terms that are refused leave all as it is, and one can go on', async () => {
  const trying = new Trying();
  await trying.begin('splut', 2);
  expect(await trying.agree(Promise.resolve(null))).toBe(false);
  await expect(trying.agree(Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect([await trying.edit(), trying.study!.told!.seats.length]).toEqual([true, 2]);
});

test('a change that is refused takes nothing back of the one before it, and a late answer shows nothing older', async () => {
  const trying = new Trying();
  await trying.begin('splut', 2);
  holding = [];
  const first = trying.edit({ rocks: ['a5'] });
  const second = trying.edit({ rocks: [] });
  await waitFor(() => expect(holding).toHaveLength(2));
  holding.forEach((answer) => answer());
  expect([await first, await second]).toEqual([true, false]);
  expect([trying.data, trying.why]).toEqual([{ rocks: ['a5'] }, 'Not there. (rule 3)']);
  holding = [];
  const both = [trying.edit({ rocks: ['e1'] }), trying.edit({ rocks: ['e9'] })];
  await waitFor(() => expect(holding).toHaveLength(2));
  holding[1]!();
  await both[1];
  holding[0]!();
  await both[0];
  expect(trying.data).toEqual({ rocks: ['e9'] });
});
