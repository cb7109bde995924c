module.exports = { ...require('../../jest.preset.cjs'), displayName: 'platform-contract' };
