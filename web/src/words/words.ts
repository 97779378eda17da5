// The client's own labels: a file for each part of the house, every text in all four languages side by side. Sentences
// about what happens in a game come from the server.
import { settings, type Language } from '../settings.svelte';
import common from './common.json';
import endOfLine from './end-of-line.json';
import front from './front.json';
import lobby from './lobby.json';
import outspeed from './outspeed.json';
import replay from './replay.json';
import shutTheLines from './shut-the-lines.json';
import splut from './splut.json';
import table from './table.json';

export const ALL = { common, front, lobby, table, replay, splut, shutTheLines, outspeed, endOfLine };
type All = typeof ALL;
export type Key = { [Area in keyof All]: `${Area & string}.${keyof All[Area] & string}` }[keyof All];

type Form = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Text = Record<Language, Form>;

/**
 * A label in the reader's language. `{name}` is filled in; a text with forms (`one`, `other`, …) is chosen by `count`.
 */
export function t(key: Key, parts: Record<string, string | number> = {}): string {
  const [area, name] = key.split('.') as [keyof All, string];
  const form = (ALL[area] as Record<string, Text>)[name]![settings.language];
  const text =
    typeof form === 'string'
      ? form
      : (form[new Intl.PluralRules(settings.language).select(Number(parts.count))] ?? form.other!);
  return text.replace(/\{(\w+)\}/g, (_, part: string) => String(parts[part] ?? ''));
}

/** Names with commas and the language's "and". */
export function list(names: string[]): string {
  return new Intl.ListFormat(settings.language, { type: 'conjunction' }).format(names);
}
