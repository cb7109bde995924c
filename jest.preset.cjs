/** Compiles TypeScript to CommonJS: the one mode that runs on every supported Node. Packages are loaded by Node itself. */
const swc = [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

/** `*.long.spec.ts` take long for what they show: they run with the rehearsals, and alone when LONG_SPECS is 1. */
const isLong = process.env.LONG_SPECS === '1';

module.exports = {
  testEnvironment: `${__dirname}/jest/same-realm-environment.cjs`,
  runtime: `${__dirname}/jest/sharing-runtime.cjs`,
  testEnvironmentOptions: { customExportConditions: ['@jeongsan/source', 'node', 'node-addons'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': swc },
  testMatch: [isLong ? '**/src/**/*.long.spec.ts' : '**/src/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(isLong ? [] : ['\\.long\\.spec\\.ts$'])],
};
