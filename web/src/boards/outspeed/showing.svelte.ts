// What is drawn while what happened is shown, scene by scene. The state is true before the picture: whoever asks what can
// be chosen asks the view; this is only what the eye sees on the way there.
import { play } from '../../sound';
import type { Happening } from '../board';
import { after } from './after';
import { scenesOf, type Scene } from './scenes';
import type { View } from './view';

/** With more scenes waiting they go twice as fast, or are not shown at all. */
const MANY = 14;
const TOO_MANY = 28;

export interface Ride {
  route: string;
  seats: number[];
  fits: boolean;
}

/** What a turn brought a ship. */
export interface Gain {
  paid?: number;
  zones?: number;
  fuel?: number;
  tokens?: number;
  out?: boolean;
}

/** A turn, as it came out. */
export interface Turn {
  place: number;
  rides: Ride[];
  gains: Record<number, Gain>;
}

/** Something that flies from or to a ship. */
export interface Float {
  id: number;
  seat: number;
  kind: 'fuel' | 'zones' | 'token';
  text: string;
}

export interface Die {
  die: string;
  shows: number;
  /** Whether it is rolling now. */
  rolls: boolean;
}

export function calm(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

export class Showing {
  view = $state.raw<View>() as View;
  scene = $state.raw<Scene | null>(null);
  speed = $state(1);
  dice = $state.raw<Record<number, Die[]>>({});
  floats = $state.raw<Float[]>([]);
  /** The turn that is being resolved, and the one before it. */
  turn = $state.raw<Turn | null>(null);
  last = $state.raw<Turn | null>(null);
  /** Ships that go out in this scene, with the zone they were in. */
  leaving = $state.raw<{ seat: number; zone: number; why: string }[]>([]);
  /** Zones that are falling. */
  falling = $state.raw<[number, number] | null>(null);

  #queue: Scene[] = [];
  #to: View;
  #eyes: number | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #floats = 0;

  constructor(view: View, eyes: number | null) {
    this.view = this.#to = view;
    this.#eyes = eyes;
  }

  get running(): boolean {
    return this.scene !== null;
  }

  /** Show what happened, up to a view. */
  go(events: Happening[], to: View) {
    this.#to = to;
    this.#queue.push(...scenesOf(events));
    if (this.#queue.length > TOO_MANY || calm()) this.finish();
    else if (!this.scene) this.#next();
    this.speed = this.#queue.length > MANY ? 2 : 1;
  }

  /** Be there at once, and show nothing moving. */
  finish() {
    clearTimeout(this.#timer);
    for (const scene of this.#queue.splice(0)) for (const event of scene.events) this.#take(scene, event);
    this.#settle();
  }

  #settle() {
    this.scene = null;
    this.view = this.#to;
    this.floats = [];
    this.leaving = [];
    this.falling = null;
    for (const seat of Object.keys(this.dice)) this.#rest(Number(seat));
    if (!this.view.ships.some((ship) => ship.route && ship.route !== 'sealed')) this.dice = {};
  }

  #rest(seat: number) {
    this.dice = { ...this.dice, [seat]: (this.dice[seat] ?? []).map((die) => ({ ...die, rolls: false })) };
  }

  #next() {
    const scene = this.#queue.shift();
    if (!scene) {
      this.#settle();
      return;
    }
    this.floats = [];
    this.leaving = [];
    this.falling = null;
    for (const seat of Object.keys(this.dice)) this.#rest(Number(seat));
    this.scene = scene;
    this.#sound(scene);
    for (const event of scene.events) this.#take(scene, event);
    this.#timer = setTimeout(() => this.#next(), scene.ms / this.speed);
  }

  #take(scene: Scene, event: Happening) {
    if (scene.kind === 'light') return; // its envelopes are turned over already
    this.#note(event);
    if (event.event === 'out') {
      const zone = this.view.ships[event.seat]?.zone;
      if (zone) this.leaving = [...this.leaving, { seat: event.seat, zone, why: event.why as string }];
    } else if (event.event === 'fell') this.falling = [this.view.track.rear, event.last as number];
    this.view = after(this.view, event, this.#to);
  }

  /** What a turn comes to. */
  #note(event: Happening) {
    const { seat } = event;
    switch (event.event) {
      case 'route': {
        const ride = { route: event.route as string, seats: event.seats as number[], fits: event.fits as boolean };
        const place = this.view.tile?.place ?? 0;
        const rides = this.turn?.place === place ? this.turn.rides : [];
        this.turn = { place, rides: [...rides.filter(({ route }) => route !== ride.route), ride], gains: {} };
        break;
      }
      case 'rolled': {
        const die = { die: event.die as string, shows: event.shows as number, rolls: true };
        this.dice = { ...this.dice, [seat]: [...(this.dice[seat] ?? []), die] };
        break;
      }
      case 'paid':
        this.#gain(seat, { paid: event.fuel as number });
        this.#fly(seat, 'fuel', -(event.fuel as number));
        break;
      case 'fuelled':
        this.#gain(seat, { fuel: event.fuel as number });
        this.#fly(seat, 'fuel', event.fuel as number);
        break;
      case 'moved': {
        const zones = (event.end as number) - (event.start as number);
        this.#gain(seat, { zones });
        this.#fly(seat, 'zones', zones);
        break;
      }
      case 'out':
        this.#gain(seat, { out: true });
        break;
      case 'kept':
        this.#gain(seat, { tokens: (this.turn?.gains[seat]?.tokens ?? 0) + 1 });
        this.#fly(seat, 'token', 1);
        break;
      case 'turned':
        if (this.turn) this.last = this.turn;
        this.turn = null;
        this.dice = {};
        break;
    }
  }

  /** Only what comes after the envelopes is part of what a route brought. */
  #gain(seat: number, gain: Gain) {
    const { turn } = this;
    if (!turn) return;
    this.turn = { ...turn, gains: { ...turn.gains, [seat]: { ...turn.gains[seat], ...gain } } };
  }

  #fly(seat: number, kind: Float['kind'], count: number) {
    const text = count < 0 ? `−${-count}` : `+${count}`;
    this.floats = [...this.floats, { id: (this.#floats += 1), seat, kind, text }];
  }

  #sound({ kind, events }: Scene) {
    if (kind === 'roll') play('dice', { count: events.length });
    else if (kind === 'fall') play('knock', { far: 6 });
    else if (kind === 'show') play('cork');
    else if (kind === 'light' || kind === 'go') play('cup');
    else if (kind !== 'pay' && kind !== 'end') play('linen');
    if (events.some(({ event, seat }) => event === 'out' && seat === this.#eyes)) play('fall', { after: 0.3 });
  }
}
