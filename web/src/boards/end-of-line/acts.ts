// What one is to do next, and what the button that confirms it says.
import { t } from '../../words/words';
import { laidBy, type Laying } from './laying.svelte';
import type { View } from './view';

/** What one should do, where one is half way through a choice or the house's words do not say it all. */
export function askOf(laying: Laying, view: View): string | null {
  if (view.mode === 'classic') return null; // the card is in the hand already, and may as well be discarded
  if (laying.picked) {
    const card = t(`endOfLine.card-${laying.picked.kind}`);
    return laying.spots.length ? t('endOfLine.askWhere', { card }) : null;
  }
  if (laying.calls.has('go')) return t('endOfLine.askCards', { count: view.to_lay });
  if (laying.uses.some(({ move }) => laying.calls.has(move))) return t('endOfLine.askEnergy');
  return null;
}

/** What confirming a draft does. */
export function actOf(draft: string[]): string | null {
  const cards = draft.filter((move) => laidBy(move)).length;
  if (cards) return t('endOfLine.layCards', { count: cards });
  switch (draft.at(-1)) {
    case 'gas':
      return t('endOfLine.use-gas');
    case 'keep':
      return t('endOfLine.keep');
    case 'mulligan':
      return t('endOfLine.mulligan');
    case 'discard':
      return t('endOfLine.discard');
    case 'next':
      return t('endOfLine.next');
    case 'stop':
      return t('endOfLine.stop');
    default:
      return null;
  }
}
