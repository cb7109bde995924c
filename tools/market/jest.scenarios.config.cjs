/** Whole rehearsals against real processes: minutes, not seconds, so they are no part of `npm test`. */
module.exports = {
  ...require('../../jest.preset.cjs'),
  displayName: 'market-scenarios',
  rootDir: __dirname,
  testMatch: ['<rootDir>/scenarios/**/*.scenario.spec.ts'],
  testTimeout: 600_000,
  // They share one Postgres and one Redis, and two cores: side by side they would only wait for one another.
  maxWorkers: 1,
};
