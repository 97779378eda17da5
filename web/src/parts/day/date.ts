import { settings } from '../../settings.svelte';

/** A day of the puzzle, which is one of UTC, as the reader writes it. */
export function dateOf(day: string, style: 'long' | 'medium' = 'long'): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: style, timeZone: 'UTC' }).format(new Date(day));
}

/** A moment, in the reader's own time. */
export function momentOf(seconds: number): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
}
