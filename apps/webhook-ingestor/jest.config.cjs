module.exports = { ...require('../../jest.preset.cjs'), displayName: 'webhook-ingestor' };
