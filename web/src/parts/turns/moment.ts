import { settings } from '../../settings.svelte';

/** A moment of the days to come, as the reader says it. */
export function moment(seconds: number): string {
  return new Intl.DateTimeFormat(settings.language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(seconds * 1000));
}

/** A day of UTC, as the reader says it. */
export function dayOf(seconds: number): string {
  return new Intl.DateTimeFormat(settings.language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(seconds * 1000),
  );
}

/** Today in UTC, as a field for days has it. */
export function today(now = Date.now()): string {
  return new Date(now).toISOString().slice(0, 10);
}
