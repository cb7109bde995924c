export { chargeOf, chargeProblem, type ChargeInputs, type ChargeProblem, type ChargeUse } from './charge.js';
export {
  chargeDocument,
  dimensionsText,
  possibleDimensions,
  readChargeDocument,
  ruleFor,
  type CommissionRule,
  type RuledLine,
  type RuleDimensions,
} from './commission-rule.js';
export { FormulaError, formulaInputs, parseFormula, type FormulaInput } from './formula.js';
export {
  lineComponents,
  priceLine,
  type LineComponents,
  type LineResult,
  type PricedLine,
  type PricingTerms,
} from './line-components.js';
export {
  addDifferences,
  differenceKeys,
  followUpDifference,
  isNoDifference,
  type LineDifference,
  NO_DIFFERENCE,
  repricedLine,
  termsDifference,
} from './line-adjustment.js';
export { LinePricing, pricingDocument, readPricingDocument, type ChargeStep } from './line-pricing.js';
export { autoConfirmation, type LineEvents, type TrancheDate, trancheDates, waitsFrom } from './line-start.js';
export { settlementDates, termsInForce } from './settlement-dates.js';
export { reversalOf, reversedSoFar, splitCancel } from './line-reversal.js';
export { plainTerms } from './plain-terms.js';
export { termsProblem, type TermsProblem } from './terms-problem.js';
export {
  AdditionalFee,
  Charge,
  CHARGE_RATE_MAX,
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
  VatBearer,
  WHOLE,
} from './terms.js';
export { type WithheldSoFar, withholdingDue, withholdingOf } from './withholding.js';
export { type MovementKind, movementKindOf, movementKinds, movementOf, movementWords } from './movements.js';
export { reasonWords, sayReason } from './reason-words.js';
export {
  failureReason,
  type GateReason,
  type HoldReason,
  operatorReason,
  type OperatorReason,
  type ReasonCode,
  reasonCodes,
  reasonOf,
  type SellerReason,
  type StoredReason,
} from './reasons.js';
export {
  type Audience,
  audiences,
  type Facts,
  type Language,
  languages,
  type Reader,
  say,
  type Words,
} from './wording.js';
