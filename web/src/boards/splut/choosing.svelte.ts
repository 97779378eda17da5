// How a step is put together on the board: a piece, its square, and what else is to be decided there. All of it comes
// from the choices that were given; nothing here knows why they are possible.
import { between, DIRECTIONS, next, type Towards } from './squares';
import type { Step } from './things';

export class Choosing {
  /** The square of the chosen piece. */
  from = $state<string | null>(null);
  /** Where it goes. */
  to = $state<string | null>(null);
  /** Where the rock would fly: shown, and not thrown yet. */
  aim = $state<Towards | null>(null);
  /** The chosen piece, by one of its steps. */
  held = $state.raw<Step | null>(null);
  /** What was chosen and is not answered yet. */
  sent = $state.raw<Step | null>(null);

  #steps: () => Step[];
  #choose: (step: Step) => void;

  constructor(steps: () => Step[], choose: (step: Step) => void) {
    this.#steps = steps;
    this.#choose = choose;
  }

  get steps(): Step[] {
    return this.#steps();
  }

  /** The squares whose pieces can move. */
  movers = $derived.by(() => new Set(this.#steps().map(({ event }) => event.start)));

  /** The squares where the chosen piece can go. */
  ends = $derived.by(() => new Set(this.stepsFrom(this.from).map(({ event }) => event.end)));

  /** The steps that are left to decide between. */
  left = $derived.by(() => (this.to ? this.stepsFrom(this.from, this.to) : []));

  /** Whether something is to be decided at the square. */
  asking = $derived.by(() => this.left.length > 1 || this.throws.length > 0);

  throws = $derived.by(() => this.left.filter(({ event }) => event.event === 'thrown'));

  /** The rocks that may come along, by their squares. */
  lifts = $derived.by(
    () => new Map(this.left.filter(({ event }) => event.event === 'levitated').map((step) => [step.event.rock!, step])),
  );

  pull = $derived.by(() => this.left.find(({ event }) => event.event === 'pulled'));

  /** The step with nothing besides. */
  plain = $derived.by(() => this.left.find(({ event }) => event.event === 'walked' || event.event === 'pushed'));

  /** The squares that mean something now. */
  legal = $derived.by(() => {
    if (this.asking) return new Set([this.to!, ...this.lifts.keys(), ...this.doors.keys()]);
    return this.from ? this.ends : this.movers;
  });

  /** The squares in front of the thrower, by which one aims. */
  doors = $derived.by(
    () => new Map(this.throws.map(({ event }) => [next(event.end, event.towards!)!, event.towards!])),
  );

  stepsFrom(from: string | null, to?: string): Step[] {
    return this.#steps().filter(({ event }) => event.start === from && (to === undefined || event.end === to));
  }

  thrown(towards: Towards | null): Step | undefined {
    return this.throws.find(({ event }) => event.towards === towards);
  }

  /** A square is pressed. Whether that meant anything. */
  press(square: string): boolean {
    if (this.asking) {
      const lift = this.lifts.get(square);
      if (lift) return this.take(lift);
      const towards = this.#towards(square);
      if (towards) return this.point(towards);
      if (square === this.to) {
        const step = this.plain ?? this.thrown(this.aim);
        return step ? this.take(step) : this.back();
      }
    }
    if (square === this.from) return this.letGo();
    if (this.from && this.ends.has(square)) return this.go(square);
    return this.movers.has(square) ? this.pick(square) : this.letGo();
  }

  pick(square: string): boolean {
    this.letGo();
    this.from = square;
    this.held = this.stepsFrom(square)[0]!;
    return true;
  }

  /** The chosen piece goes there; at once if nothing else is to be decided. */
  go(square: string): boolean {
    this.to = square;
    this.aim = this.throws.length === 1 ? this.throws[0]!.event.towards! : null;
    this.sent = null;
    if (!this.asking) this.take(this.left[0]!);
    return true;
  }

  /** Aim; aim there again to throw. */
  point(towards: Towards): boolean {
    const step = this.thrown(towards);
    if (!step) return false;
    if (this.aim === towards) return this.take(step);
    this.aim = towards;
    return true;
  }

  /** Aim at the next way round, or at the one before. */
  turn(by: 1 | -1) {
    const ways = (Object.keys(DIRECTIONS) as Towards[]).filter((towards) => this.thrown(towards));
    const now = this.aim ? ways.indexOf(this.aim) : by > 0 ? -1 : 0;
    this.aim = ways[(now + by + ways.length) % ways.length] ?? null;
  }

  take(step: Step): boolean {
    if (this.sent !== step) {
      this.sent = step;
      this.#choose(step);
    }
    return true;
  }

  /** One decision back. */
  back(): boolean {
    if (!this.to) return this.letGo();
    this.to = this.aim = this.sent = null;
    return true;
  }

  /** Everything back. Whether there was anything. */
  letGo(): boolean {
    const held = this.from !== null;
    this.from = this.to = this.aim = this.held = this.sent = null;
    return held;
  }

  /** Where a rock would fly if one pressed a square: any square of the flight says so. */
  #towards(square: string): Towards | null {
    const step = this.throws.find(({ event }) => between(event.end, event.landing!).includes(square));
    return step?.event.towards ?? null;
  }
}
