// What was expected after each move, as lines through points: one for two opponents or for all together, else one a seat.
import type { Analysed, Weighed } from '../../api/types';

export interface Curve {
  /** The number of the seat. */
  seat: number;
  /** The numbers of moves, and what was expected after them. */
  points: [number, number][];
}

export interface Marked {
  row: Weighed;
  /** Which curve, by its seat, and how high. */
  seat: number;
  value: number;
}

type Shape = Analysed['shape'];

/** How a match is drawn: with open eyes two seats are two opponents, whatever was hidden from them. */
export function shapeOf(shape: Shape, seats: number, truth: boolean): Shape {
  return truth && shape === 'each' && seats === 2 ? 'rivals' : shape;
}

export function curvesOf(rows: Weighed[], seats: string[], shape: Shape, truth: boolean): Curve[] {
  const count = shape === 'each' ? seats.length : 1;
  return Array.from({ length: count }, (_, seat) => ({ seat, points: pointsOf(rows, seats, seat, shape, truth) }));
}

function pointsOf(rows: Weighed[], seats: string[], seat: number, shape: Shape, truth: boolean): [number, number][] {
  const points: [number, number][] = [];
  for (const row of rows) {
    if (!points.length && !truth && row.before !== null && (shape !== 'each' || row.seat === seats[seat])) {
      const own = row.seat === seats[seat] || shape === 'together';
      points.push([row.number - 1, own ? row.before : -row.before]);
    }
    const value = (truth ? row.truth : row.outlook)[seat];
    if (value !== undefined && value !== null) points.push([row.number, value]);
  }
  return points;
}

/** Where the marked moves are on the curves. */
export function marksOf(rows: Weighed[], seats: string[], curves: Curve[]): Marked[] {
  return rows.flatMap((row) => {
    if (!row.mark) return [];
    const seat = curves.length > 1 ? seats.indexOf(row.seat) : 0;
    const point = curves[seat]?.points.find(([number]) => number >= row.number);
    return point ? [{ row, seat, value: point[1] }] : [];
  });
}

/** How high a curve is after so many moves: of the points up to there, the last. */
export function valueAt({ points }: Curve, number: number): number | null {
  return points.findLast(([at]) => at <= number)?.[1] ?? null;
}
