import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';
import { boundaryRules, domainMayNotImport } from './eslint.boundaries.mjs';

const noEnum = { selector: 'TSEnumDeclaration', message: 'Use a union of strings.' };
const noClock = {
  selector: "NewExpression[callee.name='Date'][arguments.length=0]",
  message: 'Time is a parameter: take now.',
};
const noDateNow = {
  selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
  message: 'Time is a parameter: take now.',
};
const noRandom = {
  selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
  message: 'Randomness is a parameter.',
};
const noFloat = {
  selector: 'CallExpression[callee.name=/^(Number|parseFloat)$/]',
  message: 'Money is bigint; parse at the edge.',
};
const noExportAll = { selector: 'ExportAllDeclaration', message: 'A library lists the names it offers.' };
const noEnv = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only env.ts reads the environment.',
};

const globalsOfTests = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'jest', 'test'];
const globalsOfNode = ['Buffer', 'global', 'process', 'require', 'setImmediate', '__dirname', '__filename'];

export default tseslint.config(
  // A test compiles and runs the examples as a project of their own.
  { ignores: ['**/dist', '**/coverage', '**/*.cjs', '.nx', '.local', 'examples/**/*.ts'] },
  ...tseslint.configs.recommended,
  prettier,
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { '@nx': nx },
    rules: {
      ...boundaryRules,
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', noEnum, noExportAll, noEnv],
    },
  },
  // Markup takes a line for each attribute.
  {
    files: ['**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }] },
  },
  // Every metric is made by a name of `metricTable`.
  {
    files: ['**/*.ts'],
    ignores: ['libs/nest-kit/src/metrics/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'prom-client', message: 'Make metrics with Metrics of @jeongsan/nest-kit.' }] },
      ],
    },
  },
  // One program of the compiler has the types of tests and of Node everywhere; what is shipped uses neither's globals where it has none.
  {
    files: ['apps/*/src/**/*.ts', 'libs/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/testing/**', 'libs/{fuzz,provider-walks}/**'],
    rules: { 'no-restricted-globals': ['error', ...globalsOfTests] },
  },
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.ts', '**/testing/**'],
    rules: { 'no-restricted-globals': ['error', ...globalsOfTests, ...globalsOfNode] },
  },
  { files: ['**/env.ts'], rules: { 'no-restricted-syntax': ['error', noEnum, noExportAll] } },
  {
    files: ['libs/{money,random,calendar,state-machines,ledger,settlement,payouts}/src/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: domainMayNotImport }],
      'no-restricted-syntax': ['error', noEnum, noExportAll, noEnv, noClock, noDateNow, noRandom, noFloat],
    },
  },
  // The wire is the one place where money is a number; its range is checked there.
  {
    files: ['libs/money/src/won.codec.ts', 'libs/payouts/src/frozen-payout.ts'],
    rules: { 'no-restricted-syntax': ['error', noEnum, noExportAll, noEnv, noClock, noDateNow, noRandom] },
  },
  // The door of a library is a list of names, which grows with the library.
  { files: ['libs/*/src/index.ts'], rules: { 'max-lines': 'off' } },
  {
    files: ['**/*.spec.ts'],
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
    },
  },
);
