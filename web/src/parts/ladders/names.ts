// What stands on ladders is called, in the reader's language.
import type { Kind, Ladder } from '../../api/ladders';
import { settings } from '../../settings.svelte';
import { t, type Key } from '../../words/words';
import { valueText } from '../agreed';
import { botName } from '../who';

export const gameName = (game: string) => t(`common.game-${game}` as Key);
export const modeName = (game: string, mode: string) => valueText(game, 'mode', mode);

/** A ladder in a line: the game, the mode if it has any, and for how many. */
export function ladderName({ game, mode, seats }: Pick<Ladder, 'game' | 'mode' | 'seats'>): string {
  const parts = [gameName(game), ...(mode === '-' ? [] : [modeName(game, mode)]), t('table.seats', { count: seats })];
  return parts.join(' · ');
}

export function climberName({ name, kind }: { name: string; kind: Kind }): string {
  return kind === 'par' ? t('ladders.par') : kind === 'bot' ? botName(name) : name;
}

/** A change with its sign. */
export function change(by: number): string {
  return new Intl.NumberFormat(settings.language, { signDisplay: 'exceptZero' }).format(by);
}
