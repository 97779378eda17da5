// What the tests of the rules need of Node: its types are no part of the client.
declare module 'node:fs' {
  export function readFileSync(path: string, encoding: 'utf8'): string;
}
