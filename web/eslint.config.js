import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules', 'src/api/types.ts'] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      'svelte/prefer-svelte-reactivity': 'off', // maps and addresses that nothing is drawn from
      'svelte/no-navigation-without-resolve': 'off', // that is for SvelteKit
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/words/all.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/words/*.json', '**/words/all'],
              allowTypeImports: true,
              message: 'That is every language at once: ask t() or said().',
            },
          ],
        },
      ],
    },
  },
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
);
