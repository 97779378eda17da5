// A puzzle being solved: every choice is judged by the house, a wrong turn is refuted on the board and can be tried
// again, and the house counts the first.
import type { Filter } from '../parts/puzzles/filter';
import { ask, beKnown } from './house';
import { Study } from './study.svelte';
import type { Asked, Clue, Judged, Moved } from './types';

/** Milliseconds between what was played and the answer to it, and between its steps. */
const PAUSE = 900;

const at = (id: string) => `/api/puzzles/${encodeURIComponent(id)}`;

/**
 * `play`: something is to be chosen; `show`: the house plays something on the board; `wrong`: it did not solve it;
 * `over`: it is solved, or its solution was shown.
 */
export type Phase = 'play' | 'show' | 'wrong' | 'over';

export class Solving {
  asked = $state.raw<Asked | null>(null);
  study = $state.raw<Study | null>(null);
  phase = $state<Phase>('play');
  /** What was said of the last try; nothing while it is open. */
  judged = $state.raw<Judged | null>(null);
  hint = $state.raw<Clue | null>(null);
  /** What the try that counted changed. */
  change = $state.raw<Moved | null>(null);
  /** Which of the solutions is shown. */
  shown = $state(0);
  no = $state('');
  busy = $state(false);
  #pause: number;
  #run = 0;
  /** What came of the first try here: who is nobody to the house is led on by it. */
  #came: '' | 'solved' | 'failed' = '';

  constructor(pause = PAUSE) {
    this.#pause = pause;
  }

  /** A puzzle by its id, along a list or not; or the next of a kind. */
  async come(kind: string, id = '', walk: Filter | null = null): Promise<void> {
    await this.#do(async () => {
      const after = this.asked ? `&after=${this.asked.id}&came=${this.#came}` : '';
      const along = walk ? `?show=${walk.show}&step=${walk.step}` : '';
      const asked = await ask<Asked>('GET', id ? at(id) + along : `/api/puzzles/next?kind=${kind}${after}`);
      const study = new Study({ puzzle: asked.id });
      await study.start();
      study.eyes = study.told?.eyes ?? ''; // also while the other plays
      this.#run += 1;
      [this.judged, this.hint, this.change, this.shown, this.#came] = [null, null, null, 0, ''];
      [this.asked, this.study, this.phase] = [asked, study, 'play'];
    });
  }

  /** Something was chosen on the board: what it comes to. */
  async played(): Promise<void> {
    const { study, asked } = this;
    const moves = study!.line.slice(0, study!.at).map(({ move }) => move);
    await this.#do(async () => {
      const judged = await ask<Judged>('POST', `${at(asked!.id)}/try`, { moves });
      if (asked !== this.asked || judged.state === 'open') return;
      this.#take(judged);
      if (judged.state === 'solved') this.phase = 'over';
      else if (judged.splits.length) this.phase = 'over';
      else await this.#answer(judged.refutation);
    });
  }

  /** The turn from its beginning, once more. */
  async again(): Promise<void> {
    this.#run += 1;
    this.judged = null;
    await this.study!.go(0);
    this.phase = 'play';
  }

  ask(): Promise<void> {
    return this.#do(async () => {
      this.hint = await ask<Clue>('POST', `${at(this.asked!.id)}/hint`, {});
    });
  }

  giveUp(): Promise<void> {
    return this.#do(async () => {
      this.#take(await ask<Judged>('POST', `${at(this.asked!.id)}/solution`, {}));
      await this.show(0);
    });
  }

  /** Play a solution on the board. */
  async show(number: number): Promise<void> {
    this.shown = number;
    const run = ++this.#run;
    this.phase = 'show';
    await this.study!.go(0);
    if (await this.#playAll(this.judged!.solutions[number] ?? [], run)) this.phase = 'over';
  }

  /** Nothing more is played on the board. */
  leave() {
    this.#run += 1;
  }

  /** From now on what one does is kept. */
  keep(): Promise<void> {
    return this.#do(async () => {
      await beKnown();
      this.asked = { ...this.asked!, known: true };
    });
  }

  #take(judged: Judged) {
    const { you } = this.asked!;
    this.judged = judged;
    if (judged.state !== 'open') this.#came ||= judged.state;
    if (!judged.change) return;
    this.change = judged.change;
    const solved = you.solved + (judged.state === 'solved' ? 1 : 0);
    this.asked = { ...this.asked!, you: { ...you, rating: judged.change.after, tried: you.tried + 1, solved } };
  }

  /** What the other does about it, on the board. */
  async #answer(moves: string[]) {
    const run = ++this.#run;
    this.phase = 'show';
    if (await this.#playAll(moves, run)) this.phase = 'wrong';
  }

  /** Whether nothing else was begun meanwhile. */
  async #playAll(moves: string[], run: number): Promise<boolean> {
    for (const move of moves) {
      await new Promise((done) => setTimeout(done, this.#pause));
      if (run !== this.#run || !(await this.study!.play(move))) return false;
    }
    return run === this.#run;
  }

  async #do(what: () => Promise<void>) {
    this.busy = true;
    this.no = '';
    try {
      await what();
    } catch (no) {
      this.no = (no as Error).message;
    } finally {
      this.busy = false;
    }
  }
}
