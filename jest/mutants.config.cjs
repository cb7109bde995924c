const { readdirSync } = require('node:fs');
const { transform, moduleNameMapper } = require('../jest.preset.cjs');

/** The library that the copy holds, for specs of others that read it by its name. */
const [library] = readdirSync('libs');

/**
 * For tools/mutants.mjs: the specs of one library, in the scratch copy that StrykerJS runs in, without Postgres or Redis. Without a file
 * of its own StrykerJS finds that of the project, and runs all of it.
 */
module.exports = {
  rootDir: process.cwd(),
  testEnvironment: `${__dirname}/same-realm-environment.cjs`,
  runtime: `${__dirname}/sharing-runtime.cjs`,
  testEnvironmentOptions: { customExportConditions: ['@jeongsan/source', 'node', 'node-addons'] },
  moduleNameMapper: { ...moduleNameMapper, [`^@jeongsan/${library}$`]: `<rootDir>/libs/${library}/src/index.ts` },
  transform,
  testPathIgnorePatterns: ['/node_modules/', '\\.(int|long)\\.'],
};
