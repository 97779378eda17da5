// How an evening is told: numbers as the reader writes them, and names.
import { BOT, type Evening } from '../../api/evening.svelte';
import { settings } from '../../settings.svelte';
import { botName } from '../who';

/** Points with at most two digits after the comma. */
export const points = (number: number) =>
  new Intl.NumberFormat(settings.language, { maximumFractionDigits: 2 }).format(number);

/** What somebody at an evening is called; or the bot that fills up its tables. */
export function called(evening: Evening, number: number): string {
  if (number === BOT) return botName(evening.bot);
  return evening.people.find((each) => each.number === number)?.name ?? '';
}

/** Whether all at a table win or lose together, or one plays alone. */
export const isTogether = (evening: Evening) =>
  evening.seats === 1 || ['coop', 'solo', 'classic'].includes(evening.options.mode ?? '');

/** How one did against another wherever they met: 1 ahead, ½ equal, 0 behind. */
export function against(evening: Evening, one: number, other: number): string {
  return evening.drawn
    .flatMap((round) => round.tables)
    .filter((table) => table.points && table.seats.includes(one) && table.seats.includes(other))
    .map((table) => {
      const ahead = table.points![table.seats.indexOf(one)]! - table.points![table.seats.indexOf(other)]!;
      return Math.abs(ahead) < 1e-6 ? '½' : ahead > 0 ? '1' : '0';
    })
    .join(' ');
}
