// What is drawn while events are shown one after the other. The state is true before the picture: this only says which
// cards are still on their way, and which line is still to be cut.
import { play } from '../../sound';
import type { Happening } from '../board';
import { seams, type Point } from './torus';
import type { Heading } from './view';

const TIMES: Record<string, number> = { laid: 420, cut: 420, spent: 300, order: 300 };
/** With more waiting they are shown at twice the speed, or not at all. */
const QUICK = 3;
const JUMP = 8;
const LOOK = 2600;

export function calm(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

export class Showing {
  /** Squares whose card has not come yet. */
  coming = $state.raw<ReadonlySet<string>>(new Set());
  /** Lines that are cut, and not yet shown so. */
  doomed = $state.raw<ReadonlySet<number>>(new Set());
  /** What is moving now. */
  now = $state.raw<Happening | null>(null);
  /** Cards of the last turn. */
  trace = $state.raw<ReadonlySet<string>>(new Set());
  /** Seams that a line has just gone through. */
  seams = $state.raw<[Point, Point][]>([]);
  /** The cards that were revealed to find who begins, while one looks at them. */
  reveal = $state.raw<Happening[] | null>(null);
  speed = $state(1);

  #queue: Happening[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #look: ReturnType<typeof setTimeout> | undefined;
  #tracing: number | null = null;

  constructor(
    private eyes: () => number | null,
    private size: () => number,
  ) {}

  /** Show what happened; the view is already there. */
  go(events: Happening[]) {
    const shown = events.filter(({ event }) => event in TIMES);
    const own = events.filter(({ event, seat }) => event === 'drew' && seat === this.eyes());
    if (own.length) play('linen');
    if (!shown.length) return;
    this.#queue.push(...shown);
    if (this.#queue.length > JUMP || calm()) return this.finish();
    this.#hide();
    if (!this.now) this.#next();
  }

  /** What was revealed is looked at for a while. */
  look(revealed: Happening[]) {
    if (!revealed.length) return;
    this.reveal = revealed;
    play('linen');
    clearTimeout(this.#look);
    this.#look = setTimeout(() => (this.reveal = null), LOOK);
  }

  /** Be there at once. */
  finish() {
    clearTimeout(this.#timer);
    clearTimeout(this.#look);
    const left = this.#queue.splice(0);
    for (const event of left) this.#mark(event);
    if (left.some(({ event, seat }) => event === 'cut' && seat === this.eyes())) play('fall');
    this.now = null;
    this.seams = [];
    this.reveal = null;
    this.#hide();
  }

  stop() {
    this.#queue = [];
    this.finish();
    this.trace = new Set();
    this.#tracing = null;
  }

  #next() {
    const event = this.#queue.shift() ?? null;
    this.now = event;
    this.#hide();
    if (!event) {
      this.seams = [];
      return;
    }
    this.#mark(event);
    this.#sound(event);
    this.seams = event.edge ? seams(String(event.start), event.heading as Heading, this.size()) : [];
    this.speed = this.#queue.length > QUICK ? 2 : 1;
    this.#timer = setTimeout(() => this.#next(), TIMES[event.event]! / this.speed);
  }

  #hide() {
    const waiting = this.#queue.filter(({ event }) => event === 'laid').map(({ end }) => String(end));
    this.coming = new Set(waiting);
    this.doomed = new Set(this.#queue.filter(({ event }) => event === 'cut').map(({ seat }) => seat));
  }

  #mark(event: Happening) {
    if (event.event === 'order') this.#tracing = null; // the same line may go on with another turn
    if (event.event !== 'laid') return;
    const before = this.#tracing;
    this.#tracing = event.seat;
    if (event.seat === this.eyes()) return; // one's own cards one knows
    this.trace = new Set([...(before === event.seat ? this.trace : []), String(event.end)]);
  }

  #sound({ event, seat }: Happening) {
    if (event === 'laid') play('cup', { after: 0.15 });
    else if (event === 'spent') play('cork');
    else if (event === 'cut') play(seat === this.eyes() ? 'fall' : 'knock');
  }
}
