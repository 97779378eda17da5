// One's tables, those that wait first: what the house knows of them, and what one asks of it. What is refused is told in
// its sentence.
import { Doing } from './doing.svelte';
import { ask, beKnown } from './house';
import { hindrance, subscribe, unsubscribe } from './push';

/** A table at which one sits. */
export interface MyTable {
  table: string;
  game: string;
  /** Of the others. */
  names: string[];
  state: 'laid' | 'playing';
  /** By correspondence, for each turn; else 0. */
  days: number;
  waits: boolean;
  since: number | null;
  /** By correspondence, when one's time is used up; null while the clock stands. */
  until: number | null;
}

export interface Away {
  begins: number;
  ends: number;
}

/** How one is told, and when one is away. */
export interface Told {
  key: string;
  here: boolean;
  browsers: number;
  letters: boolean;
  email: string;
  /** Whether this house can write to people. */
  post: boolean;
  away: Away[];
  /** Days of vacation left this year. */
  left: number;
  /** What time it is by the house's clock. */
  now: number;
}

/** How many tables wait, and the next of them: on every page. */
class Waiting {
  count = $state(0);
  /** Nothing where none does. */
  next = $state('');

  /** Before a page's title. */
  get badge(): string {
    return this.count ? `(${this.count}) ` : '';
  }

  /** Look again; whoever is at a table already wants the one after it. */
  async look(after = '') {
    try {
      const query = after && `?${new URLSearchParams({ after })}`;
      const found = await ask<{ table: string; waiting: number }>('GET', `/api/turns/next${query}`);
      this.count = found.waiting;
      this.next = found.table;
    } catch {
      // the house is away: what is known stays
    }
  }
}

export const waiting = new Waiting();

export class Turns extends Doing {
  /** Nothing while they are not known yet. */
  tables = $state.raw<MyTable[] | null>(null);
  told = $state.raw<Told | null>(null);

  constructor() {
    super();
    this.begin();
  }

  async look() {
    await beKnown();
    this.tables = await ask<MyTable[]>('GET', '/api/turns');
    this.told = await ask<Told>('GET', '/api/turns/told');
    await waiting.look();
  }

  bePushed() {
    return this.do('push', async () => {
      const given = await subscribe(this.told!.key);
      if (given) await ask('POST', '/api/turns/push', given);
    });
  }

  beLeftAlone() {
    return this.do('push', async () => {
      await ask('POST', '/api/turns/push/remove', {});
      if (!hindrance()) await unsubscribe();
    });
  }

  setLetters(wanted: boolean) {
    return this.do('letters', () => ask('POST', '/api/turns/letters', { wanted }));
  }

  goAway(first: string, last: string) {
    return this.do('vacation', () => ask('POST', '/api/turns/vacation', { first, last }));
  }

  comeBack(begins: number) {
    return this.do('vacation', () => ask('POST', '/api/turns/vacation/end', { begins }));
  }
}
