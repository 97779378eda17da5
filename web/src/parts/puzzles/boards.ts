// The boards of End of Line that can be filled, which are played at tables.
import type { About } from '../../api/types';

/** Whether a table is one for a board: alone, with all cards in the hand. */
export const isBoard = ({ game, options }: About) =>
  game === 'end-of-line' && options.mode === 'solo' && options.deck === 'open';

/** A table for the board with these walls. */
export const tableFor = (options: Record<string, string>, walls: string) => ({
  game: 'end-of-line',
  seats: 1,
  options: { ...options, walls },
});
