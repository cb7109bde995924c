module.exports = { ...require('../../jest.preset.cjs'), displayName: 'seller-onboarding' };
