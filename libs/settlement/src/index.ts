export { lineComponents, type LineComponents, type PricedLine } from './line-components.js';
export { reversalOf, reversedSoFar, splitCancel } from './line-reversal.js';
export { plainTerms } from './plain-terms.js';
export {
  AdditionalFee,
  Charge,
  COMMISSION_RATE_MAX,
  DebtPolicy,
  readTermsDocument,
  Reserve,
  RoundedCharge,
  StartEvent,
  TaxType,
  type Terms,
  TermsBody,
  termsDocument,
  type TermsInput,
  Tranche,
  VAT_RATE,
  WHOLE,
} from './terms.js';
export { type WithheldSoFar, withholdingDue, withholdingOf } from './withholding.js';
