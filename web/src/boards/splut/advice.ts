// A step that is pointed out, by how it is written: De2-e3, Tf2-f3+f1, Sd2-d3+e1, Tf2-e2>N.
import { at, fileOf, next, rankOf, type Towards } from './squares';

export interface Advised {
  start: string;
  end: string;
  /** The rock that comes along, and where it comes to. */
  rock: [string, string] | null;
  /** Where a rock is thrown: the first square of its flight. */
  flight: string | null;
}

const STEP = /^[SDT]([a-i]\d)-([a-i]\d)(?:\+([a-i]\d)|>([NESW]))?$/;

export function advised(move: string | null | undefined): Advised | null {
  const found = STEP.exec(move ?? '');
  if (!found) return null;
  const [, start, end, rock, towards] = found as unknown as [string, string, string, string?, string?];
  const [right, up] = [fileOf(end) - fileOf(start), rankOf(end) - rankOf(start)];
  const goes = rock ? at(fileOf(rock) + right, rankOf(rock) + up) : null;
  const flight = towards ? next(end, towards as Towards) : null;
  return { start, end, rock: goes ? [rock!, goes] : null, flight };
}
