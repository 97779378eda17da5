// The same match once more, for whoever does not want to wait for the end of this one.
import { lay, sit } from './seating';
import type { About } from './types';

/** Lay the same table and sit down there; bots come along, and where nobody else is to come it begins at once. */
export function startAnew(about: About, own: number[]): Promise<string> {
  const { clock, coach, rated } = about.manner;
  const wanted = {
    game: about.game,
    seats: about.places.length,
    options: about.options,
    public: about.public,
    manner: { clock: clock ? { ...clock, out: '' } : null, coach, rated },
  };
  return lay(wanted, async (table) => {
    for (const [seat, place] of about.places.entries()) {
      if (own.includes(seat)) await sit(table, seat, place.name);
      else if (place.bot) await table.ask({ do: 'bot', seat, bot: place.bot });
    }
    if (about.places.every((place, seat) => place.bot || own.includes(seat))) await table.ask({ do: 'begin' });
  });
}
