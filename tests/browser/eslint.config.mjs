// The ESLint rules for every script; scripts/lint applies them. TypeScript checks the types of the page
// (web/jsconfig.json).
import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['build*/**', '**/node_modules/**', 'web/vendor/**'] }, // generated or third-party
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-control-regex': 'off', // the scripts search names and records for control characters
      'array-callback-return': 'error',
      eqeqeq: 'error',
      'no-implicit-coercion': ['error', { boolean: false }],
      'no-self-compare': 'error',
      'no-template-curly-in-string': 'error',
      'no-unreachable-loop': 'error',
      'no-use-before-define': ['error', { functions: false, classes: false, variables: false }],
      'no-useless-assignment': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['web/**'],
    languageOptions: { globals: globals.browser },
    // Safari before 16.4 refuses a whole script for one look-behind.
    rules: { 'no-restricted-syntax': ['error', 'Literal[regex.pattern=/\\(\\?<[=!]/]'] },
  },
  { files: ['web/sw.js', 'web/worker.js'], languageOptions: { globals: globals.serviceworker } },
  // Browser tests pass functions to pages, so they use the globals of both Node and the browser.
  { files: ['tests/**', 'bench/**', 'examples/**'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
