export {
  chargeOf,
  chargeProblem,
  numbersNeeded,
  type ChargeInputs,
  type ChargeProblem,
  type ChargeUse,
} from './charge.js';
export {
  chargeDocument,
  dimensionCount,
  dimensionsText,
  possibleDimensions,
  readChargeDocument,
  ruleFor,
  type CommissionRule,
  type RuledLine,
  type RuleDimensions,
} from './commission-rule.js';
export {
  FormulaError,
  formulaInputs,
  type LineNumbers,
  NumberMissing,
  parseFormula,
  type FormulaInput,
} from './formula.js';
export {
  discountOf,
  type GivenDiscount,
  lineComponents,
  priceLine,
  type LineResult,
  type PricedLine,
  type PricingTerms,
} from './line-components.js';
export {
  addDifferences,
  followUpDifference,
  isNoDifference,
  repricedLine,
  termsDifference,
  underRule,
} from './line-adjustment.js';
export {
  type ChargeComponent,
  componentTable,
  type InvoicedCharge,
  type LineComponent,
  type StatedCharge,
  statedCharges,
} from './component-table.js';
export {
  chargedOf,
  chargeNames,
  columnsInvoicedAs,
  columnsStatedAs,
  componentColumns,
  componentNames,
  differenceColumns,
  differenceKeys,
  type LineAmounts,
  lineColumns,
  type LineComponents,
  type LineDifference,
  lineKeys,
  netOf,
  NO_AMOUNTS,
  NO_DIFFERENCE,
  recordOf,
  repricedColumns,
  repricedNames,
  statedNames,
} from './line-amounts.js';
export {
  CarriedNumbers,
  LineDiscount,
  LinePricing,
  pricingDocument,
  readPricingDocument,
  type ChargeStep,
} from './line-pricing.js';
export { autoConfirmation, type LineEvents, type TrancheDate, trancheDates, waitsFrom } from './line-start.js';
export { settlementDates, termsInForce } from './settlement-dates.js';
export { assumedParts, isAmbiguous, type OpenLine } from './assumed-parts.js';
export { reversalOf, reversedSoFar } from './line-reversal.js';
export { plainTerms } from './plain-terms.js';
export { termsProblem, type TermsProblem } from './terms-problem.js';
export {
  AdditionalFee,
  Charge,
  CHARGE_RATE_MAX,
  CommissionBase,
  DebtPolicy,
  readTermsDocument,
  Reserve,
  RoundedCharge,
  settledAs,
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
export { type SellerAction, sellerActionFor, sellerActions } from './seller-actions.js';
export {
  failureReason,
  sellerReasons,
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
