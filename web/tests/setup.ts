// Tests speak all four languages, one after the other.
import { LANGUAGES } from '../src/settings.svelte';
import { learn } from '../src/words/words';

await Promise.all(LANGUAGES.map(learn));
