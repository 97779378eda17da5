// What the tests of the rules and the scripts of the build need of Node: its types are no part of the client.
declare module 'node:fs' {
  export function existsSync(path: string): boolean;
  export function readFileSync(path: string, encoding: 'utf8'): string;
  export function readdirSync(path: string): string[];
}
declare module 'node:url' {
  export function fileURLToPath(url: URL): string;
}
