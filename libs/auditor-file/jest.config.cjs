module.exports = { ...require('../../jest.preset.cjs'), displayName: 'auditor-file' };
