const { transform, moduleNameMapper } = require('../jest.preset.cjs');

/**
 * For tools/mutants.mjs: the specs of one library, in the scratch copy that StrykerJS runs in, without Postgres or Redis and without
 * the runtime that the specs of the whole project share. Without a file of its own StrykerJS finds that of the project, and runs all of it.
 */
module.exports = {
  rootDir: process.cwd(),
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@jeongsan/source', 'node', 'node-addons'] },
  moduleNameMapper,
  transform,
  testPathIgnorePatterns: ['/node_modules/', '\\.(int|long)\\.'],
};
