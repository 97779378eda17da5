// Lessons: which there are and which one has done, and one that is being played. What is right is known to the house alone.
import { settings } from '../settings.svelte';
import { ask, Refusal } from './house';
import { Study } from './study.svelte';
import type { Chosen, Course, Followed, Titled } from './types';

const KEPT = 'sobremesa-lessons';
const PAUSE = 650;

/** By its id each lesson that was done in this browser by who is nobody to the house, with what they chose: the house
 * follows it again when it knows them. */
type Kept = Record<string, string[]>;

function kept(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    return found && typeof found === 'object' && !Array.isArray(found) ? (found as Kept) : {};
  } catch {
    return {};
  }
}

function keep(all: Kept) {
  try {
    if (Object.keys(all).length) localStorage.setItem(KEPT, JSON.stringify(all));
    else localStorage.removeItem(KEPT);
  } catch {
    // a browser that keeps nothing
  }
}

const pathOf = (game: string, id: string) => `/api/lessons/${game}/${id}`;

const isKnown = async () => !!(await ask<{ name: string }>('GET', '/api/guests/me')).name;

/** The lessons of all games, and how far one has come. */
export class Courses {
  all = $state.raw<Course[] | null>(null);
  done = $state.raw<ReadonlySet<string>>(new Set());
  no = $state('');

  of(game: string): Course | null {
    return this.all?.find((each) => each.game === game) ?? null;
  }

  /** The first lesson of a game that is not done, counted from 1; the first one when all are. */
  next(course: Course): number {
    return 1 + Math.max(0, this.#undone(course));
  }

  learnt(course: Course): number {
    return course.lessons.filter(({ id }) => this.done.has(id)).length;
  }

  #undone(course: Course): number {
    return course.lessons.findIndex(({ id }) => !this.done.has(id));
  }

  async look(): Promise<void> {
    this.no = '';
    try {
      this.all = await ask<Course[]>('GET', `/api/lessons?language=${settings.language}`);
      const told = this.all.flatMap(({ lessons }) => lessons.filter(({ done }) => done).map(({ id }) => id));
      const own = kept();
      this.done = new Set([...told, ...Object.keys(own)]);
      if (Object.keys(own).length && (await isKnown())) await this.#bring(own);
    } catch (error) {
      this.no = (error as Error).message;
    }
  }

  /** One has done a lesson: the house has kept it for whom it knows, the browser does for others. */
  finish(id: string, choices: string[], known: boolean) {
    this.done = new Set([...this.done, id]);
    if (!known) keep({ ...kept(), [id]: choices });
  }

  /** What was done before the house knew who it was; a lesson that is another by now is to be done again. */
  async #bring(own: Kept): Promise<void> {
    for (const [id, choices] of Object.entries(own)) {
      const game = this.all!.find(({ lessons }) => lessons.some((each) => each.id === id))?.game;
      try {
        if (game) await ask<Followed>('POST', pathOf(game, id), { choices });
      } catch (no) {
        if (!(no instanceof Refusal) || no.status !== 400) throw no;
      }
    }
    keep({});
  }
}

/** A lesson that is being played. */
export class Lesson {
  readonly study: Study;
  reached = $state.raw<Followed | null>(null);
  no = $state('');
  /** Whether others play, or one is shown how it goes. */
  watching = $state(false);
  #choices: string[] = [];
  /** How many moves there were before each step. */
  #marks: number[] = [0];
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly game: string,
    readonly lesson: Titled,
    readonly onover: (choices: string[], known: boolean) => void = () => {},
    readonly pause = PAUSE,
  ) {
    this.study = new Study({ lesson: lesson.id }, { eyes: lesson.seat });
  }

  get wrong(): boolean {
    return this.reached?.verdict === 'wrong';
  }

  get over(): boolean {
    return this.reached?.over ?? false;
  }

  /** From the beginning. */
  async start(): Promise<void> {
    this.#choices = [];
    this.#marks = [0];
    await this.study.start();
    await this.#ask();
  }

  /** What stands there in another language. */
  async again(): Promise<void> {
    await this.study.again();
    await this.#ask();
  }

  /** Something was chosen on the board: what the lesson says to it, and what the others play then. A board may choose
   * twice at once: the second waits for the first, and is nothing after a wrong one. */
  played(move: string): Promise<void> {
    const next = this.#last.then(() => this.#played(move));
    this.#last = next.catch(() => undefined);
    return next;
  }

  async #played(move: string): Promise<void> {
    if (this.wrong || this.over) return;
    const before = this.reached?.step ?? 0;
    this.#choices = [...this.#choices, move];
    if (!(await this.#ask())) {
      this.#choices = this.#choices.slice(0, -1);
      return;
    }
    if (this.reached!.step === before) return;
    await this.#follow();
    this.#marks[this.reached!.step] = this.study.at;
    if (this.over) this.onover(this.#choices, this.reached!.kept ?? false);
  }

  /** To where the step began that is not done. */
  async back(): Promise<void> {
    const step = this.reached?.step ?? 0;
    this.#choices = this.#choices.slice(0, step);
    await this.study.go(this.#marks[step] ?? 0);
    await this.#ask();
  }

  /** How the step is done, move by move. */
  async show(): Promise<void> {
    this.watching = true;
    try {
      await this.back();
      const told = await this.#told({ show: true });
      for (const move of told?.shown ?? []) {
        if (!(await this.study.play(move, this.lesson.seat))) return;
        await this.#rest();
        await this.played(move);
      }
    } finally {
      this.watching = false;
    }
  }

  /** What comes after one's own choice: the others, and chance. */
  async #follow(): Promise<void> {
    const rest = this.reached!.moves.slice(this.study.at);
    const before = this.watching;
    this.watching = true;
    for (const each of rest) {
      const [seat, move] = each.split(': ') as [string, string];
      await this.#rest();
      if (!(await this.study.play(move, seat))) break;
    }
    this.watching = before;
  }

  #rest(): Promise<void> {
    return new Promise((done) => setTimeout(done, this.pause));
  }

  async #ask(): Promise<boolean> {
    const told = await this.#told();
    if (told) this.reached = told;
    return !!told;
  }

  async #told(more: Partial<Chosen> = {}): Promise<Followed | null> {
    const asked: Chosen = { choices: this.#choices, language: settings.language, ...more };
    this.no = '';
    try {
      return await ask<Followed>('POST', pathOf(this.game, this.lesson.id), asked);
    } catch (error) {
      this.no = (error as Error).message;
      return null;
    }
  }
}
