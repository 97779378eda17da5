// A position that is laid out bit by bit: the house says what can follow, and why it cannot be played yet. Nothing that one
// has laid is lost because it is not whole; it is also there after the page was left.
import { settings } from '../settings.svelte';
import { ask } from './house';
import type { NewSketch, Sketched } from './types';

export type SetUp = Record<string, unknown>;

/** Parts that the house finds, as long as nobody has said them: the turn is several. */
const FOUND: Record<string, string[]> = {
  round: ['round'],
  order: ['order'],
  mover: ['mover'],
  turn: ['spends', 'to_lay', 'back', 'crossing'],
};
export type Part = 'round' | 'order' | 'mover' | 'turn';
const ALL = Object.keys(FOUND) as Part[];

export interface Saying {
  /** Parts that are said with a change, and stay so. */
  says?: Part[];
  /** Parts that the house is to find again. */
  finds?: Part[];
}

interface Kept {
  begin: NewSketch;
  found: Part[];
}

export class Sketching {
  /** What the house told last. */
  told = $state.raw<Sketched | null>(null);
  /** Why the last change was not made. */
  refused = $state('');
  #past = $state.raw<{ told: Sketched; found: Part[] }[]>([]);
  #found: Part[] = [];
  #asked: Promise<unknown> = Promise.resolve();

  get mayUndo(): boolean {
    return this.#past.length > 0;
  }

  /** Lay out a game as it lies; what lies nowhere yet leaves the rest to be found. */
  open(begin: NewSketch): Promise<boolean> {
    return this.#then(async () => {
      await this.#lay(begin, []);
      const { lines } = this.told!.set_up as { lines: Record<string, { cards: unknown[] }> };
      if (Object.values(lines).every(({ cards }) => !cards.length)) this.#found = ALL;
      this.#keep();
    });
  }

  /** Go on with what was laid out before the page was left. */
  again({ begin, found }: Kept): Promise<boolean> {
    return this.#then(() => this.#lay(begin, found));
  }

  /** Change what lies there, from what lies there when it comes to it. */
  change(how: (set_up: SetUp) => SetUp, { says = [], finds = [] }: Saying = {}): Promise<boolean> {
    return this.#then(async () => {
      const found = [...this.#found.filter((part) => !says.includes(part)), ...finds];
      const { game, seats, options, set_up } = this.told!;
      await this.#lay({ game, seats: seats.length, options, set_up: how(structuredClone(set_up)) }, found);
    });
  }

  /** The same for other seats or by other rules; for as many as before what lies there stays. */
  agree(seats: number, options: NewSketch['options']): Promise<boolean> {
    return this.#then(async () => {
      const { game, seats: before, set_up } = this.told!;
      const same = before.length === seats;
      await this.#lay({ game, seats, options, set_up: same ? set_up : {} }, same ? this.#found : ALL);
    });
  }

  /** Begin with an empty area. */
  clear(): Promise<boolean> {
    return this.change(() => ({}), { finds: ALL });
  }

  /** The same in the language that is read now. */
  retell(): Promise<boolean> {
    return this.#then(async () => {
      const { game, seats, options, set_up } = this.told!;
      this.told = await this.#ask({ game, seats: seats.length, options, set_up });
    });
  }

  undo() {
    const last = this.#past.at(-1);
    if (!last) return;
    this.#past = this.#past.slice(0, -1);
    [this.told, this.#found, this.refused] = [last.told, last.found, ''];
    this.#keep();
  }

  /** What was laid out of a game before the page was left. */
  static kept(game: string): Kept | null {
    try {
      return JSON.parse(sessionStorage.getItem(`sketch-${game}`) ?? 'null');
    } catch {
      return null; // storage is shut, or holds something else
    }
  }

  async #lay(begin: NewSketch, found: Part[]): Promise<void> {
    const left = found.flatMap((part) => FOUND[part]!);
    const set_up = Object.fromEntries(Object.entries(begin.set_up ?? {}).filter(([part]) => !left.includes(part)));
    const told = await this.#ask({ ...begin, set_up });
    if (this.told) this.#past = [...this.#past, { told: this.told, found: this.#found }];
    [this.told, this.#found] = [told, found];
    this.#keep();
  }

  #ask(wanted: NewSketch): Promise<Sketched> {
    return ask<Sketched>('POST', '/api/study/sketch', { ...wanted, language: settings.language });
  }

  #keep() {
    const { game, seats, options, set_up } = this.told!;
    const kept: Kept = { begin: { game, seats: seats.length, options, set_up }, found: this.#found };
    try {
      sessionStorage.setItem(`sketch-${game}`, JSON.stringify(kept));
    } catch {
      // a browser that keeps nothing
    }
  }

  /** One change after the other; one that the house does not take leaves everything as it was. */
  #then(what: () => Promise<void>): Promise<boolean> {
    const next = this.#asked.then(async () => {
      this.refused = '';
      try {
        await what();
        return true;
      } catch (no) {
        this.refused = (no as Error).message;
        return false;
      }
    });
    this.#asked = next;
    return next;
  }
}
