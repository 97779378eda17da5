// How one comes to a seat.
import { beKnown, house } from './house';
import { ownWords, Table } from './table.svelte';
import type { NewTable } from './types';

/** Take a seat. Whoever the house does not know yet comes in first. */
export async function sit(table: Table, seat: number, name: string): Promise<void> {
  const late = await beKnown();
  if (late && !table.state?.owner && !table.state?.you.length) table.reconnect();
  await table.ask({ do: 'sit', seat, name, words: ownWords() });
}

/** Lay a table and do something at it before anybody goes there; gives its name. */
export async function lay(wanted: NewTable, then: (table: Table) => Promise<unknown>): Promise<string> {
  return at((await house.lay(wanted)).table, then);
}

/** Do something at a table before anybody goes there; gives its name. */
export async function at(name: string, then: (table: Table) => Promise<unknown>): Promise<string> {
  const table = new Table(name);
  try {
    await then(table);
  } finally {
    table.close();
  }
  return name;
}
