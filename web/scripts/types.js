// The types of what goes over a table's socket and over HTTP, from the server's own description of them.
// Reads both documents, as one JSON object, from standard input; writes src/api/types.ts.
import { readFileSync, writeFileSync } from 'node:fs';

import { compile } from 'json-schema-to-typescript';

const document = JSON.parse(readFileSync(0, 'utf8'));
const options = {
  bannerComment: '// Made from the messages of the server: `make client` does it again.',
  additionalProperties: false,
};
const types = await compile(document, 'Wire', { ...options, unreachableDefinitions: true, format: true });
writeFileSync(new URL('../src/api/types.ts', import.meta.url), types);
