// What a view of Outspeed holds, and how its numbers are written.
import { t, type Key } from '../../words/words';

/** For a number of others on the same route, the least and the most of what one pays and gets. */
export interface Case {
  others: number;
  fits: boolean;
  bonus: number;
  cost: [number, number];
  zones: [number, number];
  fuel: [number, number];
  /** The zones one could arrive in; null for who has no ship. */
  lands: [number, number] | null;
  /** Whether the cost may put one out, or will. */
  dry: 'may' | 'will' | null;
}

export interface Printed {
  symbol: string;
  /** For how many there is room; null for any number. */
  room: number | null;
  /** Whether one must be alone on it. */
  solo: boolean;
  bonus: number;
  /** Numbers as they are printed: `3`, `A`, `1 + yellow`, `A yellow`, `wheel`. */
  cost: string;
  zones: string;
  fuel: string;
  /** Whether one can pay for it. */
  open: boolean;
  /** The least and the most one may set on the wheel; null where it does not ask for it. */
  wheel: [number, number] | null;
  with: Case[];
}

export interface TileView {
  number: number;
  place: number;
  of: number;
  face: string;
  finish: boolean;
  reconstructed: boolean;
  set: string;
  routes: Printed[];
}

export interface TrackView {
  rear: number;
  front: number;
  /** Up to this zone everything falls at the end of the turn. */
  falls: number | null;
  /** Up to this zone everything falls if anybody passes the front. */
  danger: number;
  fields: number[];
  stop: number | null;
}

export interface Ship {
  name: string;
  racing: boolean;
  zone: number | null;
  fuel: number | null;
  tokens: number;
  /** What it holds, for whom that is no secret. */
  hand: string[] | null;
  /** `nothing`, `hidden`, `sealed` while others of its zone decide, or a token for whom it is no secret. */
  laid: string | null;
  /** `sealed`, or the route with its number for whom it is no secret. */
  route: string | null;
  last: string | null;
  rolled: number[];
  awaited: boolean;
}

export interface View {
  game: string;
  seat: number;
  phase: 'dealing' | 'bonuses' | 'programming' | 'costs' | 'gains' | 'drawing' | 'over';
  tile: TileView | null;
  coming: number[] | null;
  track: TrackView;
  ships: Ship[];
  tokens: {
    pile: number;
    unseen: number;
    under: { place: number; token: string }[];
    used: Record<string, number>;
    drawn: string[];
  };
  over: boolean;
  winners: number[];
}

/** A full tank, as far as a gauge shows it. */
export const FULL = 12;

/** Everything but a token that somebody may have laid. */
const NO_TOKEN = ['nothing', 'hidden', 'sealed'];

/** The token that a ship laid, where one may know it. */
export function laidToken(ship: Ship): string | null {
  return ship.laid && !NO_TOKEN.includes(ship.laid) ? ship.laid : null;
}

/** The route that a ship is known to have taken; its letter alone. */
export function routeOf(ship: Ship): string | null {
  return ship.route && ship.route !== 'sealed' ? ship.route[0]! : null;
}

/** The columns of a tile: how many others ride along, from and to. Where all routes bring the same, three and more are one. */
export function companies(routes: Printed[]): [number, number][] {
  const most = Math.max(0, ...routes.flatMap((route) => route.with.map((each) => each.others)));
  const found: [number, number][] = [];
  for (let others = 0; others <= most; others += 1) {
    const last = found.at(-1);
    if (others > 3 && last && routes.every((route) => alike(caseOf(route, last[0]), caseOf(route, others)))) {
      last[1] = others;
    } else found.push([others, others]);
  }
  return found;
}

export function caseOf(route: Printed, others: number): Case | undefined {
  return route.with.find((each) => each.others === others);
}

function alike(one: Case | undefined, other: Case | undefined): boolean {
  const outcome = ({ others: _, ...rest }: Case) => JSON.stringify(rest);
  return one && other ? outcome(one) === outcome(other) : one === other;
}

/** 3, or 1–4. */
export function span([low, high]: [number, number]): string {
  return low === high ? String(low) : `${low}–${high}`;
}

/** How a company is called: alone, with one, with three or more. */
export function companyName([from, to]: [number, number]): string {
  return from === to ? t(`outspeed.with-${from}` as Key) : t('outspeed.with-more', { count: from });
}

/** The same where there is little room. */
export function companyShort([from, to]: [number, number]): string {
  if (!from) return t('outspeed.with-0');
  return from === to ? t('outspeed.with-few', { count: from }) : t('outspeed.with-up', { count: from });
}

/** A printed number, term by term, for drawing: a number, the riders of a route, dice, or the wheel. */
export type Term = { kind: 'fixed' | 'riders' | 'dice' | 'wheel'; text: string; die?: string };

export function termsOf(printed: string): Term[] {
  if (printed === '0') return [];
  return printed.split(' + ').map((term): Term => {
    const [first, die] = term.split(' ');
    if (term === 'wheel') return { kind: 'wheel', text: '' };
    if (term === 'blue' || term === 'yellow') return { kind: 'dice', text: '', die: term };
    if (die) return { kind: 'dice', text: first!, die };
    return /^\d+$/.test(term) ? { kind: 'fixed', text: term } : { kind: 'riders', text: term };
  });
}

/** A printed number in words: "3 zones", "1 fuel for each rider of A", "fuel (1 + a yellow die)". */
export function spoken(printed: string, unit: 'fuel' | 'zones'): string {
  const amount = (count: number) =>
    unit === 'fuel'
      ? t('outspeed.fuel-amount', { amount: count })
      : t('outspeed.zones-amount', { amount: count, count });
  const terms = termsOf(printed);
  const [only] = terms;
  if (terms.length === 1 && only!.kind === 'fixed') return amount(Number(only!.text));
  if (terms.length === 1 && only!.kind === 'riders')
    return t('outspeed.for-each', { what: amount(1), route: only!.text });
  const parts = terms.map(({ kind, text, die }) => {
    if (kind === 'fixed') return text;
    if (kind === 'wheel') return t('outspeed.the-wheel');
    if (kind === 'riders') return t('outspeed.for-each', { what: '1', route: text });
    const name = t(`outspeed.die-${die}` as Key);
    if (!text) return name;
    return /^\d/.test(text) ? `${text} × ${name}` : t('outspeed.for-each', { what: name, route: text });
  });
  return `${t(`outspeed.unit-${unit}`)} (${parts.join(' + ')})`;
}
