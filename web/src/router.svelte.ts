// Where one is in the house. Paths are real: the server gives the same page for each of them.
import { ROOMS } from './rooms';

export type Place =
  | { page: 'front' }
  | { page: 'room'; room: string; rest: string[] }
  | { page: 'table'; table: string }
  | { page: 'replay'; table: string; moment: number | null; seat: string }
  | { page: 'nowhere' };

export function placeOf(path: string, query = ''): Place {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  const asked = new URLSearchParams(query);
  if (parts.length === 0) return { page: 'front' };
  const [room, ...rest] = parts as [string, ...string[]];
  if (Object.hasOwn(ROOMS, room) && rest.length <= ROOMS[room]!.deep) return { page: 'room', room, rest };
  if (parts[0] === 'table' && parts[1] && parts.length === 2) return { page: 'table', table: parts[1] };
  if (parts[0] === 'replay' && parts[1] && parts.length === 2) {
    const moment = asked.get('moment');
    const known = moment !== null && /^\d+$/.test(moment);
    return { page: 'replay', table: parts[1], moment: known ? Number(moment) : null, seat: asked.get('seat') ?? '' };
  }
  return { page: 'nowhere' };
}

class Router {
  place = $state<Place>(placeOf(location.pathname, location.search));
  /** What else the address says, which a room may ask for. */
  query = $state(location.search);

  constructor() {
    addEventListener('popstate', () => this.#look());
  }

  go(path: string, instead = false) {
    history[instead ? 'replaceState' : 'pushState'](null, '', path);
    this.#look();
    scrollTo(0, 0);
  }

  #look() {
    this.place = placeOf(location.pathname, location.search);
    this.query = location.search;
  }
}

export const router = new Router();

/** For links inside the house: `<a href="/" onclick={stay}>` does not load the page anew. */
export function stay(event: MouseEvent) {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  router.go(link.getAttribute('href')!);
}
