/** Rehearsals: the long specs, and plays of whole months against real processes. */
const isLong = process.env.LONG_SPECS === '1';

module.exports = {
  // Of a test that hangs: a busy machine takes many times the usual seconds, which is no failure.
  testTimeout: 60_000,
  projects: [
    ...['libs', 'apps', 'tools'].map((folder) => `<rootDir>/${folder}/*/jest.config.cjs`),
    '<rootDir>/bench/jest.config.cjs',
    ...(isLong ? ['<rootDir>/tools/market/jest.scenarios.config.cjs'] : []),
  ],
  ...(isLong && { testSequencer: '<rootDir>/jest/longest-first.cjs' }),
};
