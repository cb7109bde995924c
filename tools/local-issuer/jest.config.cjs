module.exports = { ...require('../../jest.preset.cjs'), displayName: 'local-issuer' };
