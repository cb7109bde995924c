import { businessDateOf } from '@jeongsan/calendar';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { MAIN_ACCOUNT } from '@jeongsan/provider-client';
import { DataSource } from 'typeorm';
import { compareBalance, isProven } from './prove-balance/compare-balance.js';
import { Provider } from './provider.js';
import { listBalanceProofs } from './read-reconciliation/list-proofs.js';
import { listRuns } from './read-reconciliation/list-runs.js';
import { readRun } from './read-reconciliation/read-run.js';
import { readTrialBalance } from './read-reconciliation/read-trial-balance.js';
import { RECHECK_PAUSE_MS } from './settings.js';
import { verifyLedger } from './verify-ledger/verify-ledger.js';

/** The operators' endpoints for reconciliation and ledger. */
@Serves(contract.reconciliationContract)
export class ReconciliationController {
  constructor(
    private readonly db: DataSource,
    private readonly provider: Provider,
    private readonly clock: Clock,
  ) {}

  readonly handlers: Handlers<typeof contract.reconciliationContract> = {
    getReconciliation: ({ params }) => readRun(this.db, params.businessDate),
    listReconciliations: ({ query }) => listRuns(this.db, query),
    listBalanceProofs: ({ query }) => listBalanceProofs(this.db, query),
    proveBalanceNow: async ({ query: { account: name = MAIN_ACCOUNT } }) => {
      const account = this.provider.accounts.find((one) => one.name === name);
      if (!account) throw contract.refuse('RECONCILIATION_NOT_FOUND', `There is no account ${name} at the provider`);
      const comparison = await compareBalance(this.db, account, { recheckPauseMs: RECHECK_PAUSE_MS });
      const businessDate = businessDateOf(this.clock.now());
      return { businessDate, account: name, ...comparison, proven: isProven(comparison) };
    },
    getTrialBalance: ({ query }) => readTrialBalance(this.db, query.at, this.clock.now()),
    verifyLedger: () => verifyLedger(this.db),
  };
}
