// A table being laid from the front page, and what is to be said meanwhile.
import { house, Refusal } from '../api/house';
import { at, lay, sit } from '../api/seating';
import type { Table } from '../api/table.svelte';
import type { Boxed, NewTable } from '../api/types';
import { router } from '../router.svelte';
import { settings } from '../settings.svelte';
import { t } from '../words/words';

const LONG = 3000;

/** Two, where two can play. */
const usualSeats = (box: Boxed) => (box.seats.includes(2) ? 2 : box.seats[0]!);

/** What a first match is best played with, where it is not what is usual. */
export const FIRST: Record<string, NewTable['options']> = { outspeed: { first_game: 'on' } };

export class Laying {
  busy = $state(false);
  /** Whether it takes longer than usual. */
  long = $state(false);
  no = $state('');

  /** One click to a match against the usual bot, or another. */
  againstBots(box: Boxed, bot = box.usual) {
    return this.#lay({ ...usual(box), options: FIRST[box.game] ?? {} }, async (table) => {
      await sit(table, 0, settings.name);
      await table.ask({ do: 'fill', bot });
      await table.ask({ do: 'begin' });
    });
  }

  withFriends(box: Boxed) {
    return this.#lay(usual(box), (table) => sit(table, 0, settings.name));
  }

  /** A table at which anybody may sit down. */
  forAnybody(box: Boxed) {
    return this.#lay({ ...usual(box), public: true }, (table) => sit(table, 0, settings.name));
  }

  /** A table for oneself alone, begun. */
  alone(wanted: NewTable) {
    return this.#lay(wanted, async (table) => {
      await sit(table, 0, settings.name);
      await table.ask({ do: 'begin' });
    });
  }

  /** The puzzle of a day, begun: today's first table is one's attempt, to which one comes back until it is over. */
  puzzle(day = '') {
    return this.#go(async () => {
      const { table, state, places } = await house.layPuzzle(day);
      if (state !== 'laid') return table;
      return at(table, async (laid) => {
        if (!places[0]!.person) await sit(laid, 0, settings.name);
        await laid.ask({ do: 'begin' });
      });
    });
  }

  #lay(wanted: NewTable, then: (table: Table) => Promise<unknown>) {
    return this.#go(() => lay(wanted, then));
  }

  async #go(laid: () => Promise<string>) {
    this.busy = true;
    this.no = '';
    const timer = setTimeout(() => (this.long = true), LONG);
    try {
      router.go(`/table/${await laid()}`);
    } catch (no) {
      this.no = no instanceof Refusal ? no.message : ((no as { why?: string }).why ?? t('front.no-house'));
    } finally {
      clearTimeout(timer);
      this.busy = this.long = false;
    }
  }
}

const usual = (box: Boxed): NewTable => ({ game: box.game, seats: usualSeats(box) });
