// The picture follows the state: what happened is shown moving, one event after the other, and ends where the view says.
// Things slide by CSS transitions of their places; this file only says when each place changes.
import { play } from '../../sound';
import type { Happening } from '../board';
import { distance } from './squares';
import { isRock, isStep, ROCKS, seatOf, thingOf, type Stepped } from './things';

export const MOVE = 240;
const LIFT = 140;
const SQUARE = 95;
const HAT = 300;
const PAUSE = 60;
const AFTER = 20;
const FADE = 120;
/** With more waiting they play at twice the speed, or not at all. */
const MANY = 3;
const TOO_MANY = 8;

export interface Drawn {
  /** Where it is, or was when it left. */
  place: string | null;
  out: boolean;
}

interface Frame {
  ms: number;
  show: () => void;
}

export class Motion {
  things = $state.raw<Drawn[]>([]);
  /** What just happened: the steps of the last turn, and with less motion also of the one before. */
  trace = $state.raw<Stepped[]>([]);
  /** A troll that holds a rock over his head. */
  lifting = $state.raw<{ troll: number; rock: number } | null>(null);
  flying = $state.raw<{ rock: number; squares: number } | null>(null);
  floating = $state<number | null>(null);
  /** How long after the others each thing starts. */
  delays = $state.raw<Record<number, number>>({});
  /** Where a sorcerer's hat lies, and whose. */
  hat = $state.raw<{ square: string; seat: number } | null>(null);
  /** Where a rock came down. */
  shaken = $state<string | null>(null);
  /** Squares that have changed, where nothing is to move. */
  faded = $state.raw<string[]>([]);
  /** How much faster than usual. */
  speed = $state(1);
  /** Whether whatever moves is to be where it goes at once. */
  hurry = $state(false);

  #target: (string | null)[];
  #waiting: Stepped[] = [];
  #playing: Stepped | null = null;
  #frames: Frame[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(places: (string | null)[]) {
    this.#target = places;
    this.#settle();
  }

  get running(): boolean {
    return this.#timer !== undefined;
  }

  /** What lies on the table has changed, by these events if any are known. */
  show(places: (string | null)[], events: Happening[], still = false) {
    const steps = events.filter(isStep);
    const same = places.every((place, thing) => place === this.#target[thing]);
    this.#target = places;
    if (still || less()) return this.#jump(steps, still);
    if (!same && !steps.length) this.#forget();
    if (same) {
      this.#remember(steps);
      if (!this.running) this.#settle();
      return;
    }
    this.hurry = false;
    this.#waiting.push(...steps);
    if (this.#waiting.length > TOO_MANY) return this.finish();
    this.speed = this.#waiting.length > MANY ? 2 : 1;
    if (!this.running) this.#next();
  }

  #jump(steps: Stepped[], still: boolean) {
    const before = this.things;
    this.finish();
    if (still) this.trace = steps;
    else if (steps.length) this.#remember(steps);
    else this.#forget();
    if (!still) this.#fade(before);
  }

  /** Something is where one has put it, before the house has said so. */
  put(thing: number, square: string) {
    if (!this.running) this.#place([[thing, square]]);
  }

  /** Whatever moves is where it goes. */
  finish() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#remember(this.#playing ? [this.#playing, ...this.#waiting] : this.#waiting);
    this.#playing = null;
    this.#waiting = [];
    this.#frames = [];
    this.hurry = true;
    this.#settle();
  }

  #settle() {
    this.things = this.#target.map((place, thing) => ({
      place: place ?? this.things[thing]?.place ?? null,
      out: place === null,
    }));
    this.lifting = this.flying = this.hat = null;
    this.floating = this.shaken = null;
    this.delays = {};
  }

  #next(): void {
    if (!this.#frames.length) {
      if (this.#playing) this.#remember([this.#playing]);
      this.#playing = this.#waiting.shift() ?? null;
      if (this.#playing) this.#frames = this.#framesOf(this.#playing);
    }
    const frame = this.#frames.shift();
    if (!frame) {
      this.#timer = undefined;
      this.#settle();
      return;
    }
    frame.show();
    if (!frame.ms) return this.#next();
    this.#timer = setTimeout(() => this.#next(), frame.ms / this.speed);
  }

  #framesOf(step: Stepped): Frame[] {
    const mover = thingOf(step.seat, step.piece);
    const rock = step.rock ? this.rockOn(step.rock) : null;
    const moves: [number, string][] = [[mover, step.end]];
    if (step.event === 'thrown') return this.#throw(step, mover, rock);
    if (rock !== null) moves.push([rock, step.rock_end!]);
    for (const [thing, , end] of step.things ?? []) moves.push([thing, end]);
    return [
      {
        ms: this.#moved(moves) ? MOVE + AFTER * (step.things?.length ?? 0) : 0,
        show: () => {
          this.delays = Object.fromEntries((step.things ?? []).map(([thing], k) => [thing, AFTER * (k + 1)]));
          this.floating = step.event === 'levitated' ? rock : null;
          this.#place(moves);
        },
      },
      {
        ms: PAUSE,
        show: () => {
          this.floating = null;
          this.delays = {};
          play('cup');
        },
      },
    ];
  }

  #throw(step: Stepped, troll: number, rock: number | null): Frame[] {
    const squares = distance(step.end, step.landing!);
    const landed = () => {
      this.flying = null;
      this.shaken = step.landing!;
      play('knock', { far: squares });
      const victim = step.victim ?? null;
      if (victim === null) return;
      const gone = (thing: number) => thing === victim || (!isRock(thing) && seatOf(thing) === step.out);
      this.things = this.things.map((drawn, thing) => (gone(thing) ? { ...drawn, out: true } : drawn));
      if (step.out !== null) this.hat = { square: step.landing!, seat: seatOf(victim) };
    };
    const frames: Frame[] = [
      { ms: this.#moved([[troll, step.end]]) ? MOVE : 0, show: () => this.#place([[troll, step.end]]) },
    ];
    if (rock !== null) {
      frames.push(
        { ms: LIFT, show: () => (this.lifting = { troll, rock }) },
        {
          ms: SQUARE * squares,
          show: () => {
            this.lifting = null;
            this.flying = { rock, squares };
            this.#place([[rock, step.landing!]]);
          },
        },
      );
    }
    return [...frames, { ms: step.victim === null ? HAT / 2 : HAT, show: landed }];
  }

  #moved(moves: [number, string][]): boolean {
    return moves.some(([thing, square]) => this.things[thing]?.place !== square);
  }

  #place(moves: [number, string][]) {
    const things = [...this.things];
    for (const [thing, place] of moves) things[thing] = { place, out: false };
    this.things = things;
  }

  /** The rock on a square of the picture. */
  rockOn(square: string): number | null {
    const rock = this.things.findIndex((drawn, thing) => thing < ROCKS && drawn.place === square);
    return rock < 0 ? null : rock;
  }

  #remember(steps: Stepped[]) {
    for (const step of steps) {
      const turns = runs([...this.trace, step]);
      this.trace = turns.slice(less() ? -2 : -1).flat();
    }
  }

  /** Something was taken back: what is no longer so leaves no trace. */
  #forget() {
    const so = ({ seat, piece, end }: Stepped) => this.#target[thingOf(seat, piece)] === end;
    const last = this.trace.findLastIndex(so);
    this.trace = this.trace.slice(0, last + 1);
  }

  #fade(before: Drawn[]) {
    const changed = this.things.flatMap((drawn, thing) =>
      drawn.place === before[thing]?.place && drawn.out === before[thing]?.out
        ? []
        : [drawn.place, before[thing]?.place ?? null],
    );
    this.faded = changed.filter((square) => square !== null);
    setTimeout(() => (this.faded = []), FADE);
  }
}

/** Steps in their order, cut where another seat begins. */
function runs(steps: Stepped[]): Stepped[][] {
  const found: Stepped[][] = [];
  for (const step of steps) {
    if (found.at(-1)?.[0]?.seat === step.seat) found.at(-1)!.push(step);
    else found.push([step]);
  }
  return found;
}

/** Whether one wants less motion. */
export function less(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}
