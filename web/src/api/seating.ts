// How one comes to a seat.
import { beKnown, house } from './house';
import { ownWords, Table } from './table.svelte';
import type { About, NewTable } from './types';

/** Take a seat. Whoever the house does not know yet comes in first. */
export async function sit(table: Table, seat: number, name: string): Promise<void> {
  const late = await beKnown();
  if (late && !table.state?.owner && !table.state?.you.length) table.reconnect();
  await table.ask({ do: 'sit', seat, name, words: ownWords() });
}

/** What was asked for when a table was laid from this page: what the house filled in is not among it. */
const asked = new Map<string, NewTable>();

/** Lay a table and do something at it before anybody goes there; gives its name. */
export async function lay(wanted: NewTable, then: (table: Table) => Promise<unknown>): Promise<string> {
  const { table: name } = await house.lay(wanted);
  asked.set(name, wanted);
  const table = new Table(name);
  try {
    await then(table);
  } finally {
    table.close();
  }
  return name;
}

/** Lay the same table with something changed, with the same seats taken as far as there are as many. */
export async function layAnew(about: About, own: number[], change: Partial<NewTable>): Promise<string> {
  const { clock, coach } = about.manner;
  const wanted: NewTable = {
    game: about.game,
    seats: about.places.length,
    public: about.public,
    manner: { clock: clock ? { ...clock, out: '' } : null, coach },
    ...change,
    options: { ...(asked.get(about.table)?.options ?? about.options), ...change.options },
  };
  return lay(wanted, async (table) => {
    for (const [seat, place] of about.places.slice(0, wanted.seats!).entries()) {
      if (own.includes(seat)) await sit(table, seat, place.name);
      else if (place.bot) await table.ask({ do: 'bot', seat, bot: place.bot });
    }
  });
}
