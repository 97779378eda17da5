// The rules as players read them: a page a game, loaded when somebody opens it, with its drawings.
import type { Component } from 'svelte';

import type { Language } from '../settings.svelte';

export type Texts = Record<Language, string>;

export interface Paragraph {
  id: string;
  /** Which part of the page it belongs to. */
  part: string;
  /** The numbers of the rules that it tells, as refusals cite them. */
  rules: number[];
  /** The options that it tells, one for each text, in their order. */
  options?: string[];
  title: Texts;
  /** `*so*` is emphasis; there is no other mark-up. */
  text: Record<Language, string[]>;
  drawing?: string;
  /** What the drawing shows, in words. */
  alt?: Texts;
}

export interface RulesText {
  title: string;
  credit: string;
  parts: { id: string; name: Texts }[];
  paragraphs: Paragraph[];
  /** Where somebody may be in the game, which paragraph tells about it, and how that is said. */
  topics: Record<string, { paragraph: string; here: Texts }>;
}

export interface RulesPage {
  text: RulesText;
  Drawing: Component<{ name: string; alt: string }>;
}

const PAGES: Record<string, () => Promise<RulesPage>> = {
  splut: async () => {
    const [text, drawing] = await Promise.all([import('./splut.json'), import('./drawings/Squares.svelte')]);
    return { text: text.default as RulesText, Drawing: drawing.default };
  },
  'shut-the-lines': async () => {
    const [text, drawing] = await Promise.all([import('./shut-the-lines.json'), import('./drawings/Figures.svelte')]);
    return { text: text.default as RulesText, Drawing: drawing.default };
  },
  'end-of-line': async () => {
    const [text, drawing] = await Promise.all([import('./end-of-line.json'), import('./drawings/EndOfLine.svelte')]);
    return { text: text.default as RulesText, Drawing: drawing.default };
  },
  outspeed: async () => {
    const [text, drawing] = await Promise.all([import('./outspeed.json'), import('./drawings/Outspeed.svelte')]);
    return { text: text.default as RulesText, Drawing: drawing.default };
  },
};

/** Whether there is a page for a game. */
export function hasRules(game: string): boolean {
  return game in PAGES;
}

export function loadRules(game: string): Promise<RulesPage> {
  const load = PAGES[game];
  return load ? load() : Promise.reject(new Error(`There are no rules of ${game} here.`));
}

/** The paragraph that tells a rule, or, if none was asked for, the one that matters for a topic. */
export function findParagraph(
  text: RulesText,
  rule: number | null | undefined,
  topic?: string | null,
): Paragraph | null {
  if (rule != null) return text.paragraphs.find((each) => each.rules.includes(rule)) ?? null;
  const wanted = topic ? text.topics[topic]?.paragraph : undefined;
  return text.paragraphs.find((each) => each.id === wanted) ?? null;
}

/** A text without accents and capitals, letter for letter, so that places in it are places in the text. */
function plain(text: string): string {
  const same = text.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-').replaceAll('’', "'");
  return [...same].map((letter) => letter.normalize('NFD')[0]!.toLowerCase()[0]!).join('');
}

/** Whether a paragraph says something, in its title or its text. */
export function says(paragraph: Paragraph, query: string, language: Language): boolean {
  const wanted = plain(query.trim());
  const all = [paragraph.title[language], ...paragraph.text[language]].join('\n').replaceAll('*', '');
  return plain(all).includes(wanted);
}

export interface Span {
  text: string;
  strong: boolean;
  found: boolean;
}

/** A text cut where emphasis or something looked for begins and ends. */
export function spans(text: string, query = ''): Span[] {
  const wanted = plain(query.trim());
  const letters = text.replaceAll('*', '');
  const found = new Set<number>();
  if (wanted) {
    const whole = plain(letters);
    for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + wanted.length)) {
      for (let n = 0; n < wanted.length; n++) found.add(at + n);
    }
  }
  const cut: Span[] = [];
  let place = 0;
  text.split('*').forEach((run, n) => {
    for (const letter of run) {
      const last = cut.at(-1);
      const span = { text: letter, strong: n % 2 === 1, found: found.has(place++) };
      if (last && last.strong === span.strong && last.found === span.found) last.text += letter;
      else cut.push(span);
    }
  });
  return cut;
}

/** Numbers as one says them: 1–3, 5. */
export function ranges(numbers: number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`))
    .join(', ');
}
