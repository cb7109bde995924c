export { brokenSeals, type BrokenSeal } from './ledger/broken-seals.js';
export { driftedAccounts, type DriftedAccount } from './ledger/drifted-accounts.js';
export { flawOfPosting, flawOfSeal } from './ledger/bad-postings.js';
export { type Check, type Flaw, flaw, flawText, ledgerChecks } from './ledger/flaw.js';
export {
  afterOf,
  afterPlace,
  inRange,
  lastSeal,
  LEDGER_START,
  type LedgerPlace,
  sealedContent,
  unbalancedPostings,
  untilOf,
  withEntries,
} from './ledger/ledger-range.js';
export { sealLedger, type UnbalancedPosting } from './ledger/seal-ledger.js';
export { type EquationName, equations, type EquationDefinition, isEquation } from './proof/equations.js';
export {
  bytesOf,
  type Equation,
  type Input,
  type Line,
  proofDocument,
  type ProofDocument,
  type ProofInput,
  type ProofState,
  type RuleVersion,
  NOT_COMPARED,
  proofStates,
  sha256,
} from './proof/proof-document.js';
export { madeByHand } from './proof/lost-proofs.js';
export { readDocument } from './proof/readable-proof.js';
export { isSigned, type PublicKey, signingKey, type SigningKey } from './proof/sign-proof.js';
export {
  flawsOfProof,
  PROOF_COLUMNS,
  PROOF_TABLES,
  type ProofRow,
  type ProofsVerdict,
  verifyProofs,
} from './proof/verify-proofs.js';
export { lastFullDate, lastVerification, type Verification, type Verified } from './ledger/verification.js';
export { type LedgerReport, verifyLedger } from './ledger/verify-ledger.js';
export { keepVerification, verifyNew } from './ledger/verify-new.js';
export { exportMonth, reproveMonth, restoreMonth } from './months/export-month.js';
export { listMonths, type MonthRow } from './months/list-months.js';
export { isMonth, type MonthDifference, monthFiles, MonthRefused } from './months/month-files.js';
export { attachMonth, detachMonth, dropMonth, sealMonth } from './months/month-state.js';
export { type KeptVerdict, verifyKept } from './months/verify-kept.js';
export { retainMonths } from './months/retain-months.js';
export { CHARGE_ENTRIES } from './reading/charge-entries.js';
export { accountEntries, type EntryPlace, type EntryQuery, type EntryRow } from './reading/account-entries.js';
export {
  attachPartition,
  detachPartition,
  dropPartition,
  listPartitions,
  makePartitions,
  type PartitionRow,
  retainPartitions,
} from './partitions/partitions.js';
export { REFUNDS, refundKeys } from './statements/refund-postings.js';
export { ADJUSTMENT_REASON, charges, statementLines } from './statements/statement-lines.js';
