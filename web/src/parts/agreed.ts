// What can be agreed before a match, in the reader's language.
import type { Term } from '../api/types';
import { said, t } from '../words/words';

function found(name: string): string | null {
  const key = `lobby.${name}`;
  return said(key) ? t(key) : null;
}

/** What an option is called. */
export function optionName(game: string, option: string): string {
  return found(`${game}-${option}`) ?? option;
}

/** What an option, or a value of it, is about. */
export function optionWhy(game: string, option: string, value = ''): string {
  return found(`${game}-${option}-${value && `${value}-`}why`) ?? '';
}

export function valueText(game: string, option: string, value: string): string {
  const text = found(`${game}-${option}-${value}`) ?? found(`value-${value}`);
  if (text) return text;
  if (option === 'tiles') return t('lobby.tiles-own', { name: value });
  return value;
}

/** What is decided first, before the rules in detail. */
const MAIN = ['mode', 'plans', 'first_game', 'deck', 'walls', 'tiles'];

export const isMain = (term: Term) => MAIN.includes(term.name);
/** Whether a rule is another than usual; what is decided first is whatever one likes. */
export const isChanged = (term: Term) => !isMain(term) && term.name !== 'edition' && term.value !== term.usual;
