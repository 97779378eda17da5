import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import '@fontsource/young-serif/latin-400.css';
import '$art/tokens.css';
import './style/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { installing } from './api/installing.svelte';
import { settings } from './settings.svelte';
import { learn } from './words/words';

installing.attend();
await learn(settings.language);
mount(App, { target: document.getElementById('app')! });
