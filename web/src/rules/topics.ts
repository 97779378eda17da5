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
  'end-of-line': [
    'end-of-line.keep',
    'end-of-line.energy',
    'end-of-line.cross',
    'end-of-line.edge',
    'end-of-line.lay',
    'end-of-line.solo',
    'end-of-line.coop',
    'end-of-line.classic',
    'end-of-line.waiting',
    'end-of-line.out',
    'end-of-line.points',
    'end-of-line.end',
  ],
  outspeed: [
    'outspeed.bonus',
    'outspeed.bonuses',
    'outspeed.wheel',
    'outspeed.finish',
    'outspeed.danger',
    'outspeed.route',
    'outspeed.sealed',
    'outspeed.keep',
    'outspeed.drawing',
    'outspeed.out',
    'outspeed.end',
  ],
} as const;
export type Topic = (typeof TOPICS)[keyof typeof TOPICS][number];

/** Something a choice would bring, as the server tells it. */
interface Told {
  event?: string;
  piece?: string;
  /** Of a card: whether it goes beyond an edge, and which card it crosses. */
  edge?: boolean;
  over?: string | null;
  /** Of a ship: its letter, with a number where that is asked for. */
  route?: string | null;
}
type View = Record<string, unknown>;

/** What a choice would bring: the name of an event, or what is to be true of one. */
type Brings = string | ((told: Told) => boolean);

/** A topic holds where eyes see so, and where all open choices, or some, would bring something and are one piece's. */
interface Sign {
  topic: Topic;
  all?: Brings;
  some?: Brings;
  piece?: string;
  sees?: (view: View) => boolean;
}

/** Somebody's part of what is seen: their team, their line, their ship. */
function own(view: View, of: string): View | undefined {
  return (view[of] as View[] | undefined)?.[view.seat as number];
}

const plays = (mode: string) => (view: View) => view.mode === mode;
const begins = (mode: string) => (view: View) => view.mode === mode && Number(view.round) < 2;
const alone = (view: View) => view.mode !== 'versus' && view.mode !== 'teams';

/** In which step of a turn one is, in Outspeed, and whether one has still to choose. */
const steps = (phase: string, awaited: boolean) => (view: View) =>
  view.phase === phase && own(view, 'ships')?.awaited === awaited;
const tile = (view: View) => view.tile as View;
/** Whether one's ship is behind the line that somebody else is past. */
function behind(view: View): boolean {
  const line = Number((view.track as View).danger);
  const past = (ship: View | undefined) => Number(ship?.zone) > line;
  return !past(own(view, 'ships')) && (view.ships as View[]).some(past);
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
  'end-of-line': [
    { topic: 'end-of-line.points', sees: (view) => view.over === true && alone(view) },
    { topic: 'end-of-line.end', sees: (view) => view.over === true },
    { topic: 'end-of-line.out', sees: (view) => own(view, 'lines')?.alive === false },
    { topic: 'end-of-line.keep', some: 'kept' },
    { topic: 'end-of-line.classic', sees: plays('classic'), some: '' },
    { topic: 'end-of-line.solo', sees: begins('solo'), some: '' },
    { topic: 'end-of-line.coop', sees: begins('coop'), some: '' },
    { topic: 'end-of-line.energy', some: 'spent' },
    { topic: 'end-of-line.cross', some: ({ event, over }) => event === 'laid' && over != null },
    { topic: 'end-of-line.edge', some: ({ event, edge }) => event === 'laid' && edge === true },
    { topic: 'end-of-line.lay', some: 'laid' },
    { topic: 'end-of-line.waiting', sees: (view) => own(view, 'lines') !== undefined },
  ],
  outspeed: [
    { topic: 'outspeed.end', sees: (view) => view.over === true },
    { topic: 'outspeed.out', sees: (view) => own(view, 'ships')?.racing === false },
    { topic: 'outspeed.keep', some: 'kept' },
    { topic: 'outspeed.bonus', sees: steps('bonuses', true) },
    { topic: 'outspeed.wheel', all: ({ route }) => /^.\d$/.test(route ?? '') },
    { topic: 'outspeed.finish', sees: (view) => steps('programming', true)(view) && tile(view).finish === true },
    { topic: 'outspeed.danger', sees: (view) => steps('programming', true)(view) && behind(view) },
    { topic: 'outspeed.route', sees: steps('programming', true) },
    { topic: 'outspeed.bonuses', sees: steps('bonuses', false) },
    { topic: 'outspeed.sealed', sees: steps('programming', false) },
    { topic: 'outspeed.drawing', sees: steps('drawing', false) },
  ],
};

function holds(sign: Sign, view: View, told: Told[][]): boolean {
  if (sign.sees && !sign.sees(view)) return false;
  if (sign.all === undefined && sign.some === undefined) return sign.sees !== undefined;
  const brings = (what: Brings) => (each: Told[]) =>
    !what || each.some(typeof what === 'string' ? ({ event }) => event === what : what);
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
export function topicOf(game: string, view: View, choices: Pick<Choice, 'events'>[] = []): Topic | null {
  const told = choices.map((each) => each.events as Told[]);
  return SIGNS[game]?.find((sign) => holds(sign, view, told))?.topic ?? null;
}
