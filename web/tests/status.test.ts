import { beforeEach, expect, test } from 'vitest';

import { acting, awaited, awaitedThen, fallen, isAway, seatedAt, standing, winners } from '../src/api/match';
import { statusOf, whole, type Situation } from '../src/api/status';
import { settings } from '../src/settings.svelte';
import words from '../src/words/table.json';
import { place } from './house';
import { playing, sight, state, waitingFor, walk } from './wire';

beforeEach(() => (settings.language = 'en'));

function situation(part: Partial<Situation> = {}): Situation {
  const now = part.state ?? state();
  return {
    connection: 'open',
    state: now,
    eyes: 'red',
    sight: now.seats.red ?? now.seats.spectator!,
    mayAct: false,
    seated: seatedAt(now.about, now.you, 'You'),
    refused: null,
    past: null,
    pointed: null,
    asked: null,
    last: '',
    begun: false,
    ...part,
  };
}

const mine = sight({ moves: ['a', 'b'], expected: 'Red to play: 2 steps left' });

test('on one’s turn it says what the game expects, or what the board asks, and what the choice would do', () => {
  const now = state({ seats: { red: mine } });
  expect(statusOf(situation({ state: now, mayAct: true }))).toMatchObject({
    kind: 'you',
    seat: 0,
    eyebrow: 'Your turn',
    now: 'Red to play: 2 steps left',
    why: words.first.en,
  });
  const later = situation({ state: now, mayAct: true, last: 'Green walks', begun: true });
  expect(statusOf(later).why).toBe('Green walks');
  const pointed = { move: 'a', text: 'The rock lands on e8', events: [] };
  const half = statusOf(situation({ state: now, mayAct: true, pointed, asked: 'Choose where to throw' }));
  expect(half).toMatchObject({ now: 'Choose where to throw', why: 'The rock lands on e8' });
});

test.each([
  ['en', 'Ruby: lay a card, 2 to go', 'Lay a card, 2 to go'],
  ['es', 'Rubí: pon una carta, faltan 2', 'Pon una carta, faltan 2'],
  ['fr', 'Rubis : pose une carte, encore 2', 'Pose une carte, encore 2'],
  ['en', 'Jade: lay a card, 2 to go', 'Jade: lay a card, 2 to go'],
  ['en', 'Lay it', 'Lay it'],
] as const)('what is expected of oneself is said without a name (%s, %s)', (language, expected, said) => {
  settings.language = language;
  const now = state({ seats: { ruby: sight({ moves: ['a'], expected }) } });
  const asks = situation({ state: now, eyes: 'ruby', sight: now.seats.ruby!, mayAct: true });
  expect(statusOf(asks).now).toBe(said);
  settings.language = 'en';
});

test('of much that happened the end is told', () => {
  const last = [...Array.from({ length: 9 }, (_, n) => `ruby goes from zone ${n} to zone ${n + 2}`), 'jade wins'].join(
    '; ',
  );
  const told = statusOf(situation({ state: state({ about: waitingFor(1) }), last })).why;
  expect(told).toMatch(/^Ruby goes .*; jade wins$/);
  expect(told.length).toBeLessThan(100);
});

test('bots of one name are told apart by their letters', () => {
  const bots = ['red', 'green', 'blue'].map((seat) => ({ ...place(seat), bot: 'strong' }));
  const names = seatedAt({ ...playing(), places: bots } as never, [0], 'You').map((each) => each.name);
  expect(names).toEqual(['You', 'Strong J', 'Strong L']);
});

test('a whole draft asks to be played, and says what its last choice would do', () => {
  const drafted = sight({ draft: ['a', 'b'], events: [walk(3, 0, 'one'), walk(4, 0, 'two')] });
  const now = state({ about: playing({ moves: 3 }), seats: { red: drafted } });
  expect(whole(drafted)).toBe(true);
  expect(whole(sight({ draft: ['a'], moves: ['b'] }))).toBe(false);
  expect(whole(sight({ draft: ['a'], moves: ['b'], ready: true }))).toBe(true);
  expect(whole(sight())).toBe(false);
  expect(whole(sight({ draft: ['keep-nitro'], moves: ['none', 'nitro'] }), 'outspeed')).toBe(true);
  expect(whole(sight({ moves: ['none', 'nitro'] }), 'outspeed')).toBe(false);
  expect(statusOf(situation({ state: now, mayAct: true }))).toMatchObject({
    now: words.whole.en,
    why: 'two',
  });
});

test('while others choose it names them, and a bot thinks', () => {
  const waits = state({ about: waitingFor(1) });
  expect(statusOf(situation({ state: waits, last: 'Red walks' }))).toMatchObject({
    kind: 'wait',
    seat: 1,
    now: 'Waiting for Ada',
    why: 'Red walks',
  });
  const bot = state({
    about: playing({ places: [place('red', 'Rosa'), { ...place('green', '', 'tactician'), awaited: true }] }),
  });
  expect(statusOf(situation({ state: bot })).now).toBe('Tactician is thinking');
  const all = state({ about: waitingFor(0, 1) });
  expect(statusOf(situation({ state: all }))).toMatchObject({ seat: null, now: 'Waiting for You and Ada' });
});

test('whoever watches is told so', () => {
  const now = state({ about: waitingFor(0), you: [], seats: { spectator: sight() } });
  expect(statusOf(situation({ state: now, eyes: 'spectator' }))).toMatchObject({
    kind: 'wait',
    eyebrow: 'You are watching',
    now: 'Waiting for Rosa',
  });
});

test('a refusal, a lost line and the past come before anything else', () => {
  const refused = { why: 'A troll stands there.', rule: 9 };
  expect(statusOf(situation({ refused }))).toMatchObject({ kind: 'refused', now: 'A troll stands there.' });
  expect(statusOf(situation({ refused, connection: 'lost' })).kind).toBe('lost');
  const past = { number: 4, text: 'Red walks' };
  expect(statusOf(situation({ past, state: state({ about: playing({ moves: 9 }) }) }))).toMatchObject({
    kind: 'past',
    eyebrow: 'Choice 5 of 9',
    now: 'Red walks',
  });
});

const ended = (result: number[], how = 'played', seat = '', you = [0]) =>
  statusOf(situation({ state: state({ result, ending: { how, seat }, you }), last: 'Green is out' }));

test('when it is over it says who won, and how', () => {
  expect(ended([1, -1])).toMatchObject({ kind: 'over', seat: 0, now: 'You win', why: 'Green is out' });
  expect(ended([-1, 1])).toMatchObject({ seat: 1, now: 'Ada wins' });
  expect(ended([1, -1], 'played', '', [0, 1]).now).toBe('Rosa wins');
  expect(ended([0, 0], 'drawn')).toMatchObject({ seat: null, now: 'A draw', why: 'A draw was agreed.' });
  expect(ended([-1, 1], 'resigned', 'red').why).toBe('You gave up.');
  expect(ended([1, -1], 'out of time', 'green').why).toBe('Ada ran out of time.');
});

test('who must choose, who is out and who won is read off any game', () => {
  expect(awaitedThen({ mover: 2 })).toEqual([2]);
  expect(awaitedThen({ mover: 2, over: true })).toEqual([]);
  expect(awaitedThen({ mover: null })).toEqual([]);
  expect(awaited(waitingFor(1))).toEqual([1]);
  expect(awaited(waitingFor())).toEqual([]);
  expect(fallen({ teams: [{ alive: true }, { alive: false }] })).toEqual([1]);
  expect(standing({ players: [{ shut: [] }, { shut: [1, 2] }], lines: [[1, 2]] })).toEqual([-1, 2]);
  expect(winners([0.5, 0.5, -1])).toEqual([0, 1]);
  expect(winners(null)).toEqual([]);
});

test('away is who plays and does not look, no bot and nobody who has given up', () => {
  const gone = { ...place('red', 'Rosa'), here: false };
  expect(isAway(gone)).toBe(true);
  expect(isAway(place('red', 'Rosa'))).toBe(false);
  expect(
    [place('red'), place('red', '', 'random'), { ...gone, bot: 'random' }, { ...gone, gone: true }].some(isAway),
  ).toBe(false);
});

test('with several seats one looks with the eyes of the one that is to choose, never a bot’s', () => {
  const both = (red: object, green: object, bot = '') =>
    state({
      about: playing({ places: [place('red', 'Rosa'), { ...place('green', 'Ada'), bot }] }),
      you: [0, 1],
      seats: { red: sight(red), green: sight(green) },
    });
  expect(acting(both({}, { moves: ['a'] }), 'red')).toBe('green');
  expect(acting(both({ moves: ['a'] }, { moves: ['a'] }), 'green')).toBe('green');
  expect(acting(both({}, { draft: ['a'] }), 'red')).toBe('green');
  expect(acting(both({}, { moves: ['a'] }, 'random'), 'red')).toBeNull();
});
