// Numbers of an analysis as they are written: what is expected with its sign, what was given away without.
import { settings } from '../../settings.svelte';

export function signed(value: number): string {
  const how = { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' } as const;
  return new Intl.NumberFormat(settings.language, how).format(value).replace('-', '−');
}

export function plain(value: number): string {
  const how = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(settings.language, how).format(value);
}

/** Sentences one after the other, without the last full stop. */
export function told(sentences: string[]): string {
  return sentences.join('. ');
}

/** The kinds of marks, the worst first. */
export const MARKS = { '??': 'blunder', '?': 'mistake', '?!': 'slip' } as const;
export type Mark = keyof typeof MARKS;
