// Where somebody is in a game, as a short name that its rules page knows. Found in plain data: what one sees, and what
// one may choose. What is said about a topic is in the page itself.
import type { Choice } from '../api/types';

export const TOPICS = {
  splut: [
    'splut.throw',
    'splut.rock',
    'splut.pull',
    'splut.push',
    'splut.levitate',
    'splut.step',
    'splut.out',
    'splut.end',
  ],
  'shut-the-lines': [
    'shut-the-lines.plan',
    'shut-the-lines.leave',
    'shut-the-lines.split',
    'shut-the-lines.out',
    'shut-the-lines.waiting',
    'shut-the-lines.end',
  ],
} as const;
export type Topic = (typeof TOPICS)[keyof typeof TOPICS][number];

/** Something a choice would bring, as the server tells it. */
interface Told {
  event?: string;
  piece?: string;
}

/** A topic holds where all choices, or some, would bring an event; where all are one piece's; or where eyes see so. */
interface Sign {
  topic: Topic;
  all?: string;
  some?: string;
  piece?: string;
  sees?: (view: Record<string, unknown>) => boolean;
}

/** Somebody's part of what is seen: their team, their place in the round. */
function own(view: Record<string, unknown>, of: string): Record<string, unknown> | undefined {
  return (view[of] as Record<string, unknown>[] | undefined)?.[view.seat as number];
}

/** The first that holds counts. */
const SIGNS: Record<string, Sign[]> = {
  splut: [
    { topic: 'splut.end', sees: (view) => view.mover === null },
    { topic: 'splut.out', sees: (view) => own(view, 'teams')?.alive === false },
    { topic: 'splut.throw', all: 'thrown' },
    { topic: 'splut.pull', piece: 'troll', some: 'pulled' },
    { topic: 'splut.push', piece: 'dwarf', some: 'pushed' },
    { topic: 'splut.levitate', piece: 'sorcerer', some: 'levitated' },
    { topic: 'splut.rock', some: 'thrown' },
    { topic: 'splut.step', some: '' },
  ],
  'shut-the-lines': [
    { topic: 'shut-the-lines.end', sees: (view) => view.over === true },
    { topic: 'shut-the-lines.plan', some: 'planned' },
    { topic: 'shut-the-lines.leave', all: 'left' },
    { topic: 'shut-the-lines.split', some: 'covered' },
    {
      topic: 'shut-the-lines.out',
      sees: (view) => Number(view.round) > 0 && own(view, 'players')?.in === false,
    },
    { topic: 'shut-the-lines.waiting', sees: (view) => own(view, 'players') !== undefined },
  ],
};

function holds(sign: Sign, view: Record<string, unknown>, told: Told[][]): boolean {
  if (sign.sees) return sign.sees(view);
  const brings = (kind: string) => (each: Told[]) => !kind || each.some(({ event }) => event === kind);
  return (
    told.length > 0 &&
    (sign.piece === undefined || told.every((each) => each[0]?.piece === sign.piece)) &&
    (sign.all === undefined || told.every(brings(sign.all))) &&
    (sign.some === undefined || told.some(brings(sign.some)))
  );
}

/**
 * What matters now, for the rules to open at. Give it only the choices that are still open: those of the piece that is
 * chosen, or of the square.
 */
export function topicOf(
  game: string,
  view: Record<string, unknown>,
  choices: Pick<Choice, 'events'>[] = [],
): Topic | null {
  const told = choices.map((each) => each.events as Told[]);
  return SIGNS[game]?.find((sign) => holds(sign, view, told))?.topic ?? null;
}
