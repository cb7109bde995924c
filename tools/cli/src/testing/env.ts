/** Whether golden files are written instead of compared: `UPDATE_GOLDEN=1`. */
export const isGoldenUpdate = (): boolean => process.env['UPDATE_GOLDEN'] === '1';
