import type { Table } from '../api/table.svelte';
import { settings } from '../settings.svelte';

/** Somebody else at a table: by their seat, or by their name where they have none, as the house is asked about them. */
export interface Other {
  who: string;
  name: string;
}

/** The people at a table besides oneself: who sits, who was heard, and whom one has muted. */
export function others(table: Table): Other[] {
  const places = table.about?.places ?? [];
  const found = new Map<string, string>();
  for (const { seat, name, person } of places) if (person && !table.isOwn(seat)) found.set(seat, name);
  const own = table.state?.you.length ? '' : settings.name; // who watches is known by name alone
  for (const { seat, name } of table.said) if (!seat && name !== own) found.set(name, name);
  for (const who of table.muted) if (!found.has(who)) found.set(who, who);
  return [...found].map(([who, name]) => ({ who, name }));
}
