// What the house tells of all puzzles at once.
import { ask } from './house';
import type { Atlas, Solver } from './types';

/** Every board that can be filled. */
export const atlas = () => ask<Atlas>('GET', '/api/puzzles/boards');

/** How one stands at each kind of puzzle. */
export const solver = () => ask<Solver[]>('GET', '/api/puzzles/me');
