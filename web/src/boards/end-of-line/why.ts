// Why a round has its order: the initiatives that were looked at, as the house told them.
import { t } from '../../words/words';
import type { Happening } from '../board';

export interface Why {
  caption: string;
  /** The initiatives by which each seat has its place, of the last card first. */
  of: Record<number, number[]>;
}

/** From all that was told of a match: of the round that is going on. */
export function whyOf(told: Happening[], round: number): Why {
  const order = told.findLast(({ event }) => event === 'order');
  if (round <= 1 || !order) return { caption: t('endOfLine.byReveal'), of: revealed(told) };
  const seats = order.order as number[];
  const looked = (order.initiatives ?? []) as number[][];
  return {
    caption: t('endOfLine.byLast'),
    of: Object.fromEntries(seats.map((seat, nth) => [seat, looked[nth] ?? []])),
  };
}

/** What each revealed to find who begins, one after the other. */
export function revealed(told: Happening[]): Record<number, number[]> {
  const found: Record<number, number[]> = {};
  for (const event of told) if (event.event === 'revealed') (found[event.seat] ??= []).push(event.initiative as number);
  return found;
}
