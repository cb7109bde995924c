import { Controller } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, CurrentCaller, Decoded, Implements, type Caller } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { approveRun } from './approve-run/approve-run.js';
import { Policy } from '../../terms/policy.js';
import { previewRun } from './preview-run/preview-run.js';
import { readLeftOut } from './preview-run/read-left-out.js';
import { readRun, readRunDetail, readRuns } from './read-runs/read-runs.js';
import { requestRun } from './request-run/request-run.js';
import { rejectRun } from './withdraw-run/withdraw-run.js';

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
    return readRuns(this.db, query);
  }

  @Implements(contract.requestRun)
  async request(
    @Decoded(contract.requestRun) { body }: Input<typeof contract.requestRun>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.requestRun>> {
    return transaction(this.db, async (tx) => {
      const runId = await requestRun(tx, body.businessDate, caller, this.clock.now());
      return readRun(tx, runId);
    });
  }

  @Implements(contract.getRun)
  one(@Decoded(contract.getRun) { params }: Input<typeof contract.getRun>): Promise<Output<typeof contract.getRun>> {
    return readRunDetail(this.db, params.runId);
  }

  @Implements(contract.previewRun)
  preview(
    @Decoded(contract.previewRun) { params }: Input<typeof contract.previewRun>,
  ): Promise<Output<typeof contract.previewRun>> {
    return previewRun(this.db, params.runId, this.policy.outliers);
  }

  @Implements(contract.listLeftOut)
  leftOut(
    @Decoded(contract.listLeftOut) { params, query }: Input<typeof contract.listLeftOut>,
  ): Promise<Output<typeof contract.listLeftOut>> {
    return readLeftOut(this.db, params.runId, query);
  }

  @Implements(contract.approveRun)
  async approve(
    @Decoded(contract.approveRun) { params, body }: Input<typeof contract.approveRun>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.approveRun>> {
    const policy = await this.policy.current();
    const approver = { kind: 'person', caller, rules: this.policy.approval } as const;
    await transaction(this.db, (tx) =>
      approveRun(tx, params.runId, body.contentHash, approver, policy, this.clock.now()),
    );
    return readRun(this.db, params.runId);
  }

  @Implements(contract.rejectRun)
  async reject(
    @Decoded(contract.rejectRun) { params, body }: Input<typeof contract.rejectRun>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.rejectRun>> {
    await transaction(this.db, (tx) => rejectRun(tx, params.runId, caller, body?.reason, this.clock.now()));
    return readRun(this.db, params.runId);
  }
}
