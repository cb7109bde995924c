module.exports = { ...require('../../jest.preset.cjs'), displayName: 'state-machines' };
