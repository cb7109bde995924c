// Only the boundaries, without types: what the test that plants a violation runs.
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { boundaryRules } from '../eslint.boundaries.mjs';

export default [
  { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser }, plugins: { '@nx': nx }, rules: boundaryRules },
];
