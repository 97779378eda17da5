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

/** The middle, in pixels of the drawing's own box, for something of that size: at the square or as near as can be. */
export function besides(square: string, size: { width: number; height: number }, keep: string[], fit: Fit): Point {
  const pixels = (of: string): Point => {
    const { x, y } = centreOf(of);
    return { x: (x - BOX.x) * fit.scale, y: (y - BOX.y) * fit.scale };
  };
  const side = SIDE * fit.scale;
  const covers = (middle: Point, other: string) => {
    const { x, y } = pixels(other);
    return (
      Math.abs(middle.x - x) < (size.width + side * 0.7) / 2 && Math.abs(middle.y - y) < (size.height + side * 0.7) / 2
    );
  };
  const inside = ({ x, y }: Point): Point => ({
    x: Math.min(Math.max(x, size.width / 2), fit.width - size.width / 2),
    y: Math.min(Math.max(y, size.height / 2), fit.height - size.height / 2),
  });
  const start = pixels(square);
  const tries = [0, 1, 1.5, 2, 2.5, 3].flatMap((far) =>
    [
      [0, 1],
      [0, -1],
      [1, 0],
      [-1, 0],
    ].map(([dx, dy]) => inside({ x: start.x + dx! * far * side, y: start.y + dy! * far * side })),
  );
  return tries.find((middle) => !keep.some((other) => covers(middle, other))) ?? tries[0]!;
}
