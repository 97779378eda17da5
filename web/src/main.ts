import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import '@fontsource/young-serif/latin-400.css';
import '$art/tokens.css';
import './style/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { installing } from './api/installing.svelte';
import { settings } from './settings.svelte';
import { learn } from './words/words';

// A part of a page is not there any more: the house has a newer client, which has everything.
const SOON = 10_000;
addEventListener('vite:preloadError', async () => {
  const renewed = Number(sessionStorage.getItem('renewed') ?? 0);
  if (Date.now() - renewed < SOON) return;
  if (!(await fetch('/health/live').catch(() => null))?.ok) return;
  sessionStorage.setItem('renewed', String(Date.now()));
  location.reload();
});

installing.attend();
await learn(settings.language);
mount(App, { target: document.getElementById('app')! });
