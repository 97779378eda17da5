// What one likes: kept in this browser, and nowhere else.

export const LANGUAGES = ['en', 'es', 'de', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'sobremesa';

interface Kept {
  language: Language;
  theme: Theme;
  sound: number;
  name: string;
}

/** The first of the browser's languages that is spoken here. */
export function spoken(wanted: readonly string[]): Language {
  const short = wanted.map((each) => each.slice(0, 2).toLowerCase());
  return short.find((each): each is Language => (LANGUAGES as readonly string[]).includes(each)) ?? 'en';
}

function read(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

class Settings {
  language = $state<Language>('en');
  theme = $state<Theme>('system');
  /** How loud, from 0 to 1. */
  sound = $state(0.6);
  name = $state('');

  constructor() {
    const kept = read();
    this.language = kept.language && LANGUAGES.includes(kept.language) ? kept.language : spoken(navigator.languages);
    this.theme = kept.theme ?? 'system';
    this.sound = kept.sound ?? 0.6;
    this.name = kept.name ?? '';
  }

  keep() {
    const { language, theme, sound, name } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ language, theme, sound, name }));
    } catch {
      // a browser that keeps nothing
    }
  }
}

export const settings = new Settings();
