// Every text is there in all four languages, with the same blanks, and somebody uses it.
import { expect, it } from 'vitest';

import { ALL } from '../src/words/all';

const LANGUAGES = ['en', 'es', 'de', 'fr'];
const sources = import.meta.glob<string>('../src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true });
const everything = Object.values(sources).join('\n');

type Form = string | Record<string, string>;
const texts = Object.entries(ALL).flatMap(([area, words]) =>
  Object.entries(words as Record<string, Record<string, Form>>).map(([name, text]) => ({
    key: `${area}.${name}`,
    text,
  })),
);

const formsOf = (form: Form) => (typeof form === 'string' ? [form] : Object.values(form));
const blanksOf = (form: Form) => [...new Set(formsOf(form).flatMap((each) => each.match(/\{\w+\}/g) ?? []))].sort();

it('has every text in four languages, and none empty', () => {
  for (const { key, text } of texts) {
    expect(Object.keys(text).sort(), key).toEqual([...LANGUAGES].sort());
    for (const form of Object.values(text)) for (const each of formsOf(form)) expect(each.trim(), key).not.toBe('');
  }
});

it('fills the same blanks in every language', () => {
  for (const { key, text } of texts)
    for (const language of LANGUAGES) {
      const forms = blanksOf(text[language]!).filter((each) => each !== '{count}');
      expect(forms, `${key} in ${language}`).toEqual(blanksOf(text.en!).filter((each) => each !== '{count}'));
    }
});

it('has the forms of number that each language needs', () => {
  for (const { key, text } of texts)
    for (const [language, form] of Object.entries(text))
      if (typeof form !== 'string')
        for (const count of [0, 1, 2, 5, 21, 100]) {
          const wanted = new Intl.PluralRules(language).select(count);
          expect(form[wanted] ?? form.other, `${key} in ${language}, ${wanted}`).toBeDefined();
        }
});

it('uses every text', () => {
  const templates = [...everything.matchAll(/`([a-zA-Z]+\.[\w-]*)\$\{/g)].map(([, beginning]) => beginning!);
  const unused = texts
    .map(({ key }) => key)
    .filter((key) => !everything.includes(`'${key}'`) && !templates.some((beginning) => key.startsWith(beginning)));
  expect(unused).toEqual([]);
});
