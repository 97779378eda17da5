// What can be agreed at a table, as the house tells it: whoever laid the table chooses, the house says what fits.
import { house, Refusal } from '../api/house';
import type { Table } from '../api/table.svelte';
import type { About, Terms } from '../api/types';

export class Agreeing {
  terms = $state.raw<Terms | null>(null);
  /** The options that were let go because they do not fit what was chosen last. */
  letGo = $state.raw<string[]>([]);
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly table: Table) {}

  /** Learn what could be agreed at the table as it is now. */
  look(about: About): Promise<void> {
    return this.#then(async () => {
      if (this.#told(about)) return;
      this.terms = await house.terms(about.game, { seats: about.places.length, options: about.options });
      this.letGo = [];
    });
  }

  /** Choose a value of an option, or the number of seats; what does not fit beside it gives way. */
  choose(name: string, value: string): Promise<void> {
    return this.#then(async () => {
      const now = this.terms!;
      const wanted =
        name === 'seats'
          ? { seats: Number(value), options: now.chosen }
          : { seats: now.seats, options: { ...now.chosen, [name]: value } };
      const told = await house.terms(this.table.about!.game, { ...wanted, first: name });
      if (told.dropped[name]) throw new Refusal(told.dropped[name], 400);
      await this.table.ask({ do: 'agree', seats: told.seats, options: told.chosen });
      this.terms = told;
      this.letGo = Object.keys(told.dropped).filter((each) => each !== 'seats');
    });
  }

  #told(about: About): boolean {
    return (
      this.terms?.seats === about.places.length &&
      this.terms.options.every((option) => about.options[option.name] === option.value)
    );
  }

  /** One thing after the other: each goes out from what the one before it led to. */
  #then(deed: () => Promise<void>): Promise<void> {
    const done = this.#last.then(deed);
    this.#last = done.catch(() => {});
    return done;
  }
}
