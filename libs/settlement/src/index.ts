export { lineComponents, type LineComponents, type PricedLine } from './line-components.js';
export { reversalOf, reversedSoFar, splitCancel } from './line-reversal.js';
export { COMMISSION_RATE_MAX, VAT_RATE, type Terms } from './terms.js';
