// How a seat stands, beside its name: what each game says of it in a line.
import { t } from '../words/words';
import { FULL, type View as Outspeed } from './outspeed/view';

export interface Stand {
  /** The line under the name, and a shorter one for phones. */
  told: string;
  brief: string;
  /** At the end of the line. */
  aside?: string;
  /** How full something is, from 0 to 1, and whether that is little. */
  gauge?: number;
  low?: boolean;
  /** Whether they have chosen in secret, and wait for the others. */
  sealed?: boolean;
}

const LOW = 3;

const STANDS: Record<string, (view: never, seat: number) => Stand | null> = {
  outspeed(view: Outspeed, seat) {
    const ship = view.ships[seat];
    if (!ship?.racing || ship.fuel === null) return null;
    const { fuel, tokens, zone } = ship;
    return {
      told: t('outspeed.seat-told', { fuel, tokens: t('outspeed.tokens-amount', { count: tokens }) }),
      brief: t('outspeed.seat-fuel', { fuel }),
      aside: t('outspeed.seat-zone', { zone: zone ?? 0 }),
      gauge: Math.min(1, fuel / FULL),
      low: fuel <= LOW,
      sealed: ship.laid === 'sealed' || (view.phase === 'programming' && ship.route !== null),
    };
  },
};

/** What is said of a seat, where its game says anything. */
export function standOf(view: Record<string, unknown>, seat: number): Stand | null {
  return STANDS[String(view.game)]?.(view as never, seat) ?? null;
}
