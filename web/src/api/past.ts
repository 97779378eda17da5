// A table whose rules the house has no longer: what was typed at it.
import { ask } from './house';

/** See `Written` of the server. */
export interface Written {
  table: string;
  game: string;
  title: string;
  rules: number;
  here: number;
  state: 'laid' | 'playing' | 'over';
  seats: string[];
  players: string[];
  moves: { seat: string; move: string }[];
}

export function written(table: string): Promise<Written> {
  return ask('GET', `/api/tables/${encodeURIComponent(table)}/log`);
}

/** Choices of one seat in a row are one line, as in a record. */
export function lines(moves: Written['moves']): { seat: string; moves: string[] }[] {
  const found: { seat: string; moves: string[] }[] = [];
  for (const { seat, move } of moves) {
    const last = found.at(-1);
    if (last?.seat === seat) last.moves.push(move);
    else found.push({ seat, moves: [move] });
  }
  return found;
}
