module.exports = { ...require('../../jest.preset.cjs'), displayName: 'child-processes' };
