// From one table to the next: the seats that are kept for one at the rematch.
import { settings } from '../settings.svelte';
import { ownWords, type Table } from './table.svelte';
import type { Again } from './types';

let kept: Again | null = null;

/** All have agreed: these seats wait at another table. */
export function expect(again: Again) {
  kept = again;
}

/** Sit down where one's seats are kept; the match begins when the last has. */
export async function takeSeats(table: Table): Promise<void> {
  if (kept?.table !== table.name) return;
  const { seats } = kept;
  kept = null;
  const named = new Map(table.about!.places.map((place, number) => [number, place.kept]));
  try {
    for (const seat of seats) {
      await table.ask({ do: 'sit', seat, name: named.get(seat) || settings.name, words: ownWords() });
    }
    if (table.about!.places.every((place) => place.name)) await table.ask({ do: 'begin' });
  } catch {
    // the lobby shows which seats are free, and one sits down by hand
  }
}
