// The house over HTTP.
import { settings } from '../settings.svelte';
import { t } from '../words/words';
import { tryToFetch } from './reach.svelte';
import type {
  About,
  AboutHouse,
  Boxed,
  Brought,
  DayResults,
  Fork,
  KeptTiles,
  Moment,
  NewReport,
  NewTable,
  PlayOn,
  Puzzle,
  Terms,
  Token,
  Wanted,
  Why,
} from './types';

/** In place of a status, where nobody answered. */
export const UNREACHED = 0;

/** A refusal: one sentence that says what to do. */
export class Refusal extends Error {
  constructor(
    why: string,
    readonly status: number,
  ) {
    super(why);
  }
}

export async function ask<Answer>(method: string, path: string, data?: unknown): Promise<Answer> {
  const answer = await tryToFetch(path, {
    method,
    headers: {
      'Accept-Language': settings.language, // why something is refused is said in it
      ...(data === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: data === undefined ? undefined : JSON.stringify(data),
  });
  if (!answer) throw new Refusal(t('common.unreached'), UNREACHED);
  if (!answer.ok) {
    const told = (await answer.json().catch(() => null)) as Why | null;
    throw new Refusal(told?.why ?? String(answer.status), answer.status);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

/** Come in, once: the browser is known by a cookie from then on. */
async function comeIn(name: string): Promise<void> {
  await ask<Token>('POST', '/api/guests', { name });
}

let known = false;

/** Nobody knows any more who looks at these pages: they have signed out, or are somebody else. */
export function beUnknown() {
  known = false;
}

/** Be known to the house; tells whether a socket that is open already may not know yet whose it is. */
export async function beKnown(): Promise<boolean> {
  if (known) return false;
  if (!(await ask<{ name: string }>('GET', '/api/guests/me')).name) await comeIn(settings.name);
  return (known = true);
}

/** Do something as somebody: whoever is not known yet comes in first. */
export async function asGuest<Answer>(asked: () => Promise<Answer>): Promise<Answer> {
  await beKnown();
  try {
    return await asked();
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.status !== 401) throw refusal;
    await comeIn(settings.name);
    return asked();
  }
}

export const house = {
  shelf: () => ask<Boxed[]>('GET', '/api/games'),
  /** A match of bots, to look at. */
  demo: (game: string) => ask<Moment[]>('GET', `/api/demo/${game}?language=${settings.language}`),
  /** What would be agreed if somebody wanted this, and what else could be. */
  terms: (game: string, wanted: Wanted) => ask<Terms>('POST', `/api/games/${game}/terms`, wanted),
  /** Bring a tile set of one's own. */
  bringTiles: (text: string) => asGuest(() => ask<KeptTiles>('POST', '/api/tiles', { text })),
  /** The puzzle of a day; today's where none is named. */
  puzzle: (day = '') => ask<Puzzle>('GET', `/api/puzzle${day && `?day=${day}`}`),
  layPuzzle: (day = '') => asGuest(() => ask<About>('POST', `/api/puzzle${day && `?day=${day}`}`, {})),
  /** What came of the puzzle of a day. */
  results: (day = '') => ask<DayResults>('GET', `/api/puzzle/results${day && `?day=${day}`}`),
  /** Tell the moderators about somebody. */
  report: (wanted: NewReport) => asGuest(() => ask<void>('POST', '/api/reports', wanted)),
  openTables: () => ask<About[]>('GET', '/api/tables'),
  lay: (wanted: NewTable) => asGuest(() => ask<About>('POST', '/api/tables', wanted)),
  fork: (table: string, wanted: Fork) => asGuest(() => ask<About>('POST', `/api/tables/${table}/fork`, wanted)),
  /** A record that one brings, as a study. */
  bringRecord: (text: string) => ask<Brought>('POST', '/api/study/record', { text }),
  /** Play on from a study, at a table. */
  playStudy: (wanted: PlayOn) => asGuest(() => ask<About>('POST', '/api/study/table', wanted)),
  /** What each choice of a seat of one's own is worth, where that may be asked. */
  worth: (table: string, seat: string) =>
    ask<Record<string, number>>('GET', `/api/tables/${table}/worth?${new URLSearchParams({ seat })}`),
  /** Be called by another name from now on, on every device; whom the house does not know keeps it in this browser. */
  rename: async (name: string) => {
    const known = await ask<{ name: string }>('GET', '/api/guests/me');
    if (known.name) await ask('POST', '/api/account/name', { name });
  },
  /** By which address others come. */
  reached: () => ask<AboutHouse>('GET', '/api/house'),
  about: (table: string) => ask<About>('GET', `/api/tables/${table}`),
  moments: (table: string, seat: string, since: number) =>
    ask<Moment[]>(
      'GET',
      `/api/tables/${table}/moments?${new URLSearchParams({ seat, language: settings.language, since: String(since) })}`,
    ),
};
