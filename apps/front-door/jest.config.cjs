module.exports = { ...require('../../jest.preset.cjs'), displayName: 'front-door' };
