module.exports = { ...require('../../jest.preset.cjs'), displayName: 'nest-kit' };
