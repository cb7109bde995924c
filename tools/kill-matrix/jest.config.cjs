module.exports = { ...require('../../jest.preset.cjs'), displayName: 'kill-matrix' };
