import { Controller } from '@nestjs/common';
import { businessDateOf } from '@jeongsan/calendar';
import type { Input } from '@jeongsan/http-contract';
import { Clock, Decoded, Implements } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { compareBalance, isProven } from './prove-balance/compare-balance.js';
import { Provider } from './provider.js';
import { listBreaks } from './read-reconciliation/list-breaks.js';
import { listProofs } from './read-reconciliation/list-proofs.js';
import { readRun } from './read-reconciliation/read-run.js';
import { readTrialBalance } from './read-reconciliation/read-trial-balance.js';
import { RECHECK_PAUSE_MS } from './settings.js';
import { verifyLedger } from './verify-ledger/verify-ledger.js';

/** The operators' endpoints for reconciliation and ledger. */
@Controller()
export class ReconciliationController {
  constructor(
    private readonly db: DataSource,
    private readonly provider: Provider,
    private readonly clock: Clock,
  ) {}

  @Implements(contract.getReconciliation)
  run(@Decoded(contract.getReconciliation) { params }: Input<typeof contract.getReconciliation>) {
    return readRun(this.db, params.businessDate);
  }

  @Implements(contract.listBreaks)
  breaks(@Decoded(contract.listBreaks) { query }: Input<typeof contract.listBreaks>) {
    return listBreaks(this.db, query);
  }

  @Implements(contract.listProofs)
  proofs(@Decoded(contract.listProofs) { query }: Input<typeof contract.listProofs>) {
    return listProofs(this.db, query);
  }

  @Implements(contract.proveNow)
  async prove() {
    const comparison = await compareBalance(this.db, this.provider.api, { recheckPauseMs: RECHECK_PAUSE_MS });
    return { businessDate: businessDateOf(this.clock.now()), ...comparison, proven: isProven(comparison) };
  }

  @Implements(contract.getTrialBalance)
  trialBalance(@Decoded(contract.getTrialBalance) { query }: Input<typeof contract.getTrialBalance>) {
    return readTrialBalance(this.db, query.at, this.clock.now());
  }

  @Implements(contract.verifyLedger)
  verify() {
    return verifyLedger(this.db);
  }
}
