// What lies on the table after an event, for the eye on its way from one view to the next. The last word has the view.
import type { Happening } from '../board';
import type { Ship, View } from './view';

type Change = Partial<Ship>;

function withShip(view: View, seat: number, change: Change): View {
  return { ...view, ships: view.ships.map((ship, number) => (number === seat ? { ...ship, ...change } : ship)) };
}

const CHANGES: Record<string, (view: View, event: Happening, to: View) => View> = {
  decided: (view, { seat, token }) =>
    withShip(view, seat, { laid: token === 'none' ? 'nothing' : ((token as string) ?? 'sealed'), awaited: false }),
  laid: (view, { seat, something, token }) =>
    withShip(view, seat, { laid: something ? ((token as string) ?? 'hidden') : 'nothing', awaited: false }),
  shown: (view, { seat, token }) => {
    const used = { ...view.tokens.used, [token as string]: (view.tokens.used[token as string] ?? 0) + 1 };
    const tokens = Math.max(0, view.ships[seat]!.tokens - 1);
    return withShip({ ...view, tokens: { ...view.tokens, used } }, seat, { laid: token as string, tokens });
  },
  programmed: (view, { seat, route }) =>
    withShip(view, seat, { route: (route as string) ?? 'sealed', laid: null, awaited: false }),
  route: (view, { seats, route, numbers }) =>
    (seats as number[]).reduce<View>(
      (now, seat, place) =>
        withShip(now, seat, { route: `${route as string}${(numbers as number[])[place] ?? ''}`, awaited: false }),
      { ...view, phase: 'costs' },
    ),
  paid: (view, { seat, left }) => withShip(view, seat, { fuel: left as number }),
  fuelled: (view, { seat, left }) => withShip(view, seat, { fuel: left as number }),
  moved: (view, { seat, end }) => withShip(view, seat, { zone: end as number }),
  extended: (view, { first, last }) => {
    const { track } = view;
    const danger = track.danger + (last as number) - (first as number) + 1;
    return { ...view, track: { ...track, front: last as number, falls: track.danger, danger } };
  },
  fell: (view, { last }) => ({ ...view, track: { ...view.track, rear: (last as number) + 1, falls: null } }),
  out: (view, { seat }) =>
    withShip(view, seat, { racing: false, zone: null, fuel: null, tokens: 0, hand: null, laid: null, awaited: false }),
  marked: (view, { zone }) => {
    const fields = [...new Set([...view.track.fields, zone as number])].sort((one, other) => one - other);
    return { ...view, track: { ...view.track, fields } };
  },
  cleared: (view, { zone }) => ({
    ...view,
    track: { ...view.track, fields: view.track.fields.filter((each) => each !== zone) },
  }),
  kept: (view, { seat }) => withShip(view, seat, { tokens: view.ships[seat]!.tokens + 1 }),
  turned: (view, { tile }, to) => ({
    ...view,
    phase: 'bonuses',
    tile: to.tile?.number === tile ? to.tile : view.tile,
    ships: view.ships.map((ship) => ({ ...ship, route: null, laid: null, awaited: false, rolled: [0, 0, 0] })),
  }),
  flipped: (view, _, to) => ({ ...view, tile: to.tile?.number === view.tile?.number ? to.tile : view.tile }),
};

export function after(view: View, event: Happening, to: View): View {
  return CHANGES[event.event]?.(view, event, to) ?? view;
}
