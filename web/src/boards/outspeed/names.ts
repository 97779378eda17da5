// What things on the board are called, for whoever hears it and for the status line.
import { list, t, type Key } from '../../words/words';
import { caseOf, companies, companyName, span, spoken, type Case, type Printed, type TileView } from './view';

export function tokenName(token: string): string {
  return t(`outspeed.token-${token}` as Key);
}

export function tileName(tile: Pick<TileView, 'number' | 'reconstructed'>): string {
  return tile.reconstructed
    ? t(`outspeed.tile-${tile.number}` as Key)
    : t('outspeed.tile-own', { number: tile.number });
}

export function roomName({ room, solo }: Printed): string {
  if (solo) return t('outspeed.solo');
  return room === null ? t('outspeed.room-all') : t('outspeed.room', { count: room });
}

const amountOf = ([low, high]: [number, number]) => (low || high ? span([low, high]) : '');

/** What stands on the tile, in words. */
function payOf(route: Printed): string {
  return route.cost === '0' ? t('outspeed.no-fuel') : spoken(route.cost, 'fuel');
}

function getOf(route: Printed): string {
  const parts: string[] = [];
  if (route.zones !== '0') parts.push(spoken(route.zones, 'zones'));
  if (route.fuel !== '0') parts.push(spoken(route.fuel, 'fuel'));
  if (route.bonus) parts.push(t('outspeed.tokens-amount', { count: route.bonus }));
  return parts.length ? list(parts) : t('outspeed.no-gain');
}

/** What a case comes to, in words: "minus 1 fuel, plus 3 zones". */
export function outcomeOf(told: Case): string {
  const [cost, zones, fuel] = [amountOf(told.cost), amountOf(told.zones), amountOf(told.fuel)];
  const parts: string[] = [];
  if (cost) parts.push(t('outspeed.minus', { what: t('outspeed.fuel-amount', { amount: cost }) }));
  if (zones) {
    const what = t('outspeed.zones-amount', { amount: zones, count: told.zones[1] });
    parts.push(t('outspeed.plus', { what }));
  }
  if (fuel) parts.push(t('outspeed.plus', { what: t('outspeed.fuel-amount', { amount: fuel }) }));
  if (told.bonus) parts.push(t('outspeed.plus', { what: t('outspeed.tokens-amount', { count: told.bonus }) }));
  if (told.dry) parts.push(t(`outspeed.out-${told.dry}`));
  return parts.length ? parts.join(', ') : t('outspeed.nothing');
}

/** Everything about a route, as one would read it out. */
export function routeName(route: Printed, tile: TileView, stop: number | null): string {
  const cases = companies(tile.routes).flatMap((company) => {
    const told = caseOf(route, company[0]);
    return told ? [t('outspeed.case', { company: companyName(company), outcome: outcomeOf(told) })] : [];
  });
  const head = `${t('outspeed.route', { route: route.symbol })}, ${roomName(route)}.`;
  const deal = t('outspeed.name-deal', { pay: payOf(route), get: getOf(route) });
  return [head, deal, `${cases.join('; ')}.`, warning(route, stop)].filter(Boolean).join(' ');
}

/** Where a force field would stop one, if one can get there by it. */
export function stopOn(route: Printed, stop: number | null): number | null {
  return stop !== null && route.with.some((each) => each.lands?.[1] === stop && each.zones[1] > 0) ? stop : null;
}

/** Whether the cost may put one out, or will whoever else comes along. */
export function dryOn(route: Printed): 'may' | 'will' | null {
  const all = route.with.map((each) => each.dry);
  if (all.length && all.every((each) => each === 'will')) return 'will';
  return all.some(Boolean) ? 'may' : null;
}

function warning(route: Printed, stop: number | null): string {
  const zone = stopOn(route, stop);
  const dry = dryOn(route);
  return [
    route.open ? '' : t('outspeed.shut'),
    zone === null ? '' : t('outspeed.stops', { zone }),
    route.open && dry ? t(`outspeed.dry-${dry}`) : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** For the status line: what a route would do, and on what that depends. */
export function sentenceOf(route: Printed, move: string, stop: number | null): string {
  const number = move.slice(1);
  const set = number ? { ...route, cost: setTo(route.cost, number), zones: setTo(route.zones, number) } : route;
  return [dealOf(set, move), warning(route, stop)].filter(Boolean).join(' ');
}

/** Whether one gets something by a route, in some company. */
const gains = (route: Printed, told: Case) => told.fits && !(route.solo && told.others > 0);

/** Whether it depends on who else chooses a route that one gets something by it. */
export function isUncertain(route: Printed): boolean {
  return new Set(route.with.map((told) => gains(route, told))).size > 1;
}

/** What one pays and gets, with a condition where it depends on who else chooses the route. */
function dealOf(route: Printed, move: string): string {
  const deal = { route: move, pay: payOf(route), get: getOf(route) };
  if (isUncertain(route)) {
    if (route.solo) return t('outspeed.sentence-solo', deal);
    const others = route.room! - 1;
    return others ? t('outspeed.sentence-room', { ...deal, count: others }) : t('outspeed.sentence-alone', deal);
  }
  if (route.with.every((told) => gains(route, told)))
    return t('outspeed.sentence-pays', route.solo ? { ...deal, pay: t('outspeed.no-fuel') } : deal);
  return route.solo
    ? t('outspeed.sentence-pays', { ...deal, get: t('outspeed.no-gain') })
    : t('outspeed.sentence-full', deal);
}

const setTo = (printed: string, number: string) => printed.replace('wheel', number);
