// Trying a position: a game as it begins, as one lays it out, or a record that one brings; then played on for all seats.
import { router } from '../router.svelte';
import { settings } from '../settings.svelte';
import { house } from './house';
import { sit } from './seating';
import { Sketching, type SetUp } from './sketching.svelte';
import { Study } from './study.svelte';
import { Table } from './table.svelte';
import type { Beginning, Terms } from './types';

export type { SetUp };

/** Games that are laid out bit by bit, with what is not whole yet. */
const SKETCHED = ['end-of-line'];
/** Words by which chance acts. */
const WORDS = 'sobremesa';
/** What a game is set up from where its first position is none that can be. */
const BARE: Record<string, SetUp> = { 'shut-the-lines': { plan: 1 }, outspeed: { turn: 1 } };

export class Trying {
  study = $state.raw<Study | null>(null);
  /** Whether the position is being laid out: chance waits, and nothing is played. */
  editing = $state(false);
  /** What is laid out bit by bit; nothing where a game is laid out whole. */
  sketching = $state.raw<Sketching | null>(null);
  /** Whether one chooses what chance brings. */
  choosing = $state(false);
  why = $state('');
  busy = $state(false);
  /** How many positions were asked for, and which of them is shown: an answer that comes late shows none older. */
  #asked = 0;
  #shown = 0;
  /** What was agreed on last, or is still being asked for: laying out goes on from that. */
  #agreed: Promise<boolean> = Promise.resolve(true);

  /** What lies there, as it could be set up. */
  get data(): SetUp | null {
    const told = this.study?.told;
    return (told?.set_up ?? null) as SetUp | null;
  }

  /** Whether this game can be laid out by hand. */
  get mayEdit(): boolean {
    const told = this.study?.told;
    if (told && SKETCHED.includes(told.game)) return told.options.mode !== 'classic';
    return Boolean(told && (told.set_up || told.game in BARE));
  }

  get #chance(): string {
    return this.editing || this.choosing ? '' : WORDS;
  }

  /** A game as it begins. */
  begin(game: string, seats: number, options: Beginning['options'] = {}): Promise<boolean> {
    this.editing = false;
    this.sketching = null;
    return (this.#agreed = this.#come({ game, seats, options }));
  }

  /** Take the terms that the server is being asked for, if it gives any: what is asked for meanwhile comes after them. */
  agree(asked: Promise<Terms | null>): Promise<boolean> {
    const done = asked.then((terms) => !!terms && this.#take(terms.seats, terms.chosen));
    this.#agreed = done.catch(() => false);
    return done;
  }

  /** Another number of seats, or other rules: from the beginning, or as one lays it out. */
  #take(seats: number, options: Beginning['options']): Promise<boolean> {
    const { game, seats: before } = this.study!.told!;
    if (this.editing && this.sketching) return this.sketching.agree(seats, options);
    if (this.editing && this.data && before.length === seats) return this.edit(this.data, options);
    return this.begin(game, seats, options);
  }

  /** Lay out what lies there now, bit by bit, or go on with what one had begun. */
  async #sketch(): Promise<boolean> {
    const study = this.study!;
    if (!study.told!.set_up && !study.told!.over) await study.again({ chance: WORDS }); // what chance is to bring comes first
    const { game, seats, options, set_up } = study.told!;
    const sketching = new Sketching();
    if (!(await sketching.open({ game, seats: seats.length, options, set_up: set_up ?? {} }))) {
      this.why = sketching.refused;
      return false;
    }
    this.sketching = sketching;
    return (this.editing = true);
  }

  /** Go on with what one had begun to lay out before. */
  async resume(game: string): Promise<void> {
    const [sketching, kept] = [new Sketching(), Sketching.kept(game)];
    if (!kept || !(await sketching.again(kept))) this.why = sketching.refused;
    else [this.sketching, this.editing] = [sketching, true];
  }

  /** Lay out what lies there now, or something else of the same game; whether that can be. */
  async edit(set_up: SetUp | null = null, options: Beginning['options'] | null = null): Promise<boolean> {
    if (!this.editing) await this.#agreed;
    const { game, seats, options: agreed } = this.study!.told!;
    if (SKETCHED.includes(game)) return this.#sketch();
    const was = this.editing;
    this.editing = true;
    const done = await this.#come({
      game,
      seats: seats.length,
      options: options ?? agreed,
      set_up: set_up ?? this.data ?? BARE[game]!,
    });
    if (!done) this.editing = was;
    return done;
  }

  /** Play from what was laid out. */
  async play(): Promise<void> {
    this.editing = false;
    const laid = this.sketching?.told;
    if (!laid) return this.study!.again({ chance: this.#chance });
    const { game, seats, options, set_up } = laid;
    if (await this.#come({ game, seats: seats.length, options, set_up })) this.sketching = null;
    else this.editing = true;
  }

  /** Whether chance waits for what one lets it bring. */
  async choose(choosing: boolean): Promise<void> {
    this.choosing = choosing;
    await this.study!.again({ chance: this.#chance });
  }

  /** A record, from its end. */
  async bring(text: string): Promise<void> {
    this.editing = false;
    await this.#try(async () => {
      const { begin, moves } = await house.bringRecord(text);
      const study = new Study(begin, { chance: this.#chance });
      await study.follow(moves);
      if (study.refused) throw new Error(study.refused);
      this.study = study;
    });
  }

  /** Go on at a table, against bots. */
  async playOn(seat: string, bot: string): Promise<void> {
    await this.#try(async () => {
      const made = await house.playStudy({ study: this.study!.asked, seat, bot });
      const table = new Table(made.table);
      const number = made.places.findIndex((place) => place.seat === seat);
      try {
        await sit(table, number, settings.name);
        await table.ask({ do: 'begin' });
      } finally {
        table.close();
      }
      router.go(`/table/${made.table}`);
    });
  }

  /** Another position, if the house takes it; otherwise all stays as it was, and it is said why. */
  #come(begin: Beginning): Promise<boolean> {
    return this.#try(async () => {
      const number = ++this.#asked;
      const study = new Study(begin, { chance: this.#chance });
      await study.start();
      if (study.refused) throw new Error(study.refused);
      if (number < this.#shown) return;
      this.#shown = number;
      this.study = study;
    });
  }

  async #try(what: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    this.why = '';
    try {
      await what();
      return true;
    } catch (no) {
      this.why = (no as Error).message;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
