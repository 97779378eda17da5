// What a view of Shut the Lines holds, and where its lines run in the figure.
import type { Choice } from '../../api/types';
import type { Happening } from '../board';

export interface Spot {
  number: number;
  x: number;
  y: number;
}

export interface Player {
  name: string;
  points: number;
  covered: number[];
  /** The lines that are complete, counted from 1. */
  shut: number[];
  in: boolean;
  playing: boolean;
}

export interface View {
  game: string;
  seat: number;
  plan: number | null;
  figure: 'hexagram' | 'heptagram' | 'square' | null;
  places: Spot[];
  lines: number[][];
  round: number;
  target: number | null;
  rounds: number | null;
  players: Player[];
  mover: number | null;
  dice: number[] | null;
  throwing: boolean;
  over: boolean;
}

/** A choice of numbers to cover, with what it would do. */
export interface Way {
  move: string;
  text: string;
  numbers: number[];
  /** The lines it would complete, counted from 1. */
  lines: number[];
  /** Whether one is out of the round with it. */
  leaves: boolean;
  choice: Choice;
}

/** What a choice would do, if it is about numbers. */
export function wayOf(choice: Choice): Way | null {
  const happenings = choice.events as Happening[];
  const covers = happenings.find(({ event }) => event === 'covered' || event === 'left');
  if (!covers) return null;
  const { move, text } = choice;
  const numbers = covers.numbers as number[];
  return { move, text, numbers, lines: covers.lines as number[], leaves: covers.event === 'left', choice };
}

/** The plan that a choice is, if it is one. */
export function planOf(choice: Choice): number | null {
  const planned = (choice.events as Happening[]).find(({ event }) => event === 'planned');
  return planned ? (planned.plan as number) : null;
}

/** How large the figure is drawn: from the middle to a tip. */
export const REACH = 280;

/** The places of a line from one end to the other, as they lie in the figure. */
export function along(line: number[], places: Spot[]): Spot[] {
  const on = places.filter(({ number }) => line.includes(number));
  let ends = [on[0]!, on[0]!];
  for (const one of on) {
    for (const other of on) if (apart(one, other) > apart(ends[0]!, ends[1]!)) ends = [one, other];
  }
  const [first] = ends.sort((one, other) => one.x - other.x || one.y - other.y);
  return [...on].sort((one, other) => apart(first!, one) - apart(first!, other));
}

/** The path of a line, moved aside by so much. */
export function path(line: number[], places: Spot[], aside = 0): string {
  const spots = along(line, places);
  const [one, other] = [spots[0]!, spots[spots.length - 1]!];
  const length = apart(one, other) || 1;
  const [x, y] = [(-(other.y - one.y) / length) * aside, ((other.x - one.x) / length) * aside];
  const at = (spot: Spot) => `${(spot.x * REACH + x).toFixed(1)} ${(spot.y * REACH + y).toFixed(1)}`;
  return `M${at(one)}L${at(other)}`;
}

/** The nearest place in a direction, seen from another: right and down are 1, left and up -1. */
export function nearest(from: Spot, places: Spot[], right: number, down: number): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of places) {
    const [x, y] = [spot.x - from.x, spot.y - from.y];
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (ahead < 0.01 || aside > ahead * 2.2) continue;
    const far = ahead + aside * 1.5;
    if (far < least) [best, least] = [spot, far];
  }
  return best;
}

function apart(one: Spot, other: Spot): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
