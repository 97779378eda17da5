// What can be agreed before a match, in the reader's language.
import type { Agreeable } from '../api/types';
import lobby from '../words/lobby.json';
import { t } from '../words/words';

function found(key: string): string | null {
  return key in lobby ? t(`lobby.${key as keyof typeof lobby}`) : null;
}

/** What an option is about; in the house's own words where we have none. */
export function sentence(game: string, option: Agreeable): string {
  return found(`${game}-${option.name}`) ?? option.says;
}

export function valueText(game: string, option: string, value: string): string {
  return found(`${game}-${option}-${value}`) ?? found(`value-${value}`) ?? value;
}

/** The least and the most of an option that is a number; nothing for others. */
export function bounds(option: Agreeable): [least: number, most: number] | null {
  const numbers = /^a whole number from (\d+) to (\d+)$/.exec(option.range);
  return numbers && [Number(numbers[1]), Number(numbers[2])];
}
