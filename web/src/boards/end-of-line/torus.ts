// The area as it is drawn: squares of a hundred units, a rim where the opposite edge shows once more, and the ways of
// lines over it. What leaves one side comes in at the other.
import { HEADINGS, turned, type Card, type Heading, type Line } from './view';

export const CELL = 100;
const HALF = CELL / 2;
/** A little more than half, so that two cards join without a gap. */
const JOIN = HALF + 0.4;

const STEP: Record<Heading, [number, number]> = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] };

export interface Point {
  x: number;
  y: number;
}

export function placeOf(square: string): [number, number] {
  const [row, column] = square.split(',').map(Number);
  return [row!, column!];
}

/** The square some steps away. */
export function step(square: string, heading: Heading, size: number, steps = 1): string {
  const [row, column] = placeOf(square);
  const [down, right] = STEP[heading];
  return `${(row + steps * down + steps * size) % size},${(column + steps * right + steps * size) % size}`;
}

/** The middle of a square. */
export function middleOf(square: string): Point {
  const [row, column] = placeOf(square);
  return { x: column * CELL + HALF, y: row * CELL + HALF };
}

/** Where a square is drawn: in the area, and in the rim as a ghost where it lies at an edge. */
export function middlesOf(square: string, size: number): (Point & { ghost: boolean })[] {
  const [row, column] = placeOf(square);
  const again = (at: number) => (at === 0 ? [0, size] : at === size - 1 ? [0, -size] : [0]);
  return again(row).flatMap((down) =>
    again(column).map((right) => ({
      x: (column + right) * CELL + HALF,
      y: (row + down) * CELL + HALF,
      ghost: down !== 0 || right !== 0,
    })),
  );
}

/** The square at a point of the drawing; the rim is the opposite edge. */
export function squareAt({ x, y }: Point, size: number): string {
  const within = (at: number) => (Math.floor(at / CELL) + size) % size;
  return `${within(y)},${within(x)}`;
}

/** Of some squares the one whose middle, or whose ghost's, is nearest to a point and not too far from it. */
export function nearest(point: Point, squares: Iterable<string>, size: number, far: number): string | null {
  let [found, least] = [null as string | null, far];
  for (const square of squares)
    for (const { x, y } of middlesOf(square, size)) {
      const away = Math.max(Math.abs(x - point.x), Math.abs(y - point.y));
      if (away < least) [found, least] = [square, away];
    }
  return found;
}

/** The middle of a side of a square whose own middle is at nothing. */
function side(heading: Heading, reach = HALF): Point {
  const [down, right] = STEP[heading];
  return { x: right * reach, y: down * reach };
}

/** The way over a card from behind to an exit; its length too. */
export function way(heading: Heading, exit: Heading): { d: string; length: number } {
  const [from, to] = [side(turned(heading, 2), JOIN), side(exit, JOIN)];
  if (exit === heading) return { d: `M${from.x} ${from.y}L${to.x} ${to.y}`, length: CELL };
  const right = exit === turned(heading, 1);
  const d = `M${from.x} ${from.y}A${HALF} ${HALF} 0 0 ${right ? 1 : 0} ${to.x} ${to.y}`;
  return { d, length: (HALF * Math.PI) / 2 };
}

/** From the middle of a square to a side, as on a start card. */
export function half(exit: Heading): { d: string; length: number } {
  const to = side(exit, JOIN);
  return { d: `M0 0L${to.x} ${to.y}`, length: HALF };
}

export interface Joined {
  card: Card;
  /** The headings in which the line goes on from here. */
  outs: Heading[];
  /** The square of its partner's that the line crossed to come here. */
  over: string | null;
}

/** The cards of a line, each with where it goes on: a turnaround leaves a card by a second exit. */
export function joined(line: Pick<Line, 'cards'>, size: number): Joined[] {
  const found: Joined[] = line.cards.map((card) => ({ card, outs: [], over: null }));
  const on = new Map<string, Joined>();
  for (const each of found) {
    const { square, heading, kind } = each.card;
    if (kind !== 'start') {
      const back = turned(heading, 2);
      const [near, beyond] = [step(square, back, size), step(square, back, size, 2)];
      if (!on.has(near)) each.over = near;
      (on.get(near) ?? on.get(beyond))?.outs.push(heading);
    }
    on.set(square, each);
  }
  return found;
}

/** Whether a step leaves the area, to come in again at the other side. */
export function leaves(square: string, heading: Heading, size: number): boolean {
  const [row, column] = placeOf(square);
  const [down, right] = STEP[heading];
  const out = (at: number) => at < 0 || at >= size;
  return out(row + down) || out(column + right);
}

/** How often a line goes over an edge. */
export function crossings(line: Pick<Line, 'cards'>, size: number): number {
  return line.cards.filter(({ kind, square, heading }) => kind !== 'start' && leaves(square, turned(heading, 2), size))
    .length;
}

/** The two seams that a step over an edge goes through: out of a side, and in at the other. */
export function seams(start: string, heading: Heading, size: number): [Point, Point][] {
  let last = start;
  while (!leaves(last, heading, size)) last = step(last, heading, size);
  const ends: [string, Heading][] = [
    [last, heading],
    [step(last, heading, size), turned(heading, 2)],
  ];
  return ends.map(([square, towards]) => {
    const middle = middleOf(square);
    const at = side(towards);
    const along = HEADINGS.indexOf(towards) % 2 ? { x: 0, y: HALF } : { x: HALF, y: 0 };
    return [
      { x: middle.x + at.x - along.x, y: middle.y + at.y - along.y },
      { x: middle.x + at.x + along.x, y: middle.y + at.y + along.y },
    ];
  });
}
