// A match looked at again: asked for once, then heard of until it is done. Rows come a hundred at a time.
import { settings } from '../settings.svelte';
import { ask, asGuest } from './house';
import type { Analysed, NewStudy, Opinion, Weighed } from './types';

/** Milliseconds from one question how far it is to the next. */
const EVERY = 900;
const GOING = ['waiting', 'going'];

export class Analysis {
  told = $state.raw<Omit<Analysed, 'rows'> | null>(null);
  /** One for each move that has been looked at, in order. */
  rows = $state.raw<Weighed[]>([]);
  why = $state('');
  busy = $state(false);
  #timer = 0;
  /** Grows when what was asked before is of no interest any more. */
  #number = 0;

  constructor(readonly table: string) {}

  get going(): boolean {
    return GOING.includes(this.told?.state ?? '');
  }

  /** What has been found already, if anybody asked; in the reader's language. */
  find(): Promise<void> {
    return this.#anew(() => this.#read(0));
  }

  /** Have the match looked at. */
  begin(): Promise<void> {
    return this.#anew(() => asGuest(() => this.#ask('POST', 0)));
  }

  stop(): Promise<void> {
    return this.#anew(() => asGuest(() => this.#ask('DELETE', 0)));
  }

  close() {
    this.#number += 1;
    clearTimeout(this.#timer);
  }

  async #anew(asked: () => Promise<Analysed>): Promise<void> {
    this.close();
    const number = this.#number;
    this.busy = true;
    this.why = '';
    try {
      const found = await asked();
      if (number !== this.#number) return;
      this.rows = [];
      await this.#take(found, number);
    } catch (no) {
      if (number === this.#number) this.why = (no as Error).message;
    } finally {
      if (number === this.#number) this.busy = false;
    }
  }

  /** What was told, then what there is beyond it; and again after a while, as long as it goes on. */
  async #take(found: Analysed, number: number): Promise<void> {
    for (;;) {
      const { rows, ...told } = found;
      this.rows = [...this.rows, ...rows];
      this.told = told;
      if (this.rows.length >= told.done || !rows.length) break;
      found = await this.#read(this.rows.length);
      if (number !== this.#number) return;
    }
    if (this.going) this.#timer = window.setTimeout(() => void this.#more(number), EVERY);
  }

  async #more(number: number): Promise<void> {
    try {
      const found = await this.#read(this.rows.length);
      if (number === this.#number) await this.#take(found, number);
    } catch {
      if (number === this.#number) this.#timer = window.setTimeout(() => void this.#more(number), 4 * EVERY);
    }
  }

  #read(since: number): Promise<Analysed> {
    return this.#ask('GET', since);
  }

  #ask(method: string, since: number): Promise<Analysed> {
    const more = new URLSearchParams({ language: settings.language, ...(since ? { since: String(since) } : {}) });
    return ask<Analysed>(method, `/api/tables/${this.table}/analysis?${more}`);
  }
}

/** What the house thinks of a branch. */
export function opinionOf(study: NewStudy): Promise<Opinion> {
  return ask<Opinion>('POST', '/api/study/opinion', study);
}
