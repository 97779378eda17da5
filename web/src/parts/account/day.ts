import { settings } from '../../settings.svelte';

/** A day, as the reader writes it. */
export function day(seconds: number): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: 'medium' }).format(new Date(seconds * 1000));
}
