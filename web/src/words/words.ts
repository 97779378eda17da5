// The client's own labels: a file for each part of the house, every text in all four languages side by side. A browser
// gets those of the language it speaks (see `scripts/words.ts`). Sentences about what happens in a game come from the server.
import { settings, type Language } from '../settings.svelte';
import type { ALL } from './all';

type All = typeof ALL;
export type Key = { [Area in keyof All]: `${Area & string}.${keyof All[Area] & string}` }[keyof All];

type Form = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Text = Record<Language, Form>;
export type Words = Record<string, Record<string, Form>>;

const LOAD: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => import('virtual:words/en'),
  es: () => import('virtual:words/es'),
  de: () => import('virtual:words/de'),
  fr: () => import('virtual:words/fr'),
};
const known: Partial<Record<Language, Words>> = {};

/** Learn a language: until then nothing can be said in it. */
export async function learn(language: Language): Promise<void> {
  known[language] ??= (await LOAD[language]()).default;
}

/**
 * A label in the reader's language. `{name}` is filled in; a text with forms (`one`, `other`, …) is chosen by `count`.
 */
export function t(key: Key, parts: Record<string, string | number> = {}): string {
  const [area, name] = key.split('.') as [string, string];
  const form = known[settings.language]![area]![name]!;
  const text =
    typeof form === 'string'
      ? form
      : (form[new Intl.PluralRules(settings.language).select(Number(parts.count))] ?? form.other!);
  return text.replace(/\{(\w+)\}/g, (_, part: string) => String(parts[part] ?? ''));
}

/** Whether there is a label by that name, for what the house has names for that we may not know. */
export function said(key: string): key is Key {
  const [area, name] = key.split('.') as [string, string];
  return name in (known[settings.language]![area] ?? {});
}

/** Names with commas and the language's "and". */
export function list(names: string[]): string {
  return new Intl.ListFormat(settings.language, { type: 'conjunction' }).format(names);
}
