module.exports = { ...require('../../jest.preset.cjs'), displayName: 'payout-scheduler' };
