import { Controller } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, CurrentCaller, Decoded, Implements, type Caller } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { approveRun, rejectRun } from './approve-run/approve-run.js';
import { Policy } from './policy.js';
import { readRun, readRuns } from './read-payouts/read-runs.js';

@Controller()
export class RunsController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  @Implements(contract.listRuns)
  list(
    @Decoded(contract.listRuns) { query }: Input<typeof contract.listRuns>,
  ): Promise<Output<typeof contract.listRuns>> {
    return readRuns(this.db, query, this.policy.value.approvalThreshold);
  }

  @Implements(contract.approveRun)
  async approve(
    @Decoded(contract.approveRun) { params, body }: Input<typeof contract.approveRun>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.approveRun>> {
    const policy = await this.policy.current();
    await transaction(this.db, (tx) =>
      approveRun(tx, params.runId, body.contentHash, caller.id, policy, this.clock.now()),
    );
    return readRun(this.db, params.runId, policy.approvalThreshold);
  }

  @Implements(contract.rejectRun)
  async reject(
    @Decoded(contract.rejectRun) { params }: Input<typeof contract.rejectRun>,
  ): Promise<Output<typeof contract.rejectRun>> {
    await transaction(this.db, (tx) => rejectRun(tx, params.runId, this.clock.now()));
    return readRun(this.db, params.runId, this.policy.value.approvalThreshold);
  }
}
