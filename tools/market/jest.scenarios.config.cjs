/** Whole rehearsals against real processes: minutes, not seconds, so they are no part of `npm test`. */
module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'market-scenarios',
  rootDir: __dirname,
  testMatch: ['<rootDir>/scenarios/**/*.scenario.spec.ts'],
  setupFilesAfterEnv: [require.resolve('../../jest/ten-minutes.cjs')],
};
