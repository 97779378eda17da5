// A lesson in the browser: what is chosen on the board goes to the house, which says what it thinks of it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Courses, Lesson } from '../src/api/lessons.svelte';
import type { Course, Followed, Titled } from '../src/api/types';

const LESSON: Titled = {
  id: 'splut-step',
  title: 'The first step',
  rule: 5,
  seat: 'red',
  asks: ['a', 'b'],
  done: false,
};
const COURSE: Course = {
  game: 'splut',
  title: 'Splut!',
  lessons: [LESSON, { ...LESSON, id: 'splut-push', done: true }],
};

let name = '';
/** How it is refused to follow choices that are gone. */
let refusal = 400;
let asked: { method: string; path: string; data: Record<string, unknown> }[] = [];

function reached(choices: string[]): Followed {
  const base = { said: '', asked: 'do it', over: false, shown: [] as string[], verdict: '', step: 0 };
  if (choices[0] === 'wrong') return { ...base, verdict: 'wrong', said: 'no', asked: '', moves: ['red: wrong'] };
  const moves = ['red: right', 'green: answer', 'red: end'].slice(0, [0, 2, 3][choices.length]);
  return {
    ...base,
    step: choices.length,
    over: choices.length === 2,
    verdict: choices.length ? 'right' : '',
    moves,
    kept: choices.length === 2 && !!name,
  };
}

function answer(path: string, data: Record<string, unknown>): unknown {
  if (path === '/api/guests/me') return { name };
  if (path.startsWith('/api/lessons?')) return [COURSE];
  if (path.startsWith('/api/lessons/')) {
    const told = reached((data.choices as string[]) ?? []);
    return data.show ? { ...told, shown: told.step ? ['end'] : ['right'] } : told;
  }
  const played = (data.moves as string[]).map((each) => {
    const [seat, move] = each.split(': ');
    return { seat, move };
  });
  return { game: 'splut', seats: ['red', 'green'], played, awaited: ['red'], choices: {}, events: [], chance: [] };
}

beforeEach(() => {
  name = '';
  asked = [];
  localStorage.clear();
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const data = init.body ? (JSON.parse(init.body as string) as Record<string, unknown>) : {};
    asked.push({ method: init.method!, path, data });
    if ((data.choices as string[] | undefined)?.[0] === 'gone')
      return Promise.resolve(new Response('{"why": "No."}', { status: refusal }));
    return Promise.resolve(new Response(JSON.stringify(answer(path, data)), { status: 200 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

async function begun(over: (choices: string[], known: boolean) => void = () => {}) {
  const lesson = new Lesson('splut', LESSON, over, 0);
  await lesson.start();
  return lesson;
}

async function choose(lesson: Lesson, move: string) {
  await lesson.study.play(move, 'red');
  await lesson.played(move);
}

test('a right choice is followed by what the others play, and the last one ends it', async () => {
  const over = vi.fn();
  const lesson = await begun(over);
  expect(lesson.reached!.asked).toBe('do it');
  await choose(lesson, 'right');
  expect(lesson.study.line.map(({ move }) => move)).toEqual(['right', 'answer']);
  expect(over).not.toHaveBeenCalled();
  await choose(lesson, 'end');
  expect(lesson.over).toBe(true);
  expect(over).toHaveBeenCalledOnce();
});

test('a wrong choice stays on the board until it is taken back', async () => {
  const lesson = await begun();
  await choose(lesson, 'wrong');
  expect(lesson.wrong).toBe(true);
  expect(lesson.study.at).toBe(1);
  await lesson.back();
  expect(lesson.wrong).toBe(false);
  expect(lesson.study.at).toBe(0);
});

test('what a board chooses at once after a wrong choice is nothing', async () => {
  const lesson = await begun();
  await Promise.all([lesson.played('wrong'), lesson.played('more')]);
  expect(lesson.wrong).toBe(true);
  expect(asked.filter(({ data }) => (data.choices as string[] | undefined)?.includes('more'))).toEqual([]);
});

test('being shown plays the step from its beginning', async () => {
  const lesson = await begun();
  await choose(lesson, 'wrong');
  await lesson.show();
  expect(lesson.reached!.step).toBe(1);
  expect(lesson.study.line.map(({ move }) => move)).toEqual(['right', 'answer']);
  expect(lesson.watching).toBe(false);
});

test('progress is kept in the browser for nobody, and followed by the house when one is known', async () => {
  const courses = new Courses();
  await courses.look();
  expect(courses.next(courses.of('splut')!)).toBe(1);
  const lesson = await begun((choices, known) => courses.finish('splut-step', choices, known));
  await choose(lesson, 'right');
  await choose(lesson, 'end');
  expect(courses.learnt(courses.of('splut')!)).toBe(2);
  expect(JSON.parse(localStorage.getItem('sobremesa-lessons')!)).toEqual({ 'splut-step': ['right', 'end'] });
  name = 'Ada';
  const later = new Courses();
  await later.look();
  expect(later.done.has('splut-step')).toBe(true);
  expect(asked.at(-1)).toMatchObject({ path: '/api/lessons/splut/splut-step', data: { choices: ['right', 'end'] } });
  expect(localStorage.getItem('sobremesa-lessons')).toBeNull();
});

test('whom the house knows it keeps progress for, and nothing more is asked', async () => {
  name = 'Ada';
  const courses = new Courses();
  const lesson = await begun((choices, known) => courses.finish('splut-step', choices, known));
  await choose(lesson, 'right');
  await choose(lesson, 'end');
  expect(courses.done.has('splut-step')).toBe(true);
  expect(asked.at(-1)).toMatchObject({ path: '/api/lessons/splut/splut-step', data: { choices: ['right', 'end'] } });
  expect(localStorage.getItem('sobremesa-lessons')).toBeNull();
});

test('what cannot be followed any more is forgotten, and what could not be asked is kept', async () => {
  localStorage.setItem('sobremesa-lessons', JSON.stringify({ 'splut-step': ['gone'], 'splut-none': [] }));
  name = 'Ada';
  refusal = 503;
  const courses = new Courses();
  await courses.look();
  expect(localStorage.getItem('sobremesa-lessons')).not.toBeNull();
  refusal = 400;
  await courses.look();
  expect(localStorage.getItem('sobremesa-lessons')).toBeNull();
});
