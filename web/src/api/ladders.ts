// Ladders over HTTP: who stands where, and how they came there.
import { ask } from './house';

/** A rating as people read it: what somebody surely is, which is the estimate less the doubt. */
export interface Shown {
  rating: number;
  estimate: number;
  doubt: number;
}

/** A ladder that there can be. */
export interface Ladder {
  game: string;
  /** `-` where the game has none. */
  mode: string;
  seats: number;
  listed: number;
  matches: number;
  /** What is to be beaten, where nobody plays against anybody. */
  par: { what: 'points' | 'empty' | 'lines'; count: number } | null;
}

export type Kind = 'person' | 'bot' | 'par';

/** Somebody on a ladder. */
export interface Rung {
  place: number;
  name: string;
  kind: Kind;
  handle: string;
  shown: Shown;
  matches: number;
  you: boolean;
}

/** A page of a ladder. */
export interface Board {
  ladder: Ladder;
  page: number;
  pages: number;
  places: Rung[];
  /** Who asks, if they are on it: also on another page, or not listed. */
  you: Rung | null;
  /** Whether who asks is listed. */
  listed: boolean;
}

/** What a match, or a guest who turned out to be them, changed for somebody. */
export interface Step {
  at: number;
  /** Nothing for others. */
  table: string;
  /** 0 where it was no match. */
  place: number;
  sides: number;
  gave_up: boolean;
  before: Shown;
  after: Shown;
}

/** Where somebody stands on a ladder, and the last steps there. */
export interface Climb {
  game: string;
  mode: string;
  seats: number;
  place: number;
  shown: Shown;
  matches: number;
  steps: Step[];
}

export interface Climber {
  name: string;
  kind: Kind;
  handle: string;
  you: boolean;
  ladders: Climb[];
}

/** What a match changed for its seats, once it has been counted. */
export interface Counted {
  pending: boolean;
  changes: { seat: number; before: Shown; after: Shown }[];
}

type Which = Pick<Ladder, 'game' | 'mode' | 'seats'>;

export const pathOf = ({ game, mode, seats }: Which) => `/ladders/${game}/${mode}/${seats}`;
export const pathOfPerson = (handle: string) => `/ladders/person/${encodeURIComponent(handle)}`;
export const ME = 'me';

export const ladders = {
  all: () => ask<Ladder[]>('GET', '/api/ladders'),
  board: (which: Which, page: number) => ask<Board>('GET', `/api${pathOf(which)}?page=${page}`),
  climber: (handle: string) =>
    ask<Climber>('GET', handle === ME ? '/api/ratings/me' : `/api/people/${encodeURIComponent(handle)}/ratings`),
  counted: (table: string) => ask<Counted>('GET', `/api/tables/${table}/ratings`),
};

/** The ladder one looks at: the one that is named, or else the one where most is played. */
export function chosen(all: Ladder[], rest: string[]): Ladder | undefined {
  if (rest.length) return all.find((each) => pathOf(each) === `/ladders/${rest.join('/')}`);
  return busiest(all);
}

/** The one where most is played; the first of those alike. */
export function busiest(some: Ladder[]): Ladder | undefined {
  return some.reduce<Ladder | undefined>(
    (best, each) => (best && best.matches >= each.matches ? best : each),
    undefined,
  );
}

/** What is nearest to a ladder when another game, mode or number of seats is wanted. */
export function nearest(all: Ladder[], now: Ladder, wanted: Partial<Which>): Ladder {
  const fits = all.filter((each) =>
    Object.entries(wanted).every(([part, value]) => each[part as keyof Which] === value),
  );
  const inGame = fits.filter((each) => each.game === (wanted.game ?? now.game));
  const alike = inGame.filter((each) => ('seats' in wanted ? each.mode === now.mode : each.seats === now.seats));
  return ('game' in wanted ? busiest(inGame) : (alike[0] ?? busiest(inGame))) ?? now;
}
