// What a result of the day's puzzle is worth, and how it is told to others without giving anything of the puzzle away.
import { t } from '../../words/words';

/** So many points more than par are near it. */
const NEAR = 3;

/** Three for par, two for near it, one for a full area. */
export function starsOf(points: number | null, par: number): number {
  if (points === null) return 0;
  return points <= par ? 3 : points <= par + NEAR ? 2 : 1;
}

export const drawn = (stars: number) => '★'.repeat(stars) + '☆'.repeat(3 - stars);

/** One line for friends; with the days in a row where there are several. */
export function lineOf(day: string, points: number | null, par: number, streak: number): string {
  const told = t('day.line', { day, stars: drawn(starsOf(points, par)), points: points ?? '–', par });
  return streak > 1 ? `${told} · ${t('day.line-days', { count: streak })}` : told;
}
