module.exports = { ...require('../../jest.preset.cjs'), displayName: 'trials' };
