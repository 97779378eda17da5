import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, loadEnv } from 'vite';

import { words } from './scripts/words.ts';

// The house that answers while one works on the client.
const house = loadEnv('', '.', 'API').API ?? 'http://127.0.0.1:8765';

// Drawings and colours lie with the Python package, which draws its pictures with them as well.
const art = decodeURIComponent(new URL('../src/sobremesa/art', import.meta.url).pathname);

// The client is built into the Python package: `sobremesa serve` gives it out, and a wheel carries it.
export default defineConfig({
  plugins: [svelte(), words()],
  resolve: { alias: { $art: art } },
  build: {
    outDir: '../src/sobremesa/server/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy lets nothing in that is not a file of the house
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } }, // how long it took is no news for whoever wants to play
  },
  server: {
    fs: { allow: ['.', art] },
    proxy: { '/api': { target: house, ws: true }, '/schema': house, '/manifest.webmanifest': house, '/icons': house },
  },
});
