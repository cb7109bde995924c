import { Controller } from '@nestjs/common';
import { transaction } from '@jeongsan/database';
import type { Input, Output } from '@jeongsan/http-contract';
import { Clock, CurrentCaller, Decoded, Implements, type Caller } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { acknowledgeFindings } from './acknowledge-findings/acknowledge-findings.js';
import { readControl, readFindings } from './dispatch-control/read-control.js';
import { haltDispatch } from './halt-dispatch/halt-dispatch.js';
import { overrideRun } from '../runs/override-run/override-run.js';
import { Policy } from '../../terms/policy.js';
import { resumeDispatch } from './resume-dispatch/resume-dispatch.js';

@Controller()
export class DispatchControlController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  @Implements(contract.getDispatchControl)
  read(): Promise<Output<typeof contract.getDispatchControl>> {
    return readControl(this.db);
  }

  @Implements(contract.haltDispatch)
  async halt(
    @Decoded(contract.haltDispatch) { body }: Input<typeof contract.haltDispatch>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.haltDispatch>> {
    await transaction(this.db, (tx) => haltDispatch(tx, body.reason, caller, this.clock.now()));
    return readControl(this.db);
  }

  @Implements(contract.resumeDispatch)
  async resume(
    @Decoded(contract.resumeDispatch) { body }: Input<typeof contract.resumeDispatch>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.resumeDispatch>> {
    const { approval } = this.policy;
    await transaction(this.db, (tx) => resumeDispatch(tx, body.reason, caller, approval, this.clock.now()));
    return readControl(this.db);
  }

  @Implements(contract.listFindings)
  findings(
    @Decoded(contract.listFindings) { query }: Input<typeof contract.listFindings>,
  ): Promise<Output<typeof contract.listFindings>> {
    return readFindings(this.db, query);
  }

  @Implements(contract.acknowledgeFindings)
  async acknowledge(
    @Decoded(contract.acknowledgeFindings) { body }: Input<typeof contract.acknowledgeFindings>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.acknowledgeFindings>> {
    const { approval } = this.policy;
    await transaction(this.db, (tx) => acknowledgeFindings(tx, body, caller, approval, this.clock.now()));
    return readControl(this.db);
  }

  @Implements(contract.overrideRun)
  override(
    @Decoded(contract.overrideRun) { params, body }: Input<typeof contract.overrideRun>,
    @CurrentCaller() caller: Caller,
  ): Promise<Output<typeof contract.overrideRun>> {
    const { approval } = this.policy;
    return transaction(this.db, (tx) => overrideRun(tx, params.runId, body, caller, approval, this.clock.now()));
  }
}
