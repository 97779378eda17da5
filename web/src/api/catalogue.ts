// What the house tells of all puzzles: a kind page by page, a board of End of Line, and how one stands.
import type { Filter } from '../parts/puzzles/filter';
import { ask } from './house';
import type { Board, Leaf, Solver } from './types';

/** A page of the puzzles of a kind. */
export const leaf = (kind: string, { show, step }: Filter, page: number) =>
  ask<Leaf>('GET', `/api/puzzles?${new URLSearchParams({ kind, show, step: `${step}`, page: `${page}` })}`);

/** The board with these walls. */
export const board = (walls: string) => ask<Board>('GET', `/api/puzzles/board?${new URLSearchParams({ walls })}`);

/** How one stands at each kind of puzzle. */
export const solver = () => ask<Solver[]>('GET', '/api/puzzles/me');
