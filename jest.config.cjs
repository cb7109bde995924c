module.exports = {
  // Of a test that hangs: a busy machine takes many times the usual seconds, which is no failure.
  testTimeout: 60_000,
  projects: [
    ...['libs', 'apps', 'tools'].map((folder) => `<rootDir>/${folder}/*/jest.config.cjs`),
    '<rootDir>/bench/jest.config.cjs',
  ],
};
