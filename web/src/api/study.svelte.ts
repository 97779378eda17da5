// A position that one plays with, without a table: the house says what may be chosen and what follows, and keeps nothing.
// What was played is a line of choices, along which one goes back and on; playing otherwise begins a branch.
import type { Happening } from '../boards/board';
import { settings } from '../settings.svelte';
import { ask } from './house';
import type { Beginning, Choice, NewStudy, Played, Studied } from './types';

export const CHANCE = 'chance';
const NONE: never[] = [];

export interface How {
  /** With whose eyes one looks: a seat, `everyone`, or nothing for whoever is to choose. */
  eyes?: string;
  /** Words that chance is made of; without any it waits for what one lets it bring. */
  chance?: string;
}

export class Study {
  /** What the house told last. */
  told = $state.raw<Studied | null>(null);
  /** What has just happened, to be shown moving. */
  events = $state.raw<Happening[]>(NONE);
  /** Every choice of the branch, also those after the one that is shown. */
  line = $state.raw<Played[]>(NONE);
  /** After how many of them one looks. */
  at = $state(0);
  /** Why something was not done, in a sentence. */
  refused = $state('');
  busy = $state(false);
  /** Grows when what is half chosen on the board is to be let go. */
  letgo = $state(0);
  eyes = $state('');
  chance = $state('');
  #answers = new Map<string, Studied>();
  /** What was chosen after a line of choices, in whichever branch. */
  #tried = new Map<string, Played[]>();
  #asked: Promise<unknown> = Promise.resolve();
  #number = 0;

  constructor(
    readonly begin: Beginning,
    { eyes = '', chance = '' }: How = {},
  ) {
    this.eyes = eyes;
    this.chance = chance;
  }

  /** The seat that chooses now, of those that are awaited: the one looked with, or the first. */
  get acting(): string | null {
    const seats = this.told?.awaited.filter((seat) => seat !== CHANCE) ?? NONE;
    return seats.find((seat) => seat === this.told!.eyes) ?? seats[0] ?? null;
  }

  /** What that seat may choose. */
  get choices(): Choice[] {
    return (this.acting && this.told?.choices[this.acting]) || NONE;
  }

  /** What was chosen from here before: the next choice of each branch. */
  get branches(): Played[] {
    return this.#tried.get(key(this.line.slice(0, this.at))) ?? NONE;
  }

  get mayGoBack(): boolean {
    return this.#before() >= 0;
  }

  get mayGoOn(): boolean {
    return this.at < this.line.length;
  }

  /** Show the position where it begins. */
  start(): Promise<void> {
    return this.#then(() => this.#show(NONE, null));
  }

  /** Everything that was played, written as `red: De2-e3`; one looks at the end of it. */
  follow(moves: string[]): Promise<void> {
    const line = moves.map((text) => {
      const [seat, move] = text.split(/: (.*)/);
      return { seat: seat!, move: move! };
    });
    return this.#then(() => this.#show(line, null));
  }

  /** What is shown, as the house is asked for it. */
  get asked(): NewStudy {
    return this.#asking(this.line.slice(0, this.at));
  }

  /** Ask again for what is shown: in another language, with other eyes. */
  again(how: How = {}): Promise<void> {
    this.eyes = how.eyes ?? this.eyes;
    this.chance = how.chance ?? this.chance;
    return this.#then(() => this.#show(this.line.slice(0, this.at), null));
  }

  /** Choose something for a seat, or for chance; whether it was done. */
  async play(move: string, seat: string | null = null): Promise<boolean> {
    const before = this.#number;
    await this.#then(async () => {
      const whose = seat ?? this.acting ?? CHANCE;
      const line = this.line.slice(0, this.at);
      await this.#show([...line, { seat: whose, move }], line.length);
    });
    return this.#number !== before && !this.refused;
  }

  /** Several choices, one after the other. */
  async playAll(moves: string[]): Promise<void> {
    for (const move of moves) if (!(await this.play(move))) return;
  }

  /** To the position after so many choices of the line. */
  go(to: number): Promise<void> {
    return this.#then(async () => {
      const at = Math.min(Math.max(0, to), this.line.length);
      await this.#show(this.line.slice(0, at), at > this.at ? this.at : null);
    });
  }

  /** One choice of somebody back; what chance made of it goes with it. */
  back(): Promise<void> {
    return this.mayGoBack ? this.go(this.#before()) : Promise.resolve();
  }

  /** One choice on, as it was played before. */
  on(): Promise<void> {
    return this.go(this.at + 1);
  }

  release() {
    this.refused = '';
    this.letgo += 1;
  }

  /** Where the last choice that is not left to chance was made; -1 before the first. */
  #before(): number {
    const person = ({ seat }: Played) => !this.chance || seat !== CHANCE;
    return this.line.slice(0, this.at).findLastIndex(person);
  }

  /** What is asked while an answer is awaited comes after it. */
  #then(what: () => Promise<void>): Promise<void> {
    const next = this.#asked.then(what);
    this.#asked = next.catch(() => undefined);
    return next;
  }

  /** The position after these choices; what happened from a number on is shown moving. */
  async #show(line: Played[], since: number | null): Promise<void> {
    this.busy = true;
    this.refused = '';
    try {
      const told = await this.#ask(line, since);
      const on = this.line.slice(0, told.played.length);
      if (key(on) !== key(told.played)) this.line = told.played;
      told.played.forEach((each, number) => this.#remember(told.played.slice(0, number), each));
      this.at = told.played.length;
      this.events = since === null ? NONE : ([...told.events] as Happening[]);
      this.told = told;
      this.#number += 1;
    } catch (no) {
      this.refused = (no as Error).message;
      this.letgo += 1; // what was put somewhere goes back
    } finally {
      this.busy = false;
    }
  }

  #asking(line: Played[]): NewStudy {
    const { begin, chance } = this;
    return { begin, moves: line.map(({ seat, move }) => `${seat}: ${move}`), chance };
  }

  async #ask(line: Played[], since: number | null): Promise<Studied> {
    const { eyes } = this;
    const asked: NewStudy = {
      ...this.#asking(line),
      eyes,
      since: since ?? line.length,
      language: settings.language,
    };
    const body = JSON.stringify(asked);
    const known = this.#answers.get(body);
    if (known) return known;
    const told = await ask<Studied>('POST', '/api/study', asked);
    this.#answers.set(body, told);
    return told;
  }

  #remember(line: Played[], next: Played) {
    const before = key(line);
    const tried = this.#tried.get(before) ?? [];
    if (!tried.some(({ seat, move }) => seat === next.seat && move === next.move))
      this.#tried.set(before, [...tried, next]);
  }
}

function key(line: Played[]): string {
  return line.map(({ seat, move }) => `${seat}: ${move}`).join('\n');
}
