// Where things are drawn: the diamond upright, files from left to right, ranks from bottom to top.
export const SIDE = 80;
export const BOX = { x: -24, y: -14, width: 9 * SIDE + 48, height: 9 * SIDE + 32 };
const FILES = 'abcdefghi';

export interface Point {
  x: number;
  y: number;
}

export type Towards = 'N' | 'E' | 'S' | 'W';
export const DIRECTIONS: Record<Towards, { dx: number; dy: number; turn: number }> = {
  N: { dx: 0, dy: 1, turn: 0 },
  E: { dx: 1, dy: 0, turn: 90 },
  S: { dx: 0, dy: -1, turn: 180 },
  W: { dx: -1, dy: 0, turn: 270 },
};

export function fileOf(square: string): number {
  return FILES.indexOf(square[0]!);
}

export function rankOf(square: string): number {
  return Number(square.slice(1));
}

/** The square of a file and a rank, if the board has it. */
export function at(file: number, rank: number): string | null {
  return Math.abs(file - 4) + Math.abs(rank - 5) <= 4 ? `${FILES[file]}${rank}` : null;
}

/** The rows of the board, from the top, as they are read. */
export const ROWS: string[][] = [9, 8, 7, 6, 5, 4, 3, 2, 1].map((rank) =>
  [...FILES].map((_, file) => at(file, rank)).filter((square) => square !== null),
);
export const SQUARES = ROWS.flat();

export function cornerOf(square: string): Point {
  return { x: fileOf(square) * SIDE, y: (9 - rankOf(square)) * SIDE };
}

export function centreOf(square: string): Point {
  const { x, y } = cornerOf(square);
  return { x: x + SIDE / 2, y: y + SIDE / 2 };
}

export function next(square: string, towards: Towards): string | null {
  const { dx, dy } = DIRECTIONS[towards];
  return at(fileOf(square) + dx, rankOf(square) + dy);
}

/** The squares after the first up to the last, in a straight line. */
export function between(first: string, last: string): string[] {
  const dx = Math.sign(fileOf(last) - fileOf(first));
  const dy = Math.sign(rankOf(last) - rankOf(first));
  return Array.from({ length: distance(first, last) }, (_, k) =>
    at(fileOf(first) + dx * (k + 1), rankOf(first) + dy * (k + 1)),
  ).filter((square) => square !== null);
}

export function distance(first: string, last: string): number {
  return Math.max(Math.abs(fileOf(first) - fileOf(last)), Math.abs(rankOf(first) - rankOf(last)));
}

/** The square nearest to a point, of those given, if it is not too far. */
export function nearest(point: Point, squares: Iterable<string>, reach: number): string | null {
  let best: string | null = null;
  let least = reach;
  for (const square of squares) {
    const { x, y } = centreOf(square);
    const far = Math.hypot(point.x - x, point.y - y);
    if (far < least) [best, least] = [square, far];
  }
  return best;
}

/** The nearest of some squares when one looks from a square in a direction: straight ahead counts most. */
export function ahead(square: string, towards: Towards, squares: Iterable<string>): string | null {
  const { dx, dy } = DIRECTIONS[towards];
  let best: string | null = null;
  let least = Infinity;
  for (const other of squares) {
    const [x, y] = [fileOf(other) - fileOf(square), rankOf(other) - rankOf(square)];
    const along = x * dx + y * dy;
    const far = along + 2 * Math.abs(x * dy + y * dx);
    if (along > 0 && far < least) [best, least] = [other, far];
  }
  return best;
}

/** The outline of the diamond, so far outside its squares. */
export function outline(gap: number): string {
  const points: Point[] = [];
  const turned = ({ x, y }: Point): Point => ({ x: 9 * SIDE - y, y: x });
  let stairs: Point[] = [{ x: 5 * SIDE + gap, y: -gap }];
  for (let k = 1; k < 5; k++) {
    stairs.push({ x: (4 + k) * SIDE + gap, y: k * SIDE - gap }, { x: (5 + k) * SIDE + gap, y: k * SIDE - gap });
  }
  for (let side = 0; side < 4; side++) {
    points.push(...stairs);
    stairs = stairs.map(turned);
  }
  return `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}z`;
}
