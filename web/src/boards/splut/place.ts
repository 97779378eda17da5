// Where buttons can lie near a square without covering what one may press instead.
import { BOX, centreOf, SIDE, type Point } from './squares';

export interface Fit {
  /** Pixels for a unit of the drawing. */
  scale: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How the drawing lies in a box of so many pixels. */
export function fit(width: number, height: number): Fit {
  const scale = Math.min(width / BOX.width, height / BOX.height) || 1;
  const [w, h] = [BOX.width * scale, BOX.height * scale];
  return { scale, left: Math.max(0, (width - w) / 2), top: Math.max(0, (height - h) / 2), width: w, height: h };
}

/** A point of the box in the units of the drawing. */
export function unitsOf({ x, y }: Point, { scale, left, top }: Fit): Point {
  return { x: (x - left) / scale + BOX.x, y: (y - top) / scale + BOX.y };
}

/** How much of a square must stay free for a finger. */
const REACH = 0.6;

interface Size {
  width: number;
  height: number;
}

function pixels(square: string, { scale }: Fit): Point {
  const { x, y } = centreOf(square);
  return { x: (x - BOX.x) * scale, y: (y - BOX.y) * scale };
}

/** Whether something of that size lies in the middle of a square and leaves others in reach. */
export function fits(square: string, size: Size, keep: string[], fit: Fit): boolean {
  return !covers(pixels(square, fit), size, keep, fit);
}

function covers(middle: Point, { width, height }: Size, keep: string[], fit: Fit): boolean {
  const side = SIDE * fit.scale * REACH;
  return keep.some((square) => {
    const { x, y } = pixels(square, fit);
    return Math.abs(middle.x - x) < (width + side) / 2 && Math.abs(middle.y - y) < (height + side) / 2;
  });
}

const ROUND = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
] as const;

/** The middle, in pixels of the drawing's own box, for something of that size: at the square or as near as can be. */
export function besides(square: string, size: Size, keep: string[], fit: Fit): Point {
  const side = SIDE * fit.scale;
  const inside = (value: number, half: number, most: number) => Math.min(Math.max(value, half), most - half);
  const start = pixels(square, fit);
  const tries = [0, 1, 1.5, 2, 2.5, 3].flatMap((far) =>
    ROUND.map(([dx, dy]) => ({
      x: inside(start.x + dx * far * side, size.width / 2, fit.width),
      y: inside(start.y + dy * far * side, size.height / 2, fit.height),
    })),
  );
  return tries.find((middle) => !covers(middle, size, keep, fit)) ?? tries[0]!;
}
