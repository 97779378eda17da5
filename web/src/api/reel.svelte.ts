// A match to look at again: its moments, fetched a hundred at a time, those around the asked one first.
import type { Happening } from '../boards/board';
import { AT_ONCE, type Line } from './history.svelte';
import { house } from './house';
import { standing } from './match';
import type { About, Moment } from './types';

export class Reel {
  about = $state.raw<About | null>(null);
  /** Every moment by its number; those that are not here yet are missing. */
  moments = $state.raw<(Moment | undefined)[]>([]);
  /** The number of the moment that is shown. */
  at = $state(0);
  /** Whether one came to it by going one step on: then it is shown moving. */
  stepped = $state(false);
  seat = $state('');
  why = $state('');
  #asking = 0;

  constructor(readonly table: string) {}

  get shown(): Moment | undefined {
    return this.moments[this.at];
  }

  get last(): number {
    return Math.max(0, this.moments.length - 1);
  }

  get lines(): Line[] {
    return this.moments.flatMap((moment) =>
      moment
        ? [
            {
              number: moment.number,
              events: moment.events as Happening[],
              view: moment.view as Record<string, unknown>,
            },
          ]
        : [],
    );
  }

  /** Fetch the match as a seat saw it, or everyone when it is over, and show one moment of it. */
  async load(seat: string, at: number | null): Promise<void> {
    const number = ++this.#asking;
    this.why = '';
    try {
      const about = await house.about(this.table);
      this.about = about;
      this.seat = seat || (about.state === 'over' ? 'everyone' : '');
      const moments = new Array<Moment | undefined>(about.moves);
      const asked = Math.min(Math.max(0, at ?? 0), Math.max(0, about.moves - 1));
      const starts = Array.from({ length: Math.ceil(about.moves / AT_ONCE) }, (_, page) => page * AT_ONCE);
      const near = (start: number) => (asked >= start && asked < start + AT_ONCE ? -1 : start);
      for (const start of starts.sort((one, other) => near(one) - near(other))) {
        const page = await house.moments(this.table, this.seat, start);
        if (number !== this.#asking) return;
        page.forEach((moment) => (moments[moment.number] = moment));
        if (!this.moments.length || near(start) < 0) this.at = asked;
        this.moments = [...moments];
      }
    } catch (no) {
      this.why = (no as Error).message;
    }
  }

  go(to: number) {
    const next = Math.min(Math.max(0, to), this.last);
    this.stepped = next === this.at + 1;
    this.at = next;
  }

  /** Where somebody fell, or a line was shut: the seat, by number. */
  get marks(): { number: number; seat: number }[] {
    return this.moments.flatMap((moment, number) => {
      const before = this.moments[number - 1];
      if (!moment || !before) return [];
      const then = standing(before.view as Record<string, unknown>);
      return standing(moment.view as Record<string, unknown>).flatMap((each, seat) =>
        each !== then[seat] && each >= 0 ? [{ number, seat }] : [],
      );
    });
  }
}
