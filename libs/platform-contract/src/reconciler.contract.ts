import { bankStatementsContract } from './bank-statements.contract.js';
import { breaksContract } from './break-decisions.contract.js';
import { breakSheetsContract } from './break-sheets.contract.js';
import { decisionsContract } from './decisions.contract.js';
import { matchingRulesContract } from './matching-rules.contract.js';
import { ledgerContract } from './ledger.contract.js';
import { monthsContract } from './months.contract.js';
import { proofsContract } from './proofs.contract.js';
import { reconciliationContract } from './reconciliation.contract.js';
import { searchContract } from './search.contract.js';
import { severityRulesContract } from './severity-rules.contract.js';
import { runsByHandContract } from './runs-by-hand.contract.js';

/** All endpoints of settlement-reconciler. */
export const reconcilerContract = {
  ...reconciliationContract,
  ...breaksContract,
  ...breakSheetsContract,
  ...ledgerContract,
  ...monthsContract,
  ...proofsContract,
  ...decisionsContract,
  ...matchingRulesContract,
  ...severityRulesContract,
  ...bankStatementsContract,
  ...runsByHandContract,
  ...searchContract,
} as const;
