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
].join('|');

module.exports = {
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@jeongsan/source', 'node', 'node-addons'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': swc(true), 'node_modules/.+\\.m?js$': swc(false) },
  transformIgnorePatterns: [`node_modules/(?!(${esmOnly})/)`],
  testMatch: ['**/src/**/*.spec.ts'],
};
