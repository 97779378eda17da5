// What lies on the board and what can happen to it, as the server tells it. Things are numbered as in its events: the
// rocks first, then each team's sorcerer, dwarf and troll.
import type { Choice } from '../../api/types';
import type { Happening } from '../board';
import type { Towards } from './squares';

export const KINDS = ['sorcerer', 'dwarf', 'troll'] as const;
export type Kind = (typeof KINDS)[number];

export interface Team {
  colour: string;
  side: string;
  alive: boolean;
  pieces: Record<Kind, string | null>;
}

export interface SplutView {
  seat: number;
  teams: Team[];
  rocks: string[];
  liftable: string[];
  turn: number;
  turn_limit: number;
  mover: number | null;
  steps: number;
}

/** A step of a piece, done or possible, with all that comes of it. */
export interface Stepped extends Happening {
  event: 'walked' | 'pulled' | 'levitated' | 'pushed' | 'thrown';
  piece: Kind;
  start: string;
  end: string;
  rock?: string;
  rock_end?: string;
  things?: [number, string, string][];
  towards?: Towards;
  landing?: string;
  victim?: number | null;
  out?: number | null;
}

export interface Step {
  choice: Choice;
  event: Stepped;
}

export function isStep(event: object): event is Stepped {
  return 'start' in event && 'end' in event && 'piece' in event;
}

/** The choices with the step that each is. */
export function stepsOf(choices: Choice[]): Step[] {
  return choices.flatMap((choice) => {
    const event = choice.events.find(isStep);
    return event ? [{ choice, event }] : [];
  });
}

/** The square of every thing, by its number; null for what is out. */
export function placesOf(view: SplutView): (string | null)[] {
  return [...view.rocks, ...view.teams.flatMap((team) => KINDS.map((kind) => team.pieces[kind]))];
}

export const ROCKS = 4;

export function thingOf(seat: number, kind: Kind): number {
  return ROCKS + 3 * seat + KINDS.indexOf(kind);
}

export function isRock(thing: number): boolean {
  return thing < ROCKS;
}

export function seatOf(thing: number): number {
  return Math.floor((thing - ROCKS) / 3);
}

export function kindOf(thing: number): Kind {
  return KINDS[(thing - ROCKS) % 3]!;
}
