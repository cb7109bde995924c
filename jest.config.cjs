module.exports = {
  projects: [
    ...['libs', 'apps', 'tools'].map((folder) => `<rootDir>/${folder}/*/jest.config.cjs`),
    '<rootDir>/bench/jest.config.cjs',
  ],
};
