// The types of what goes over a table's socket and over HTTP, from the server's own description of them.
// Reads the description from standard input; writes src/api/types.ts, or the file that is named.
import { readFileSync, writeFileSync } from 'node:fs';

import { compile } from 'json-schema-to-typescript';

const document = JSON.parse(readFileSync(0, 'utf8'));
const options = {
  bannerComment: '// Made from the messages of the server: `make client-types` does it again.',
  additionalProperties: false,
};
const types = await compile(document, 'Wire', { ...options, unreachableDefinitions: true, format: true });
writeFileSync(process.argv[2] ?? new URL('../src/api/types.ts', import.meta.url), types);
