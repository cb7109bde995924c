/** Compiles TypeScript, and the ESM-only packages that tests load, to CommonJS: the one mode that runs on every supported Node. */
const swc = (typescript) => [
  '@swc/jest',
  {
    swcrc: false,
    jsc: {
      target: 'es2022',
      parser: typescript ? { syntax: 'typescript', decorators: true } : { syntax: 'ecmascript' },
      transform: typescript ? { legacyDecorator: true, decoratorMetadata: true } : {},
      keepClassNames: true,
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];
const esmOnly = [
  '@nestjs',
  'cookie',
  'file-type',
  'jose',
  '@tokenizer',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@borewit',
  'content-disposition',
  '@fastify/otel',
  'load-esm',
  'peek-readable',
  'temporal-polyfill',
  'temporal-utils',
  '@hyunbinseo',
  'uuid',
].join('|');

/** `*.long.spec.ts` take long for what they show: they run with the rehearsals, and alone when LONG_SPECS is 1. */
const isLong = process.env.LONG_SPECS === '1';

module.exports = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@jeongsan/source', 'node', 'node-addons'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': swc(true), 'node_modules/.+\\.m?js$': swc(false) },
  transformIgnorePatterns: [`node_modules/(?!(${esmOnly})/)`],
  testMatch: [isLong ? '**/src/**/*.long.spec.ts' : '**/src/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...(isLong ? [] : ['\\.long\\.spec\\.ts$'])],
};
