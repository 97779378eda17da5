// A table being laid from the front page, and what is to be said meanwhile.
import { Refusal } from '../api/house';
import { lay, sit } from '../api/seating';
import type { Table } from '../api/table.svelte';
import type { Boxed } from '../api/types';
import { router } from '../router.svelte';
import { settings } from '../settings.svelte';
import { t } from '../words/words';

const LONG = 3000;

/** Two, where two can play. */
export function usualSeats(box: Boxed): number {
  return box.seats.includes(2) ? 2 : box.seats[0]!;
}

export class Laying {
  busy = $state(false);
  /** Whether it takes longer than usual. */
  long = $state(false);
  no = $state('');

  /** One click to a match against the strongest bot. */
  againstBots(box: Boxed) {
    return this.#lay(box, false, async (table) => {
      await sit(table, 0, settings.name);
      await table.ask({ do: 'fill', bot: box.bots.at(-1)! });
      await table.ask({ do: 'begin' });
    });
  }

  withFriends(box: Boxed) {
    return this.#lay(box, false, (table) => sit(table, 0, settings.name));
  }

  /** A table at which anybody may sit down. */
  forAnybody(box: Boxed) {
    return this.#lay(box, true, (table) => sit(table, 0, settings.name));
  }

  async #lay(box: Boxed, open: boolean, then: (table: Table) => Promise<unknown>) {
    this.busy = true;
    this.no = '';
    const timer = setTimeout(() => (this.long = true), LONG);
    try {
      const wanted = { game: box.game, seats: usualSeats(box), public: open };
      router.go(`/table/${await lay(wanted, then)}`);
    } catch (no) {
      this.no = no instanceof Refusal ? no.message : ((no as { why?: string }).why ?? t('front.no-house'));
    } finally {
      clearTimeout(timer);
      this.busy = this.long = false;
    }
  }
}
