// The labels of the client, told apart by language: `virtual:words/de` is all of them in German.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Plugin } from 'vite';

const FOLDER = fileURLToPath(new URL('../src/words/', import.meta.url));
const NAME = 'virtual:words/';

/** `end-of-line` as it is called in code. */
function area(file: string): string {
  return file.replace('.json', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function words(): Plugin {
  return {
    name: 'words',
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${NAME}`)) return undefined;
      const language = id.slice(NAME.length + 1);
      const files = readdirSync(FOLDER).filter((each) => each.endsWith('.json'));
      const said = files.map((file) => {
        this.addWatchFile(FOLDER + file);
        const texts = JSON.parse(readFileSync(FOLDER + file, 'utf8')) as Record<string, Record<string, unknown>>;
        return [area(file), Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text[language]]))];
      });
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(said)))})`;
    },
  };
}
