// Which puzzles of a kind one looks at, as it stands in the address.
export const SHOWS = ['all', 'open', 'solved', 'missed'] as const;
export type Show = (typeof SHOWS)[number];

export interface Filter {
  show: Show;
  /** A step of difficulty, from 1 on; 0 for all. */
  step: number;
}

const number = (text: string | null) => (/^\d{1,4}$/.test(text ?? '') ? Number(text) : 0);
const isShow = (text: string | null): text is Show => SHOWS.includes(text as Show);

/** What an address asks for, and on which page. */
export function filterOf(query: string): Filter & { page: number } {
  const asked = new URLSearchParams(query);
  const show = asked.get('show');
  return { show: isShow(show) ? show : 'all', step: number(asked.get('step')), page: number(asked.get('page')) || 1 };
}

/** The list that one walks along from a puzzle to the next; nothing for who comes from no list. */
export function walkOf(query: string): Filter | null {
  if (!new URLSearchParams(query).has('show')) return null;
  const { show, step } = filterOf(query);
  return { show, step };
}

/** Where a page of a list is. */
export function listPath(kind: string, { show, step }: Filter, page = 1): string {
  const asked = new URLSearchParams();
  if (show !== 'all') asked.set('show', show);
  if (step) asked.set('step', `${step}`);
  if (page > 1) asked.set('page', `${page}`);
  const query = `${asked}`;
  return `/puzzles/${kind}/all${query && `?${query}`}`;
}

/** Where a puzzle is, along a list or by itself. */
export function puzzlePath(kind: string, id: string, walk: Filter | null): string {
  const step = walk?.step ? `&step=${walk.step}` : '';
  return `/puzzles/${kind}/${id}${walk ? `?show=${walk.show}${step}` : ''}`;
}
