// To play on from a moment of a match: a table of one's own, with bots in all other seats.
import { router } from '../router.svelte';
import { settings } from '../settings.svelte';
import { house } from './house';
import { sit } from './seating';
import { Table } from './table.svelte';
import type { About } from './types';

/** The strongest bot of a game: the house names them from the weakest on. */
export async function bestBot(game: string): Promise<string> {
  const shelf = await house.shelf();
  return shelf.find((each) => each.game === game)?.bots.at(-1) ?? 'random';
}

/** Lay a table that begins after so many choices of another, sit down at a seat, begin, and go there. */
export async function playOn(about: About, seat: string, moves: number): Promise<void> {
  const made = await house.fork(about.table, { seat, bot: await bestBot(about.game), moves });
  const table = new Table(made.table);
  const number = made.places.findIndex((place) => place.seat === seat);
  try {
    await sit(table, number, settings.name);
    await table.ask({ do: 'begin' });
  } finally {
    table.close();
  }
  router.go(`/table/${made.table}`);
}
