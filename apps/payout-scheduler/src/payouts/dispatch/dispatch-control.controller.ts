import { transaction } from '@jeongsan/database';
import { Clock, type Handlers, Serves } from '@jeongsan/nest-kit';
import * as contract from '@jeongsan/platform-contract';
import { DataSource } from 'typeorm';
import { acknowledgeFindings } from './acknowledge-findings/acknowledge-findings.js';
import { readControl, readFindings } from './dispatch-control/read-control.js';
import { haltDispatch } from './halt-dispatch/halt-dispatch.js';
import { Policy } from '../../terms/policy.js';
import { resumeDispatch } from './resume-dispatch/resume-dispatch.js';

@Serves(contract.dispatchControlContract)
export class DispatchControlController {
  constructor(
    private readonly db: DataSource,
    private readonly clock: Clock,
    private readonly policy: Policy,
  ) {}

  readonly handlers: Handlers<typeof contract.dispatchControlContract> = {
    getDispatchControl: () => readControl(this.db),
    haltDispatch: async ({ body }, { caller }) => {
      await transaction(this.db, (tx) => haltDispatch(tx, body.reason, caller, this.clock.now()));
      return readControl(this.db);
    },
    resumeDispatch: async ({ body }, { caller }) => {
      const { approval } = this.policy;
      await transaction(this.db, (tx) => resumeDispatch(tx, body.reason, caller, approval, this.clock.now()));
      return readControl(this.db);
    },
    listFindings: ({ query }) => readFindings(this.db, query),
    acknowledgeFindings: async ({ body }, { caller }) => {
      const { approval } = this.policy;
      await transaction(this.db, (tx) => acknowledgeFindings(tx, body, caller, approval, this.clock.now()));
      return readControl(this.db);
    },
  };
}
