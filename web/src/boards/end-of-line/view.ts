// What a view of End of Line holds, and how its cards lie: every card is entered from behind and left by its exits.
export const HEADINGS = ['N', 'E', 'S', 'W'] as const;
export type Heading = (typeof HEADINGS)[number];

/** The exits of each kind, seen in the direction of travel, as quarter turns to the right. */
export const EXITS = {
  straight: [0],
  left: [3],
  right: [1],
  'left-ahead': [3, 0],
  'ahead-right': [0, 1],
  tee: [3, 1],
  'cross-5': [3, 0, 1],
  'cross-0': [3, 0, 1],
  start: [0],
} as const;
export type Kind = Exclude<keyof typeof EXITS, 'start'>;
export const KINDS = Object.keys(EXITS).filter((kind) => kind !== 'start') as Kind[];

/** What energy is spent on; `go` spends none. */
export const USES = ['boost', 'brake', 'turnaround', 'gas', 'cross'] as const;
export type Use = (typeof USES)[number];

export interface Card {
  square: string;
  kind: keyof typeof EXITS;
  initiative: number | null;
  heading: Heading;
}

export interface Line {
  name: string;
  partner: number | null;
  cards: Card[];
  /** The squares where it can go on from its last card. */
  exits: string[];
  hand: Record<Kind, number> | null;
  held: number;
  deck: number;
  unlaid: Record<Kind, number>;
  energy: number;
  alive: boolean;
  initiative: number | null;
  revealed: number | null;
}

/** Where a card may come to lie. */
export interface Place {
  square: string;
  start: string;
  heading: Heading;
  /** The partner's card that it crosses. */
  over: string | null;
  /** By which headings the line could then go on. */
  open: Heading[];
}

export interface Tally {
  score: 'es' | 'en' | '2021';
  left: number;
  spent: number;
  energy: number;
}

export interface View {
  game: string;
  mode: 'versus' | 'teams' | 'solo' | 'coop' | 'classic';
  seat: number;
  size: number;
  walls: string[];
  lines: Line[];
  round: number;
  order: number[];
  mover: number | null;
  to_lay: number;
  places: Partial<Record<Use | 'go' | 'lay', Place[]>>;
  turned: Kind | null;
  pile: Kind[];
  empty: number;
  tally: Tally | null;
  points: number | null;
  over: boolean;
}

/** A heading so many quarter turns to the right of another. */
export function turned(heading: Heading, quarters: number): Heading {
  return HEADINGS[(HEADINGS.indexOf(heading) + quarters + 4) % 4]!;
}

/** The headings by which a card is left. */
export function exitsOf(kind: keyof typeof EXITS, heading: Heading): Heading[] {
  return EXITS[kind].map((quarters) => turned(heading, quarters));
}

/** The cards of a hand one by one, or each kind once with how often it is there. */
export function cardsIn(hand: Record<Kind, number>, apart: boolean): { kind: Kind; count: number; key: string }[] {
  const kinds = KINDS.filter((kind) => hand[kind] > 0);
  if (!apart) return kinds.map((kind) => ({ kind, count: hand[kind], key: kind }));
  return kinds.flatMap((kind) =>
    Array.from({ length: hand[kind] }, (_, nth) => ({ kind, count: 1, key: `${kind} ${nth}` })),
  );
}

export const INITIATIVE: Record<Kind, number> = {
  straight: 1,
  left: 2,
  right: 2,
  'left-ahead': 3,
  'ahead-right': 3,
  tee: 4,
  'cross-5': 5,
  'cross-0': 0,
};
