// An area of End of Line that is laid out: what lies there, and what the house says can follow. Each change is made to a
// copy; whether it can be is for the house to say.
import type { SetUp } from '../../../api/sketching.svelte';
import { KINDS, type Heading, type Kind, type Place } from '../../../boards/end-of-line/view';

export interface Laid {
  square: string;
  kind: Kind;
  heading: Heading;
}

export interface Line {
  cards: Laid[];
  hand: Partial<Record<Kind, number>>;
  energy: number;
}

export interface Data {
  lines: Record<string, Line>;
  order: string[];
  mover: string;
  round: number;
  spends: boolean;
  to_lay: number;
  back: number;
  crossing: boolean;
  opener: string;
  cut: string[];
  keeps: boolean;
}

/** How a line may go on. */
export interface Onward {
  /** Where its next card may lie: at its last, and after a turnaround at the one before. */
  places: Place[];
  around: Place[];
  /** Where else its last card may lie. */
  elsewhere: Place[];
  /** How many of each kind are not laid. */
  left: Record<Kind, number>;
  /** Of which kinds each of its cards could be. */
  instead: Kind[][];
  /** How many cards are usually in its hand now. */
  holds: number;
}

export interface Next {
  lines: Record<string, Onward>;
  /** What can be said of the turn. */
  turn: { spends: boolean; to_lay: number[]; back: boolean; crossing: boolean; keeps: boolean };
  /** How many cards a hand may have. */
  most: number;
  /** How much energy a line may have, and how many rounds a match. */
  energy: number;
  rounds: number;
  /** Whether all that is not laid is in the hand. */
  open: boolean;
}

export type Change = (set_up: SetUp) => SetUp;

/** A change of one line. */
export function ofLine(seat: string, how: (line: Line) => void): Change {
  return (set_up) => {
    how((set_up as unknown as Data).lines[seat]!);
    return set_up;
  };
}

export const lay = (seat: string, kind: Kind, { square, heading }: Place) =>
  ofLine(seat, ({ cards }) => cards.push({ square, kind, heading }));

/** The line up to a card; without one its last is taken back. */
export const takeBack = (seat: string, from = -1) => ofLine(seat, ({ cards }) => void cards.splice(from));

export const replace = (seat: string, nth: number, kind: Kind) =>
  ofLine(seat, ({ cards }) => (cards[nth]!.kind = kind));

/** Its last card lies somewhere else. */
export const move = (seat: string, { square, heading }: Place) =>
  ofLine(seat, ({ cards }) => Object.assign(cards.at(-1)!, { square, heading }));

export const hold = (seat: string, kind: Kind, count: number) => ofLine(seat, ({ hand }) => (hand[kind] = count));

export function heldBy({ hand }: Line): number {
  return Object.values(hand).reduce((sum, count) => sum + count, 0);
}

/** Fill hands at random, from what is left: what one does not know of others. */
export function deal(seats: string[], next: Next, random = Math.random): Change {
  return (set_up) => {
    const { lines } = set_up as unknown as Data;
    for (const seat of seats) {
      const { left, holds } = next.lines[seat]!;
      const { hand } = lines[seat]!;
      const deck = KINDS.flatMap((kind) => Array<Kind>(left[kind] - (hand[kind] ?? 0)).fill(kind));
      while (heldBy(lines[seat]!) < holds && deck.length) {
        const [kind] = deck.splice(Math.floor(random() * deck.length), 1);
        hand[kind!] = (hand[kind!] ?? 0) + 1;
      }
    }
    return set_up;
  };
}

/** A seat one place sooner or later in the order. */
export function shift(seat: string, by: number): Change {
  return (set_up) => {
    const { order } = set_up as unknown as Data;
    const at = order.indexOf(seat);
    order.splice(at, 1);
    order.splice(at + by, 0, seat);
    return set_up;
  };
}

export function cut(seat: string, is: boolean): Change {
  return (set_up) => {
    const others = (set_up as unknown as Data).cut.filter((each) => each !== seat);
    return { ...set_up, cut: is ? [...others, seat] : others };
  };
}
