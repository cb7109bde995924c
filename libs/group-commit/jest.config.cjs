module.exports = { ...require('../../jest.preset.cjs'), displayName: 'group-commit' };
