// Sitting at a table: with whose eyes one looks, what one has half chosen, and which moment of the past one looks at.
import { GAMES, type Happening } from '../boards/board';
import { History, type Line } from './history.svelte';
import { acting } from './match';
import { whole } from './status';
import type { No, Table } from './table.svelte';
import type { Choice, Sight, State } from './types';

type View = Record<string, unknown>;

const NONE: never[] = [];

export class Sitting {
  history: History;
  /** With whose eyes one looks: a seat's name, or `spectator`. */
  eyes = $state('');
  /** Whether the eyes are another person's than before, who has not said yet that nobody else looks. */
  curtain = $state(false);
  refused = $state.raw<No | null>(null);
  pointed = $state.raw<Choice | null>(null);
  asked = $state<string | null>(null);
  act = $state<string | null>(null);
  /** The choices of what is chosen on the board, a piece for example; nothing when nothing is. */
  held = $state.raw<Choice[]>(NONE);
  /** Grows when one lets go of what is half chosen on the board. */
  letgo = $state(0);
  past = $state.raw<{ number: number; view: View } | null>(null);
  busy = $state(false);
  /** Whether one has confirmed something since one sat down here. */
  begun = $state(false);
  /** Asked before a turn is confirmed: whether it is to be. */
  guard: () => Promise<boolean> = async () => true;
  #weighing = false;
  /** Over when what was asked of the house is answered. */
  #asked: Promise<void> = Promise.resolve();
  /** What had been shown moving when one went to look at the past. */
  #moved: Happening[] | null = null;

  constructor(readonly table: Table) {
    this.history = new History(table.name);
    if (table.state) this.#hear(table.state, true);
    table.onstate = (state, back) => this.#hear(state, back);
  }

  get sight(): Sight | null {
    return this.table.sight(this.eyes);
  }

  get draft(): string[] {
    return this.sight?.draft ?? NONE;
  }

  /** Whether it is for these eyes to choose, or to confirm. */
  get mayAct(): boolean {
    const { sight, table } = this;
    if (!sight || table.state?.ending || table.about!.places[table.number(this.eyes)]?.bot) return false;
    return Boolean(sight.moves.length || sight.draft?.length);
  }

  get whole(): boolean {
    return this.mayAct && whole(this.sight!, this.table.about?.game);
  }

  /** What may be chosen now; what comes after a whole draft is not to be chosen before it is confirmed. */
  get choices(): Choice[] {
    const single = GAMES[this.table.about?.game ?? '']?.single && this.draft.length;
    return this.mayAct && !this.past && !single ? (this.sight?.choices ?? NONE) : NONE;
  }

  /** The choices that are still open: those of what is chosen on the board, or all. */
  get left(): Choice[] {
    const { choices, held } = this;
    return choices.length && held.length ? held : choices;
  }

  /** What is to be shown moving: nothing in the past, and nothing twice after coming back from it. */
  get events(): Happening[] {
    const news = this.table.news[this.eyes] ?? NONE;
    return this.past || news === this.#moved ? NONE : news;
  }

  /** The choices of the draft, as lines that are not in the log yet. */
  get drafted(): Line[] {
    const moves = this.table.about?.moves ?? 0;
    const events = (this.sight?.events ?? []) as Happening[];
    return this.draft.map((_, step) => ({
      number: moves + step,
      events: events.filter((event) => event.n === moves + step),
      view: null,
    }));
  }

  choose(move: string) {
    void this.replace([...this.draft, move]);
  }

  takeBack() {
    if (this.draft.length) void this.replace(this.draft.slice(0, -1));
  }

  /** A choice that comes before the last was answered waits for the answer: what it is chosen from is there already. */
  async replace(moves: string[]): Promise<void> {
    while (this.busy) await this.#asked;
    return this.try(() => this.table.draft(this.eyes, moves));
  }

  /** Confirm the draft, `anyway` without asking whether it is to be. */
  async confirm(anyway = false): Promise<void> {
    while (this.busy) await this.#asked;
    if (!this.whole || !(anyway || (await this.#guarded())) || !this.whole) return;
    this.begun = true;
    await this.try(() => this.table.confirm(this.eyes));
  }

  async #guarded(): Promise<boolean> {
    if (this.#weighing) return false;
    this.#weighing = true;
    try {
      return await this.guard();
    } finally {
      this.#weighing = false;
    }
  }

  /** Ask the house for something; what it refuses stands in the status line. */
  async try(what: () => Promise<unknown>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.refused = this.pointed = null;
    let answered = () => {};
    this.#asked = new Promise((done) => (answered = done));
    try {
      await what();
    } catch (no) {
      this.refuse(no);
      this.letgo += 1; // what was put somewhere goes back
    } finally {
      this.busy = false;
      answered();
    }
  }

  /** Say something aloud, where the game knows of that. */
  async say(signal: string): Promise<void> {
    try {
      await this.table.ask({ do: 'signal', seat: this.table.number(this.eyes), signal });
    } catch (no) {
      this.refuse(no);
    }
  }

  refuse(no: unknown) {
    this.refused = no instanceof Error ? { why: no.message, rule: null } : (no as No);
  }

  release() {
    this.refused = this.pointed = null;
    this.past = null;
    this.letgo += 1;
  }

  /** Look at a moment of the past. */
  async show(number: number): Promise<void> {
    if (number < 0 || number >= this.history.lines.length) return;
    try {
      const view = await this.history.view(number);
      if (!view) return;
      this.#moved = this.table.news[this.eyes] ?? null;
      this.past = { number, view };
    } catch (no) {
      this.refuse(no);
    }
  }

  #hear(state: State, back: boolean) {
    const first = Object.keys(state.seats)[0];
    if (!first) return;
    const before = this.eyes;
    this.eyes = acting(state, before) ?? (before in state.seats ? before : first);
    const changed = this.eyes !== before;
    const secrets = GAMES[state.about.game]?.secrets ?? true;
    if (changed && secrets && state.you.length > 1) this.curtain = true;
    // Somebody coming or going is no news for who reads why something cannot be.
    if (back || state.about.entries !== this.table.state?.about.entries) this.refused = null;
    if (this.past && this.past.number >= state.about.moves) this.past = null;
    const again = back || (changed && secrets);
    if (again) void this.history.load(this.eyes === 'spectator' ? '' : this.eyes).catch((no) => this.refuse(no));
    this.history.tell(state.about.moves, state.seats[this.eyes]!.events as Happening[]);
  }
}
