// What is drawn while events are shown one after the other. The state is true before the picture: whoever asks for
// what can be chosen asks the view; this is only what the eye sees on the way there.
import { play } from '../../sound';
import type { Happening } from '../board';
import type { Player, View } from './view';

const TIMES: Record<string, number> = { threw: 640, again: 300, covered: 420, left: 420, counted: 2400, planned: 300 };
const LINE = 420;
/** So long somebody else's throw lies there to be read. */
const LOOK = 420;
const QUICK = 3;
const JUMP = 8;

export function calm(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

export interface Count {
  round: number;
  points: number[];
  before: number[];
}

export class Showing {
  view = $state.raw<View>() as View;
  /** What is moving now. */
  now = $state.raw<Happening | null>(null);
  /** The numbers that each seat covered last, till it throws again. */
  trace = $state.raw<Record<number, number[]>>({});
  /** A round that has just been counted. */
  count = $state.raw<Count | null>(null);

  #queue: Happening[] = [];
  #to: View;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #counted = false;
  #eyes: number | null;

  constructor(view: View, eyes: number | null) {
    this.view = view;
    this.#to = view;
    this.#eyes = eyes;
  }

  /** Whether what moves is the last of it. */
  get last(): boolean {
    return this.#queue.length === 0;
  }

  /** Show what happened, up to a view. */
  go(events: Happening[], to: View) {
    this.#to = to;
    const shown = events.filter(({ event }) => event in TIMES);
    if (shown.length && calm()) this.count = null;
    this.#queue.push(...shown);
    if (this.#queue.length === 0 && !this.now) this.view = to;
    else if (this.#queue.length > JUMP || calm()) this.#jump();
    else if (!this.now) this.#next();
  }

  /** Be there at once, and show nothing moving. */
  finish() {
    if (this.now) this.#jump();
    this.count = null;
  }

  #jump() {
    clearTimeout(this.#timer);
    for (const event of this.#queue.splice(0)) this.#take(event);
    this.now = null;
    this.#counted = false;
    this.view = this.#to;
  }

  #next() {
    const event = this.#queue.shift();
    if (!event) {
      this.#jump();
      return;
    }
    this.#take(event);
    this.now = event;
    if (event.event === 'threw') play('dice', { count: (event.dice as number[]).length });
    else if ((event.numbers as number[] | undefined)?.length) play('cup', { after: 0.2 });
    const speed = this.#queue.length > QUICK ? 2 : 1;
    this.#timer = setTimeout(() => this.#next(), this.#time(event) / speed);
  }

  #time(event: Happening): number {
    const lines = (event.lines as number[] | undefined)?.length ? LINE : 0;
    const look = event.event === 'threw' && event.seat !== this.#eyes ? LOOK : 0;
    return TIMES[event.event]! + lines + look;
  }

  #take(event: Happening) {
    if (event.event === 'threw' || event.event === 'planned') this.#clear();
    const view = this.view;
    switch (event.event) {
      case 'threw':
        this.view = { ...view, mover: event.seat, dice: event.dice as number[] };
        if (!calm()) this.#mark(event.seat, []);
        break;
      case 'covered':
      case 'left':
        this.view = { ...view, mover: event.seat, players: this.#covered(event) };
        this.#mark(event.seat, event.numbers as number[]);
        break;
      case 'planned': {
        const { plan, figure, places, lines } = this.#to;
        if (plan === event.plan) this.view = { ...view, plan, figure, places, lines };
        break;
      }
      case 'counted': {
        const points = event.points as number[];
        const before = view.players.map((player) => player.points);
        this.count = { round: event.round as number, points, before };
        this.#counted = true;
        this.view = {
          ...view,
          dice: null,
          players: view.players.map((player, seat) => ({ ...player, points: points[seat]! })),
        };
        break;
      }
    }
  }

  /** After a count the chips are taken off, when the next round begins. */
  #clear() {
    if (!this.#counted) return;
    this.#counted = false;
    this.count = calm() ? this.count : null;
    this.trace = {};
    const players = this.view.players.map((player) => ({ ...player, covered: [], shut: [], in: player.playing }));
    this.view = { ...this.view, players, round: this.#to.round };
  }

  #covered(event: Happening): Player[] {
    const [numbers, lines] = [event.numbers as number[], event.lines as number[]];
    return this.view.players.map((player, seat) =>
      seat === event.seat
        ? {
            ...player,
            covered: [...new Set([...player.covered, ...numbers])],
            shut: [...new Set([...player.shut, ...lines])],
            in: event.event === 'covered' && player.in,
          }
        : player,
    );
  }

  #mark(seat: number, numbers: number[]) {
    this.trace = { ...this.trace, [seat]: numbers };
  }
}
