// The coach who looks over one's shoulder, where the table allows it: hints when asked, and a word before one gives
// much away. All of it comes from the house, which knows no more than one's seat.
import { ask } from './house';
import type { Sitting } from './sitting.svelte';
import type { Hint, Readiness, Warned } from './types';

/** How long a confirmed turn waits for the coach, in ms: who is late is not heard. */
const PATIENCE = 1000;
/** After how many ms a coach that is getting ready is looked for again. */
const AGAIN = 3000;

export class Coaching {
  /** What the coach said last, and of which choice and after which draft it was asked. */
  told = $state.raw<{ hint: Hint; at: string; draft: string[] } | null>(null);
  busy = $state(false);
  /** Why there is no hint, in a sentence. */
  failed = $state('');
  warned = $state.raw<Warned | null>(null);
  /** Whether it could answer: what it thinks with may have to be compiled first. */
  ready = $state(true);
  #weighed: { key: string; warned: Promise<Warned | null> } | null = null;

  constructor(readonly sitting: Sitting) {
    sitting.guard = () => this.#fine();
  }

  /** Whether one plays here with these eyes and may have a coach. */
  get allowed(): boolean {
    const { table, eyes } = this.sitting;
    const about = table.about!;
    const place = about.places[table.number(eyes)];
    return about.state === 'playing' && !!about.manner.coach && !about.attempt && !!place && !place.bot && !place.gone;
  }

  get on(): boolean {
    const { table, eyes } = this.sitting;
    return this.allowed && !!table.about!.places[table.number(eyes)]!.coach;
  }

  /** What the coach said of what is to be chosen now; nothing once it is no longer about that. */
  get hint(): Hint | null {
    return this.on && this.sitting.mayAct && this.#left ? this.told!.hint : null;
  }

  /** The move to point out on the board. */
  get move(): string | null {
    return this.hint ? (this.#left![0] ?? null) : null;
  }

  /** What is left of the coach's turn after what one has drafted; null if one went another way, or the match went on. */
  get #left(): string[] | null {
    const { told, sitting } = this;
    if (!told || told.at !== this.#at) return null;
    const line = [...told.draft, ...(told.hint.moves ?? [])];
    const { draft } = sitting;
    if (draft.length < told.draft.length || draft.some((move, step) => move !== line[step])) return null;
    const left = line.slice(draft.length);
    return left.length || !told.hint.moves?.length ? left : null;
  }

  /** Which choice of which seat is to be made: the same while others choose at the same time, another after an undo. */
  get #at(): string {
    const { table, eyes, sight } = this.sitting;
    return `${eyes} ${sight?.choice} ${table.about!.entries - table.about!.moves}`;
  }

  /** Have the coach get ready, and look again until it is; what comes back ends that. */
  prepare(): () => void {
    const { table, eyes } = this.sitting;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const look = async () => {
      try {
        const asked = new URLSearchParams({ seat: eyes });
        const { ready } = await ask<Readiness>('GET', `/api/tables/${table.name}/coach?${asked}`);
        if (!over) this.ready = ready;
      } catch {
        this.ready = true; // whoever asks it something is told what is wrong
      }
      if (!over && !this.ready) timer = setTimeout(() => void look(), AGAIN);
    };
    void look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }

  async switch(on: boolean): Promise<void> {
    const { table, eyes } = this.sitting;
    this.dismiss();
    try {
      await table.ask({ do: 'coach', seat: table.number(eyes), on });
    } catch (no) {
      this.sitting.refuse(no);
    }
  }

  /** Ask for a hint: first where to look; once that was said, what to choose. */
  async ask(): Promise<void> {
    if (this.busy || !this.on) return;
    const { table, eyes, draft } = this.sitting;
    const step = this.hint ? '2' : '1';
    const at = this.#at;
    this.busy = true;
    this.failed = '';
    try {
      const asked = new URLSearchParams({ seat: eyes, step });
      const hint = await ask<Hint>('GET', `/api/tables/${table.name}/hint?${asked}`);
      this.told = { hint, at, draft: [...draft] };
    } catch (no) {
      this.failed = (no as Error).message;
    } finally {
      this.busy = false;
    }
  }

  dismiss() {
    this.told = null;
    this.failed = '';
  }

  /** Let the coach look at a draft that could be confirmed, so that its word is there when it is. */
  look() {
    const { table, eyes, draft } = this.sitting;
    const key = `${this.#at} ${draft.join(' ')}`;
    if (this.#weighed?.key === key) return;
    const asked = ask<Warned>('POST', `/api/tables/${table.name}/weigh`, { seat: eyes, moves: draft });
    this.#weighed = { key, warned: asked.catch(() => null) }; // without a word from the coach one plays on
  }

  /** Whether nothing is to be said against the draft, or nothing was said in time. */
  async #fine(): Promise<boolean> {
    if (!this.on) return true;
    this.look();
    const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
    const warned = await Promise.race([this.#weighed!.warned, late]);
    if (!warned?.warning) return true;
    this.warned = warned;
    return false;
  }

  playOn() {
    this.warned = null;
    void this.sitting.confirm(true);
  }

  /** What the coach would choose, as a draft: to be confirmed, or changed again. */
  instead() {
    const moves = this.warned?.moves ?? [];
    this.warned = null;
    void this.sitting.replace(moves);
  }
}
