// To play on from a moment of a match: a table of one's own, with bots in all other seats.
import { router } from '../router.svelte';
import { settings } from '../settings.svelte';
import { house } from './house';
import { sit } from './seating';
import { Table } from './table.svelte';
import type { About } from './types';

/** The bot that plays against whoever did not ask for another. */
export async function usualBot(game: string): Promise<string> {
  const shelf = await house.shelf();
  return shelf.find((each) => each.game === game)?.usual ?? 'random';
}

/** Lay a table that begins after so many choices of another, sit down at a seat, begin, and go there. */
export async function playOn(about: About, seat: string, moves: number): Promise<void> {
  const made = await house.fork(about.table, { seat, bot: await usualBot(about.game), moves });
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
