// The log of a match as one pair of eyes saw it: what was before one came, and what happened since.
import type { Happening } from '../boards/board';
import { house } from './house';
import type { Moment } from './types';

type View = Record<string, unknown>;

/** One choice: what happened, and, once it was asked for, what lay on the table after it. */
export interface Line {
  number: number;
  events: Happening[];
  view: View | null;
}

export const AT_ONCE = 100;

export class History {
  lines = $state.raw<Line[]>([]);
  /** With whose eyes: the name of a seat, `everyone`, or nothing for one's own. */
  #eyes = '';
  /** How many choices the house last said there are. */
  #moves = 0;
  #loading = 0;

  constructor(readonly table: string) {}

  /** Everything from the beginning on, with these eyes; what happens meanwhile is asked for as well. */
  async load(eyes = this.#eyes): Promise<void> {
    this.#eyes = eyes;
    const number = ++this.#loading;
    const found: Line[] = [];
    let page: Moment[];
    do {
      page = await house.moments(this.table, eyes, found.length);
      if (number !== this.#loading) return;
      found.push(...page.map(lineOf));
    } while (page.length === AT_ONCE || (page.length > 0 && found.length < this.#moves));
    this.#loading = 0;
    this.lines = found;
  }

  /** A state was told: the log goes on, or shrinks after something was taken back; a gap is asked for. */
  tell(moves: number, events: Happening[]) {
    const shrinks = moves < this.#moves;
    this.#moves = moves;
    if (this.#loading) {
      if (shrinks) void this.load();
      return;
    }
    const told = new Map<number, Happening[]>();
    for (const event of events) {
      const number = event.n ?? 0;
      if (number < moves) told.set(number, [...(told.get(number) ?? []), event]);
    }
    const first = Math.min(moves, ...told.keys());
    if (first > this.lines.length) {
      void this.load().catch(() => (this.#loading = 0));
      return;
    }
    const kept = this.lines.slice(0, first);
    const fresh = Array.from({ length: moves - first }, (_, step): Line => {
      const number = first + step;
      return { number, events: told.get(number) ?? [], view: null };
    });
    this.lines = [...kept, ...fresh];
  }

  /** What lay on the table after a choice. */
  async view(number: number): Promise<View | null> {
    const line = this.lines[number];
    if (!line || line.view) return line?.view ?? null;
    const page = await house.moments(this.table, this.#eyes, number);
    this.lines = this.lines.map((each) => {
      const moment = page[each.number - number];
      return each.number >= number && moment ? lineOf(moment) : each;
    });
    return this.lines[number]?.view ?? null;
  }
}

function lineOf(moment: Moment): Line {
  return { number: moment.number, events: moment.events as Happening[], view: moment.view as View };
}

/** A line as it is read: number of its turn where one begins, whose it is, what it says. */
export interface Entry {
  number: number;
  seat: number | null;
  text: string;
  /** Whether another seat, or turn, begins here. */
  begins: boolean;
  count: number;
  /** Not made yet: a draft. */
  ghost: boolean;
}

/** The lines in words, grouped by whose they are; what nobody could see has none. */
export function entries(lines: Line[], drafted: Line[] = []): Entry[] {
  const found: Entry[] = [];
  let count = 0;
  for (const line of [...lines, ...drafted]) {
    const text = line.events
      .filter((event) => event.event !== 'drew' || event.card !== null) // a card that one did not see is no news
      .map((event) => event.text)
      .filter(Boolean)
      .join('; ');
    if (!text) continue;
    const seat = line.events.find((event) => event.seat >= 0 && event.seat < 15)?.seat ?? null;
    const begins = !found.length || found.at(-1)!.seat !== seat;
    if (begins) count += 1;
    found.push({ number: line.number, seat, text, begins, count, ghost: drafted.includes(line) });
  }
  return found;
}
