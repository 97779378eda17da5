// The rooms of the house besides its tables: each is a page of its own, whose code is loaded by who goes there.
import type { Component } from 'svelte';

import { waiting } from './api/turns.svelte';
import type { Key } from './words/words';

interface Opening {
  load: () => Promise<{ default: Component<{ rest: string[] }> | Component }>;
  /** How many parts its path may have after the name, which the page gets. */
  deep: number;
  /** Whether a page of it can be read without the house. */
  alone?: (rest: string[]) => boolean;
  /** What stands on its door, on the front page, where it has one; and how many things wait behind it. */
  door?: { name: Key; says: Key; count?: () => number };
}

export const ROOMS: Record<string, Opening> = {
  account: { load: () => import('./pages/Account.svelte'), deep: 0 },
  people: { load: () => import('./pages/People.svelte'), deep: 1 },
  moderation: { load: () => import('./pages/Moderation.svelte'), deep: 0 },
  learn: {
    load: () => import('./pages/Learn.svelte'),
    deep: 2,
    alone: (rest) => rest[1] === 'rules',
    door: { name: 'learn.title', says: 'learn.says' },
  },
  turns: {
    load: () => import('./pages/Turns.svelte'),
    deep: 1,
    door: { name: 'turns.title', says: 'turns.says', count: () => waiting.count },
  },
  day: { load: () => import('./pages/Day.svelte'), deep: 1, door: { name: 'day.title', says: 'day.door' } },
  puzzles: {
    load: () => import('./pages/Puzzles.svelte'),
    deep: 2,
    door: { name: 'puzzles.title', says: 'puzzles.door' },
  },
  study: { load: () => import('./pages/Study.svelte'), deep: 1, door: { name: 'study.title', says: 'study.door' } },
  evenings: {
    load: () => import('./pages/Evenings.svelte'),
    deep: 1,
    door: { name: 'evenings.door', says: 'evenings.door-says' },
  },
  ladders: {
    load: () => import('./pages/Ladders.svelte'),
    deep: 3,
    door: { name: 'ladders.title', says: 'ladders.door' },
  },
};

/** The rooms that one is shown from the front page. */
export const DOORS = Object.entries(ROOMS).flatMap(([path, { door }]) => (door ? [{ path: `/${path}`, ...door }] : []));
