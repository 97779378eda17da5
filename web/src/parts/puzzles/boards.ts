// The boards of End of Line that can be filled, sorted into steps.
import type { About, Fillable } from '../../api/types';

/** How many lines a careful player begins for each that is best: below the first number it is the first step. */
const STEPS = [5, 7, 10, 20, 100];

export function stepsOf(boards: Fillable[]): Fillable[][] {
  const steps: Fillable[][] = [...STEPS, Infinity].map(() => []);
  const number = (difficulty: number) => STEPS.filter((limit) => difficulty >= limit).length;
  for (const board of boards) steps[number(board.difficulty)]!.push(board);
  return steps;
}

/** Its walls, as a table agrees on them. */
export const wallsOf = ({ walls }: Fillable) => walls.join(' ') || 'none';

/** Whether one cannot do better. */
export const isBest = ({ mine, best }: Fillable) => mine !== null && mine <= best;

/** Whether a table is one for a board: alone, with all cards in the hand. */
export const isBoard = ({ game, options }: About) =>
  game === 'end-of-line' && options.mode === 'solo' && options.deck === 'open';
